"""A notebook of a class may not change what is outside, touch a process, leave something
behind, forge a verdict by a name. And what is handed in as a zip is read."""

import io
import json
import os
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from nbformat import writes
from test_collect import RIGHT, WRONG, WRONG_ANSWERS, handed, rows, run, solutions
from test_shared import BECOME

from lessons.kit.checks.judge import verdict
from lessons.kit.collecting import walls

# Each line is tried behind the walls; `it` is a file of the same user outside the folder, `victim` a process.
ATTACKS = """
chmod: os.chmod(it, 0o777)
chmod by a descriptor: os.fchmod(os.open(it, os.O_RDONLY), 0o777)
chmod from a folder: call(268, -100, it.encode(), 0o777)
chmod from a folder, the second: call(452, -100, it.encode(), 0o777, 0)
chown: os.chown(it, -1, os.getgid())
chown by a descriptor: os.fchown(os.open(it, os.O_RDONLY), -1, os.getgid())
chown of a link: os.lchown(it, -1, os.getgid())
times: os.utime(it, (0, 0))
times by a descriptor: os.utime(os.open(it, os.O_RDONLY), (0, 0))
attribute: os.setxattr(it, "user.x", b"1")
attribute by a descriptor: os.setxattr(os.open(it, os.O_RDONLY), "user.x", b"1")
no attribute: os.removexattr(it, "user.kept")
flags: fcntl.ioctl(os.open(it, os.O_RDONLY), 0x40086602, struct.pack("l", 16))
more flags: fcntl.ioctl(os.open(it, os.O_RDONLY), 0x401C5820, bytes(28))
write: open(it, "a").write("mine")
truncate: os.truncate(it, 0)
remove: os.remove(it)
rename: os.rename(it, it + ".mine")
link: os.link(it, it + ".mine")
limits of another: resource.prlimit(victim, resource.RLIMIT_CPU, (1, 1))
limits of another, read: resource.prlimit(victim, resource.RLIMIT_CPU)
file size of another: resource.prlimit(victim, resource.RLIMIT_FSIZE, (0, 0))
nice: os.setpriority(os.PRIO_PROCESS, victim, 19)
nice of all: os.setpriority(os.PRIO_USER, os.getuid(), 19)
affinity: os.sched_setaffinity(victim, {0})
idle: os.sched_setscheduler(victim, os.SCHED_IDLE, os.sched_param(0))
scheduling: call(314, victim, bytes(56), 0)
disk priority: call(251, 1, victim, 0)
trace: call(101, 16, victim, 0, 0)
memory: call(310, victim, 0, 0, 0, 0, 0)
compare: call(312, os.getpid(), victim, 0, 0, 0)
handle: call(434, victim, 0)
handle of a file: call(438, 3, 1, 0)
signal by a handle: call(424, 3, 0, 0, 0)
shared memory: call(29, 7700, 1 << 20, 0o1600)
queue: call(68, 7700, 0o1600)
semaphores: call(64, 7700, 1, 0o1600)
named queue: call(240, b"mine", 66, 0o600, 0)
key: call(248, b"user", b"mine", b"x", 1, -4)
key ring: call(250, 0, -4, 1)
socket: socket.socket()
socket by number: call(41, 2, 1, 0)
ring: call(425, 8, bytes(120))
other numbers: call(0x40000000 + 41, 2, 1, 0)
new spaces: call(272, 0x10000000)
mount: call(165, b"none", b".", b"tmpfs", 0, 0)
root: call(161, b".")
host: call(170, b"mine", 4)
events: call(298, bytes(120), 0, -1, -1, 0)
kernel log: call(103, 10, 0, 0)
""".strip()
BEHIND = """
import ctypes, fcntl, json, os, resource, socket, struct, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import walls
it, victim, folder = sys.argv[2], int(sys.argv[3]), Path(sys.argv[4])
attacks = json.loads(sys.argv[5])
there = walls.put_up(folder, [Path(sys.prefix), Path(sys.base_prefix), Path(it)], [], 4000, 60)
kernel = ctypes.CDLL(None, use_errno=True)
def call(*words):
    answer = kernel.syscall(*words)
    if answer < 0: raise OSError(ctypes.get_errno(), "")
    return answer
said = {}
for name, code in attacks:
    try: said[name] = f"done: {eval(code)}"
    except OSError as error: said[name] = error.errno
    except PermissionError: said[name] = 1
print(json.dumps([there, said]))
"""


def state(path: Path) -> tuple:
    """Return all that is known of a file, but for when it was read."""
    about = os.stat(path)
    attributes = {name: os.getxattr(path, name) for name in os.listxattr(path)}
    times = about.st_mtime_ns, about.st_ctime_ns
    return path.read_bytes(), about.st_mode, about.st_uid, about.st_gid, about.st_nlink, times, attributes


@pytest.fixture
def victim():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    yield process
    process.kill()
    process.wait()


def shared_memory() -> str:
    return "".join(Path(f"/proc/sysvipc/{kind}").read_text() for kind in ("shm", "msg", "sem"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere only Python's audit hook stands")
@pytest.mark.parametrize("user", ["as it is", "another user"])
def test_behind_the_walls_nothing_outside_can_be_changed(user, tmp_path, victim):
    folder, it = tmp_path / "folder", tmp_path / "kept.txt"
    folder.mkdir()
    it.write_text("kept", encoding="utf-8")
    os.setxattr(it, "user.kept", b"1")
    become = [] if user == "as it is" or os.geteuid() else BECOME
    if become:
        for path in (tmp_path, folder, it):
            os.chown(path, 65534, 65534)
        for parent in [*tmp_path.parents][:-2]:
            parent.chmod(parent.stat().st_mode | stat.S_IXOTH)
    attacks = [line.split(": ", 1) for line in ATTACKS.splitlines()]
    if os.uname().machine != "x86_64":
        attacks = [(name, code) for name, code in attacks if "call(" not in code]
    before, memory, nice = state(it), shared_memory(), os.getpriority(os.PRIO_PROCESS, victim.pid)
    allowed = os.sched_getaffinity(victim.pid)
    words = [Path(walls.__file__).parent, it, victim.pid, folder, json.dumps(attacks)]
    ran = subprocess.run(
        [*become, sys.executable, "-c", BEHIND, *map(str, words)], capture_output=True, text=True, cwd=folder
    )
    assert ran.returncode == 0, ran.stderr
    there, said = json.loads(ran.stdout)
    assert there["seccomp"] and there["landlock"]
    assert {name: answer for name, answer in said.items() if answer not in (1, 13, 18)} == {}
    assert state(it) == before and sorted(os.listdir(tmp_path)) == ["folder", "kept.txt"]
    assert victim.poll() is None and os.getpriority(os.PRIO_PROCESS, victim.pid) == nice
    assert os.sched_getaffinity(victim.pid) == allowed and shared_memory() == memory


# -------- forged verdicts

FORGERIES = {
    "any": "from unittest.mock import ANY\nempty_cells = lambda *given: ANY",
    "an int": "class Yes(int):\n    __eq__ = lambda *given: True\n    __hash__ = int.__hash__\n"
    "empty_cells = lambda *given: Yes(1)",
    "told": "__check_of_the_class__.tell(id='0.1', status='correct', say='')",
    "judged": "__check_of_the_class__.judged = lambda *given: None",
    "frames": "import sys\nframe = sys._getframe()\nwhile frame:\n    names = frame.f_globals\n"
    "    if 'library_functions' in names: names['is_unchanged'] = lambda *given: True\n"
    "    frame = frame.f_back",
    "defaults": "import lessons.kit.checks.run_answer as r\n"
    "r.try_on.__kwdefaults__['same'] = lambda *given: True",
    "task": "import lessons.kit.checks.judge as j\n"
    "object.__setattr__(j.EXERCISES['0.1'], 'judge', lambda answer: None)",
}


@pytest.mark.slow
def test_no_verdict_is_forged_by_a_name_and_zips_are_read(tmp_path):
    folder = tmp_path / "handed-in"
    for name, code in FORGERIES.items():
        answers = WRONG_ANSWERS if "lambda *given: " not in code.split("\n")[-1] or name == "task" else {}
        answers = answers or WRONG_ANSWERS | {"0.1": f'{code}\ncheck("0.1", empty_cells)'}
        place = folder / name / "00-start-here.ipynb"
        place.parent.mkdir(parents=True)
        place.write_text(writes(handed(answers, before=code)), encoding="utf-8")
    right = writes(handed(solutions()))
    with zipfile.ZipFile(folder / "Zoe_123_assignsubmission_file.zip", "w") as packed:
        packed.writestr("work/00-start-here.ipynb", right)
        packed.writestr("../../outside.ipynb", right)
        packed.writestr("notes.txt", "nothing")
    folder.joinpath("bomb.zip").write_bytes(bomb())
    folder.joinpath("answers").mkdir()
    folder.joinpath("answers/answers.py").write_text("1 + 1", encoding="utf-8")
    done = run(folder)
    assert done.returncode == 0, done.stderr
    found = {row["student"].lstrip("'"): row for row in rows(tmp_path / "handed-in-collected")}
    forged = {name: found[name]["0.1"] for name in FORGERIES}
    assert {name for name, said in forged.items() if said.startswith(RIGHT)} == set(), forged
    zoe = next(row for name, row in found.items() if name.startswith("Zoe"))
    assert [zoe[id] for id in solutions()] == [RIGHT] * 3
    assert not list(tmp_path.glob("outside*")) and not list(folder.rglob("outside*"))
    page = tmp_path.joinpath("handed-in-collected/collected.html").read_text(encoding="utf-8")
    assert "answers/answers.py" in page and "is not a notebook" in page and "bomb.zip" in page
    assert WRONG in forged["an int"]


def bomb() -> bytes:
    """Return a small zip that would unpack to a gigabyte."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed, packed.open("a.ipynb", "w") as file:
        for _ in range(100):
            file.write(bytes(10**7))
    return data.getvalue()


class Yes(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__


class YesList(list):
    def __eq__(self, other):
        return True


@pytest.mark.parametrize(
    "answer", [lambda *given: Yes(1), lambda *given: YesList([7]), lambda *given: {1: Yes(7)}]
)
def test_a_value_that_equals_everything_equals_nothing_more(answer):
    assert verdict("0.1", answer).status == "not yet"
