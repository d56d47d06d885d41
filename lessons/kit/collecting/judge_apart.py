"""A notebook is judged by processes below this one, which sees to it that they end, and that nothing stays.

`judge(job)` starts this file as a process of its own; that one starts judge_alone.py in a sandbox
(sandbox.py), follows its messages, and counts the time, memory and processes of all that it starts. If it
has to be stopped, or ends by itself, the exercise at which it was gets that as its verdict, and it is begun
again without it: so an answer that never ends costs no other. On Linux no process escapes by leaving its
parent.
"""

import ctypes
import hmac
import json
import os
import queue
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

ALONE = "lessons/kit/collecting/judge_alone.py"
LOOK = 0.2  # seconds between two looks at the processes
START = 60  # seconds by the clock, for Python and the library
CLOCK = 4  # seconds by the clock for one of processor time: the machine may be busy
GRACE = 6  # seconds of processor time until what does not stop itself is stopped
PROCESSES = 20
MEGABYTES_ON_DISK, FILES, BLOCK = 300, 20_000, 4096
MOST_AT_ONCE = 100_000  # bytes without a line end: no message of ours
SUBREAPER = 36  # of prctl: orphans come to us
STATUSES = {"open", "not yet", "correct", "interrupted", "changed"}


# -------- from outside


def judge(job: Mapping[str, Any], started=lambda process: None) -> dict[str, Any]:
    """Judge a notebook in processes of its own.

    Parameters
    ----------
    job : `cells`, pairs of a number and a source, in order; `ids`, the exercises of the lesson;
        `in_cell`, which of them a cell asks for; `seconds` and `megabytes` for the notebook,
        `cell_seconds` for a cell without its checks; `sandbox`, as sandbox.py has it; `light`, the light
        exercises of the lesson.
    started : gets the process, so that it can be terminated.

    Returns `verdicts` (exercise -> [status, sentence]), `errors` (number of a cell -> kind of error) and
    `seconds`; nothing if it was terminated. Errors: `RuntimeError` when no process can be started.
    """
    process = subprocess.Popen(
        [sys.executable, "-I", __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us
    )
    started(process)
    out, said = process.communicate(json.dumps(job).encode())
    if process.returncode == -signal.SIGTERM or process.returncode == 143:
        return {}
    if process.returncode:
        raise RuntimeError(said.decode(errors="replace").strip().rpartition("\n")[2])
    return json.loads(out)


# -------- inside: one notebook


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    job = json.load(sys.stdin.buffer)
    print(json.dumps(judge_here(job)))


def judge_here(job: dict) -> dict[str, Any]:
    """Judge a notebook, beginning again without each cell or answer that had to be stopped."""
    verdicts, errors, used = {}, {}, 0.0
    cells, done, until = job["cells"], [], time.monotonic() + CLOCK * job["seconds"] + START
    while True:
        pending = [id for number, _ in cells for id in job["in_cell"][str(number)] if id not in done]
        run = Run(job | {"cells": cells, "done": done, "pending": pending, "used": used, "until": until})
        run.follow()
        used += run.seconds
        errors |= run.errors
        for id, found in run.verdicts.items():
            verdicts[id] = better(verdicts.get(id), found)
        if run.ended:
            break
        if run.judging:
            verdicts[run.judging] = better(verdicts.get(run.judging), ["stopped", run.why])
        else:
            left_out = [[number, source] for number, source in cells if number == run.cell]
            cells = [cell for cell in cells if cell not in left_out]
            for id in job["in_cell"].get(str(run.cell), ()):
                verdicts.setdefault(id, ["stopped", run.why])
        done = sorted(verdicts)
        if used >= job["seconds"] - 1 or time.monotonic() > until:
            for id in {*pending} - {*done}:
                verdicts[id] = ["stopped", f"the {job['seconds']} s of the notebook were used up before"]
            break
    return {"verdicts": verdicts, "errors": errors, "seconds": round(used, 1)}


WORTH = ("stopped", "open", "interrupted", "not yet", "changed", "correct")


def better(old: list | None, new: list) -> list:
    """Return the verdict that counts where an exercise has several: the best, and of equals the last.

    >>> better(["correct", "a"], ["not yet", "b"])
    ['correct', 'a']
    """
    return old if old and WORTH.index(old[0]) > WORTH.index(new[0]) else new


class Run:
    """One process that runs cells, until it ends or has to be stopped."""

    def __init__(self, job: dict):
        self.job, self.secret = job, secrets.token_hex(32)
        self.kind, self.command = job["sandbox"]["kind"], job["sandbox"]["command"]
        self.verdicts, self.errors = {}, {}
        self.cell, self.judging, self.limit, self.ended, self.why = None, "", START, False, ""
        self.begun = self.since = time.monotonic()
        self.seconds, self.worked_before = 0.0, 0.0

    def follow(self) -> None:
        with tempfile.TemporaryDirectory(prefix="collect-", ignore_cleanup_errors=True) as place:
            folder = Path(place, "folder")
            folder.mkdir()
            process = self.start(folder)
            try:
                self.watch(process, folder)
            finally:
                self.remove_container()
                end(process)
                clear(folder)
        if self.cell is None and not self.ended:
            said = process.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise RuntimeError(f"the process of a notebook did not start: {said or self.why}")

    def start(self, folder: Path) -> subprocess.Popen:
        """Start judge_alone.py in the sandbox; without one, in `folder`, a copy of the library beside it."""
        command, library, environment = self.command, self.job["sandbox"]["library"], surroundings("/tmp")
        if self.kind == "container":
            self.command = [*command[:2], "--name", f"collect-{self.secret[:16]}", *command[2:]]
            command, environment = self.command, None  # of its engine
        elif self.kind == "none":
            library = str(shutil.copytree(library, folder.with_name("library")))
            command, environment = [sys.executable, "-I", f"{library}/{ALONE}"], surroundings(str(folder))
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        told = {name: value for name, value in self.job.items() if name != "sandbox"}
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(told | {"library": library, "secret": self.secret}).encode())
            process.stdin.close()
        return process

    def remove_container(self) -> None:
        """End a container: its processes are no children of this one."""
        if self.kind == "container":
            engine, _, _, name, *_ = self.command
            subprocess.run([engine, "rm", "--force", name], stdin=subprocess.DEVNULL, capture_output=True)

    # ---- what comes from it

    def watch(self, process: subprocess.Popen, folder: Path) -> None:
        """Take messages, and stop what takes too much."""
        messages: queue.Queue[dict | None] = queue.Queue()
        threading.Thread(target=self.read, args=(process.stdout, messages), daemon=True).start()
        parent, looked = os.getppid(), 0.0
        while not self.ended:
            with suppress(queue.Empty):
                message = messages.get(timeout=LOOK)
                if message is None:
                    self.look(folder)
                    self.why = self.why or "it ends Python itself"
                    return
                self.take(message)
            if time.monotonic() - looked > LOOK:
                self.look(folder)
                looked = time.monotonic()
            if self.why or os.getppid() != parent:
                return

    def read(self, pipe, messages: queue.Queue) -> None:
        """Pass on the lines that are signed; drop all else, however much it is."""
        rest = b""
        while chunk := os.read(pipe.fileno(), 1 << 16):
            *lines, rest = (rest + chunk)[-MOST_AT_ONCE:].split(b"\n")
            for line in lines:
                sign, _, text = line.partition(b" ")
                right = hmac.digest(self.secret.encode(), text, "sha256").hex().encode()
                if hmac.compare_digest(sign, right):
                    messages.put(json.loads(text))
        messages.put(None)

    def take(self, message: dict) -> None:
        """Take a message. Code that has found the secret may have written it."""
        self.since, self.worked_before = time.monotonic(), self.seconds
        match message:
            case {"cell": int(number), "error": str(error)}:
                self.errors |= {number: error[:100]} if error else {}
            case {"cell": int(number)}:
                self.cell, self.judging, self.limit = number, "", self.job["cell_seconds"]
            case {"judging": str(id), "seconds": int(seconds)} if id in self.job["ids"]:
                self.judging, self.limit = id, min(seconds, self.job["seconds"])
            case {"id": str(id), "status": str(status), "say": str(say)} if status in STATUSES:
                if id in self.job["ids"]:
                    self.verdicts[id] = better(self.verdicts.get(id), [status, say[:1000]])
                self.judging, self.limit = "", self.job["cell_seconds"]
            case {"end": True}:
                self.ended = True

    # ---- what it takes

    def look(self, folder: Path) -> None:
        """Notice what is too much, in `why`."""
        now, total, memory, number = time.monotonic(), 0.0, 0, 0
        for one in processes_below():
            with suppress(psutil.Error):
                times, number = one.cpu_times(), number + 1
                total += sum(times[:4])
                memory += one.memory_info().rss
        if self.kind == "container":  # its engine holds memory and processes, and gives it one processor
            total, memory, number = now - self.begun, 0, 0
        size, files = self.written(folder)
        self.seconds = max(self.seconds, total)
        work, waited = self.seconds - self.worked_before, now - self.since
        if work > self.limit + GRACE or waited > CLOCK * self.limit + START:
            self.why = f"it was still running after {self.limit} seconds"
        elif self.seconds + self.job["used"] > self.job["seconds"] or now > self.job["until"]:
            self.why = f"the {self.job['seconds']} s of the notebook were used up"
        elif number > PROCESSES:
            self.why = f"it starts more than {PROCESSES} processes"
        elif memory + size > self.job["megabytes"] << 20:
            self.why = f"it takes more than {self.job['megabytes']:,} MB of memory"
        elif size > MEGABYTES_ON_DISK << 20:
            self.why = f"it writes more than {MEGABYTES_ON_DISK} MB"
        elif files > FILES:
            self.why = f"it writes more than {FILES:,} files"

    def written(self, folder: Path) -> tuple[int, int]:
        """Return the bytes and the number of files that were written, those without a name included."""
        if self.kind == "none":
            return bytes_in(folder), 0
        if self.kind == "bubblewrap" and self.cell is not None:  # before, /tmp may still be ours
            for one in processes_below():
                with suppress(OSError):
                    if os.readlink(f"/proc/{one.pid}/ns/pid") != os.readlink("/proc/self/ns/pid"):
                        space = os.statvfs(f"/proc/{one.pid}/root/tmp")
                        used = (space.f_blocks - space.f_bfree) * space.f_frsize
                        return used, space.f_files - space.f_ffree
        return 0, 0


def processes_below() -> list[psutil.Process]:
    """Return all descendants of this process."""
    return psutil.Process().children(recursive=True)


def end(process: subprocess.Popen) -> None:
    """End a process and all that it has started, also what is being started meanwhile."""
    for _ in range(100):
        there = [*filter(is_alive, processes_below())]
        if not there:
            break
        for one in there:
            with suppress(psutil.Error):
                one.kill()
        psutil.wait_procs(there, timeout=1)
    process.wait()


def is_alive(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def bytes_in(folder: Path) -> int:
    """Return how much the files in a folder take, as far as they can be seen; an empty one takes a block."""
    total, folders = 0, [folder]
    while folders:  # there may be more levels than Python calls functions
        with suppress(OSError), os.scandir(folders.pop()) as found:
            for one in found:
                total += BLOCK
                if one.is_dir(follow_symlinks=False):
                    folders.append(one.path)
                else:
                    total += one.stat(follow_symlinks=False).st_size
    return total


def clear(folder: Path) -> None:
    """Remove a folder however deep it is, where the system has programs that can: Python's rmtree cannot."""
    for command in ("chmod", "-R", "u+rwx"), ("rm", "-r", "-f"):
        with suppress(OSError):
            subprocess.run([*command, folder], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def surroundings(home: str) -> dict[str, str]:
    """Return the environment of a notebook: nothing of the teacher's but where programs are."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LANG", "TZ") if name in os.environ}
    return kept | fresh_home(home)


def fresh_home(home: str) -> dict[str, str]:
    homes = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "IPYTHONDIR", "XDG_CACHE_HOME"), home)
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    return homes | threads | {"PYTHONDONTWRITEBYTECODE": "1"}


if __name__ == "__main__":
    main()
