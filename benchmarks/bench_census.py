"""The census measured: a witness for each of the 3,991,680 instances of IcoSoKu, and every one rechecked.

    python benchmarks/bench_census.py [--seeds 3] [--sample 20]

CPU is what the process worked, threads included, which a busy machine does not change; wall is what a clock
on the wall shows. Each run is a process of its own, so that memory and the import count. The last lines put
the whole census beside solving one instance after the other: clingo's mean time for a sample of seeded
instances, times 3,991,680, here; and the paper's 15 h 57 m 50 s on four threads (Rizzo and Dovier 2020,
section 6.2), which is another computer.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from statistics import mean

from _measure import table

ONE = """
import json, sys, time
from _measure import memory
start, cpu = time.perf_counter(), time.process_time()
from puzzlelib.icosoku.census import search as census
threads, seed = int(sys.argv[1]), int(sys.argv[2])
work, before = {}, [time.process_time(), time.process_time()]
# the CPU time since the last word goes to the stage that speaks
def seen(stage, covered, by_ring):
    now = time.process_time()
    work[stage] = work.get(stage, 0) + now - before[0]
    before[0] = now
census_cpu, census_wall = time.process_time(), time.perf_counter()
found = census.run(seed, progress=seen, threads=threads)
census_cpu, census_wall = time.process_time() - census_cpu, time.perf_counter() - census_wall
check_cpu, check_wall = time.process_time(), time.perf_counter()
verified = census.check_witnesses(found.witnesses).verified
check_cpu, check_wall = time.process_time() - check_cpu, time.perf_counter() - check_wall
print(json.dumps({"verified": verified, "all": [time.process_time(), time.perf_counter() - start],
    "census": [census_cpu, census_wall], "check": [check_cpu, check_wall], "stages": work,
    "covered": {name: line[:2] for name, line in found.table().items()}, "memory": memory()}))
"""
PAPER = 4 * (15 * 3600 + 57 * 60 + 50)  # thread seconds
HEAD = [
    "run",
    "verified",
    "combine",
    "pull, shake",
    "recheck",
    "all CPU",
    "census wall",
    "recheck wall",
    "peak MB",
]


def one(threads: int, seed: int) -> dict:
    """A census and its recheck in a process of its own."""
    env = os.environ | {"PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
    done = subprocess.run(
        [sys.executable, "-c", ONE, str(threads), str(seed)],
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def line(name: str, run: dict) -> list[str]:
    stages = run["stages"]
    seconds = [
        stages.get("combine", 0),
        stages.get("pull", 0) + stages.get("shake", 0),
        run["check"][0],
        run["all"][0],
        run["census"][1],
        run["check"][1],
    ]
    return [name, f"{run['verified']:,}", *(f"{x:.2f}" for x in seconds), f"{run['memory']:.0f}"]


def clingo(sample: int) -> float:
    """Its mean CPU seconds for one instance, each answer judged by the referee."""
    from puzzlelib.icosoku.engines import solve
    from puzzlelib.icosoku.puzzle import icosoku

    solve(icosoku(seed=sample), "asp")  # loads what is needed
    times = []
    for seed in range(sample):
        cpu = time.process_time()
        assert solve(icosoku(seed=seed), "asp").arrangement
        times.append(time.process_time() - cpu)
    return mean(times)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "--seeds", type=int, default=3, help="censuses with two threads, each with another seed"
    )
    options.add_argument("--sample", type=int, default=20, help="instances for clingo")
    options = options.parse_args()
    runs = {"1 thread, seed 0": one(1, 0)}
    runs |= {f"2 threads, seed {seed}": one(2, seed) for seed in range(options.seeds)}
    table("The census, in seconds", HEAD, [line(name, run) for name, run in runs.items()])
    print(
        "\nsteps and instances covered, seed 0:",
        "; ".join(
            f"{name} {many} step{'s' * (many > 1)}, {covered:,}"
            for name, (many, covered) in runs["2 threads, seed 0"]["covered"].items()
        ),
    )
    whole = mean(run["all"][0] for name, run in runs.items() if name.startswith("2"))
    each = clingo(options.sample)
    print(
        f"clingo: {each:.4f} s of CPU an instance (mean of {options.sample}), "
        f"{each * 3_991_680 / 3600:.1f} hours for all: "
        f"{each * 3_991_680 / whole:,.0f} times the census with its recheck ({whole:.1f} s of CPU)"
    )
    print(f"the paper: {PAPER / 3600:.1f} thread hours: {PAPER / whole:,.0f} times")


if __name__ == "__main__":
    main()
