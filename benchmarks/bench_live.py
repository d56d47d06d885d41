"""Measure exercises that run in a page of the book, in a Chromium without a screen: seconds from
the touch of an editor to the first verdict, and to the next one; what the server sends; memory of
the page with its Python; the Tetris Cube, counted and stopped.

python benchmarks/bench_live.py [--only 0 1] [--site FOLDER]

Packed by xz, with plotly.js for 3D alone and no module of another lesson, a page sends 5.1 (13b) to 8.0 MB
(10), pictures in 3D included: 03b 7.1 (13.9 by gzip), 08 7.4 (12.3). All lessons on two quiet cores, five
seconds after a page is opened: 0.2 to 1.5 seconds to the first verdict, 0.1 to 0.4 to the next of that
exercise. The slowest exercise of a page has its own first verdict after 0.3 to 2.1 seconds (10.6, 13.4d).
The Tetris Cube is counted in 6.9 to 8.7 seconds, and stopped in 0.1.

Before that, with modules that are compiled in the book (live/bytecode.py), on the same server beside much
other work, three times each, by turns with the book before: from the opening of page 01 until Python is ready
2.8 to 3.8 CPU seconds of the browser (before 5.2 to 6.8), of 08 2.9 to 6.4 (4.0 to 8.4); then 0.4 to the
first verdict (0.6), and 1.1 (1.2) in 08. Page 01 sends 8.0 MB (8.2), 08 12.2 (12.5).

Before that, measured in Chromium 156 on two cores of a server (AMD EPYC, with 23 GB), quiet but for lessons
07 and 10 to 12: from the touch of an editor to the first verdict 3 to 6 seconds (4 to 8 CPU seconds of all
processes of the browser; 4.2 and 3.7 seconds in lessons 06 and 08, solvers included; 7 in 01), and 0.1 to
0.4 to the next, 0.9 in 08. Some checks search themselves: 4.5 and 9.5 take four seconds, 1.5 two; on a busy
machine 7.6 took 8 CPU seconds, 10.6 four. A page sends 1 to 5 MB before a touch, 7 in 03 *more*, and 8 to
14 MB in all (01: 8.1, 06: 12.6, 08: 12.3, 13: 10.7). It takes 70 to 370 MB of memory untouched, 170 to 405
MB with Python, and no more than 434 MB (lesson 06) when all its exercises are solved. All 236,136 packings
of the Tetris Cube take 7 to 11 seconds; Stop ends that within half a second. The first page of the book
sends less than 0.5 MB, and 2 MB more for the game behind *Pack it yourself*. A Chromebook of 4 GB has room
for that beside its system and a few tabs; the start may take two or three times as long there.
"""

import argparse
import os
import re
import tempfile
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import perf_counter

import psutil
from _measure import table
from playwright.sync_api import sync_playwright

from lessons.book import build_site
from lessons.kit.live.pages import IMPORT
from lessons.kit.pages.book import chosen_lessons
from puzzlelib.common.chromium import find_chromium

FLAGS = "--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"
HEAP = "import pyodide_js\npyodide_js._module.HEAP8.length // 1_000_000"
ENDED = ".live-output[data-status]:not([data-status=''], [data-status='busy'])"
FORGET = "(one) => { one.dataset.status = ''; }"
IDS = "[...document.querySelectorAll('.live[data-exercise]')].map((one) => one.dataset.exercise)"
CUBE = "from puzzlelib import compiled, load\ncompiled.count(load('tetris-cube')).number"
MINUTES = 5
READING = 5  # seconds, before an editor is touched; Python starts meanwhile


class CountingHandler(SimpleHTTPRequestHandler):
    """It tells nothing, and keeps the bytes of each file that it sends."""

    sent: list[int] = []

    def copyfile(self, source, outputfile):
        self.sent.append(os.fstat(source.fileno()).st_size)
        super().copyfile(source, outputfile)

    def log_message(self, *_):
        pass


@contextmanager
def serving(folder: Path):
    handler = partial(CountingHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def pages_memory() -> int:
    """Return the private memory in MB of the pages of our browser."""
    memory = 0
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it has ended meanwhile
            if "--type=renderer" in one.cmdline():
                memory += one.memory_full_info().uss
    return memory // 1_000_000


def browser_work() -> float:
    """Return the CPU seconds of all processes of our browser."""
    seconds = 0.0
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(one.cpu_times()[:2])
    return seconds


class Span:
    """The time from its beginning on: seconds, and CPU seconds of the browser."""

    def __init__(self):
        self.start, self.work = perf_counter(), browser_work()

    def end(self) -> tuple[float, float]:
        return perf_counter() - self.start, browser_work() - self.work


def solutions(name: str) -> dict[str, str]:
    lessons = chosen_lessons([int(name[:2])])
    lesson = next(one for one in lessons if any(part.name == name for part in one.parts))
    texts = {task.id: task.solution.removeprefix(IMPORT) for task in lesson.exercises}
    return {id: re.sub(r"(?m)^check\(.*$", "", text).strip() for id, text in texts.items()}


def perform(page, id: str, source: str, key: str, status: str) -> str:
    """Write an answer, press a key, and wait for what comes of it."""
    place = page.locator(f'.live[data-exercise="{id}"]')
    place.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(source)
    page.keyboard.press(key)
    found = place.locator(ENDED)
    found.wait_for()
    if found.get_attribute("data-status") != status:
        raise RuntimeError(f"{id} is not {status}: {found.inner_text()}")
    return found.inner_text()


def open_page(browser, address: str, name: str):
    page = browser.new_context().new_page()
    page.set_default_timeout(MINUTES * 60_000)
    page.goto(f"{address}lessons/{name}.html")
    page.wait_for_timeout(1000 * READING)
    return page


def measure(browser, address: str, name: str) -> list:
    """Open the page of a notebook, and solve its exercises; return a row of the table."""
    empty = pages_memory()
    CountingHandler.sent.clear()
    page = open_page(browser, address, name)
    sent, memory, spans = [sum(CountingHandler.sent)], [pages_memory()], []
    answers, ids = solutions(name), page.evaluate(IDS)
    for id in [ids[0], *ids]:  # the first one twice: Python has started by then
        span = Span()
        perform(page, id, answers[id], "Shift+Enter", "correct")
        spans.append(span.end())
        sent.append(sum(CountingHandler.sent))
        memory.append(pages_memory())
        page.locator(f'.live[data-exercise="{id}"] .live-output').evaluate(FORGET)
    heap = perform(page, ids[0], HEAP, "ControlOrMeta+Enter", "ran")
    page.context.close()
    slowest = max(range(len(ids)), key=lambda place: spans[place + 1][1])
    times = [f"{one:.1f}" for pair in (*spans[:2], spans[slowest + 1]) for one in pair]
    megabytes = [f"{sent[place] / 1e6:.1f}" for place in (0, 1, -1)]
    used = [one - empty for one in (memory[0], memory[1], max(memory))]
    row = [name, *times, ids[slowest], *megabytes, *used, heap]
    print(*row, flush=True)
    return row


def tetris_cube(browser, address: str, name: str) -> list[list]:
    """Count the packings of the Tetris Cube in a page; then begin again, and press Stop."""
    page, rows = open_page(browser, address, name), []
    id = page.evaluate(IDS)[0]
    perform(page, id, "print(1)", "ControlOrMeta+Enter", "ran")  # Python starts
    span = Span()
    found = perform(page, id, CUBE, "ControlOrMeta+Enter", "ran")
    rows.append([f"counted: {found}", *(f"{one:.1f}" for one in span.end())])
    place = page.locator(f'.live[data-exercise="{id}"]')
    page.keyboard.press("ControlOrMeta+Enter")
    place.locator("[data-status='busy']").wait_for()
    work = browser_work()
    while browser_work() < work + 2:
        page.wait_for_timeout(100)
    span = Span()
    place.get_by_role("button", name="Stop").click()
    place.locator("[data-status='stopped']").wait_for()
    rows.append(["stopped", *(f"{one:.1f}" for one in span.end())])
    page.context.close()
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure exercises that run in the book.")
    parser.add_argument("--only", nargs="*", type=int, default=[*range(14)], metavar="N")
    parser.add_argument("--site", type=Path, help="a book made by make site LIVE=1")
    options = parser.parse_args()
    load = psutil.getloadavg()[0] / psutil.cpu_count()
    print(f"{os.cpu_count()} cores, each wanted by {load:.1f}; Chromium without a screen")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = options.site or Path(folder, "site")
        if not options.site:
            build_site(site, options.only, live=True)
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        with serving(site) as address:
            names = [file.stem.removeprefix("live-") for file in site.glob("data/live-[0-9]*")]
            chosen = sorted(name for name in names if int(name[:2]) in options.only)
            rows = [measure(browser, address, name) for name in chosen]
            cube = tetris_cube(browser, address, chosen[0])
        browser.close()
    seconds = ["first", "CPU", "next", "CPU", "slowest", "CPU", "which"]
    head = ["page", *seconds, *2 * ("before", "first", "most"), "heap"]
    table("Seconds; MB sent; MB of memory; MB of Python's heap", head, rows)
    table("The Tetris Cube in a page", ["", "seconds", "CPU"], cube)


if __name__ == "__main__":
    main()
