"""What `icosoku --report` says of the chunks that are counted so far, the first ones of `cover`: numbers of
solutions and, for the least and the largest, the pegs on A to L. seconds: of one processor, for all of them.
"""

RECORD = {
    "chunks": 1,
    "of": 236,
    "counted": 65664,
    "least": (461159640, (1, 7, 9, 8, 10, 11, 6, 2, 5, 4, 3, 12)),
    "most": (65777891214, (1, 3, 4, 10, 8, 7, 5, 11, 12, 6, 2, 9)),
    "median": 14048847476.0,
    "total": 1274425122075162,
    "histogram": (
        (200000000, 500000000, 3),
        (500000000, 1000000000, 366),
        (1000000000, 2000000000, 1197),
        (2000000000, 5000000000, 4628),
        (5000000000, 10000000000, 16078),
        (10000000000, 20000000000, 19680),
        (20000000000, 50000000000, 19829),
        (50000000000, 100000000000, 3883),
    ),
    "seconds": 342,
}
