"""The judges of lesson 11."""

from itertools import chain, combinations, permutations

from . import DOMAINS, bag, exact_truth, keeps, same, some, value


def numbers_and_group(rng, it):
    numbers = [rng.randint(1, 5) for _ in range(rng.randint(1, 6))]
    group = some(rng, numbers)
    return numbers, group if rng.random() < 0.7 else [*group, rng.randint(1, 5)]


def half_groups(numbers) -> list[tuple]:
    places = range(len(numbers))
    every = (group for size in range(len(numbers) + 1) for group in combinations(places, size))
    return [group for group in every if 2 * sum(numbers[k] for k in group) == sum(numbers)]


def no_halves(numbers) -> bool:
    fair = (
        len(numbers) >= 5 and sum(numbers) % 2 == 0 and 2 * max(numbers) <= sum(numbers) and min(numbers) > 0
    )
    return fair and not half_groups(numbers) and sorted(numbers) != [3, 3, 3, 3, 4]


def splits_one_way(numbers) -> bool:
    found = half_groups(numbers)
    fair = 6 <= len(set(numbers)) == len(numbers) <= 14 and min(numbers) > 0
    return fair and len(found) == 2 and 3 <= len(found[0]) <= len(numbers) - 3


def reduces(got, numbers) -> bool:
    """Can the dots be laid around the two apexes exactly if the numbers have halves? By trying all ways; only
    for tiles with dots in one corner."""
    corners, caps, tiles = got
    if (
        corners < 3
        or len(tiles) != 2 * corners
        or any(sum(map(bool, tile)) > 1 or len(tile) != 3 for tile in tiles)
    ):
        return False
    if any(type(n) is not int or n < 0 for n in [*caps, *chain(*tiles)]) or corners > 3 + len(numbers):
        return False
    return can_be_laid(got) == bool(half_groups(numbers))


def can_be_laid(puzzle) -> bool:
    """Some tiles at N have the dots for N, and the others those for S? By trying all ways; for tiles with
    dots in one corner."""
    corners, caps, tiles = puzzle
    dots = [number for tile in tiles if (number := sum(tile))]
    return any(
        sum(group) == caps[0] and sum(dots) - caps[0] == caps[1]
        for size in range(max(0, len(dots) - corners), min(corners, len(dots)) + 1)
        for group in combinations(dots, size)
    )


def three_refuted(lists, it) -> bool:
    """For each reduction a list of at most eight numbers below 100 on which it is wrong."""
    fair = all(len(one) <= 8 and all(0 < n < 100 for n in one) for one in lists)
    broken = [can_be_laid(wrong([*one])) != bool(half_groups(one)) for wrong, one in zip(it.FAULTY, lists)]
    return fair and broken == [True] * 3


DOMAINS["11.1"] = same(numbers_and_group, exact_truth)

DOMAINS["11.2"] = value(no_halves)

DOMAINS["11.3"] = keeps(
    lambda rng, it: ([rng.randint(1, 5) for _ in range(rng.randint(1, 5))],), reduces, 250
)

DOMAINS["11.3b"] = lambda answer, right, rng, it: None if three_refuted(answer, it) else "the answer itself"


def heaps_of_three(rng, it):
    """Three, six or nine numbers between a quarter and a half of what a heap takes."""
    while True:
        numbers = [rng.randint(6, 11) for _ in range(rng.choice((3, 6, 9)))]
        takes, rest = divmod(3 * sum(numbers), len(numbers))
        if not rest and 4 * min(numbers) > takes > 2 * max(numbers):
            return (numbers,)


def triples(numbers) -> bool:
    """Can the numbers be divided into triples with the same sum? By trying all triples with the last."""
    *others, last = sorted(numbers)
    each = 3 * sum(numbers) // len(numbers)
    pairs = (
        pair for pair in combinations(range(len(others)), 2) if last + sum(others[k] for k in pair) == each
    )
    return any(
        len(numbers) == 3 or triples([n for k, n in enumerate(others) if k not in pair]) for pair in pairs
    )


def reduces_heaps(got, numbers) -> bool:
    """Can the dots be laid exactly if there are triples? Only for tiles with dots in one corner, and
    corners that take dots and share no face."""
    corners, caps, tiles = got
    takers = [k for k, takes in enumerate(caps[2:]) if takes]
    apart = all((k + 1) % corners not in takers for k in takers) and not any(caps[:2])
    if corners < 3 or len(tiles) != 2 * corners or len(caps) != corners + 2 or not apart:
        return False
    if any(type(n) is not int or n < 0 for n in [*caps, *chain(*tiles)]):
        return False
    if any(sum(map(bool, tile)) > 1 or len(tile) != 3 for tile in tiles):
        return False
    dots = sorted(number for tile in tiles if (number := sum(tile)))
    return shared_out(dots, [caps[k + 2] for k in takers]) == triples(numbers)


def shared_out(dots, takes) -> bool:
    """Can all dots be shared out to corners with four faces each? By trying all groups for the first."""
    if not takes:
        return not dots
    groups = chain.from_iterable(combinations(range(len(dots)), size) for size in range(5))
    return any(
        shared_out([n for k, n in enumerate(dots) if k not in group], takes[1:])
        for group in groups
        if sum(dots[k] for k in group) == takes[0]
    )


def is_proof(letters) -> bool:
    """The sentences D, F, A, H and B, each after those that it rests on."""
    places = {letter: letters.index(letter) for letter in "DFAHB" if letter in letters}
    return (
        sorted(letters) == sorted("DFAHB")
        and places["D"] < places["F"]
        and max(places.values()) == places["B"]
    )


def no_triples(numbers) -> bool:
    fair = len(numbers) in (6, 9, 12) and sum(numbers) % (len(numbers) // 3) == 0 and 0 < min(numbers) <= 99
    takes = [3 * sum(numbers) // len(numbers)] * (len(numbers) // 3)
    return fair and max(numbers) <= 99 and not triples(numbers) and shared_out(list(numbers), takes)


DOMAINS["11.4c"] = keeps(heaps_of_three, reduces_heaps, 60)

DOMAINS["11.4d"] = value(is_proof)

DOMAINS["11.4e"] = value(no_triples)

DOMAINS["11.5"] = value(splits_one_way)


def laid_tiles(rng, it):
    """Faces that begin anywhere, with a number at N, at S or nowhere."""
    faces = [
        ("N", "Z1", "Z2"),
        ("S", "Z2", "Z1"),
        ("N", "Z2", "Z3"),
        ("S", "Z3", "Z2"),
        ("N", "Z3", "Z1"),
        ("S", "Z1", "Z3"),
    ]
    found = []
    for face in faces:
        dots, k = (rng.choice([0, rng.randint(1, 5)]), 0, 0), rng.randrange(3)
        found.append((face[k:] + face[:k], dots[k:] + dots[:k]))
    return (found,)


DOMAINS["11.4"] = same(laid_tiles, bag)


def schedules(got, numbers) -> bool:
    """Can one machine do the jobs (length, release, deadline) exactly if the numbers have halves? By trying
    all orders."""
    if any(len(job) != 3 or type(n) is not int or n < 0 for job in got for n in job):
        return False
    return any(map(in_time, permutations(got))) == bool(half_groups(numbers))


def in_time(jobs) -> bool:
    now = 0
    for length, release, deadline in jobs:
        now = max(now, release) + length
        if now > deadline:
            return False
    return True


DOMAINS["11.6"] = keeps(
    lambda rng, it: ([rng.randint(1, 5) for _ in range(rng.randint(1, 5))],), schedules, 250
)


def small_cover(rng, it):
    items = [*"abcd"[: rng.randint(1, 4)]]
    return items, {name: {*some(rng, items, 1)} for name in "pqrs"[: rng.randint(0, 4)]}


def packs_as_it_covers(got, items, options) -> bool:
    """Can some pieces fill the board exactly if some options cover all items? By trying all of both."""
    board, pieces = got
    pieces = pieces.values() if isinstance(pieces, dict) else pieces
    return fills({*map(tuple, board)}, [[*map(tuple, piece)] for piece in pieces]) == any(
        sorted(item for option in group for item in option) == sorted(items)
        for size in range(len(options) + 1)
        for group in combinations(options.values(), size)
    )


def fills(empty: set, pieces: list) -> bool:
    """Can pieces, shifted, fill what is empty? The last square is covered by each piece in turn."""
    if not empty:
        return True
    end, tried = max(empty), []
    for k, piece in enumerate(pieces):
        far = max(piece)
        covered = {(x - far[0] + end[0], y - far[1] + end[1]) for x, y in piece}
        if covered not in tried and covered <= empty and fills(empty - covered, pieces[:k] + pieces[k + 1 :]):
            return True
        tried.append(covered)
    return False


DOMAINS["11.7"] = keeps(small_cover, packs_as_it_covers, 60)
