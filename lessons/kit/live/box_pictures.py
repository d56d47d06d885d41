"""Frames of a search in a little box, in plain Python: put together from the kit of the box.

views/box_kit.py makes the kit from the real pictures, when the book is built; there, as in
search_view.py, stands what a frame looks like. Empty cells are not pooled, and where a search lays
a piece twice, all pieces move straight out of an exploded box.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from puzzlelib.packing.layers import cell_index, cell_texts
from puzzlelib.packing.puzzle import PackingPuzzle
from puzzlelib.search.events import Trace
from puzzlelib.search.words import no_place

NAMED = "part", "outline", "edge"  # the parts of a block


class BoxFrames(Sequence):
    """The frames of a trace."""

    def __init__(self, trace: Trace, kit: Mapping):
        self.trace, self.kit = trace, kit
        self.puzzle: PackingPuzzle = trace.puzzle
        self.index = cell_index(self.puzzle)
        self.cells = [[self.index[cell] for cell in cells] for _, cells in self.puzzle.placements]

    def __len__(self) -> int:
        return len(self.trace)

    def __getitem__(self, k: int) -> dict:
        state, event = self.trace.state(k), self.trace.events[k]
        frame = self.picture(state) | {"say": event.say, "mark": event.kind, "level": state.level}
        if event.kind == "conflict":
            frame |= self.dead_end(frame, state.on, event.item)
        return frame

    def block(self, start: int, stop: int) -> dict:
        """Return some frames as they travel to the browser, with their parts."""
        frames = [self[k] for k in range(start, min(stop, len(self)))]
        blocks = [block for frame in frames for block in frame["blocks"]]
        names = {block[name] for block in blocks for name in NAMED if block[name]}
        return {"frames": frames, "parts": {name: self.kit["parts"][name] for name in names}}

    def picture(self, state) -> dict:
        placements = self.puzzle.placements
        counts, per_piece = self.count_left(state.off) if state.shows_options else (None, {})
        filled = {placements[option]: how for option, how in state.on.items()}
        texts = cell_texts(self.puzzle, filled, counts)
        owners = self.owners(state.on)
        twice = [number for number, options in owners.items() if len(options) > 1]
        for number in twice:
            letters = (self.puzzle.labels[placements[option].piece] for option in owners[number])
            texts["cells"][number] = "".join(letters)
        clashes = [self.kit["clash"][number] for number in twice]
        blocks = [*self.pieces(state.on, owners), *self.gaps(owners, counts), *clashes]
        return {"blocks": blocks, **texts, "counts": per_piece}

    def owners(self, on: Mapping[int, str]) -> dict[int, list[int]]:
        """Return the options that fill each cell."""
        found: dict[int, list[int]] = {}
        for option in on:
            for number in self.cells[option]:
                found.setdefault(number, []).append(option)
        return found

    def pieces(self, on: Mapping[int, str], owners: Mapping) -> list[dict]:
        """Return a block for each piece, darker where another one touches it."""
        found = []
        for (option, how), away in zip(on.items(), self.ways_apart(on, owners)):
            block = self.kit["pieces"][option] | {"away": away}
            others = sorted(set(owners).difference(self.cells[option]))
            block["tone"] = self.kit["tones"][option][" ".join(map(str, others))]
            if how != "chosen":
                block["outline"] = None
            found.append(block)
        return found

    def ways_apart(self, on: Mapping[int, str], owners: Mapping) -> list[list[float]]:
        """Return the way of each piece in an exploded picture; pieces that overlap stay."""
        if any(len(options) > 1 for options in owners.values()):
            return [[0.0] * 3] * len(on)
        straight = [self.kit["pieces"][option]["away"] for option in on]
        return self.kit["apart"].get(" ".join(map(str, on)), straight)

    def gaps(self, owners: Mapping, counts: list[int] | None) -> list[dict]:
        """Return dots for the empty cells, then black cubes for those without an option."""
        empty = [number for number in self.index.values() if number not in owners]
        dead = [number for number in empty if counts and not counts[number]]
        dots = [self.kit["dots"][number] for number in empty if number not in dead]
        return dots + [self.kit["dead"][number] for number in dead]

    def count_left(self, off: frozenset[int]) -> tuple[list[int], dict[str, int]]:
        """Count the possible options that cover each cell, and those that place each piece."""
        left = [option for option in range(len(self.cells)) if option not in off]
        cells = Counter(number for option in left for number in self.cells[option])
        pieces = Counter(self.puzzle.placements[option].piece for option in left)
        counts = [cells[number] for number in self.index.values()]
        return counts, {piece.name: pieces[piece.name] for piece in self.puzzle.pieces}

    # -------- dead ends

    def dead_end(self, frame: dict, on: Mapping[int, str], item) -> dict:
        """Return what a dead end changes in a frame."""
        cells = zip(frame["cells"], frame["how"])
        empty = {number: text for number, (text, how) in enumerate(cells) if not how}
        dead, words = self.dead_cells(empty, item)
        if not dead:
            return {}
        few, nearest = dead if len(dead) <= self.kit["few empty"] else [], self.nearest(dead)
        hiding = self.hiding_pieces(on, few or [nearest])
        blocks = [
            self.kit["hollow"][option] | {"away": block["away"]} if option in hiding else block
            for option, block in zip(on, frame["blocks"])
        ]
        black = [self.kit["dead"][number] for number in few if empty.get(number) != "0"]
        call = words | self.kit["calls"][nearest]
        return {"blocks": [*blocks, *frame["blocks"][len(on) :], *black], "call": call}

    def dead_cells(self, empty: Mapping[int, str], item) -> tuple[list[int], dict]:
        """Return the numbers of the cells of a dead end, and what is called out there."""
        words, labels = self.kit["words"], self.puzzle.labels
        if item in self.index:
            number = self.index[item]
            return [number], words["zero" if empty.get(number) in ("", "0") else "cannot"]
        if item in labels and empty:
            said = "✗ " + no_place(item, labels[item])
            return list(empty), {"text": said, "short": said}
        if zero := [number for number, text in empty.items() if text == "0"]:
            return [self.nearest(zero)], words["zero"]
        return [], {}

    def nearest(self, numbers: list[int]) -> int:
        return min(numbers, key=self.kit["nearest"].index)

    def hiding_pieces(self, on: Mapping[int, str], dead: list[int]) -> set[int]:
        """Return the pieces that hide cells, if too little of the cells is in sight."""
        owners = {number: options[-1] for number, options in self.owners(on).items()}
        ways = [way for number in dead for way in self.kit["sight"][number]]
        first = (next((number for number in way if number in owners), None) for way in ways)
        before = [owners.get(number) for number in first]
        seen = before.count(None) / len(before)
        return set() if seen >= self.kit["in sight"] else {*before} - {None}
