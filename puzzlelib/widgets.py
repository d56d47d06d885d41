"""An old name of `lessons`, for notebooks that were begun with version 0.1; it goes with the next version."""

from importlib import import_module

__getattr__ = import_module("lessons.kit.old_names").names_of(__name__)
