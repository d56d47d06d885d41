"""The links that dance: an exact cover problem as nodes that forget an option, and remember it.

Reference: D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1; Dancing links, 2000
(arXiv:cs/0011047).
"""

from .exact_cover import ExactCover

ARRAYS = ("left", "right", "up", "down", "size")


class Links:
    """The matrix of an exact cover problem as nodes that are linked to their neighbours.

    Node 0 is the root, nodes 1 to n are the items in their order, then comes one node for each item
    of each option. `left` and `right` link, in rings, the root with the items that are still to be
    covered, and the nodes of one option. `up` and `down` link, in a ring, an item with its nodes in
    the options that are still possible; `size` counts them. `top` is the item's node, `option` the
    option of a node.
    """

    def __init__(self, cover: ExactCover):
        self.problem, self.items = cover, [None, *cover.items]
        count = len(self.items)
        self.left = [(node - 1) % count for node in range(count)]
        self.right = [(node + 1) % count for node in range(count)]
        self.up, self.down, self.top = list(range(count)), list(range(count)), list(range(count))
        self.size = [0] * count
        self.option: list = [None] * count
        self.needed = [0, *cover.items.values()]  # how often an item may still be covered
        self.slack = [0, *(cover.slack.get(item, 0) for item in cover.items)]  # but need not be
        self.first = []  # the first node of each option
        self.purified: list[list[int]] = []  # the nodes that each `purify` dropped
        place = {item: node for node, item in enumerate(self.items)}
        for number, option in enumerate(cover.options):
            self.add(number, [place[item] for item in option])
        self.colour: list = [None] * len(self.top)  # that the option of a node gives to its item
        for node, number in enumerate(self.option) if cover.colours else ():
            if number is not None:
                self.colour[node] = cover.colours[number].get(self.items[self.top[node]])

    def add(self, number: int, items: list[int]) -> None:
        """Append the nodes of an option, each at the lower end of its column."""
        first, last = len(self.top), len(self.top) + len(items) - 1
        self.first.append(first)
        for node, item in enumerate(items, first):
            self.left.append(node - 1 if node > first else last)
            self.right.append(node + 1 if node < last else first)
            self.up.append(self.up[item])
            self.down.append(item)
            self.down[self.up[item]] = self.up[item] = node
            self.top.append(item)
            self.option.append(number)
            self.size[item] += 1

    def cover(self, item: int) -> None:
        """Take the item off the list of items, and all its options out of the other columns."""
        self.right[self.left[item]], self.left[self.right[item]] = self.right[item], self.left[item]
        node = self.down[item]
        while node != item:
            self.hide(node)
            node = self.down[node]

    def uncover(self, item: int) -> None:
        """Undo `cover`: each node still knows its old neighbours."""
        node = self.up[item]
        while node != item:
            self.unhide(node)
            node = self.up[node]
        self.right[self.left[item]] = self.left[self.right[item]] = item

    def hide(self, node: int) -> None:
        """Take all other nodes of the option out of their columns."""
        up, down, right, top, size = self.up, self.down, self.right, self.top, self.size
        other = right[node]
        while other != node:
            down[up[other]], up[down[other]] = down[other], up[other]
            size[top[other]] -= 1
            other = right[other]

    def unhide(self, node: int) -> None:
        """Undo `hide`: they come back in reverse order."""
        up, down, left, top, size = self.up, self.down, self.left, self.top, self.size
        other = left[node]
        while other != node:
            down[up[other]] = up[down[other]] = other
            size[top[other]] += 1
            other = left[other]

    def put(self, node: int) -> None:
        """Choose an option: count it for the other items, and cover those that take no more."""
        other = self.right[node]
        while other != node:
            self.commit(other)
            other = self.right[other]

    def unput(self, node: int) -> None:
        """Undo `put`."""
        other = self.left[node]
        while other != node:
            self.uncommit(other)
            other = self.left[other]

    def put_all(self, node: int) -> None:
        """Call `put`, and count the option for the node's own item."""
        self.put(node)
        self.commit(node)

    def unput_all(self, node: int) -> None:
        """Undo `put_all`."""
        self.uncommit(node)
        self.unput(node)

    def commit(self, node: int) -> None:
        """Count a chosen option for an item: cover the item if it takes no more, or purify it."""
        if self.colour[node] is not None:
            self.purify(node)
            return
        item = self.top[node]
        self.needed[item] -= 1
        if not self.needed[item]:
            self.cover(item)

    def uncommit(self, node: int) -> None:
        """Undo `commit`."""
        if self.colour[node] is not None:
            self.unpurify()
            return
        item = self.top[node]
        if not self.needed[item]:
            self.uncover(item)
        self.needed[item] += 1

    def purify(self, node: int) -> None:
        """Keep only the options that give the node's item the node's colour, and drop the others.

        (TAOCP marks the nodes that agree, so that the item is looked through only once.)
        """
        column = self.ring(self.top[node], self.down)
        self.purified.append([one for one in column if self.colour[one] != self.colour[node]])
        for one in self.purified[-1]:
            self.drop(one)

    def unpurify(self) -> None:
        """Undo the last `purify`."""
        for one in reversed(self.purified.pop()):
            self.undrop(one)

    def optional(self) -> list[int]:
        """Return the first nodes of the options that are left where no item needs to be covered."""
        items = [item for item, times in enumerate(self.needed) if times]
        nodes = {node for item in items for node in self.ring(item, self.down)}
        return sorted({self.first[self.option[node]] for node in nodes})

    def drop(self, node: int) -> None:
        """Take the whole option out of all columns."""
        self.hide(node)
        self.down[self.up[node]], self.up[self.down[node]] = self.down[node], self.up[node]
        self.size[self.top[node]] -= 1

    def undrop(self, node: int) -> None:
        """Undo `drop`."""
        self.down[self.up[node]] = self.up[self.down[node]] = node
        self.size[self.top[node]] += 1
        self.unhide(node)

    def ring(self, start: int, links: list[int]) -> list[int]:
        """Return the other nodes of a ring, in the direction of `links`.

        >>> from puzzlelib.search.exact_cover import cover_of
        >>> links = Links(cover_of(["ab", "bc"]))
        >>> links.ring(0, links.right), links.ring(2, links.down)
        ([1, 2, 3], [5, 6])
        """
        found, node = [], links[start]
        while node != start:
            found.append(node)
            node = links[node]
        return found
