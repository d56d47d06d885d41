"""How the tests are run: which of them, in which order, shared out to how many processes.

`make quick` leaves out what is marked `slow`, `notebook` or `browser`; `make test` leaves out the long forms,
those that are marked `long`; `make test-all` (`--all`) leaves out nothing, and takes the full numbers
of tests/sizes.py.
"""

import os
import re
import sys
from collections import Counter
from contextlib import suppress
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parent
sys.modules.setdefault("rfc3987_syntax", None)  # two seconds for a grammar of addresses
settings.register_profile("patient", deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("patient")  # a busy machine is no fault


def pytest_addoption(parser):
    parser.addoption(
        "--all", action="store_true", help="the long forms as well, with the full numbers of tests/sizes.py"
    )
    parser.addoption(
        "--site", type=Path, metavar="FOLDER", help="a book made by make site LIVE=1, in place of a new one"
    )


def pytest_configure(config):
    if config.getoption("--all"):
        os.environ["EXACTLY_ONCE_ALL"] = "1"  # tests/sizes.py reads it, in every process


# ---------------------------------------------------------------- which tests, in which order

SECONDS = {"notebook": 8, "browser": 3, "slow": 1}  # what such a test takes, about; others take 0.02


def seconds(item) -> float:
    """Return about how long a test takes, by its marks."""
    return next((most for mark, most in SECONDS.items() if item.get_closest_marker(mark)), 0.02)


def pytest_collection_modifyitems(config, items):
    """Leave out what is long, and begin with what takes longest, so that all processes end together.

    A browser test that fails is run once more, on a fresh page: the report's end names it.
    """
    left_out = [item for item in items if item.get_closest_marker("long") and not config.getoption("--all")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]
    weight = Counter()
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
        weight[scope(item.nodeid)] += seconds(item)
    items.sort(key=lambda item: (-weight[scope(item.nodeid)], scope(item.nodeid)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    """Begin a rerun on a fresh page: the first run may have left anything on the page of its module."""
    if getattr(item, "execution_count", 1) > 1:
        for fixture in chain.from_iterable(item._fixtureinfo.name2fixturedefs.values()):
            if fixture.scope == "module":
                with suppress(AssertionError):  # of the page's last check
                    fixture.finish(item._request)


# ---------------------------------------------------------------- which process


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Return how many processes `-n auto` starts: one more than cores, as tests wait a third of their time,
    or fewer, so that each has two gigabytes of memory for its browser and its server."""
    import psutil

    gigabytes = psutil.virtual_memory().total / 1e9
    return max(1, min((psutil.cpu_count() or 1) + 1, round(gigabytes / 2)))


BOOK = {
    *("test_book.py", "test_live.py", "test_live_doors.py", "test_live_pictures.py", "test_packing_help.py"),
    "test_slides.py",
}


def scope(nodeid: str) -> str:
    """Name what one process runs: a file, all about a lesson (its solved notebook is run once for them) or
    about the book (which is built once), a notebook in the browser."""
    file, _, test = nodeid.partition("::")
    name = Path(file).name
    if name.startswith("test_lesson_"):
        return f"lesson {Path(name).stem[-2:]}"
    if name in BOOK:
        return "the book"
    number = re.search(r"\[l?(\d\d)[-_]", test)
    if number and name in ("test_notebooks.py", "test_mutants.py"):
        return nodeid if "browser" in file else f"lesson {number[1]}"
    return file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """With `-n`: whole scopes, in the order in which they stand."""
    from xdist.scheduler import LoadScopeScheduling

    class Scopes(LoadScopeScheduling):
        """xdist's own, which stands still when a process is lost (its issues 1323, 1327 and 1378), and
        runs the test again that ends a process (1371)."""

        def _split_scope(self, nodeid):
            return scope(nodeid)

        def remove_node(self, node):
            """Return the test with which a process was lost, or None; give what is left to others."""
            work = self.assigned_work.pop(node)
            left = [(name, test) for name, unit in work.items() for test, done in unit.items() if not done]
            lost = left[0][1] if left else None
            for name, test in left[1:]:
                self.workqueue.setdefault(name, {})[test] = False
            for other in self.assigned_work:
                self._reschedule(other)
            return lost

        def _reschedule(self, node):
            """Give a process two tests, for it begins no last one before it is told that it is the last."""
            super()._reschedule(node)
            while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
                super()._reschedule(node)

    config.option.loadscopereorder = False
    return Scopes(config, log)
