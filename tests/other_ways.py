"""Other ways to answer an exercise, written by hand: some are right, others do not use the method that is
asked for and are to be refused.

WAYS: exercise -> (what it is, "right" or "refused", code). Wrong answers of students stand in lesson.md.
"""

from collections.abc import Callable


def with_line(line: str) -> str:
    """The program of exercise 6.2 with a line in the place of the missing one."""
    return f"""
PLACEMENT = '''
piece(P)      :- cube(P,_,_,_).
rotation(P,R) :- cube(P,R,_,_).
fits(P,R,X,Y) :- rotation(P,R), cell(X,Y), cell(X+DX,Y+DY) : cube(P,R,DX,DY).
1 {{ position(P,R,X,Y) : fits(P,R,X,Y) }} 1 :- piece(P).
covers(P,X+DX,Y+DY) :- position(P,R,X,Y), cube(P,R,DX,DY).
{line}
'''
"""


# 12.6: a tiling for each class of boards with two squares missing.
TILED = """
from itertools import combinations, product

squares = set(product(range(6), repeat=2))

def tiled(left):
    if not left:
        return []
    x, y = min(left)
    for other in ((x + 1, y), (x, y + 1)):
        if other in left and (rest := tiled(left - {(x, y), other})) is not None:
            return [((x, y), other), *rest]
    return None

def images(two):
    for _ in range(4):
        two = [(5 - y, x) for x, y in two]
        yield from (tuple(sorted(two)), tuple(sorted((5 - x, y) for x, y in two)))

pairs = [two for two in combinations(sorted(squares), 2) if sum(map(sum, two)) % 2]
tilings = [tiled(squares - set(two)) for two in sorted({max(images(two)) for two in pairs})]
"""

WAYS = {
    "0.2": [
        (
            "by counting",
            "right",
            """
from collections import Counter

def exactly_once(container, pieces):
    times = Counter(cell for _, cells in pieces for cell in cells)
    names = Counter(name for name, _ in pieces)
    return times == Counter(container) and max(names.values(), default=1) == 1
""",
        )
    ],
    "1.1": [
        (
            "by a formula",
            "right",
            """
def nodes(square):
    def below(empty):
        return empty * (1 + below(empty - 1)) if empty else 0
    return below(square.count(0))
""",
        ),
        (
            "a table up to four",
            "refused",
            """
def nodes(square):
    return [0, 1, 4, 15, 64][square.count(0)]
""",
        ),
    ],
    "1.5": [
        (
            "a fixed order of the cells, and each line with one gap closed",
            "right",
            """
ORDER = [12, 9, 5, 1, 10, 6, 3, 0, 2, 4, 7, 8, 11, 15]
LINES = [*([4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3] for k in range(4)),
         *([k, k + 4, k + 8, k + 12] for k in range(4)), [0, 5, 10, 15], [3, 6, 9, 12]]

def next_cell(square):
    for line in LINES:
        numbers = [square[cell] for cell in line]
        missing = 34 - sum(numbers)
        if missing < 0 or numbers.count(0) == 0 and missing:
            return None
        if numbers.count(0) == 1 and (missing in square or not 1 <= missing <= 16):
            return None
    last = [cell for line in LINES for cell in line
            if square[cell] == 0 and sum(square[other] == 0 for other in line) == 1]
    return last[0] if last else next(cell for cell in ORDER if square[cell] == 0)
""",
        ),
        (
            "knows the square in the picture",
            "refused",
            """
def next_cell(square):
    known = [16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1]
    return square.index(0) if all(a in (0, b) for a, b in zip(square, known)) else None
""",
        ),
    ],
    "1.6": [
        (
            "asks about all pairs of squares first",
            "right",
            """
def queens(n, attack):
    squares = [(row, column) for row in range(n) for column in range(n)]
    clash = {(a, b) for a in squares for b in squares if a[0] < b[0] and attack(a, b)}
    ways = [[]]
    for row in range(n):
        ways = [way + [column] for way in ways for column in range(n)
                if not any((old, (row, column)) in clash for old in enumerate(way))]
    return ways
""",
        ),
        (
            "the library's queens on exact cover, with the rule of chess",
            "refused",
            """
def queens(n, attack):
    from puzzlelib.exercises.lesson_01 import by_queen, peaceful
    attack((0, 0), (1, 1))
    return list(peaceful(n, by_queen))
""",
        ),
        (
            "fills all rows first, and asks once about each board",
            "refused",
            """
def queens(n, attack):
    from itertools import combinations, product
    return [list(way) for way in product(range(n), repeat=n)
            if not any(attack(a, b) for a, b in combinations(enumerate(way), 2))]
""",
        ),
    ],
    "2.4": [
        (
            "tries all places",
            "refused",
            """
def count_placements(cells, box):
    spots = set(product(*map(range, box)))
    found = set()
    for shape in orientations(cells):
        for move in spots:
            found.add(frozenset(tuple(a + b for a, b in zip(cell, move)) for cell in shape))
    return sum(place <= spots for place in found)
""",
        )
    ],
    "2.7": [
        (
            "grows all sets of cells that hang together, and names them at the end, in three coordinates",
            "right",
            """
from itertools import permutations, product

def honeycombs(size):
    def pushed(cells):
        q, r = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        return tuple(sorted((cell[0] - q, cell[1] - r) for cell in cells))

    def name(cells):
        pictures = [[[sign * (q, r, -q - r)[axis] for axis in axes] for q, r in cells]
                    for axes, sign in product(permutations(range(3)), (1, -1))]
        return min(map(pushed, pictures))

    sets = {((0, 0),)}
    for _ in range(size - 1):
        sets = {pushed(cells + ((q + a, r + b),)) for cells in sets for q, r in cells
                for a in (-1, 0, 1) for b in (-1, 0, 1) if a != b and (q + a, r + b) not in cells}
    return list(set(map(name, sets)))
""",
        ),
        (
            "one picture of each number",
            "refused",
            """
def honeycombs(size):
    return [tuple((k, n) for k in range(size)) for n in range([0, 1, 1, 3, 7, 22, 82][size])]
""",
        ),
    ],
    "3.2": [
        (
            "ends when no cell is empty and no piece is left",
            "right",
            """
def by_piece(empty, left, placements):
    if not empty and not left:
        return [[]]
    return [[one, *rest] for one in placements if left and one[0] == left[0] and empty >= one[1]
            for rest in by_piece(empty - one[1], left[1:], placements)]
""",
        ),
        (
            "ends when no cell is empty",
            "refused",
            """
def by_piece(empty, left, placements):
    if not empty:
        return [[]]
    return [[one, *rest] for one in placements if one[0] == left[0] and empty >= one[1]
            for rest in by_piece(empty - one[1], left[1:], placements)]
""",
        ),
    ],
    "3.3": [
        (
            "by labels that spread",
            "right",
            """
def islands(empty):
    label = {cell: cell for cell in empty}
    near = lambda a, b: sum(abs(p - q) for p, q in zip(a, b)) == 1
    for _ in empty:
        label = {a: min(label[b] for b in empty if a == b or near(a, b)) for a in empty}
    return sorted(list(label.values()).count(name) for name in set(label.values()))
""",
        )
    ],
    "3.4": [
        (
            "looks at all islands together",
            "right",
            """
def hopeless(islands, sizes):
    def shared(islands, sizes):
        if not islands:
            return True
        def groups(target, sizes, left):
            if target == 0:
                return shared(islands[1:], left + sizes)
            return any(
                groups(target - size, sizes[k + 1:], left + sizes[:k])
                for k, size in enumerate(sizes) if size <= target
            )
        return groups(islands[0], sizes, [])
    return not shared(list(islands), list(sizes))
""",
        )
    ],
    "4.3": [
        (
            "sorted, with the name",
            "right",
            """
def fewest(items, options):
    count = dict.fromkeys(items, 0)
    for option in options.values():
        for item in option:
            if item in count:
                count[item] += 1
    return sorted((number, str(item), item) for item, number in count.items())[0][2]
""",
        )
    ],
    "4.4": [
        (
            "tries all sets of options",
            "refused",
            """
def algorithm_x(items, options):
    found = []
    for code in range(2 ** len(options)):
        chosen = [name for k, name in enumerate(options) if code >> k & 1]
        covered = [item for name in chosen for item in options[name]]
        if sorted(covered) == sorted(items):
            found.append(set(chosen))
    return found
""",
        ),
        (
            "by yield",
            "right",
            """
def algorithm_x(items, options):
    if not items:
        yield frozenset()
        return
    item = min(items, key=lambda item: sum(item in its for its in options.values()))
    for name in [name for name in options if item in options[name]]:
        rest = {other: its for other, its in options.items() if not its & options[name]}
        for found in algorithm_x([other for other in items if other not in options[name]], rest):
            yield found | {name}
""",
        ),
    ],
    "5.3": [
        (
            "by rings",
            "right",
            """
def uncover(links, item):
    for node in links.ring(item, links.up):
        for other in links.ring(node, links.left):
            links.down[links.up[other]] = links.up[links.down[other]] = other
            links.size[links.top[other]] += 1
    links.right[links.left[item]] = links.left[links.right[item]] = item
""",
        ),
        ("the library's", "refused", "def uncover(links, item):\n    links.uncover(item)"),
        (
            "builds the links anew, and covers again what is out",
            "refused",
            """
def uncover(links, item):
    inside = {0, *links.ring(0, links.right)}
    out = [head for head in range(1, len(links.items)) if head not in inside and head != item]
    links.__init__(links.problem)
    for head in out:
        type(links).__base__.cover(links, head)
""",
        ),
    ],
    "5.3a": [
        (
            "with a list of the heads that are left, and a cover and an uncover of its own",
            "right",
            """
def cover(links, item):
    links.left[links.right[item]] = links.left[item]
    links.right[links.left[item]] = links.right[item]
    for node in links.ring(item, links.down):
        for other in links.ring(node, links.right):
            links.down[links.up[other]] = links.down[other]
            links.up[links.down[other]] = links.up[other]
            links.size[links.top[other]] -= 1

def uncover(links, item):
    for node in links.ring(item, links.up):
        for other in links.ring(node, links.left):
            links.size[links.top[other]] += 1
            links.up[links.down[other]] = links.down[links.up[other]] = other
    links.right[links.left[item]] = links.left[links.right[item]] = item

def search(links, chosen=()):
    heads = links.ring(0, links.right)
    if not heads:
        return [chosen]
    item = min(heads, key=lambda head: links.size[head])
    if links.size[item] == 0:
        return []
    found = []
    cover(links, item)
    for node in links.ring(item, links.down):
        others = links.ring(node, links.right)
        for other in others:
            cover(links, links.top[other])
        found += search(links, chosen + (links.option[node],))
        while others:
            uncover(links, links.top[others.pop()])
    uncover(links, item)
    return found
""",
        ),
        (
            "a copy of the links for each row",
            "refused",
            """
from copy import deepcopy

def search(links, chosen=()):
    heads = links.ring(0, links.right)
    if not heads:
        yield chosen
        return
    item = min(heads, key=lambda head: links.size[head])
    links.cover(item)
    for node in links.ring(item, links.down):
        copy = deepcopy(links)
        for other in links.ring(node, links.right):
            copy.cover(links.top[other])
        yield from search(copy, (*chosen, links.option[node]))
    links.uncover(item)
""",
        ),
        (
            "puts back a copy of all arrays",
            "refused",
            """
def search(links, chosen=()):
    heads = links.ring(0, links.right)
    if not heads:
        yield chosen
        return
    names = ["left", "right", "up", "down", "size"]
    item = min(heads, key=lambda head: links.size[head])
    for node in links.ring(item, links.down):
        before = [list(getattr(links, name)) for name in names]
        links.cover(item)
        for other in links.ring(node, links.right):
            links.cover(links.top[other])
        yield from search(links, (*chosen, links.option[node]))
        for name, old in zip(names, before):
            getattr(links, name)[:] = old
""",
        ),
        (
            "on sets",
            "refused",
            """
def search(links, chosen=()):
    from puzzlelib.search import algorithm_x
    yield from algorithm_x.search(links.problem)
""",
        ),
    ],
    "5.3b": [
        (
            "adds one to the item's own size",
            "right",
            "def broken(links, item):\n    links.uncover(item)\n    links.size[item] += 1",
        ),
        (
            "the size of the root, which is no column",
            "refused",
            "def broken(links, item):\n    links.uncover(item)\n    links.size[0] += 1",
        ),
        (
            "a size that is no number",
            "refused",
            "def broken(links, item):\n    links.uncover(item)\n    links.size[item] = None",
        ),
        (
            "forgets which option a node belongs to",
            "refused",
            """
def broken(links, item):
    links.uncover(item)
    links.size[item] += 1
    links.option[-1] = None
""",
        ),
    ],
    "5.4": [
        (
            "there and back, with one look at the clock between two runs",
            "right",
            """
def compare(f, g, clock, runs):
    times = {0: [], 1: []}
    for lap in range(runs + 1):
        order = [(0, f), (1, g)][:: 1 if lap % 2 else -1]
        before = clock()
        for name, work in order:
            work()
            after = clock()
            times[name].append(after - before)
            before = after
    middle = lambda name: (sorted(times[name][1:])[(runs - 1) // 2] + sorted(times[name][1:])[runs // 2]) / 2
    return middle(0) / middle(1)
""",
        ),
        ("a constant", "refused", "def compare(f, g, clock, runs):\n    return 3.0"),
        (
            "without the median: the second half of the sorted times",
            "refused",
            """
def compare(f, g, clock, runs):
    def total(work):
        times = []
        for _ in range(runs + 1):
            start = clock()
            work()
            times.append(clock() - start)
        return sum(sorted(times[1:])[runs // 2:])
    return total(f) / total(g)
""",
        ),
    ],
    "5.5": [
        (
            "by Burnside, divided as whole numbers",
            "right",
            """
def count_kinds(packings, turns):
    fixed = sum({turn[n] for n in packing} == set(packing) for packing in packings for turn in turns)
    return fixed // len(turns)
""",
        ),
        (
            "strikes out the pictures of each packing that it meets",
            "right",
            """
def count_kinds(packings, turns):
    left, kinds = set(packings), 0
    while left:
        packing = next(iter(left))
        left -= {frozenset(turn[n] for n in packing) for turn in turns}
        kinds += 1
    return kinds
""",
        ),
        (
            "tells kinds by how many pictures they have",
            "refused",
            """
def count_kinds(packings, turns):
    return len({len({frozenset(turn[n] for n in packing) for turn in turns}) for packing in packings})
""",
        ),
    ],
    "5.6": [
        (
            "a domino and dots on a small board",
            "right",
            """
MY_PUZZLE = '''
box: [3, 2, 1]
pieces:
  - {name: D, cells: [[0,0,0], [1,0,0]]}
  - {name: S, copies: 4, cells: [[0,0,0]]}
'''
""",
        ),
        (
            "one shape under two names",
            "refused",
            """
MY_PUZZLE = '''
box: [2, 2, 2]
pieces:
  - {name: D, copies: 3, cells: [[0,0,0], [1,0,0]]}
  - {name: E, cells: [[0,0,0], [0,0,1]]}
'''
""",
        ),
    ],
    "5.7": [
        (
            "the other heads point to themselves meanwhile",
            "right",
            """
def at_most(links, main, chosen=()):
    heads = [(head, links.left[head], links.right[head]) for head in [0, *links.ring(0, links.right)]]
    for head, left, right in heads:
        if head > main:
            links.right[links.left[head]], links.left[links.right[head]] = links.right[head], links.left[head]
            links.left[head] = links.right[head] = head
    found = search(links, ())
    for head, left, right in heads:
        links.left[head], links.right[head] = left, right
    return found

def search(links, chosen):
    heads = links.ring(0, links.right)
    if not heads:
        return [chosen]
    item, found = min(heads, key=lambda head: links.size[head]), []
    links.cover(item)
    for node in links.ring(item, links.down):
        others = [links.top[other] for other in links.ring(node, links.right)]
        for other in others:
            links.cover(other)
        found += search(links, (*chosen, links.option[node]))
        for other in reversed(others):
            links.uncover(other)
    links.uncover(item)
    return found
""",
        ),
        (
            "adds an option for each item that may stay free",
            "refused",
            """
def at_most(links, main, chosen=()):
    from puzzlelib.search import algorithm_x, cover_of
    options = list(links.problem.options)
    free = [[item] for item in list(links.problem.items)[main:]]
    for found in algorithm_x.search(cover_of(options + free, items=list(links.problem.items))):
        yield tuple(row for row in found if row < len(options))
""",
        ),
    ],
    "6.1": [
        (
            "a fact to a line, written by a loop",
            "right",
            """
def cube_facts(name, rotation, cells):
    lines = []
    for cell in cells:
        numbers = [str(rotation)] + [str(part) for part in cell]
        lines.append('cube("' + name + '", ' + ", ".join(numbers) + ").")
    return chr(10).join(lines) + chr(10)
""",
        ),
        (
            "a tuple for a cell",
            "refused",
            """
def cube_facts(name, rotation, cells):
    return " ".join(f'cube("{name}",{rotation},{cell}).' for cell in cells)
""",
        ),
        (
            "looked up in the library's list",
            "refused",
            """
from puzzlelib.asp import FOLDER, answers

def cube_facts(name, rotation, cells):
    known = answers((FOLDER / "cubes.lp").read_text(encoding="utf-8"))[0]
    return " ".join(atom + "." for atom in known if atom.startswith(f'cube("{name}",{rotation},'))
""",
        ),
    ],
    "6.1b": [
        (
            "each in or out, and constraints",
            "right",
            """
ONE_OF_THREE = '''
a :- not no_a.  no_a :- not a.
b :- not no_b.  no_b :- not b.
c :- not no_c.  no_c :- not c.
:- a, b.  :- b, c.  :- a, c.
:- no_a, no_b, no_c.
'''
""",
        ),
        (
            "one head for all three",
            "refused",
            """
ONE_OF_THREE = '''
a ; b ; c.
'''
""",
        ),
        (
            "one of them, always the same",
            "refused",
            """
ONE_OF_THREE = '''
a :- not b, not c.
'''
""",
        ),
    ],
    "6.2": [
        (
            "no overlap and no gap",
            "right",
            with_line(":- cell(A,B), not covers(_,A,B).  :- covers(P,A,B), covers(Q,A,B), P != Q."),
        ),
        (
            "bounds around the braces",
            "right",
            with_line(":- cell(A,B), not 1 { covers(P,A,B) : piece(P) } 1."),
        ),
        (
            "as many squares as cells",
            "refused",
            with_line(":- #count { A,B : cell(A,B) } = N, #count { P,A,B : covers(P,A,B) } != N."),
        ),
        (
            "as many cells are covered as there are",
            "refused",
            with_line(":- #count { A,B : cell(A,B) } = N, #count { A,B : covers(_,A,B) } != N."),
        ),
        (
            "only on the board of the lesson",
            "refused",
            with_line(":- A = 0..2, B = 0..1, cell(A,B), #count { P : covers(P,A,B) } != 1."),
        ),
    ],
    "6.2b": [
        (
            "from node to node",
            "right",
            """
def ground_lines(sources, pipes):
    lines = set()
    def visit(node):
        for pipe in pipes:
            if pipe[0] == node and pipe not in lines:
                lines.add(pipe)
                visit(pipe[1])
    for source in sources:
        visit(source)
    return lines
""",
        ),
        (
            "three passes",
            "refused",
            """
def ground_lines(sources, pipes):
    wet = set(sources)
    for _ in range(3):
        wet |= {y for x, y in pipes if x in wet}
    return {(x, y) for x, y in pipes if x in wet}
""",
        ),
    ],
    "6.3": [
        ("says where it has to be", "right", "on_the_bottom = ':- not position(1,_,_,_,0,_).'"),
        ("by its cells", "right", "on_the_bottom = ':- position(1,R,X,Y,Z,G), covers(1,R,X,Y,Z,G,_,_,1).'"),
        ("by its name", "right", "on_the_bottom = ':- piece(P,\"I\"), position(P,_,_,_,1,_).'"),
        ("only in the first box", "refused", "on_the_bottom = ':- position(1,_,_,_,1,1).'"),
        ("only at one end", "refused", "on_the_bottom = ':- position(1,_,X,_,1,_), X < 2.'"),
        ("no I at all", "refused", "on_the_bottom = ':- position(1,_,_,_,_,_).'"),
        ("no answer at all", "refused", "on_the_bottom = ':- tetracubeID(1).'"),
    ],
    "6.4": [
        (
            "with regular expressions",
            "right",
            r"""
import re

def hint_types(atoms):
    text = " ".join(atoms)
    names = dict(re.findall(r'assignType\((\d+),"(\w+)"\)', text))
    return set(map(names.get, re.findall(r"\bhint\((\d+)\)", text)))
""",
        ),
        (
            "by numbers of one digit",
            "refused",
            """
def hint_types(atoms):
    names = {atom[11]: atom.split('"')[1] for atom in atoms if atom.startswith("assignType(")}
    return {names[atom[5]] for atom in atoms if atom.startswith("hint(")}
""",
        ),
    ],
    "6.4b": [
        (
            "the conflict at the other end",
            "right",
            """
protocol = ["decide not b1", "decide t1", "so not t2", "so not v2", "so v3", "so not b2", "so not t0",
            "conflict bottom 2", "learn not t1 or b1", "back", "so not t1"]
""",
        ),
        (
            "learns more than the conflict breaks",
            "refused",
            """
protocol = ["decide not b1", "decide t1", "so not v1", "so not t0", "so v0", "so not b0",
            "conflict bottom 1", "learn b1 or not t1 or v2", "back", "so not t1"]
""",
        ),
    ],
    "6.5": [
        (
            "a number for each direction",
            "right",
            """
DOMINOES = '''
{ lies(X,Y) } :- cell(X,Y), cell(X+1,Y).
{ stands(X,Y) } :- cell(X,Y), cell(X,Y+1).
:- cell(X,Y), #count { 1 : lies(X,Y); 2 : lies(X-1,Y); 3 : stands(X,Y); 4 : stands(X,Y-1) } != 1.
'''
""",
        ),
        (
            "each cell has a partner, whose partner it is",
            "right",
            """
DOMINOES = '''
near(X,Y,X+1,Y) :- cell(X,Y), cell(X+1,Y).
near(X,Y,X,Y+1) :- cell(X,Y), cell(X,Y+1).
near(A,B,X,Y) :- near(X,Y,A,B).
1 { pair(X,Y,A,B) : near(X,Y,A,B) } 1 :- cell(X,Y).
:- pair(X,Y,A,B), not pair(A,B,X,Y).
lies(X,Y) :- pair(X,Y,X+1,Y).
stands(X,Y) :- pair(X,Y,X,Y+1).
'''
""",
        ),
        (
            "only where X and Y go from 0 to 3",
            "refused",
            """
DOMINOES = '''
{ lies(X,Y) : X = 0..2, Y = 0..3, cell(X,Y), cell(X+1,Y) }.
{ stands(X,Y) : X = 0..3, Y = 0..2, cell(X,Y), cell(X,Y+1) }.
:- cell(X,Y), #count { 1 : lies(X,Y); 2 : lies(X-1,Y); 3 : stands(X,Y); 4 : stands(X,Y-1) } != 1.
'''
""",
        ),
        (
            "as many squares as cells",
            "refused",
            """
DOMINOES = '''
{ lies(X,Y) : cell(X,Y), cell(X+1,Y) }.
{ stands(X,Y) : cell(X,Y), cell(X,Y+1) }.
:- #count { X,Y : cell(X,Y) } = N, #sum { 2,l,X,Y : lies(X,Y); 2,s,X,Y : stands(X,Y) } != N.
'''
""",
        ),
    ],
    "6.6": [
        (
            "rules, from a box of 36",
            "right",
            """
CONTAINER = '''
cell(X,Y,Z) :- X = 5..8, Y = 0..2, Z = -1..1, not gone(X,Y,Z).
gone(5,0,-1). gone(6,0,-1). gone(7,2,1). gone(8,2,1).
'''
""",
        ),
        (
            "a known box, moved and turned",
            "refused",
            """
CONTAINER = '''
cell(5..6,1..8,7..8).
'''
""",
        ),
        (
            "two boxes that touch along an edge only",
            "refused",
            """
CONTAINER = '''
cell(0..3,0..1,0..1). cell(4..7,2..3,0..1).
'''
""",
        ),
    ],
    "6.7": [
        (
            "counted, and neighbours by two rules",
            "right",
            """
SEATING = '''
{ sits(G,S) : guest(G), seat(S) }.
:- guest(G), #count { S : sits(G,S) } != 1.
:- seat(S), #count { G : sits(G,S) } > 1.
foes(G,H) :- apart(G,H).
foes(H,G) :- apart(G,H).
:- foes(G,H), sits(G,S), sits(H,T), next(S,T).
'''
""",
        ),
        (
            "seats by their numbers, up to four",
            "refused",
            """
SEATING = '''
1 { sits(G,S) : seat(S) } 1 :- guest(G).
:- sits(G,S), sits(H,S), G < H.
:- apart(G,H), sits(G,S), sits(H,T), |S-T| = 1.
:- apart(G,H), sits(G,S), sits(H,T), |S-T| = 3.
'''
""",
        ),
        (
            "the first guest sits on the first seat",
            "refused",
            """
SEATING = '''
1 { sits(G,S) : seat(S) } 1 :- guest(G).
:- sits(G,S), sits(H,S), G < H.
:- apart(G,H), sits(G,S), sits(H,T), next(S,T).
:- apart(G,H), sits(G,T), sits(H,S), next(S,T).
first(G) :- G = #min { H : guest(H) }.
:- first(G), not sits(G,1).
'''
""",
        ),
    ],
    "7.5": [
        (
            "takes out what can go",
            "right",
            """
kept = list(all_packings("2x2x8")[7])
for hint in all_packings("2x2x8")[7]:
    rest = [other for other in kept if other != hint]
    if completions(all_packings("2x2x8"), rest) == 1:
        kept = rest
my_puzzle = {"grid": "2x2x8", "hints": [(hint.piece, list(map(list, hint.cells))[::-1]) for hint in kept]}
""",
        ),
        (
            "seven pieces of eight",
            "refused",
            """
my_puzzle = {"grid": "2x4x4", "hints": all_packings("2x4x4")[0][:7]}
""",
        ),
        (
            "a hint twice",
            "refused",
            """
my_puzzle = {"grid": "2x4x4", "hints": [all_packings("2x4x4")[0][0]] * 2}
""",
        ),
    ],
    "7.6": [
        (
            "with bits, and a small set that meets each difference",
            "right",
            """
from itertools import permutations

def fewest_clues(square):
    n, squares = len(square), [()]
    for _ in range(n):
        squares = [
            rows + (row,) for rows in squares for row in permutations(range(1, n + 1))
            if all(a != b for other in rows for a, b in zip(other, row))
        ]
    places = [(r, c) for r in range(n) for c in range(n)]
    wanted = [sum(1 << r * n + c for r, c in places if rows[r][c] != square[r][c]) for rows in squares]
    sets = (some for size in range(n * n) for some in combinations(range(n * n), size))
    masks = (sum(1 << k for k in some) for some in sets)
    best = next(mask for mask in masks if all(mask & bits for bits in wanted if bits))
    return {(k // n, k % n) for k in range(n * n) if best >> k & 1}
""",
        ),
        (
            "the cell that meets most, again and again",
            "refused",
            """
from itertools import permutations, product

def fewest_clues(square):
    n, cells = len(square), list(product(range(len(square)), repeat=2))
    rows = permutations(range(1, n + 1))
    squares = [one for one in product(rows, repeat=n) if all(len(set(column)) == n for column in zip(*one))]
    left = [{(r, c) for r, c in cells if one[r][c] != square[r][c]} for one in squares]
    clues, left = [], [differ for differ in left if differ]
    while left:
        clues.append(max(cells, key=lambda cell: sum(cell in differ for differ in left)))
        left = [differ for differ in left if clues[-1] not in differ]
    return clues
""",
        ),
    ],
    "8.4a": [
        (
            "by a linear program",
            "right",
            """
def loophole(n):
    model = one_row(n)
    model.minimise(Variable("y"))
    values = relax(model, {"x1": 1}).values
    return tuple(values[f"x{k}"] for k in range(1, n + 1)), values["y"]
""",
        ),
        (
            "values near to the least",
            "refused",
            """
def loophole(n):
    return [1] + [0] * (n - 1), 1 / n + 0.001
""",
        ),
        (
            "an L that is nearly whole",
            "refused",
            """
def loophole(n):
    return [0.99] + [0] * (n - 1), 0.99 / n
""",
        ),
    ],
    "8.4c": [
        (
            "another card, and the other branch first",
            "right",
            """
tree = [
    [{}, 9, "branch be"],
    [dict(be=1), None, "none"],
    [dict(be=0), 12.0, "answer"],
]
""",
        ),
        (
            "by program, the node with the least bound first",
            "right",
            """
from math import ceil, inf

tree, left, best = [], [{}], inf
while left:
    fixed = min(left, key=lambda fixed: relax(priced_cards(), fixed).bound)
    left.remove(fixed)
    found = relax(priced_cards(), fixed)
    parts = [name for name, value in found.values.items() if value not in (0, 1)]
    if not found.feasible:
        tree.append((fixed, None, "none"))
    elif ceil(found.bound) >= best:
        tree.append((fixed, found.bound, "pruned"))
    elif not parts:
        best = found.bound
        tree.append((fixed, best, "answer"))
    else:
        tree.append((fixed, found.bound, "branch " + parts[0]))
        left += [{**fixed, parts[0]: value} for value in (1, 0)]
""",
        ),
        (
            "one node that says it all",
            "refused",
            """
tree = [({}, 12, "answer")]
""",
        ),
        (
            "the cards one by one, whatever the bound",
            "refused",
            """
names, tree, left = list(priced_cards().names), [], [{}]
while left:
    fixed = left.pop()
    found = relax(priced_cards(), fixed)
    if not found.feasible:
        tree.append((fixed, None, "none"))
    elif len(fixed) == len(names):
        tree.append((fixed, found.bound, "answer"))
    else:
        tree.append((fixed, found.bound, "branch " + names[len(fixed)]))
        left += [{**fixed, names[len(fixed)]: value} for value in (1, 0)]
""",
        ),
    ],
    "8.4d": [
        (
            "by a linear program",
            "right",
            """
hook = placement_model(ls_on(board_of(HOOK)))
refusal = Model("multipliers from -1 to 1")
times = {name: refusal.variable("plus " + name) - refusal.variable("minus " + name) for name in hook.rows}
for place in hook.names:
    refusal.row(place, total(row.terms.get(place, 0) * times[row.name] for row in hook.rows.values()) <= 0)
refusal.minimise(total(-row.right * times[row.name] for row in hook.rows.values()))
values = relax(refusal).values
multipliers = {name: values["plus " + name] - values["minus " + name] for name in hook.rows}
""",
        ),
        (
            "each row counts as one",
            "refused",
            """
multipliers = dict.fromkeys(placement_model(ls_on(board_of(HOOK))).rows, 1)
""",
        ),
        (
            "an L more than there are",
            "refused",
            """
multipliers = {"cell (0,2,0)": 2, "cell (0,0,0)": 1, "cell (0,1,0)": -1, "piece V": 1}
""",
        ),
    ],
    "8.7": [
        (
            "variables only where somebody can work, at least and at most",
            "right",
            """
def roster(people, needs):
    model, days = Model("roster"), [*needs]
    x = {(one, day): model.variable(f"{one} {day}") for one in people for day in people[one] if day in needs}
    for k, day in enumerate(days):
        model.row(f"least {day}", total(x[one, day] for one in people if (one, day) in x) >= needs[day])
        model.row(f"most {day}", total(x[one, day] for one in people if (one, day) in x) <= needs[day])
        for one in people:
            pair = [x[one, other] for other in days[k:k + 2] if (one, other) in x]
            model.row(f"rest {one} {day}", 3 * total(pair) <= 4)
    return model
""",
        ),
        (
            "all who cannot in one row, and rows with zeros in them",
            "right",
            """
def roster(people, needs):
    model, days = Model("roster"), list(needs)
    x = {(one, day): model.variable(f"{one} {day}") for one, day in product(people, days)}
    model.row("stay at home", total(x[one, day] for one, day in x if day not in people[one]) == 0)
    for day in days:
        model.row(day, needs[day] - total(int(day == other) * x[one, other] for one, other in x) == 0)
    for one in people:
        for k in range(1, len(days)):
            model.row(f"{one} {k}", 1 >= x[one, days[k - 1]] + x[one, days[k]])
    return model
""",
        ),
        (
            "two days a week for everybody",
            "refused",
            """
def roster(people, needs):
    model, days = Model("roster"), list(needs)
    x = {(one, day): model.variable(f"{one} {day}") for one in people for day in people[one]}
    for day in days:
        model.row(day, total(x[pair] for pair in x if pair[1] == day) == needs[day])
    for one in people:
        model.row(one, total(x[pair] for pair in x if pair[0] == one) <= 2)
        for a, b in zip(days, days[1:]):
            model.row(f"{one} {a}", total(x[pair] for pair in ((one, a), (one, b)) if pair in x) <= 1)
    return model
""",
        ),
        (
            "a row against each wrong roster",
            "refused",
            """
def roster(people, needs):
    model, days = Model("roster"), list(needs)
    x = {(one, day): model.variable(f"{one} {day}") for one in people for day in days}
    for number, bits in enumerate(product((0, 1), repeat=len(x))):
        work = {pair for pair, bit in zip(x, bits) if bit}
        fine = all(day in people[one] for one, day in work) and all(
            sum(one[1] == day for one in work) == needs[day] for day in days
        ) and not any({(one, a), (one, b)} <= work for one in people for a, b in zip(days, days[1:]))
        if not fine:
            same = total(x[pair] if pair in work else 1 - x[pair] for pair in x)
            model.row(f"not {number}", same <= len(x) - 1)
    return model
""",
        ),
    ],
    "9.1": [
        (
            "by places",
            "right",
            """
def quarter_turn(border12):
    return tuple(border12[(place - 3) % 12] for place in range(12))
""",
        ),
        (
            "through the picture",
            "right",
            """
def quarter_turn(border12):
    ring = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (3, 2), (3, 3), (2, 3), (1, 3), (0, 3), (0, 2), (0, 1)]
    there = dict(zip(ring, border12))
    return [there[y, 3 - x] for x, y in ring]
""",
        ),
        (
            "by NumPy",
            "right",
            """
def quarter_turn(border12):
    import numpy
    return numpy.roll(border12, 3)
""",
        ),
        (
            "the plate of the page, whatever is asked",
            "refused",
            """
def quarter_turn(border12):
    return (False,) * 3 + (True,) * 4 + (False,) * 5
""",
        ),
    ],
    "9.2": [
        (
            "by one formula for all faces",
            "right",
            """
def place(face, x, y):
    axis, away = "XYZ".index(face[1]), face[0] == "+"
    cell = [0, 0, 0]
    cell[axis] = 3 * away
    cell[(axis + 1) % 3] = x if away else 3 - x
    cell[(axis + 2) % 3] = 3 - y
    return cell
""",
        ),
        (
            "mirrored on all faces",
            "refused",
            """
def place(face, x, y):
    x = 3 - x
    return {"+Z": (x, 3 - y, 3), "-Y": (x, 0, 3 - y), "+X": (3, x, 3 - y), "+Y": (3 - x, 3, 3 - y),
            "-X": (0, 3 - x, 3 - y), "-Z": (x, y, 0)}[face]
""",
        ),
    ],
    "9.3": [
        (
            "counts sides of three kinds",
            "right",
            """
def cannot(borders):
    sides = [word for border in borders for word in side_words(border)]
    times = {word: sides.count(word) for word in ("##", "..", "#.", ".#")}
    whole = sum(border[k] for border in borders for k in range(0, 12, 3)) == 8 and times["##"] == times[".."]
    return not whole or times["#."] % 2 != 0 or times[".#"] % 2 != 0
""",
        ),
        (
            "a count more: each side needs another plate as its partner",
            "right",
            """
def cannot(borders):
    sides = [side_words(border) for border in borders]
    if sum(border[k] for border in borders for k in range(0, 12, 3)) != 8:
        return True
    words = sum(sides, [])
    if "".join(words).count("#") != 24 or words.count("#.") % 2:
        return True
    for k, own in enumerate(sides):
        others = sides[:k] + sides[k + 1:]
        for word, partner in {"#.": "#.", ".#": ".#", "##": "..", "..": "##"}.items():
            if own.count(word) > sum(partner in other for other in others):
                return True
    return False
""",
        ),
        (
            "a search, and no counting",
            "refused",
            """
def cannot(borders):
    six = PlateSet("six", [Plate(name, tuple(border)) for name, border in zip("ABCDEF", borders)])
    return bool(areas_wrong(six, "cube")) or next(algorithm_x.solutions(cube_puzzle(six)), None) is None
""",
        ),
    ],
    "9.3b": [
        (
            "by halves",  # U. Junker, QuickXplain, 2004
            "right",
            """
def none_superfluous(rows, possible):
    def needed(held, changed, rest):
        if changed and not possible(held):
            return []
        if len(rest) == 1:
            return rest
        half = len(rest) // 2
        second = needed(held + rest[:half], True, rest[half:])
        return needed(held + second, bool(second), rest[:half]) + second
    return needed([], False, list(rows))
""",
        ),
        (
            "rows come in, the last that makes them quarrel stays",
            "right",
            """
def none_superfluous(rows, possible):
    held, rest = [], list(rows)
    while possible(held):
        low, high = 0, len(rest)
        while high - low > 1:
            middle = (low + high) // 2
            if possible(held + rest[:middle]):
                low = middle
            else:
                high = middle
        held, rest = held + [rest[high - 1]], rest[:high - 1]
    return held
""",
        ),
        (
            "by yield",
            "right",
            """
def none_superfluous(rows, possible):
    kept = list(rows)
    for row in rows:
        fewer = [one for one in kept if one != row]
        if possible(fewer):
            yield row
        else:
            kept = fewer
""",
        ),
        (
            "begins anew whenever a row has gone",
            "refused",
            """
def none_superfluous(rows, possible):
    for row in rows:
        fewer = [one for one in rows if one != row]
        if not possible(fewer):
            return none_superfluous(fewer, possible)
    return rows
""",
        ),
        (
            "by yield, and beginning anew",
            "refused",
            """
def none_superfluous(rows, possible):
    for row in rows:
        fewer = [one for one in rows if one != row]
        if not possible(fewer):
            yield from none_superfluous(fewer, possible)
            return
    yield from rows
""",
        ),
    ],
    "9.4": [
        (
            "a row against each two faces that meet",
            "right",
            """
def keep_apart(model, x, a, b):
    for one, other in product(OPPOSITE, repeat=2):
        if other not in (one, OPPOSITE[one]):
            model.row(f"{a} {one} {b} {other}", x[a, one] + x[b, other] <= 1)
""",
        ),
        (
            "an axis for both, with a variable for each axis",
            "right",
            """
def keep_apart(model, x, a, b):
    for axis in "XYZ":
        both = model.variable(f"{a} and {b} on {axis}")
        for plate in (a, b):
            model.row(f"{plate} on {axis}", x[plate, "+" + axis] + x[plate, "-" + axis] == both)
""",
        ),
        (
            "no other plate lies opposite a",
            "right",
            """
def keep_apart(model, x, a, b):
    for plate in set("ABCDEF") - {a, b}:
        for face in OPPOSITE:
            model.row(f"{plate} {face}", x[a, face] + x[plate, OPPOSITE[face]] <= 1)
""",
        ),
        (
            "a row against each wrong cube",
            "refused",
            """
def keep_apart(model, x, a, b):
    from puzzlelib.ilp import Variable

    for number, values in enumerate(list(all_solutions(model, "cp-sat"))):
        ones = [name for name in values if values[name]]
        where = {name.split()[0]: name.split()[2] for name in ones}
        if OPPOSITE[where[a]] != where[b]:
            model.row(f"not cube {number}", total(map(Variable, ones)) <= 5)
""",
        ),
    ],
    "9.5": [
        (
            "six plates of one's own, and a frame that is looked for",
            "right",
            """
from puzzlelib.plates import frame_around

six = set_from('''
..##    ..#.    .###    .##.    ....    ..##
####    .##.    ###.    ####    ###.    ###.
.###    .###    .###    .###    ####    .##.
.##.    ...#    ...#    ##..    #...    ##..
''').plates
my_set = PlateSet("mine", six, frame_around(Random(1), six))
""",
        ),
        (
            "the generator's six for a cube, and a frame that is looked for",
            "refused",
            """
from puzzlelib.plates import frame_around

six = generate_plates(3, "cube").plates
my_set = next(PlateSet("mine", six, frame) for k in range(99) if (frame := frame_around(Random(k), six)))
""",
        ),
        (
            "the library's plates, each turned, with other names",
            "refused",
            """
both = load("both-ways")
six = [replace(plate.turned(), name=plate.name * 2) for plate in both.plates[::-1]]
my_set = PlateSet("mine", six, both.border30)
""",
        ),
    ],
    "9.6": [
        (
            "lengths and use in rows of their own",
            "right",
            """
def saw(model, x, used, lengths, plank):
    for i in range(len(lengths)):
        model.row(f"at least once {i}", total(x[i, k] for k in range(len(used))) >= 1)
        model.row(f"at most once {i}", total(x[i, k] for k in range(len(used))) <= 1)
    for k in range(len(used)):
        model.row(f"length {k}", total(n * x[i, k] for i, n in enumerate(lengths)) <= plank)
        for i in range(len(lengths)):
            model.row(f"use {k} for {i}", x[i, k] <= used[k])
    model.minimise(total(used))
""",
        ),
        (
            "each plank costs a little more than the one before",
            "right",
            """
def saw(model, x, used, lengths, plank):
    for i in range(len(lengths)):
        model.row(f"piece {i}", sum(x[i, k] for k in range(len(used))) == 1)
    for k, there in enumerate(used):
        model.row(f"plank {k}", plank * there - sum(n * x[i, k] for i, n in enumerate(lengths)) >= 0)
    model.minimise(total((1 + k / 100) * there for k, there in enumerate(used)))
""",
        ),
        (
            "a row against each wrong plan",
            "refused",
            """
def saw(model, x, used, lengths, plank):
    names = [*x.values(), *used]
    for number, bits in enumerate(product((0, 1), repeat=len(names))):
        values = dict(zip([*x, *range(len(used))], bits))
        planks = range(len(used))
        fine = all(sum(values[i, k] for k in planks) == 1 for i in range(len(lengths))) and all(
            sum(n * values[i, k] for i, n in enumerate(lengths)) <= plank * values[k] for k in planks
        )
        if not fine:
            same = total(one if bit else 1 - one for one, bit in zip(names, bits))
            model.row(f"not {number}", same <= len(names) - 1)
    model.minimise(total(used))
""",
        ),
        (
            "each piece onto the first plank with room",
            "refused",
            """
def saw(model, x, used, lengths, plank):
    room = [plank] * len(used)
    for i, n in enumerate(lengths):
        k = next((k for k in range(len(used)) if room[k] >= n), 0)
        room[k] -= n
        model.row(f"piece {i}", x[i, k] == 1)
    model.minimise(total(used))
""",
        ),
    ],
    "10.1": [
        (
            "the last of many, as a dictionary",
            "right",
            """
from itertools import islice
from puzzlelib.icosoku.by_search import solutions
laid = dict(enumerate(list(islice(solutions(small_toy()), 50))[-1]))
""",
        ),
        (
            "012 twice, and no 021",
            "refused",
            """
from puzzlelib.icosoku import arrange
puzzle = small_toy()
tiles = [(0, 1, 2) if tile == (0, 2, 1) else tile for tile in puzzle.tiles]
laid = dict(enumerate(arrange(Cosoku(puzzle.polyhedron, puzzle.capacities, tiles)).arrangement))
""",
        ),
    ],
    "10.1b": [
        (
            "by the chance that a try ends",
            "right",
            """
def tiles_on_average(runs, patience):
    ends = sum(run <= patience for run in runs) / len(runs)
    return mean(min(run, patience) for run in runs) / ends if ends else inf
""",
        ),
        (
            "by a series",
            "right",
            """
def tiles_on_average(runs, patience):
    short = [run for run in runs if run <= patience]
    if not short:
        return inf
    fails, total = 1 - len(short) / len(runs), mean(short)
    for tries in range(1, 2000):
        total += patience * fails ** tries
    return total
""",
        ),
        (
            "ten tries at most",
            "refused",
            """
def tiles_on_average(runs, patience):
    short = [run for run in runs if run <= patience]
    if not short:
        return inf
    fails, total = 1 - len(short) / len(runs), mean(short)
    for tries in range(1, 10):
        total += patience * fails ** tries
    return total
""",
        ),
    ],
    "10.2": [
        (
            "sums as atoms",
            "right",
            '''
the_sum = """
total(V,S) :- capacity(V,_), S = #sum { D,F,I : corner(F,I,V), has(F,I,D) }.
:- capacity(V,C), total(V,S), S != C.
"""
''',
        ),
        (
            "more is forbidden, and less too",
            "right",
            '''
the_sum = """
:- capacity(V,C), #sum { D,F : corner(F,I,V), has(F,I,D) } > C.
:- capacity(V,C), #sum { D,F : corner(F,I,V), has(F,I,D) } < C.
"""
''',
        ),
        (
            "all the dots are as many as the pegs say",
            "refused",
            '''
the_sum = """
:- S = #sum { C,V : capacity(V,C) }, #sum { D,F,I : has(F,I,D) } != S.
"""
''',
        ),
    ],
    "10.3": [
        (
            "with if",
            "right",
            '''
the_equation = """
constraint forall (v in VERTEX) (
    capacity[v] = sum (f in FACE, i in 0..2) (if corner[f, i] = v then has[f, i] else 0 endif));
"""
''',
        ),
        (
            "truth values as numbers",
            "right",
            '''
the_equation = """
constraint forall (v in VERTEX) (
    sum ([has[f, i] * bool2int(corner[f, i] = v) | f in FACE, i in 0..2]) = capacity[v]);
"""
''',
        ),
        (
            "all the dots are as many as the pegs say",
            "refused",
            '''
the_equation = """
constraint sum (f in FACE, i in 0..2) (has[f, i]) = sum (capacity);
"""
''',
        ),
    ],
    "10.4": [
        (
            "tile by tile",
            "right",
            """
from collections import Counter

def answers_for_each_solution(puzzle):
    seen, number = Counter(), 1
    for tile in puzzle.tiles:
        seen[tile] += 1
        number *= seen[tile] * (3 if tile[0] == tile[1] == tile[2] else 1)
    return number
""",
        ),
        (
            "lists all answers, and all solutions",
            "refused",
            """
def answers_for_each_solution(puzzle):
    count = lambda encoding: sum(1 for _ in cosoku_asp.solutions(puzzle, encoding=encoding))
    return count("tiles") // count("types")
""",
        ),
    ],
    "10.5": [
        (
            "by our search, one after the other",
            "right",
            """
arrangements = []
for four in fours:
    tiles = [tile for tile in ALL_TILES if tile not in four]
    arrangements.append(list(arrange(Cosoku(icosahedron(), PAPER_PEGS, tiles), order="tightest").arrangement))
""",
        ),
        (
            "one arrangement eight times",
            "refused",
            """
arrangements = [solve(Cosoku(icosahedron(), PAPER_PEGS, ALL_TILES)).arrangement] * 8
""",
        ),
    ],
    "10.6": [
        (
            "looks at the bounds before it puts, the largest number first",
            "right",
            """
def fits(board, point, number):
    at = {**board.at, point: number}
    free = sorted(set(board.numbers) - set(at.values()))
    for line in board.lines:
        missing = board.total - sum(at.get(one, 0) for one in line)
        places = sum(one not in at for one in line)
        if not sum(free[:places]) <= missing <= sum(free[len(free) - places:]):
            return False
    return True

def fill(board):
    points = [point for point in board.points if point not in board.at]
    if not points:
        return True
    free = [number for number in reversed(board.numbers) if number not in board.at.values()]
    ways = {point: [number for number in free if fits(board, point, number)] for point in points}
    point = min(points, key=lambda point: len(ways[point]))
    for number in ways[point]:
        board.put(point, number)
        if fill(board):
            return True
        board.take(point)
    return False
""",
        ),
        (
            "searches where the board does not count",
            "refused",
            """
def fill(board):
    at = {}
    def search(k):
        if k == len(board.points):
            return True
        for number in board.numbers:
            if number not in at.values():
                at[board.points[k]] = number
                full = [line for line in board.lines if all(point in at for point in line)]
                if all(sum(at[point] for point in line) == board.total for line in full) and search(k + 1):
                    return True
                del at[board.points[k]]
        return False
    if not search(0):
        return False
    for point, number in at.items():
        board.put(point, number)
    return True
""",
        ),
        (
            "tries all orders",
            "refused",
            """
from itertools import permutations

def fill(board):
    for numbers in permutations(board.numbers):
        at = dict(zip(board.points, numbers))
        if all(sum(at[point] for point in line) == board.total for line in board.lines):
            for point, number in at.items():
                board.put(point, number)
            return True
    return False
""",
        ),
    ],
    "11.1": [
        (
            "by counting",
            "right",
            """
from collections import Counter

def is_witness(numbers, group):
    return Counter(group) <= Counter(numbers) and 2 * sum(group) == sum(numbers)
""",
        )
    ],
    "11.3": [
        (
            "splits the numbers first",
            "refused",
            """
def puzzle_for(numbers):
    sums = {sum(n for k, n in enumerate(numbers) if code >> k & 1) for code in range(2 ** len(numbers))}
    if 2 * sum(numbers) % 4 == 0 and sum(numbers) // 2 in sums:
        return 3, (0, 0), [(0, 0, 0)] * 6
    return 3, (1, 0), [(0, 0, 0)] * 6
""",
        )
    ],
    "11.6": [
        (
            "two walls, a day of three parts",
            "right",
            """
def jobs_for(numbers):
    total = sum(numbers)
    jobs = [(2 * number, 0, 2 * total + 2) for number in numbers]
    return jobs + [(1, total, total + 1), (1, total + 1, total + 2)]
""",
        ),
        (
            "tries all groups of short lists, and of long ones says yes",
            "refused",
            """
def jobs_for(numbers):
    jobs = [(number, 0, sum(numbers)) for number in numbers]
    if len(numbers) > 12:
        return jobs
    sums = {sum(n for k, n in enumerate(numbers) if code >> k & 1) for code in range(2 ** len(numbers))}
    return jobs if sum(numbers) / 2 in sums else [(max(numbers), 0, 0)]
""",
        ),
    ],
    "12.3": [
        (
            "turns in place, and back; a list",
            "right",
            """
def one_turn_away(laid):
    found = []
    for face in range(len(laid)):
        tile, turn = laid[face]
        for other in set(turns(tile)) - {turn}:
            laid[face] = Placed(tile, other)
            if sorted(sums(toy, laid)) == list(range(1, 13)):
                found.append(list(sums(toy, laid)))
        laid[face] = Placed(tile, turn)
    return found
""",
        )
    ],
    "12.4": [
        (
            "by a function that remembers",
            "right",
            """
from functools import cache

def count_all(puzzle):
    corners = puzzle.polyhedron.corners
    @cache
    def ways(face, left, missing):
        if face == len(corners):
            return int(not any(missing))
        most, number = still_possible(puzzle, range(face + 1, len(corners))), 0
        for tile, turn in puzzle.ways:
            kind = puzzle.types.index(tile)
            if left[kind]:
                new = laid(State(left, missing), kind, corners[face], dots(tile, turn))
                if all(0 <= m <= room for m, room in zip(new.missing, most)):
                    number += ways(face + 1, *new)
        return number
    return ways(0, tuple(puzzle.copies.values()), puzzle.capacities)
""",
        ),
        (
            "lists them one by one",
            "refused",
            """
from puzzlelib.icosoku.by_search import solutions

def count_all(puzzle):
    return sum(1 for _ in solutions(puzzle))
""",
        ),
    ],
    "12.5": [
        (
            "by hand, on an octahedron",
            "right",
            """
tiles = [(0, 0, 3)] * 4 + [(0, 0, 0)] * 2 + [(0, 0, 1), (0, 1, 1)]
mine = Cosoku(octahedron(), (12, 0, 0, 1, 2, 0), tiles)
""",
        ),
        (
            "one solution, and a tile too many",
            "refused",
            """
from puzzlelib.icosoku import count_slowly
candidates = (puzzle_by_chance(seed) for seed in range(5000))
one = next(puzzle for puzzle in candidates if max(puzzle.capacities) >= 9 and count_slowly(puzzle) == 1)
mine = Cosoku(one.polyhedron, one.capacities, [*one.tiles, (9, 9, 9)])
""",
        ),
    ],
    "12.6": [
        ("square by square", "right", TILED),
        (
            "dominoes moved by half a square",
            "refused",
            TILED.replace("return [((x, y),", "return [((x + 0.5, y),"),
        ),
    ],
    "12.3b": [
        (
            "picks the image by its first places",
            "right",
            """
def canonical(pegs):
    images = []
    for symmetry in solid.symmetries():
        image = dict(zip(symmetry.vertices, pegs))
        images.append([image[vertex] for vertex in range(12)])
    images = [image for image in images if image[0] == 1]
    images = [image for image in images if image[1] == min(image[1:6]) and image[2] < image[5]]
    return tuple(images[0])
""",
        )
    ],
}


def function_of(exercise: str, what: str, name: str) -> Callable:
    """A function that one of these ways defines.

    >>> function_of("9.3b", "by halves", "none_superfluous")([1, 2, 3], lambda rows: 2 not in rows)
    [2]
    """
    names: dict = {}
    exec(next(code for called, _, code in WAYS[exercise] if called == what), names)
    return names[name]
