"""For what pyproject.toml cannot say: a wheel holds puzzlelib and makers; -e has the lessons too."""

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildLibrary(build_py):
    def finalize_options(self):
        super().finalize_options()
        if not self.editable_mode:
            self.packages = [name for name in self.packages if name.partition(".")[0] != "lessons"]


setup(cmdclass={"build_py": BuildLibrary})
