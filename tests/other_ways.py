"""Other ways to answer an exercise, written by hand: some are right, others do not use the method that is
asked for and are to be refused.

WAYS: exercise -> (what it is, "right" or "refused", code). Wrong answers of students stand in lesson.md.
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
    "5.5": [
        (
            "by Burnside, divided as whole numbers",
            "right",
            """
def count_kinds(packings, turns):
    fixed = sum({turn[n] for n in packing} == set(packing) for packing in packings for turn in turns)
    return fixed // len(turns)
""",
        )
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
