"""A real Jupyter kernel: a long search is stopped within a second, and the next cell works."""

import pytest
from jupyter_client.manager import start_new_kernel
from quiet_clock import at_work, ends_within, now
from test_cli import ENDLESS

SETUP = f"""
from puzzlelib import count, load, solve
from puzzlelib.packing.files import read_text
endless = read_text({ENDLESS!r})
endless.placements
"""
LONG = ["result = count(endless, 'asp')", "result = solve(endless, 'backtracking', limit=None)"]


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel(kernel_name="python3")
    client.execute(SETUP, reply=True, timeout=60)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def value(client, expression: str) -> str:
    """Return what an expression is in the kernel: the next cell, in other words."""
    reply = client.execute("", user_expressions={"value": expression}, reply=True, timeout=60)
    return reply["content"]["user_expressions"]["value"]["data"]["text/plain"]


@pytest.mark.notebook
@pytest.mark.parametrize("cell", LONG)
def test_interrupt(kernel, cell):
    manager, client = kernel
    process = manager.provisioner.process

    def attempt():
        request = client.execute(cell)
        at_work(process)
        start = now(process.pid)
        manager.interrupt_kernel()
        while (reply := client.get_shell_msg(timeout=60))["parent_header"]["msg_id"] != request:
            pass
        seconds = now(process.pid) - start
        assert reply["content"]["status"] == "ok"
        assert value(client, "(result.complete, result.stopped)") == "(False, 'interrupt')"
        return seconds

    ends_within(1, attempt)
    assert value(client, "count(load('tetracubes-2x2x4+2x2x4')).count") == "1280"
