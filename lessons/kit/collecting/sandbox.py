"""Walls between the code of students and the machine: bubblewrap, or a container of docker or podman.

Each gives a command that judge_apart.py starts judge_alone.py with. There the code has processes, a network
and users of its own, and sees Python, its packages and a copy of the library, all read-only; it writes into
one folder in memory, of a fixed size. A sandbox counts as there only after a command has run in it.
"""

import json
import os
import platform
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..ground.course import COURSE
from ..ground.errors import CourseError
from .judge_apart import ALONE, MEGABYTES_ON_DISK, PROCESSES, fresh_home, surroundings

LIBRARY = "/library"  # where the sandbox shows the copy
HERE = Path(__file__).parent
LOWEST = 0, 8, 0  # of bubblewrap: --disable-userns
SYSTEM = (
    *("/usr", "/bin", "/lib", "/lib32", "/lib64", "/nix/store"),
    *("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"),
)
NOBODY = "65534"
SPACES = "pid", "net", "ipc", "mnt", "user", "uts"
LEFT_OUT = "*.md", "*.yaml", "light.json", "answers.json", "sheets", "node_modules", "__pycache__"
IMAGE = "exactly-once-collect"


class Sandbox(NamedTuple):
    """A sandbox that runs: `kind` is "bubblewrap" or "container", `name` has its version.

    `kind` is "none" where a teacher trusts all students: then each run has a copy of `library` of its own.
    """

    kind: str
    name: str
    command: list[str]
    library: str = LIBRARY


# -------- the copy of the library


def copy_library(root: Path, folder: Path) -> None:
    """Copy the library and the code of the lessons, without solutions, into a folder."""
    ignored = shutil.ignore_patterns(*LEFT_OUT)
    shutil.copytree(root / "lessons", folder / "lessons", ignore=ignored)
    for name in COURSE.libraries:
        shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    if (root / "pyproject.toml").is_file():
        shutil.copy(root / "pyproject.toml", folder)


# -------- bubblewrap


def bubblewrap(place: Path, hidden: Iterable[Path]) -> Sandbox:
    """Return bubblewrap around the copy in `place`, after a command has run in it.

    Parameters
    ----------
    place : a folder with the copy in library/; the filter for system calls is written beside it.
    hidden : folders that the sandbox does not show, even if they are below those of the system.

    Errors: `CourseError`, one line with the cause and the cure.
    """
    program = bubblewrap_program()
    version = version_of(program)
    if version < LOWEST:
        raise CourseError(
            f"bubblewrap {dotted(version)} is too old: {dotted(LOWEST)} or newer is needed, or --container"
        )
    if platform.machine() not in PROCESSORS:
        raise CourseError(f"the sandbox does not know the processor {platform.machine()}: use --container")
    hidden = [Path(os.path.realpath(path)) for path in hidden if path != Path("/")]
    calls = place / "calls"
    calls.write_bytes(call_filter(platform.machine()))
    binds, library = read_only_binds(hidden), place / "library"
    walled = ["sh", "-c", 'calls=$1; shift; exec "$@" 9< "$calls"', "sh", str(calls)]
    if os.geteuid() == 0:
        run("chmod", "-R", "a+rX", str(library))
        walled += [program, *as_nobody(binds, library)]
        library = LIBRARY
    walled += [program, "--seccomp", "9", *walls(binds, library), sys.executable, "-I"]
    probe(walled, hidden)
    return Sandbox("bubblewrap", f"bubblewrap {dotted(version)}", [*walled, f"{LIBRARY}/{ALONE}"])


def bubblewrap_program() -> str:
    """Return the path of bwrap. Errors: `CourseError` with what there is instead."""
    program = shutil.which("bwrap")
    if sys.platform == "win32":
        raise CourseError(
            "on Windows use WSL2 (Ubuntu with bubblewrap: see CLASSROOM-MORE.md), or --container"
        )
    if not sys.platform.startswith("linux"):
        raise CourseError("there is no bubblewrap for this system: use --container (docker or podman)")
    if not program:
        raise CourseError("bubblewrap is not installed: sudo apt-get install bubblewrap, or --container")
    return program


def version_of(program: str) -> tuple[int, ...]:
    done = subprocess.run([program, "--version"], capture_output=True, text=True)
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found else (0, 0, 0)


def dotted(version: Iterable[int]) -> str:
    return ".".join(map(str, version))


def read_only_binds(hidden: list[Path]) -> list[str]:
    """Return the options that show the system and Python; what is hidden in them is covered."""
    shown = {path for path in (*map(Path, SYSTEM), *python_folders()) if path.exists()}
    binds = [(path, ["--ro-bind", str(path), str(path)]) for path in shown]
    covers = [path for path in hidden if any(path.is_relative_to(one) for one in shown)]
    binds += [(path, ["--size", "4096", "--tmpfs", str(path)]) for path in covers]
    parents = {path for one in shown for path in one.parents}
    binds += [(path, ["--dir", str(path)]) for path in parents]  # through which anybody may pass
    words = [word for _, words in sorted(binds, key=lambda one: len(one[0].parts)) for word in words]
    return words + [word for path in covers for word in ("--remount-ro", str(path))]


def walls(binds: list[str], library: Path | str) -> list[str]:
    """Return the options of bwrap for a notebook: the only place to write into is /tmp."""
    return [
        *("--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"),
        *("--size", str(MEGABYTES_ON_DISK << 20), "--tmpfs", "/tmp"),  # first: this Python may be below it
        *("--cap-drop", "ALL", *binds, "--ro-bind", str(library), LIBRARY),
        *("--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev", "--remount-ro", "/dev"),
        *("--chdir", "/tmp", "--remount-ro", "/", "--"),
    ]


def as_nobody(binds: list[str], library: Path) -> list[str]:
    """Return the options of a bwrap around that one for root, who could change the mode of a device: there
    another user begins, who would not reach a Python in root's home otherwise."""
    return [
        *("--die-with-parent", "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        *(*binds, "--ro-bind", str(library), LIBRARY, "--dir", "/tmp"),
        *("--bind", "/proc", "/proc", "--dev", "/dev", "--"),
        *(
            os.path.realpath(shutil.which("setpriv") or "setpriv"),
            "--reuid",
            NOBODY,
            "--regid",
            NOBODY,
            "--clear-groups",
            "--pdeathsig",
            "KILL",
        ),
        *("--inh-caps", "-all", "--bounding-set", "-all"),
    ]


def python_folders() -> Iterator[Path]:
    """Yield where Python and its packages are, but no folder that may hold a checkout or a home."""
    for prefix in {sys.prefix, sys.base_prefix, *map(os.path.realpath, (sys.prefix, sys.base_prefix))}:
        yield from (Path(prefix, name) for name in ("bin", "lib", "lib64", "pyvenv.cfg"))


PROBE = """
import json, os, sys
sys.path.insert(0, "/library")
import lessons.kit.checks.judge
spaces = [os.readlink(f"/proc/self/ns/{name}") for name in sys.argv[1].split()]
paths = [path for path in sys.argv[2:] if os.path.exists(path)]
print(json.dumps([spaces, [os.path.join(path, name) for path in paths for name in os.listdir(path)]]))
"""


def probe(walled: list[str], hidden: list[Path]) -> None:
    """Run Python in the sandbox, and let it say what it shares with this process. Errors: `CourseError`."""
    words = [*walled, "-c", PROBE, " ".join(SPACES), *map(str, hidden)]
    done = subprocess.run(
        words, capture_output=True, text=True, env=surroundings("/tmp"), stdin=subprocess.DEVNULL
    )
    try:
        spaces, seen = json.loads(done.stdout)
    except ValueError:
        raise CourseError(cure(done.stderr.strip().rpartition("\n")[2])) from None
    shared = {*spaces} & {os.readlink(f"/proc/self/ns/{name}") for name in SPACES}
    if shared or not all(is_way_to_python(Path(path)) for path in seen):
        raise CourseError("bubblewrap hides too little here: use --container")


def is_way_to_python(path: Path) -> bool:
    """Return whether a folder is shown only because Python lies below it."""
    return any(one.is_relative_to(path) for one in python_folders())


def cure(said: str) -> str:
    """Return a line with the cause and the cure where bwrap does not start."""
    if "uid map: Permission denied" in said or "Failed RTM_NEWADDR" in said:
        return (
            "this system keeps bubblewrap from plain users: sudo cp lessons/kit/collecting/bwrap.apparmor "
            "/etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap"
        )
    return f"bubblewrap does not start here ({said or 'it says nothing'}): use --container"


# -------- system calls

# By their numbers on x86_64 and aarch64. They keep memory that no look at the processes counts, or reach what
# namespaces do not hold: keys of the kernel, and sockets to the machine that runs a virtual one.
CALLS = {
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "io_uring_setup": (425, 425),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219), "socket": (41, 198),
}  # fmt: skip
PROCESSORS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # their numbers for seccomp
SECOND_ABI = 0x40000000  # x86 has a second set of numbers
REFUSED, ALLOWED = 0x00050000 | 1, 0x7FFF0000  # an error: not permitted


def call_filter(machine: str) -> bytes:
    """Return a filter for seccomp: an error for `CALLS`, and for all calls of another processor.

    >>> len(call_filter("aarch64")) // 8 == len(CALLS) + 6
    True
    """
    load, equal, at_least, give, place = 0x20, 0x15, 0x35, 0x06, [*PROCESSORS].index(machine)
    numbers = [calls[place] for calls in CALLS.values()]
    last = len(numbers) + 1  # steps from the first number to the refusal
    steps = [(load, 0, 0, 4), (equal, 0, last + 2, PROCESSORS[machine]), (load, 0, 0, 0)]
    steps += [(at_least, last, 0, SECOND_ABI)]
    steps += [(equal, len(numbers) - at, 0, number) for at, number in enumerate(numbers)]
    steps += [(give, 0, 0, ALLOWED), (give, 0, 0, REFUSED)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


# -------- a container


def container(place: Path, root: Path, megabytes: int, seconds: int) -> Sandbox:
    """Return a container of podman or docker, after its image was built and a command has run in it.

    Errors: `CourseError`, one line with the cause and the cure.
    """
    engine, version = container_engine()
    shutil.copy(HERE / "Containerfile", place)
    shutil.copy(root / "requirements.lock", place)
    print(f"{engine} builds the image {IMAGE}: minutes the first time, then seconds", file=sys.stderr)
    run(engine, "build", "--quiet", "--tag", IMAGE, "--file", str(place / "Containerfile"), str(place))
    limits = ["--network", "none", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
    limits += [
        "--pids-limit",
        str(4 * PROCESSES),
        "--memory",
        f"{megabytes}m",
        "--memory-swap",
        f"{megabytes}m",
    ]
    limits += ["--tmpfs", f"/tmp:size={MEGABYTES_ON_DISK}m", "--ipc", "none", "--user", "65534:65534"]
    limits += ["--cpus", "1", "--log-driver", "none"]
    for name, value in fresh_home("/tmp").items():
        limits += ["--env", f"{name}={value}"]
    python = ["timeout", "--signal=KILL", str(10 * seconds), "python", "-I"]  # if nobody is left to end it
    command = [engine, "run", "--rm", "--interactive", *limits, IMAGE, *python]
    run(*command, "-c", "pass")
    return Sandbox("container", f"{Path(engine).name} {version}", [*command, f"{LIBRARY}/{ALONE}"])


def container_engine() -> tuple[str, str]:
    """Return the first of podman and docker that runs, and its version. Errors: `CourseError`."""
    said = "--container needs podman or docker, and neither is installed"
    for name in ("podman", "docker"):
        if program := shutil.which(name):
            try:
                return program, run(program, "version", "--format", "{{.Client.Version}}")
            except CourseError as error:
                said = str(error)
    raise CourseError(said)


def run(*words: str) -> str:
    """Return what a command says. Errors: `CourseError` with its last line if it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        failed = done.returncode and (done.stderr.strip().rpartition("\n")[2] or "it says nothing")
    except OSError as error:
        failed = error.strerror
    if failed:
        raise CourseError(f"{Path(words[0]).name} {words[1]} fails: {failed}")
    return done.stdout.strip()


# -------- the one that is there


def find_sandbox(place: Path, root: Path, options) -> tuple[Sandbox | None, str]:
    """Return the sandbox for the notebooks, with a copy of the library in `place`, or None and why."""
    if options.saved:
        return None, ""
    copy_library(root, place / "library")
    try:
        if options.trust:
            return Sandbox("none", "", [], str(place / "library")), ""
        if options.container:
            return container(place, root, options.memory, options.seconds), ""
        home = Path(os.path.expanduser("~"))  # of a user without one, it is "~" or "/"
        return bubblewrap(place, [root, home, options.folder, options.to]), ""
    except CourseError as error:
        print(f"No notebook was run, the verdicts are as they were saved: {error}", file=sys.stderr)
        return None, str(error)
