"""The arrays of the compiled count, its tasks and its answers, as `count.c` reads them."""

from typing import NamedTuple

from ...compiled.arrays import array

DONE, PAUSED, NO_ROOM, SMALL, OVERFLOW = range(5)  # answers; SMALL: a larger table is needed
SPREAD, JOIN = range(2)  # tasks
GROUP, EVERY, STATES, NUMBERS = range(4)  # entries of CountTask.at


class StateLayer(NamedTuple):
    """All states after some faces. g: groups, s: states (and perhaps room for more behind them)."""

    ranks: array("int64", "g")  # the tiles that a group has used, as one number in mixed radix
    first: array("int64", "g+1")  # the first state of each group
    keys: array("uint64", "s")  # the dots at the open vertices
    numbers: array("uint64", "s")  # the number of ways to a state; never 0


class Types(NamedTuple):
    """T types of tiles."""

    weight: array("int64", "T")  # what one copy adds to a rank
    radix: array("int64", "T")  # copies + 1
    place: array("int32", "_")  # for each rank the number of its group in its layer


class Ways(NamedTuple):
    """w ways to lay a tile on one face, the types in order."""

    begin: array("int64", "T+1")  # the first way of each type
    add: array("uint64", "w")  # what the way adds to a key; vertices that it closes are emptied
    shift: array("uint64", "w", 3)  # the place in the key of each corner's vertex
    field: array("uint64", "w", 3)  # the bits of its dots, once shifted down
    least: array("uint64", "w", 3)  # dots that it must have before
    span: array("uint64", "w", 3)  # how many more it may have


class HashTable(NamedTuple):
    """A hash table with open addressing, its size a power of two; and room for the states of one
    group."""

    keys: array("uint64", "size")
    numbers: array("uint64", "size")  # 0: the slot is free
    used: array("int64", "size")  # the slots in use, in the order in which they were filled
    count: array("int64", 1)  # their number
    new_keys: array("uint64", "room")  # states on their way into the table
    new_numbers: array("uint64", "room")


class CountTask(NamedTuple):
    """The progress of SPREAD or JOIN, and the numbers that JOIN needs."""

    at: array("int64", NUMBERS)  # GROUP, the next one; for JOIN also EVERY and STATES
    ranks: array("int64", "_")  # for JOIN, the groups of the layer in the middle
    whole: array("uint64", 1)  # the key that two matching halves add up to
    total: array("uint64", 3)  # the sum of JOIN, in digits of base 2^64, the lowest first
