"""An extension of JupyterLab's server that keeps the work in notebooks of the workbook.

It is switched on, once for an installation, by

    python -m lessons.kit.notebooks.server

Notebooks of others are left alone.
"""

import re
from pathlib import Path
from urllib.parse import quote, unquote

from nbformat import from_dict
from tornado.routing import PathMatches, Rule
from tornado.web import RedirectHandler

from ..ground.course import COURSE
from ..ground.files import KEPT
from ..ground.folders import present_name
from .cells import OURS
from .kept import bring_back, keep_copy, keep_fresh


def load(server) -> None:
    """Keep a copy at each save, and bring work back before a notebook is opened."""
    contents = server.contents_manager
    get, attempt = contents.get, log_errors(server.log)

    async def opened(path, content=True, **rest):
        place = notebook_place(contents, path) if content else None
        if place:
            attempt(bring_back, place)
        found = get(path, content=content, **rest)
        model = found if isinstance(found, dict) else await found
        return with_language(model) if place else model

    def keep_before(model, path, **_) -> None:
        place = notebook_place(contents, path)
        if place and model.get("type") == "notebook" and place.is_file():
            attempt(keep_fresh, place, from_dict(model["content"]))

    lead_on = Rule(FormerAddress(server.base_url, contents), RedirectHandler)
    server.web_app.default_router.rules.insert(0, lead_on)  # before JupyterLab, which has no such file
    contents.get = opened
    contents.register_pre_save_hook(keep_before)
    contents.register_post_save_hook(
        lambda os_path, **_: attempt(keep_copy, Path(os_path)) if is_open_to_us(os_path) else None
    )


class FormerAddress(PathMatches):
    """Match the address of a notebook that is not there, but has another name since version 0.2."""

    def __init__(self, base: str, contents):
        super().__init__(rf"{re.escape(base)}(?:lab/tree|notebooks)/(.*\.ipynb)")
        self.contents = contents

    def match(self, request) -> dict | None:
        found = self.regex.match(request.path)
        old = found and notebook_place(self.contents, unquote(found[1]))
        new = old and old.with_stem(present_name(old.stem))
        if not new or old.exists() or not new.exists():
            return None
        folder, slash, _ = request.path.rpartition("/")
        return {"target_kwargs": {"url": folder + slash + quote(new.name), "permanent": False}}


def log_errors(log):
    """Return a function that calls another and logs what goes wrong: a notebook opens in any case."""

    def attempt(action, *values):
        try:
            action(*values)
        except Exception as error:  # whatever stands in the file, the copy
            log.warning("%s: %s", COURSE.title, error)

    return attempt


def notebook_place(contents, path: str) -> Path | None:
    """Return where a notebook lies on the disk; None for other files, and for contents that are elsewhere."""
    if not hasattr(contents, "_get_os_path") or not is_open_to_us(path):
        return None
    return Path(contents._get_os_path(path.strip("/")))


def is_open_to_us(path: str) -> bool:
    return path.endswith(".ipynb") and Path(path).parent.name not in (KEPT, ".ipynb_checkpoints")


def with_language(model: dict) -> dict:
    """Say of a notebook of ours which Python runs it, as JupyterLab would: then it opens without a change."""
    content = model.get("content")
    if isinstance(content, dict) and OURS in content.get("metadata", {}):
        from ipykernel.ipkernel import IPythonKernel  # it takes a while, and only notebooks need it

        content["metadata"]["language_info"] = dict(IPythonKernel.language_info)
    return model


def _load_jupyter_server_extension(server) -> None:
    load(server)


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "lessons.kit.notebooks.server"}]


def switch_on() -> None:
    """Let each JupyterLab of this installation load the extension."""
    from jupyter_server.extension.serverextension import toggle_server_extension_python

    toggle_server_extension_python("lessons.kit.notebooks.server", enabled=True, sys_prefix=True)


if __name__ == "__main__":
    switch_on()
