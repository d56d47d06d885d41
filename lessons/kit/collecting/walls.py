"""Walls around code that somebody else has written, put up by the process that is about to run it.

On Linux the kernel holds them, whatever the code does: Landlock (what it may read and write, whom it may
signal) and seccomp (which calls it may make). Elsewhere Python's audit hook is the nearest: it stops careless
code and not an attacker. Limits on memory, processor time and the size of files come from setrlimit, where
there is one.

This module is imported before anything else, so it takes nothing from puzzlelib.
"""

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

CREATE, ADD_RULE, RESTRICT = 444, 445, 446  # system calls of Landlock, one number for all processors
NO_NEW_PRIVILEGES, SECCOMP = 38, 22  # of prctl
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | 1 << 14 | 1 << 15  # truncate, and commands for devices
READING = EXECUTE | READ_FILE | READ_DIR
TCP, SIGNALS_AND_SOCKETS = 0b11, 0b11
RIGHTS = {1: 13, 2: 14, 3: 15, 5: 16}  # version of Landlock -> how many rights on files it knows

# Calls that no notebook needs, by their numbers on x86_64 and on aarch64 (0: there is none). They reach the
# network, another process, a file's mode, owner, times or attributes (Landlock does not hold these), memory
# and keys that stay behind, or the whole machine.
CALLS = {
    "socket": (41, 198), "io_uring_setup": (425, 425),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "pidfd_open": (434, 434), "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424),
    "process_madvise": (440, 440), "process_mrelease": (448, 448), "perf_event_open": (298, 241),
    "setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    "migrate_pages": (256, 238), "move_pages": (279, 239),
    "chmod": (90, 0), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, 0), "fchown": (93, 55), "lchown": (94, 0), "fchownat": (260, 54),
    "utime": (132, 0), "utimes": (235, 0), "futimesat": (261, 0), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "setxattrat": (463, 463),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    "shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195), "msgget": (68, 186), "msgsnd": (69, 189),
    "msgctl": (71, 187), "semget": (64, 190), "semop": (65, 193), "semctl": (66, 191), "mq_open": (240, 180),
    "mq_unlink": (241, 181), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "chroot": (161, 51),
    "pivot_root": (155, 41), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsmount": (432, 432), "mount_setattr": (442, 442), "quotactl": (179, 60),
    "bpf": (321, 280), "userfaultfd": (323, 282), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "kexec_load": (246, 104), "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "syslog": (103, 116),
    "sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170),
    "adjtimex": (159, 171),
    "clock_settime": (227, 112), "clock_adjtime": (305, 266), "iopl": (172, 0), "ioperm": (173, 0),
}  # fmt: skip
LIMITS, COMMANDS = (302, 261), (16, 29)  # prlimit64, of other processes; ioctl, where it changes attributes
ATTRIBUTES = 0x40086602, 0x40046602, 0x401C5820, 0x40087602, 0x40047602  # flags and versions of a file
PROCESSORS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # their numbers for seccomp
SECOND_ABI = 0x40000000  # x86 has a second set of numbers
REFUSED, ALLOWED = 0x00050000 | 1, 0x7FFF0000  # an error: not permitted

SYSTEM = (  # what Python and the solvers read
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sys/devices/system"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat"),  # of no other process
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/passwd", "/etc/alternatives"),
)
DEVICES = "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"


def put_up(
    folder: Path, readable: Iterable[Path], programs: Iterable[list[str]], megabytes: int, seconds: int
) -> dict[str, int]:
    """Put up all walls that this system has, for the rest of this process; return which, and their versions.

    Parameters
    ----------
    folder : the only one into which the code may write.
    readable : what it may read besides that and the system's own libraries.
    programs : commands that the checks start, allowed where only the audit hook stands.
    megabytes, seconds : of memory and of processor time, for each process.
    """
    limits = limit(megabytes, seconds)
    version = landlock(folder, [*map(Path, SYSTEM), *readable])
    calls = no_such_calls()
    sys.addaudithook(audit_hook(folder, programs, strict=not version))
    return {"limits": limits, "landlock": version, "seccomp": calls}


# -------- limits


def limit(megabytes: int, seconds: int) -> bool:
    """Limit this process and those that it starts; False where the system has no such limits."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    for name, most in (
        ("RLIMIT_AS", megabytes << 20),
        ("RLIMIT_CPU", seconds),
        ("RLIMIT_FSIZE", 100 << 20),
        ("RLIMIT_NOFILE", 256),
        ("RLIMIT_CORE", 0),
    ):
        with suppress(AttributeError, OSError, ValueError):  # macOS refuses some
            resource.setrlimit(getattr(resource, name), (most, most))
    return True


# -------- Landlock


def landlock(folder: Path, readable: Iterable[Path]) -> int:
    """Restrict this process to its folder and to reading; the version of Landlock, 0 without one."""
    if not sys.platform.startswith("linux"):
        return 0
    call = ctypes.CDLL(None, use_errno=True).syscall
    version = call(CREATE, None, 0, 1)
    if version < 1 or not no_new_privileges():
        return 0
    files = (1 << max(number for since, number in RIGHTS.items() if since <= version)) - 1
    asked = struct.pack("=QQQ", files, TCP, SIGNALS_AND_SOCKETS)
    asked = asked[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = call(CREATE, asked, len(asked), 0)
    if rules < 0:
        return 0
    for path in readable:
        allow(call, rules, path, files & READING)
    for device in DEVICES:
        allow(call, rules, Path(device), files & (READ_FILE | WRITE_FILE))
    allow(call, rules, folder, files)
    done = call(RESTRICT, rules, 0) == 0
    os.close(rules)
    return version if done else 0


def allow(call, rules: int, path: Path, rights: int) -> None:
    """Add a rule for a file, or for a folder and all that is in it; none for what is not there."""
    with suppress(OSError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rights &= ~0 if path.is_dir() else OF_FILES
        call(ADD_RULE, rules, 1, struct.pack("=Qi", rights, place), 0)
        os.close(place)


def no_new_privileges() -> bool:
    """Promise that no program started from here gets more rights: the kernel asks for it."""
    return ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0


# -------- seccomp


def no_such_calls() -> bool:
    """Forbid `CALLS`; False where this is not possible."""
    if not sys.platform.startswith("linux") or platform.machine() not in PROCESSORS:
        return False
    steps = (ctypes.c_char * len(code := call_filter(platform.machine()))).from_buffer_copy(code)
    packed = struct.pack("@HP", len(code) // 8, ctypes.addressof(steps))
    return no_new_privileges() and ctypes.CDLL(None).prctl(SECCOMP, 2, packed, 0, 0) == 0


def call_filter(machine: str) -> bytes:
    """Return the filter: an error for these calls, and for all of another processor's set.

    >>> len(call_filter("x86_64")) // 8 == len(CALLS) + 16
    True
    """
    load, equal, at_least, give, place = 0x20, 0x15, 0x35, 0x06, [*PROCESSORS].index(machine)
    number, first, second = 0, 16, 24  # where the call's number and its arguments are
    refused = [calls[place] for calls in CALLS.values() if calls[place]]
    steps = [(load, 4, "", ""), (equal, PROCESSORS[machine], "", "refuse"), (load, number, "", "")]
    steps += [(at_least, SECOND_ABI, "refuse", ""), *((equal, call, "refuse", "") for call in refused)]
    steps += [(equal, LIMITS[place], "", 2), (load, first, "", ""), (equal, 0, "allow", "refuse")]
    steps += [(equal, COMMANDS[place], "", "allow"), (load, second, "", "")]
    steps += [(equal, command, "refuse", "") for command in ATTRIBUTES]
    steps += [(give, ALLOWED, "", ""), (give, REFUSED, "", "")]
    ends = {"": 0, 2: 2}
    code = b""
    for at, (kind, value, yes, no) in enumerate(steps):
        ends |= {"allow": len(steps) - 3 - at, "refuse": len(steps) - 2 - at}
        code += struct.pack("=HBBI", kind, max(0, ends[yes]), max(0, ends[no]), value)
    return code


# -------- the audit hook

NETWORK = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"}
CHANGES = {"os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink", "os.truncate"}
CHANGES |= {"os.chmod", "os.chown", "os.utime", "os.chflags", "os.setxattr", "os.removexattr"}
STARTS = {"os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def audit_hook(folder: Path, programs: Iterable[list[str]], strict: bool):
    """Python's audit hook: no network, no signal to others; with `strict` nothing is written outside the
    folder either, and no other programs are started."""
    home, parent, known = os.path.join(os.path.realpath(folder), ""), os.getppid(), [*programs]
    real, join, decode = os.path.realpath, os.path.join, os.fsdecode

    def is_inside(path) -> bool:
        return isinstance(path, int) or join(real(decode(path)), "").startswith(home) or path == os.devnull

    def is_allowed(event: str, given: tuple) -> bool:
        if event in NETWORK:
            return False
        if event in ("os.kill", "os.killpg"):
            return given[0] not in (parent, -1)
        if not strict:
            return True
        if event == "open":
            return not (isinstance(given[2], int) and given[2] & WRITING) or is_inside(given[0])
        if event in CHANGES:
            return all(is_inside(path) for path in given if isinstance(path, (str, bytes)))
        if event == "subprocess.Popen":
            return [*given[1]] in known and given[0] in (None, sys.executable)
        return event not in STARTS

    def listen(event: str, given: tuple) -> None:
        if not is_allowed(event, given):
            raise PermissionError(f"{event} is not allowed while a notebook is judged")

    return listen
