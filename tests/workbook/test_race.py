"""The race: who runs when, what is counted, and what is said."""

from lessons.puzzles.cards.benchmark import by_turns, live_count, work_per_node
from puzzlelib import load
from puzzlelib.search import algorithm_x, dancing_links
from puzzlelib.search.exact_cover import cover_of


def test_runners_take_turns_and_the_first_round_does_not_count():
    now, ran = [0.0], []

    def runner(name, seconds):
        def work():
            ran.append(name)
            now[0] += seconds + 50 * (ran.count(name) == 1)
            return name.upper()

        return work

    laps = by_turns({"a": runner("a", 6.0), "b": runner("b", 2.0)}, 3, lambda: now[0])
    assert ran == list("abababab")
    assert (laps["a"].first, laps["a"].seconds, laps["b"].seconds, laps["b"].result) == (
        56.0,
        (6.0,) * 3,
        (2.0,) * 3,
        "B",
    )
    assert laps["a"].median / laps["b"].median == 3


def test_work_per_node_counts_what_the_searches_do(monkeypatch):
    cover = cover_of(["ce", "adg", "bcf", "adf", "bg", "deg"], items="abcdefg")
    writes, differences = work_per_node(cover, 10**6)
    select, seen = algorithm_x.select, []
    monkeypatch.setattr(algorithm_x, "select", lambda *args: seen.append(select(*args)) or seen[-1])
    nodes = algorithm_x.run(cover, seconds=None).nodes
    assert differences == sum(len(left) for _, _, left in seen) / nodes
    trace = dancing_links.link_trace(cover, limit=None)
    assert writes == sum(len(event.changes) for event in trace.events) / nodes


def test_live_count_is_complete_or_says_why():
    assert live_count(load("little-cube"), "none", bar=False).count == 24
    short = live_count(load("tetris-cube"), "rotations", seconds=0.3, bar=False)
    assert (short.complete, short.stopped) == (False, "time limit") and short.count < 9839
