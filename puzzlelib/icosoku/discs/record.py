"""What `icosoku --report` says of the chunks that are counted so far, the first ones of `cover`: numbers of
solutions and, for the least and the largest, the pegs on A to L. seconds: of one processor for all of them,
at most.
"""

RECORD = {
    "chunks": 5,
    "of": 236,
    "counted": 324480,
    "least": (283244132, (1, 7, 10, 9, 8, 11, 6, 2, 5, 3, 4, 12)),
    "most": (70161743848, (1, 2, 5, 6, 12, 11, 3, 4, 9, 10, 7, 8)),
    "median": 17990180995.0,
    "total": 7227438982522790,
    "histogram": (
        (200000000, 500000000, 302),
        (500000000, 1000000000, 1866),
        (1000000000, 2000000000, 4196),
        (2000000000, 5000000000, 19214),
        (5000000000, 10000000000, 55998),
        (10000000000, 20000000000, 95861),
        (20000000000, 50000000000, 123359),
        (50000000000, 100000000000, 23684),
    ),
    "seconds": 1482,
}
