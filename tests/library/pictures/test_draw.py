"""The drawing: meshes are closed and honest, pictures hold all they show, and nothing overlaps on the way
apart."""

import base64
import collections
import itertools
import json
import random
import time

import numpy as np
import pytest
from quiet_clock import ends_within

from lessons.puzzles.views import SearchView
from lessons.puzzles.views.fractions import fraction_looks, fraction_names, stand_in_rows, value_text
from puzzlelib import load
from puzzlelib import pictures as draw
from puzzlelib.ilp.branch_and_bound import trace as branch_and_bound
from puzzlelib.packing.layers import layers_text
from puzzlelib.packing.puzzle import PackingPuzzle, Piece, Placement, box_cells
from puzzlelib.packing.shapes import orientations
from puzzlelib.pictures import colours as palette
from puzzlelib.pictures import figures, layout, polycube_mesh, scenes, traces
from puzzlelib.pictures.polycube_mesh import skin
from puzzlelib.pictures.polycube_surface import BOTTOM, CONTACT, EDGE, FRONT, GAP, INK, SIDE, TOP
from puzzlelib.search import backtracking
from puzzlelib.search.events import Event, Trace
from puzzlelib.search.generate import generate

GRIDS = "tetracubes-2x4x4", "tetracubes-2x2x8", "tetracubes-2x2x4+2x2x4"
PUZZLE = load(GRIDS[0])
SHAPES = [shape for piece in PUZZLE.pieces for shape in orientations(piece.cells)]
TOUCHING = [
    ((0, 0, 0), (1, 1, 0)),
    tuple(itertools.product((0, 1), repeat=3)),
    tuple(set(itertools.product(range(3), repeat=3)) - {(1, 1, 1)}),
]


def packings(name, count, seed=0):
    some = list(itertools.islice(backtracking.solutions(load(name)), 3000))
    return random.Random(seed).sample(some, count)


def searched(puzzle, steps, seed=0):
    """States of a plain search that places pieces at random and takes the last one back when stuck."""
    draws, filled = random.Random(seed), []
    for _ in range(steps):
        taken = {cell for p in filled for cell in p.cells}
        free = [
            p
            for p in puzzle.placements
            if taken.isdisjoint(p.cells) and p.piece not in {q.piece for q in filled}
        ]
        if free and draws.random() < 0.8:
            filled.append(draws.choice(free))
        elif filled:
            filled.pop()
        yield {p: "chosen" if i % 2 else "propagated" for i, p in enumerate(filled)}


# -------- the skin


@pytest.mark.parametrize("cells", SHAPES[::4] + TOUCHING, ids=str)
def test_skin_is_closed_and_looks_outwards(cells):
    coat = skin(tuple(sorted(cells)))
    edges = collections.Counter(
        (a, b) for t in coat.triangles[: coat.body].tolist() for a, b in zip(t, t[1:] + t[:1])
    )
    assert all(n == 1 and edges[b, a] == 1 for (a, b), n in edges.items())
    a, b, c = coat.points[coat.triangles[: coat.body]].astype(float).transpose(1, 0, 2)
    volume = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    exact = shrunk_volume(cells)  # positive: normals point outwards; the rounding takes a little
    assert 0.95 * exact < volume < exact


def small_boxes(cells) -> set:
    """The boxes of a grid of gaps and middles that the cells fill: all but a gap where they end."""
    cells = set(cells)
    return {
        tuple(3 * n + k for n, k in zip(cell, lean))
        for cell in cells
        for lean in itertools.product((-1, 0, 1), repeat=3)
        if cells.issuperset(itertools.product(*({n, n + k} for n, k in zip(cell, lean))))
    }


WIDTHS = 1 - 2 * GAP, GAP, GAP  # of a middle, and of the gaps behind and before it


def shrunk_volume(cells):
    return sum(np.prod([WIDTHS[n % 3] for n in box]) for box in small_boxes(cells))


@pytest.mark.parametrize("cells", SHAPES[::9] + TOUCHING, ids=str)
def test_lines_are_drawn_where_a_surface_bends(cells):
    """That is where one, three or two diagonal boxes of the four round an edge are filled."""
    boxes, length = small_boxes(cells), 0
    for box, axis in itertools.product(boxes, range(3)):
        others = [other for other in range(3) if other != axis]
        for leans in itertools.product((-1, 1), repeat=2):
            aside = np.zeros((2, 3), int)
            aside[[0, 1], others] = leans
            one, two, both = (tuple((box + step).tolist()) in boxes for step in (*aside, aside.sum(0)))
            filled = 1 + one + two + both
            length += WIDTHS[box[axis] % 3] / filled * (filled in (1, 3) or filled == 2 and both)
    drawn = np.linalg.norm(np.diff(polycube_mesh.creases(tuple(sorted(cells))).astype(float), axis=0), axis=1)
    assert 0.94 * length < np.nansum(drawn) < length  # the rounding takes a little


@pytest.mark.parametrize("cells", SHAPES[::9], ids=str)
def test_faces_have_the_tone_of_their_side(cells):
    coat = skin(cells)
    a, b, c = coat.points[coat.triangles].transpose(1, 0, 2)
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    flat = {
        (0, 0, 1): TOP,
        (0, 0, -1): BOTTOM,
        (0, 1, 0): FRONT,
        (0, -1, 0): FRONT,
        (1, 0, 0): SIDE,
        (-1, 0, 0): SIDE,
    }
    for n, tone in zip(normal, coat.tones):
        expected = (
            flat.get(tuple(np.rint(n).astype(int)))
            if np.abs(n).max() > 0.999
            else (EDGE, BOTTOM)[int(n[2] < -0.1)]
        )
        assert tone == expected


def flat_areas(cells):
    """Independent count: join exposed unit faces of one plane until nothing changes."""
    faces = [
        (axis, sign, c)
        for c in cells
        for axis in range(3)
        for sign in (1, -1)
        if tuple(v + sign * (a == axis) for a, v in enumerate(c)) not in cells
    ]
    group = {face: i for i, face in enumerate(faces)}
    for _ in faces:
        for (a, s, c), (b, t, d) in itertools.combinations(faces, 2):
            if (a, s) == (b, t) and c[a] == d[a] and sum(abs(x - y) for x, y in zip(c, d)) == 1:
                group[a, s, c] = group[b, t, d] = min(group[a, s, c], group[b, t, d])
    return len(set(group.values()))


@pytest.mark.parametrize("cells", SHAPES[::6], ids=str)
def test_one_letter_on_every_flat_area(cells):
    coat = skin(cells, "L")
    shown = [letter for letter in coat.letters if (coat.tones[letter.first : letter.last] == INK).all()]
    assert len(shown) == flat_areas(cells) == len({letter.patch for letter in coat.letters})
    assert (coat.tones == INK).sum() == sum(letter.last - letter.first for letter in shown)


def test_letters_are_not_mirrored_and_stand_upright():
    coat = skin(((0, 0, 0),), "L")
    for letter in coat.letters:
        corners = coat.points[coat.triangles[letter.first : letter.last]].astype(float)
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normal = np.rint(normal[0] / np.linalg.norm(normal[0]))
        assert normal @ (corners.mean((0, 1)) - 0.5) > 0.48  # it lies on the side it looks out of
        up = np.array([0, 0, 1]) if not normal[2] else np.array([0, normal[2], 0])
        right = np.cross(up, normal)  # as a viewer outside sees it
        seen = (corners.reshape(-1, 3) - 0.5) @ np.stack([right, up], 1)
        assert (
            seen[seen[:, 1] > 0, 0].max() < 0 < seen[seen[:, 1] < -0.2, 0].max()
        )  # L: the bar is left, the foot goes right


def sharing_points(one: np.ndarray, other: np.ndarray) -> bool:
    """Do two triangles in a plane, (3, 2), share more than a border? By separating axes."""
    sides = np.concatenate([np.roll(triangle, -1, 0) - triangle for triangle in (one, other)])
    axes = sides[:, ::-1] * (-1, 1)
    first, second = one @ axes.T, other @ axes.T
    return bool((np.minimum(first.max(0) - second.min(0), second.max(0) - first.min(0)) > 1e-6).all())


@pytest.mark.parametrize("label, given", [("M", False), ("B12", True)])
@pytest.mark.parametrize("cells", [((0, 0, 0), (1, 0, 0)), tuple(itertools.product((0, 1), (0, 1), (0,)))])
def test_no_letter_shares_a_point_with_another_of_its_side(cells, label, given):
    """Hidden ones lie in the same plane: where two met, both flickered."""
    coat = skin(cells, label, given)
    for _, group in itertools.groupby(coat.letters, key=lambda letter: letter.patch):
        group = [coat.points[coat.triangles[one.first : one.last]].astype(float) for one in group]
        flat = np.ptp(group[0].reshape(-1, 3), axis=0).argmin()
        for one, other in itertools.combinations([np.delete(corners, flat, 2) for corners in group], 2):
            assert not any(sharing_points(a, b) for a, b in itertools.product(one, other))


def test_contact_darkens_and_moves_the_letter():
    bar = skin(((0, 0, 0), (1, 0, 0)), "A")
    above = bar.neighbours.index((0, 0, 1))
    tones = polycube_mesh.touched_tones(bar, frozenset([above]))
    assert (tones[(bar.near == above)] == CONTACT).all()
    top = [
        letter
        for letter in bar.letters
        if above in letter.under or bar.neighbours.index((1, 0, 1)) in letter.under
    ]
    shown = [letter.under for letter in top if tones[letter.first] == INK]
    assert shown == [(bar.neighbours.index((1, 0, 1)),)]


# -------- colours


CONES = np.fromstring(
    """0.4122214708 0.5363325363 0.0514459929
    0.2119034982 0.6806995451 0.1073969566
    0.0883024619 0.2817188376 0.6299787005""",
    sep=" ",
).reshape(3, 3)
OPPONENT = np.fromstring(
    """0.2104542553 0.7936177850 -0.0040720468
    1.9779984951 -2.4285922050 0.4505937099
    0.0259040371 0.7827717662 -0.8086757660""",
    sep=" ",
).reshape(3, 3)


def oklab(colour):
    """Björn Ottosson's OKLab (2020)."""
    part = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return OPPONENT @ np.cbrt(CONES @ linear)


def test_palette_colours_are_told_apart():
    lab = [oklab(fill) for fill, _ in palette.PALETTE]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(lab, 2)) >= 0.1145
    assert len({palette.colour(i)[0] for i in range(60)}) == 60


def test_letters_are_readable_on_every_lit_side():
    for fill, ink in map(palette.colour, range(40)):
        assert min(palette.contrast_ratio(tone, ink) for tone in palette.tones(fill, ink)[TOP:BOTTOM]) >= 4.5


# -------- frames


def test_frame_is_pure_json_and_its_parts_exist():
    filled = dict(zip(packings(GRIDS[0], 1)[0], ("given", "chosen", "propagated", "solution")))
    one, two = (
        SearchView(PUZZLE).frame(
            filled, range(50), tried=PUZZLE.placements[7], say="x", mark="decide", level=3
        )
        for _ in range(2)
    )
    assert one == two == json.loads(json.dumps(one))
    keys = {key for block in one["blocks"] for name in ("part", "outline", "edge") if (key := block[name])}
    assert json.loads(json.dumps(traces.part_traces(keys))).keys() == keys
    assert (one["say"], one["mark"], one["level"]) == ("x", "decide", 3)


def test_chosen_given_and_propagated_differ_without_colour():
    placement = PUZZLE.placements[0]
    blocks = {
        how: draw.frame(PUZZLE, {placement: how})["blocks"][0] for how in ("chosen", "propagated", "given")
    }
    assert blocks["chosen"]["outline"] and not blocks["propagated"]["outline"]
    assert blocks["given"]["part"] != blocks["propagated"]["part"] == blocks["chosen"]["part"]


@pytest.mark.parametrize("name", GRIDS)
def test_numbers_in_empty_cells_and_dead_cells(name):
    puzzle, draws = load(name), random.Random(2)
    for filled in itertools.islice(searched(puzzle, 12), 4, 12):
        possible = draws.sample(range(len(puzzle.placements)), 40)
        frame = draw.frame(puzzle, filled, possible=possible)
        letters = {cell: puzzle.labels[p.piece] for p in filled for cell in p.cells}
        ways = {
            cell: str(sum(cell in puzzle.placements[o].cells for o in possible)) for cell in puzzle.container
        }
        assert frame["cells"] == [letters.get(cell, ways[cell]) for cell in puzzle.container]
        assert frame["how"] == [
            next((how for p, how in filled.items() if cell in p.cells), "") for cell in puzzle.container
        ]
        assert frame["counts"] == {
            q.name: sum(puzzle.placements[o].piece == q.name for o in possible) for q in puzzle.pieces
        }
        drawn = collections.Counter()
        for kind, cells, *_ in (json.loads(block["part"]) for block in frame["blocks"]):
            drawn[kind] += len(cells)
        assert drawn["dead"] == sum(ways[c] == "0" and c not in letters for c in ways)
        assert drawn["dots"] + drawn["dead"] + drawn["piece"] == len(puzzle.container)


def test_a_placement_that_is_ruled_out_gets_a_cross():
    trace = Trace(PUZZLE, [Event("decide", 1, 0, False, off=(0,), say="Not there.")])
    frame = SearchView(PUZZLE).step(trace.state(0), trace.events[0])
    kinds = [json.loads(block["part"])[0] for block in frame["blocks"]]
    assert (kinds.count("cross"), frame["say"]) == (1, "Not there.")


# -------- apart


def overlaps(places, moves, moments=np.linspace(0, 1, 41)[1:]):
    """Sampled, cube against cube: do pieces that move overlap at any of these moments?"""
    cubes = np.concatenate(places)
    owner = np.repeat(np.arange(len(places)), [len(p) for p in places])
    pace = np.array(moves)[owner]
    strangers = owner[:, None] != owner[None]
    for t in moments:
        now = cubes + t * pace
        if ((np.abs(now[:, None] - now[None]) < 1 - 1e-3).all(-1) & strangers).any():
            return True
    return False


def blocks_of(frame):
    """Cells and movement of each piece of a frame, from the frame alone."""
    pieces = [(json.loads(b["part"]), b) for b in frame["blocks"]]
    pieces = [(np.array(part[1]) + b["at"], b["away"]) for part, b in pieces if part[0] == "piece"]
    return [p for p, _ in pieces], [m for _, m in pieces]


@pytest.mark.slow
@pytest.mark.parametrize("name", GRIDS)
def test_pieces_never_overlap_on_the_way_apart(name):
    puzzle = load(name)
    for packing in packings(name, 12, seed=5):
        places, moves = blocks_of(draw.frame(puzzle, dict.fromkeys(packing, "solution")))
        assert not overlaps(places, moves)
        assert np.abs(moves).max() > 0.5  # they do move
    for filled in searched(puzzle, 25, seed=1):
        if filled:
            assert not overlaps(*blocks_of(draw.frame(puzzle, filled)))


@pytest.mark.parametrize("name", GRIDS)
def test_puzzle_and_solution_side_by_side_do_not_meet(name):
    puzzle = load(name)
    for packing in packings(name, 6, seed=9):
        left = draw.frame(puzzle, dict.fromkeys(packing[:5], "given"), plan=packing)
        right = draw.frame(puzzle, dict.fromkeys(packing, "solution"), shift=1)
        both = draw.pair_frames(puzzle, left, right)
        assert not overlaps(*blocks_of(both))
        assert len(both["cells"]) == len(both["how"]) == 2 * len(puzzle.container)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("boxes", [((1, 1, 1),) * 4096, ((16, 16, 16),)], ids=["boxes", "cells"])
def test_thousands_of_pieces_are_drawn_in_seconds(boxes):
    """Each piece asked all the others, and each box all cells: no end after 25 seconds."""

    def attempt():
        start = time.process_time()
        puzzle = PackingPuzzle("many", box_cells(boxes), (Piece("C", ((0, 0, 0),), 4096),), boxes=boxes)
        filled = [Placement("C", (cell,)) for cell in puzzle.container]
        scenes.scene(puzzle)
        frame = draw.frame(puzzle, dict.fromkeys(filled, "solution"))
        apart = np.array([block["away"] for block in frame["blocks"]])
        assert len(np.unique(apart, axis=0)) == 4096
        return time.process_time() - start

    ends_within(12, attempt)


def test_many_pieces_do_not_meet_on_their_way_apart():
    puzzle = load("soma")
    sizes = puzzle.boxes * 10
    packing = next(backtracking.solutions(puzzle))
    filled = [Placement(p, tuple((*c, b) for c in at)) for b in range(10) for p, at in packing]
    pieces = tuple(piece._replace(copies=10) for piece in puzzle.pieces)
    many = PackingPuzzle("ten cubes", box_cells(sizes), pieces, boxes=sizes)
    frame = draw.frame(many, dict.fromkeys(filled, "solution"))
    assert len(filled) > layout.MANY and all(any(block["away"]) for block in frame["blocks"])
    assert not overlaps(*blocks_of(frame))


# -------- fractional pieces

MADE = generate("2x2x8", 2, 1)
RELAXED = {
    name: branch_and_bound(puzzle, given, costs="random", seed=seed, max_events=6)
    for name, puzzle, given, seed in (
        ("nine", load("nine-ls"), (), 4),
        ("soma", load("soma"), (), 1),
        ("hints", MADE.puzzle, MADE.given, 2),
    )
}


def fractional(name):
    """Puzzle, whole placements and fractional ones at a node of branch and bound."""
    trace = RELAXED[name]
    k = max(range(len(trace)), key=lambda k: len(trace.state(k).fractions))
    state, options = trace.state(k), trace.puzzle.placements
    return (
        trace.puzzle,
        {options[o]: how for o, how in state.on.items()},
        {options[o]: value for o, value in state.fractions.items()},
    )


@pytest.fixture(params=RELAXED)
def relaxed(request):
    """Puzzle, whole placements, fractional ones, and their frame."""
    puzzle, filled, fractions = fractional(request.param)
    return puzzle, filled, fractions, SearchView(puzzle).frame(filled, fractions=fractions)


def test_a_fractional_piece_is_as_faint_as_its_value_and_says_it(relaxed):
    puzzle, _, fractions, frame = relaxed
    faint = [block for block in frame["blocks"] if "opacity" in block]
    assert len(faint) == len(fractions) == len(frame["tags"]) > 5
    assert sorted(block["opacity"] for block in faint) == sorted(
        round(value, 4) for value in fractions.values()
    )
    opaque = [trace.get("opacity") for trace in figures.frame_traces(frame) if trace["type"] == "mesh3d"]
    assert sorted(filter(None, opaque)) == pytest.approx(sorted(block["opacity"] for block in faint))
    called = fraction_names(puzzle, fractions)
    assert len(set(called.values())) == len(called)
    assert sorted(tag["text"] for tag in frame["tags"]) == sorted(
        f"{called[p]} {value_text(v)}" for p, v in fractions.items()
    )
    assert frame == json.loads(json.dumps(frame))
    looks = fraction_looks(puzzle, fractions)
    for block, placement in zip(faint, called):
        fill = looks[placement][0]
        assert fill in json.loads(block["part"]) and fill in json.loads(block["far"])


def test_no_two_fractional_pieces_look_alike(relaxed):
    """By colour and pattern; pieces that are not all copies of one keep their colour."""
    puzzle, filled, fractions, _ = relaxed
    looks, paint = fraction_looks(puzzle, fractions), palette.colours(puzzle)
    assert len({(fill, pattern) for fill, _, pattern in looks.values()}) == len(looks) == len(fractions)
    whole = {paint[p.piece][0] for p in filled}
    if len(paint) == 1:
        assert not whole & {fill for fill, _, _ in looks.values()}
    else:
        assert all(looks[p][0] == paint[p.piece][0] for p in fractions)


def test_the_list_has_the_shares_the_largest_first(relaxed):
    puzzle, _, fractions, frame = relaxed
    values = [value for _, value, *_ in frame["bars"]]
    assert values == sorted((round(v, 4) for v in fractions.values()), reverse=True)
    assert {bar[0] for bar in frame["bars"]} == {tag["text"] for tag in frame["tags"]}
    looks = fraction_looks(puzzle, fractions)
    text = {
        f"{called} {value_text(fractions[p])}": p for p, called in fraction_names(puzzle, fractions).items()
    }
    assert all(tuple(bar[2:]) == looks[text[bar[0]]] for bar in frame["bars"])


def test_the_shares_of_a_cell_make_one_whole(relaxed):
    *_, frame = relaxed
    for i, how in enumerate(frame["how"]):
        assert how  # the relaxation covers every cell
        if how == "fraction":
            listed = frame["shares"][str(i)]
            assert sum(value for _, _, value in listed) == pytest.approx(1, abs=1e-3)
            assert frame["cells"][i] == ", ".join(text for text, _, _ in listed)
        else:
            assert str(i) not in frame["shares"]


def test_apart_no_piece_and_no_number_covers_another(relaxed):
    *_, frame = relaxed
    spans = []
    for block in frame["blocks"]:
        if "opacity" in block or json.loads(block["part"])[0] == "piece":
            points = points_of(next(figures.frame_traces({"blocks": [block]}, 1)))
            across, up = seen(points, layout.EYE)
            spans.append((across.min(), across.max(), up.min(), up.max(), "opacity" in block))
    for a, b in itertools.combinations(spans, 2):
        if a[4] or b[4]:  # whole pieces come apart in space, as ever
            assert min(a[1], b[1]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[2], b[2])
    for tag in frame["tags"]:
        across, up = seen(np.add(tag["at"], tag["away"])[None], layout.EYE)
        assert not any(
            low < across[0] < high and below < up[0] < above for low, high, below, above, _ in spans
        )


def test_the_piece_that_is_branched_on_stands_out():
    trace = RELAXED["nine"]
    k = next(k for k in trace.steps("choose"))
    frame = SearchView(trace.puzzle).step(trace.state(k), trace.events[k])
    chosen = [block for block in frame["blocks"] if "opacity" in block and json.loads(block["outline"])[-1]]
    assert frame["bars"][0][0].startswith("▶")
    assert len(chosen) == 1 and len([tag for tag in frame["tags"] if tag["text"].startswith("▶")]) == 1
    cells = trace.puzzle.placements[trace.events[k].option].cells
    marked = {
        int(i) for i, some in frame["shares"].items() if any(text.startswith("▶") for text, _, _ in some)
    }
    assert {trace.puzzle.container[i] for i in marked} == set(cells)


def points_of(trace) -> np.ndarray:
    """The points of a trace, (points, 3), without its gaps."""
    axes = (trace[axis] for axis in "xyz")
    points = np.stack([traces.unpack_array(a) if isinstance(a, dict) else np.asarray(a) for a in axes], 1)
    return points[~np.isnan(points[:, 0].astype(float))].astype(float)


def shown_inside(figure):
    """Hold that all is within the axes, and in the picture."""
    view = figure.layout.scene
    ranges = np.array([view[f"{a}axis"].range for a in "xyz"])
    scale = np.array([view.aspectratio[a] for a in "xyz"]) / np.ptp(ranges, 1)
    for trace in figure.data:
        points = points_of(trace)
        assert (points > ranges[:, 0]).all() and (points < ranges[:, 1]).all()
        across, up = seen((points - ranges.mean(1)) * scale, layout.EYE)
        assert np.abs(up).max() < 1 and np.abs(across).max() < 2.2


def test_copies_of_a_piece_are_told_apart_in_the_layers():
    trace = branch_and_bound(load("nine-ls"))
    placements = trace.puzzle.placements
    filled = {placements[o]: how for o, how in trace.state(len(trace) - 1).on.items()}
    frame = draw.frame(trace.puzzle, filled)
    names = {f"V{k}": 3 for k in range(1, 10)}
    assert collections.Counter(frame["cells"]) == names
    assert collections.Counter(frame["own"]) == dict.fromkeys(range(9), 3)


def test_fractions_stand_on_the_left_of_a_pair():
    puzzle, filled, fractions = fractional("hints")
    left, right = (
        SearchView(puzzle).frame(filled, fractions=fractions),
        draw.frame(puzzle, dict.fromkeys(MADE.solution, "solution"), shift=1),
    )
    both = draw.pair_frames(puzzle, left, right)
    assert [tag["text"] for tag in both["tags"]] == [tag["text"] for tag in left["tags"]]
    assert both["shares"] == left["shares"]
    assert len(both["cells"]) == len(both["how"]) == len(both["own"]) == 2 * len(puzzle.container)


def test_values_as_text():
    values = 0.5, 1 / 3, 0.25, 5 / 6, 4 / 9, 0.33, 0.0001, 0.9999
    assert " ".join(map(value_text, values)) == "½ ⅓ ¼ ⅚ 4/9 .33 <.01 >.99"


# -------- scenes


def odd(*boxes):
    return PackingPuzzle("odd", box_cells(boxes), (Piece("A", ((0, 0, 0),)),), boxes=boxes)


ROOMS = [load(name) for name in GRIDS] + [odd((4, 4, 4)), odd((2, 2, 8)), odd((8, 8, 1)), odd((1, 1, 1))]


def seen(points, eye):
    """Picture coordinates without perspective: right, up (by hand, from the eye alone)."""
    eye = np.array(eye) / np.linalg.norm(eye)
    right = np.cross((0, 0, 1), eye)
    right /= np.linalg.norm(right)
    return points @ right, points @ np.cross(eye, right)


def container_points(scene):
    read = lambda line, axis: np.frombuffer(base64.b64decode(line[axis]["bdata"]), "<f4")
    points = np.concatenate([np.stack([read(line, axis) for axis in "xyz"], 1) for line in scene["fixed"]])
    return points[~np.isnan(points[:, 0])]


@pytest.mark.parametrize("puzzle", ROOMS, ids=lambda p: str(p.boxes))
@pytest.mark.parametrize("shifts", (1, 2))
def test_the_container_fits_into_the_picture(puzzle, shifts):
    scene = draw.scene(puzzle, shifts)
    view, points = scene["layout"]["scene"], container_points(scene).astype(float)
    ranges = np.array([view[f"{a}axis"]["range"] for a in "xyz"])
    assert (points > ranges[:, 0]).all() and (points < ranges[:, 1]).all()
    scale = np.array(list(view["aspectratio"].values())) / np.ptp(ranges, 1)
    assert np.ptp(scale) < 1e-9  # cubes stay cubes
    points = (points - ranges.mean(1)) * scale
    heights = [0, 15, 28] if shifts * len(puzzle.boxes) > 1 else [-80, -45, 0, 28, 45, 60, 89]
    for turn, high in itertools.product(range(0, 360, 15), heights):
        a, b = np.radians(turn), np.radians(high)
        assert np.abs(seen(points, (np.cos(b) * np.cos(a), np.cos(b) * np.sin(a), np.sin(b)))[1]).max() < 1.06
    assert np.abs(seen(points, layout.EYE)[1]).max() < 0.96


def test_layers_name_every_cell_once():
    for puzzle, shifts in itertools.product(ROOMS, (1, 2)):
        numbers = [
            i
            for layer in draw.scene(puzzle, shifts)["layers"]
            for row in layer["rows"]
            for i in row
            if i >= 0
        ]
        assert sorted(numbers) == list(range(shifts * len(puzzle.container)))
    titles = [layer["title"] for layer in draw.scene(load(GRIDS[2]))["layers"]]
    assert titles == ["box 1, 1 bottom", "box 1, 2 top", "box 2, 1 bottom", "box 2, 2 top"]


@pytest.mark.parametrize("name", GRIDS)
def test_layers_text_puts_each_letter_in_its_place(name):
    puzzle, packing = load(name), packings(name, 1)[0]
    text = layers_text(puzzle, dict.fromkeys(packing, "solution"))
    rows = [line.split("   ") for line in text.splitlines() if "layer" not in line]
    letter = {cell: puzzle.labels[p.piece] for p in packing for cell in p.cells}
    deep = max(c[1] for c in puzzle.container)
    for column, (box, z) in enumerate(sorted({(c[3:], c[2]) for c in puzzle.container})):
        for y in range(deep + 1):
            expected = [
                letter[c] for c in puzzle.container if c[3:] == box and c[2] == z and c[1] == deep - y
            ]
            assert [part for part in rows[y] if part.strip()][column].split() == expected


def test_a_container_that_is_no_box():
    cells = tuple(c for c in itertools.product(range(3), range(3), range(2)) if c != (1, 1, 1))
    puzzle = PackingPuzzle("dip", cells, (Piece("D", ((0, 0, 0), (1, 0, 0)), 8),))
    assert [-1 in row for row in draw.scene(puzzle)["layers"][1]["rows"]] == [False, True, False]
    assert "D1 D1 ." in layers_text(puzzle, {Placement("D", ((0, 0, 0), (1, 0, 0))): "chosen"})


# -------- figures


@pytest.mark.slow
def test_fractional_pieces_stand_from_left_to_right_and_from_top_to_bottom():
    order = PUZZLE.placements[::12]
    stands, half = stand_in_rows(np.zeros(3), order, 2.0), (len(order) + 1) // 2
    for side, group in ((-1, order[:half]), (1, order[half:])):
        spots = [(round(-stands[one] @ layout.UP, 6), round(stands[one] @ layout.RIGHT, 6)) for one in group]
        assert spots == sorted(spots) and all(side * across > 2 for _, across in spots)
        assert min(len({row for row, _ in spots}), len({across for _, across in spots})) > 1


def test_cubes_meet_on_their_way_as_at_one_of_many_moments():
    draw, moments, met, near = random.Random(7), np.linspace(0.01, 1, 100)[:, None, None, None], 0, 0
    for _ in range(150):
        some = [[[draw.randrange(-2, 3) for _ in range(3)] for _ in range(2)] for _ in range(4)]
        cells, ways, others, moves = np.array(some) * np.array([1, 0.5, 1, 0.5])[:, None, None]
        for way, hit, close in zip(ways, *layout.collisions(cells, ways, others, moves)):
            gaps = others + moves * moments - (cells[:, None] + way * moments)
            far = np.abs(gaps).max(-1).min((1, 2))  # of the two cubes that are nearest
            assert close == (far[-1] < 1 + layout.CLEAR)
            assert hit == (far.min() < 1) or abs(far.min() - 1) < 0.02  # so far they move between two moments
            met, near = met + hit, near + close
    assert min(met, 300 - met, near, 300 - near) > 50


@pytest.mark.parametrize("explode", (0, 0.5, 1))
@pytest.mark.parametrize("name", GRIDS)
def test_a_figure_holds_all_it_draws(name, explode):
    puzzle, packing = load(name), packings(name, 1)[0]
    half = dict.fromkeys(packing[:4], "given")
    whole = dict.fromkeys(packing, "solution")
    for figure in (draw.figure(puzzle, whole, explode), draw.figure_beside(puzzle, half, whole, explode)):
        shown_inside(figure)
        assert figure.layout.uirevision == "stage"
