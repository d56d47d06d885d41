"""A real kernel: interrupts and time limits stop a long search within a second, and the next cell works."""

import time

import pytest
from jupyter_client.manager import start_new_kernel
from test_cli import ENDLESS

SETUP = f"""
from puzzlelib import count, load, solve
from puzzlelib.puzzle_files import read_text
endless = read_text({ENDLESS!r})
endless.placements
"""
LONG = [
    "result = count(endless, 'asp')",
    "result = count(endless, 'backtracking')",
    "result = solve(endless, 'asp', limit=None)",
    "result = solve(endless, 'backtracking', limit=None)",
]


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel(kernel_name="python3")
    client.execute(SETUP, reply=True, timeout=60)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def value(client, expression: str) -> str:
    """What an expression is in the kernel: the next cell, in other words."""
    reply = client.execute("", user_expressions={"value": expression}, reply=True, timeout=20)
    return reply["content"]["user_expressions"]["value"]["data"]["text/plain"]


@pytest.mark.notebook
@pytest.mark.parametrize("cell", LONG)
def test_interrupt(kernel, cell):
    manager, client = kernel
    request = client.execute(cell)
    time.sleep(3)
    start = time.monotonic()
    manager.interrupt_kernel()
    while (reply := client.get_shell_msg(timeout=20))["parent_header"]["msg_id"] != request:
        pass
    assert time.monotonic() - start < 1.5  # a second, and the way to the kernel and back
    assert reply["content"]["status"] == "ok"
    assert value(client, "(result.complete, result.stopped)") == "(False, 'interrupt')"
    assert value(client, "count(load('tetracubes-2x2x4+2x2x4')).count") == "1280"


@pytest.mark.notebook
@pytest.mark.parametrize("cell", LONG)
def test_time_limit(kernel, cell):
    client = kernel[1]
    start = time.monotonic()
    client.execute(cell[:-1] + ", time_limit=1)", reply=True, timeout=30)
    assert time.monotonic() - start < 3
    assert value(client, "(result.complete, result.stopped)") == "(False, 'time limit')"
