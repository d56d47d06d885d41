"""Code that tries to get out of a sandbox, and a place apart where it is tried.

`apart` runs a command in namespaces of its own, beside a process, a file and a home that are there to be
harmed, and tells what has become of them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

PLACE = Path("/mnt")  # where the folder of a test is seen there
VICTIM = 300  # the id of the process
SECRET = "of the teacher alone"

# Each line is tried in a notebook: a name, and an expression that must fail, or whose value must be empty. `it`
# is the file, `victim` the process.
# ruff: noqa: E501
ATTEMPTS = r"""
os.kill: os.kill(victim, 9)
os.killpg: os.killpg(os.getpgid(victim), 9)
os.kill of a group: os.kill(-victim, 9)
kill: call(62, victim, 9)
tkill: call(200, victim, 9)
tgkill: call(234, victim, victim, 9)
sigqueue: call(129, victim, 9, struct.pack("iii", 9, 0, -1) + bytes(116))
tgsigqueue: call(297, victim, victim, 9, struct.pack("iii", 9, 0, -1) + bytes(116))
pidfd: call(434, victim, 0)
F_SETOWN: signals(victim, 8)
F_SETOWN_EX: signals(struct.pack("ii", 1, victim), 15)
F_SETOWN of a group: signals(-victim, 8)
FIOSETOWN: fcntl.ioctl(socket.socketpair()[0], 0x8901, struct.pack("i", victim))
prlimit: resource.prlimit(victim, resource.RLIMIT_CPU, (1, 1))
nice: os.setpriority(os.PRIO_PROCESS, victim, 19)
System V memory: call(29, 7700, 1 << 20, 0o1600)
POSIX memory: open("/dev/shm/mine", "w").write("x")
memfd: os.write(os.memfd_create("x"), b"x")
truncate: os.truncate(it, 0)
truncate by number: call(76, it.encode(), 0)
O_TRUNC: os.open(it, os.O_TRUNC)
O_TRUNC of what is readable: os.open(library + "/pyproject.toml", os.O_TRUNC)
O_TRUNC by number: call(2, (library + "/pyproject.toml").encode(), 512)
O_TRUNC by openat2: call(437, -100, (library + "/pyproject.toml").encode(), struct.pack("QQQ", 512, 0, 0), 24)
write: open(it, "a").write("x")
write by number: os.write(call(2, it.encode(), 1025), b"x")
read: open(it).read()
unlink: os.unlink(it)
unlink by number: call(87, it.encode())
environment of another: open(f"/proc/{victim}/environ").read()
stat: os.stat(it)
list: os.listdir(os.path.dirname(it))
socket: socket.socket()
terminal: os.open("/dev/tty", os.O_RDWR)
TIOCSTI: fcntl.ioctl(0, 0x5412, b"x")
all signals: [os.kill(one, 9) for one in range(3, 5000) if one != os.getpid() and os.path.exists(f"/proc/{one}")]
device: os.mknod("kmsg", 0o20666, os.makedev(1, 11))
disk: os.mknod("disk", 0o60666, os.makedev(254, 0))
kernel's log: open("/dev/kmsg").read(1)
memory of the machine: open("/dev/mem").read(1)
mode of a device: os.chmod("/dev/null", 0o666)
times of a device: os.utime("/dev/null", (0, 0))
owner of a device: os.chown("/dev/null", os.getuid(), os.getgid())
user: os.setuid(0)
capabilities: int(next(line for line in open("/proc/self/status") if "CapEff" in line).split()[1], 16)
more capabilities: call(126, struct.pack("Ii", 0x20080522, 0), b"\xff" * 24)
trace: call(101, 16, victim, 0, 0)
memory of another: open(f"/proc/{victim}/mem", "rb").read(1)
memory by number: call(310, victim, 0, 0, 0, 0, 0)
compare: call(312, os.getpid(), victim, 0, 0, 0)
ring: call(425, 8, bytes(120))
other numbers: call(0x40000000 + 41, 1, 1, 0)
mount: call(165, b"none", b"/tmp", b"tmpfs", 0, 0)
mount, newer: call(430, b"tmpfs", 0)
unmount: call(166, b"/library", 2)
remount: call(165, b"none", b"/library", b"", 4128, 0)
another root: call(161, b"/tmp")
user namespace: call(272, 0x10000000)
user namespace of a child: child(56, 0x10000011, 0, 0, 0, 0)
namespace of init: call(308, os.open("/proc/1/ns/mnt", 0), 0)
file by handle: call(304, -100, bytes(24), 0)
sparse file: open("huge", "wb").truncate(1 << 40)
link out: os.symlink(os.path.dirname(it), "way") or open("way/kept.txt", "a").write("x")
hard link: os.link(library + "/pyproject.toml", "mine")
link of a descriptor: [one for one in map(os.readlink, glob("/proc/self/fd/*")) if one[:4] not in ("pipe", "/dev", "/pro")]
vsock: socket.socket(40, 1)
abstract socket: socket.socket(socket.AF_UNIX).connect("\0x")
network: socket.create_connection(("127.0.0.1", {port}), 1).send(b"hello")
network by number: call(41, 2, 1, 0)
key: call(248, b"user", b"mine", b"x", 1, -4)
key ring: call(250, 0, -3, 1)
asked key: call(249, b"user", b"mine", 0, -3)
semaphores: call(64, 7700, 1, 0o1600)
queue: call(68, 7700, 0o1600)
named queue: call(240, b"mine", 66, 0o600, 0)
secret memory: call(447, 0)
kernel's settings: open("/proc/sys/kernel/core_pattern", "w").write("core")
magic key: open("/proc/sysrq-trigger", "w").write("h")
out of memory: open("/proc/self/oom_score_adj", "w").write("-1000")
devices of the kernel: os.listdir("/sys")
cgroup: os.mkdir("/sys/fs/cgroup/mine")
core dumps: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
more memory: resource.setrlimit(resource.RLIMIT_AS, (1 << 40, 1 << 40))
clock: time.clock_settime(time.CLOCK_REALTIME, time.time())
machine's name: socket.sethostname("mine")
real time: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
faster: os.nice(-5)
kernel log by number: call(103, 10, 0, 0)
reboot: call(169, 0xFEE1DEAD, 672274793, 0, 0)
swap: call(168, b"/dev/none")
events: call(298, bytes(120), 0, -1, -1, 0)
library deleted: shutil.rmtree(library)
library written: open(library + "/lessons/kit/checks/judge.py", "a").write("x")
Python written: open(os.__file__, "a").write("x")
packages written: open(os.path.dirname(os.__file__) + "/site-packages/new.pth", "w").write("x")
neighbours: os.listdir("{place}/handed-in")
checkout: [path for path in glob("{root}/*") + glob("{root}/.git")]
solutions: [path for kind in ("md", "yaml") for path in glob(library + "/lessons/**/*." + kind, recursive=True)]
light solutions: [one for name in ("light", "answers") for one in glob(library + "/**/" + name + ".json", recursive=True)]
exercises: [*__import__("lessons.kit.checks.judge").kit.checks.judge.EXERCISES]
home: open("{place}/outside/home/secret").read()
secrets: [name for name in os.environ if "TEACHER" in name]
secrets of init: "TEACHER" in open("/proc/1/environ").read()
passwords: open("/etc/shadow").read()
processes: [one for one in os.listdir("/proc") if one.isdigit() and int(one) > 99]
""".strip().splitlines()

TRY = r"""
import ctypes, fcntl, os, resource, shutil, socket, struct, sys, time
from glob import glob
import lessons
it, victim = "{place}/outside/kept.txt", {victim}
library = os.path.dirname(os.path.dirname(lessons.__file__))
kernel = ctypes.CDLL(None, use_errno=True)
def call(*words):
    answer = kernel.syscall(*words)
    if answer < 0: raise OSError(ctypes.get_errno(), "")
    return answer
def child(*words):
    answer = call(*words)
    return answer or os._exit(0)
def signals(owner, command):
    ours, theirs = os.pipe()
    fcntl.fcntl(ours, command, owner)
    fcntl.fcntl(ours, 10, 9)
    fcntl.fcntl(ours, fcntl.F_SETFL, os.O_ASYNC)
    os.write(theirs, b"x")
done = []
for name, code in {attempts}:
    try: result = eval(code)
    except BaseException: continue
    if result is None or result: done.append(name)
"""
ANSWER = r"""
def empty_cells(container, hints):
    if done: raise ValueError(", ".join(done))
    return right(container, hints)
"""

DRIVER = r"""
import json, os, resource, subprocess, sys
place, victim = sys.argv[1], int(sys.argv[2])
while (pid := os.fork()) < victim - 1:
    if not pid: os._exit(0)
    os.waitpid(pid, 0)
os.waitpid(pid, 0)
process = subprocess.Popen(["sleep", "1000"], start_new_session=True)
assert process.pid == victim, process.pid
def state():
    files = [os.path.join(folder, name) for folder, _, names in os.walk(place + "/outside") for name in names]
    stats = {path: (open(path).read(), os.stat(path).st_mode, os.stat(path).st_mtime_ns) for path in sorted(files)}
    device = os.stat("/dev/null")
    limits = [resource.prlimit(victim, kind) for kind in (resource.RLIMIT_CPU, resource.RLIMIT_FSIZE)]
    memory = [open("/proc/sysvipc/" + kind).read() for kind in ("shm", "msg", "sem")]
    return [process.poll(), stats, device.st_mode, device.st_uid, limits, memory,
        os.getpriority(os.PRIO_PROCESS, victim), sorted(os.sched_getaffinity(victim)),
        sorted(os.listdir("/dev/shm")), sorted(os.listdir(place + "/tmp"))]
before = state()
done = subprocess.run(json.loads(sys.argv[3]), capture_output=True, text=True)
left = [one for one in os.listdir("/proc") if one.isdigit() and int(one) not in (1, os.getpid(), victim)]
names = [open(f"/proc/{one}/cmdline").read() for one in left]
ours = [name for name in names if any(word in name for word in ("collect", "judge", "stays"))]
print(json.dumps([done.returncode, done.stdout, done.stderr, before == state(), ours]))
process.kill()
"""


def attempts(words: dict[str, object]) -> str:
    """Return a cell that tries all; `done` then has the names of those that succeed."""
    lines = [line for line in ATTEMPTS if os.uname().machine == "x86_64" or "call(" not in line]
    found = [filled(line, words).split(": ", 1) for line in lines]
    return filled(TRY, words | {"attempts": found, "victim": VICTIM})


def filled(text: str, words: dict[str, object]) -> str:
    for name, value in words.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def apart(folder: Path, command: list[str], plain: bool = False) -> tuple[int, str, str, bool, list[str]]:
    """Run a command where `folder` is `PLACE`, as root or as a plain user, in namespaces of its own.

    Returns its status, what it said and complained of, whether the victims are as they were, and what is left
    of its processes.
    """
    for name in ("outside/home", "tmp"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for name in ("kept.txt", "home/secret"):
        (folder / "outside" / name).write_text(SECRET, encoding="utf-8")
    here = {"HOME": f"{PLACE}/outside/home", "TMPDIR": f"{PLACE}/tmp", "TEACHERS_SECRET": SECRET}
    driver = [sys.executable, "-c", DRIVER, str(PLACE), str(VICTIM), json.dumps([*map(str, command)])]
    spaces = ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-ipc", "--dev-bind", "/", "/"]
    words = [
        *spaces,
        "--proc",
        "/proc",
        "--tmpfs",
        "/dev/shm",
        "--bind",
        str(folder),
        str(PLACE),
        "--",
        *driver,
    ]
    if os.geteuid() == 0:
        script = f'mount --bind "$1" {PLACE}\nmount -t tmpfs none /dev/shm\nshift\n{show_python() if plain else ""}\nexec "$@"'
        become = ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"] if plain else []
        if plain:
            subprocess.run(["chown", "-R", "65533:65533", folder], check=True)
        spaces = ["unshare", "--pid", "--mount", "--ipc", "--fork", "--mount-proc"]
        words = [*spaces, "sh", "-e", "-c", script, "sh", str(folder), *become, *driver]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, **here})
    assert done.returncode == 0, done.stderr
    return tuple(json.loads(done.stdout))


def show_python() -> str:
    """Return the lines of a shell that let any user reach a Python in root's home."""
    base = Path(sys.base_prefix)
    closed = [path for path in base.parents if not path.stat().st_mode & 0o005]
    if not closed:
        return ""
    return (
        f"mkdir -p {PLACE}/tmp/python; mount --bind {base} {PLACE}/tmp/python\n"
        f"mount -t tmpfs -o mode=755 none {closed[-1]}; mkdir -p {base}\n"
        f"mount --move {PLACE}/tmp/python {base}; rmdir {PLACE}/tmp/python"
    )
