"""The arrays of the compiled count, its tasks and its answers: for the kernel and its callers."""

from typing import NamedTuple

from ...compiled.kernel_layout import INT32, INT64, UINT64, UINT64_2

DONE, PAUSED, NO_ROOM, SMALL, OVERFLOW = range(5)  # answers; SMALL: a larger table is needed
SPREAD, JOIN = range(2)  # tasks
GROUP, EVERY, STATES, NUMBERS = range(4)  # entries of CountTask.at


class StateLayer(NamedTuple):
    """All states after some faces. G: groups, S: states (and perhaps room for more behind them)."""

    ranks: INT64  # (G,): the tiles that a group has used, as one number in mixed radix
    first: INT64  # (G + 1,): the first state of each group
    keys: UINT64  # (S,): the dots at the open vertices
    numbers: UINT64  # (S,): the number of ways to a state; never 0


class Types(NamedTuple):
    """T types of tiles."""

    weight: INT64  # (T,): what one copy adds to a rank
    radix: INT64  # (T,): copies + 1
    place: INT32  # for each rank the number of its group in its layer


class Ways(NamedTuple):
    """W ways to lay a tile on one face, the types in order."""

    begin: INT64  # (T + 1,): the first way of each type
    add: UINT64  # (W,): what the way adds to a key; vertices that it closes are emptied
    shift: UINT64_2  # (W, 3): the place in the key of each corner's vertex
    field: UINT64_2  # (W, 3): the bits of its dots, once shifted down
    least: UINT64_2  # (W, 3): dots that it must have before
    span: UINT64_2  # (W, 3): how many more it may have


class HashTable(NamedTuple):
    """A hash table with open addressing, its size a power of two; and room for the states of one
    group."""

    keys: UINT64
    numbers: UINT64  # 0: the slot is free
    used: INT64  # the slots in use, in the order in which they were filled
    count: INT64  # (1,): their number
    new_keys: UINT64  # states on their way into the table
    new_numbers: UINT64


class CountTask(NamedTuple):
    """The progress of SPREAD or JOIN, and the numbers that JOIN needs."""

    at: INT64  # (NUMBERS,): GROUP, the next one; for JOIN also EVERY and STATES
    ranks: INT64  # for JOIN, the groups of the layer in the middle
    whole: UINT64  # (1,): the key that two matching halves add up to
    total: UINT64  # (3,): the sum of JOIN, in digits of base 2^64, the lowest first
