"""One server and one browser for all browser tests; a fresh page for each module."""

from pathlib import Path

import pytest

from .lab import browsing, serving, window


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with serving(Path(tmp_path_factory.mktemp("lab"))) as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright, chromium):
    with browsing(playwright, chromium) as running:
        yield running


@pytest.fixture(scope="session")
def browser_without_webgl(playwright, chromium):
    with browsing(playwright, chromium, webgl=False) as running:
        yield running


@pytest.fixture
def flat_lab(server, browser_without_webgl):
    """An empty narrow page in a browser that has no WebGL; at the end nothing may have gone wrong in it."""
    with window(server, browser_without_webgl, {"width": 700, "height": 900}) as page:
        yield page
        page.check()


@pytest.fixture
def lab(server, browser):
    """An empty page; at the end nothing may have gone wrong in it."""
    with window(server, browser) as page:
        yield page
        page.check()
