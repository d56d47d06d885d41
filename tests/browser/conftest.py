"""One server and one browser for all browser tests; a fresh page for each module."""

from pathlib import Path

import pytest

from .lab import browsing, desk_with, serving, window
from .live_answers import write_pages, write_workshop
from .live_page import new_visit
from .test_book import serve


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
def lab(server, browser):
    """An empty page; at the end nothing may have gone wrong in it."""
    with window(server, browser) as page:
        yield page
        page.check()


@pytest.fixture(scope="module")
def desk(request, server, browser):
    """One page with a notebook of the CELLS of a module, run once; its tests take turns on it."""
    module = request.module
    with desk_with(server, browser, f"{module.__name__.rpartition('.')[2]}.ipynb", *module.CELLS) as lab:
        yield lab


# -------- the book from a server


@pytest.fixture(scope="module")
def site_address(site):
    yield from serve(site)


@pytest.fixture(scope="module")
def workshop_address(tmp_path_factory):
    """The address of an empty page with all that runs Python."""
    yield from serve(write_workshop(tmp_path_factory.mktemp("live")))


@pytest.fixture(scope="session")
def pages_address(tmp_path_factory):
    """The address of all lessons as live pages, without their pictures."""
    yield from serve(write_pages(tmp_path_factory.mktemp("pages")))


@pytest.fixture
def visit(browser):
    """A function that opens a page in a browser that has never been here."""
    with new_visit(browser, viewport={"width": 1280, "height": 800}) as open_page:
        yield open_page
