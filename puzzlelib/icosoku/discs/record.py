"""What `icosoku --report` says of the chunks that are counted so far, the first ones of `cover`: numbers of
solutions and, for the least and the largest, the pegs on A to L. seconds: of one processor, for all of them.
"""

RECORD = {
    "chunks": 2,
    "of": 236,
    "counted": 130944,
    "least": (283244132, (1, 7, 10, 9, 8, 11, 6, 2, 5, 3, 4, 12)),
    "most": (65793231286, (1, 3, 5, 9, 7, 6, 8, 10, 12, 4, 2, 11)),
    "median": 14806963090.0,
    "total": 2553017821976245,
    "histogram": (
        (200000000, 500000000, 172),
        (500000000, 1000000000, 820),
        (1000000000, 2000000000, 1971),
        (2000000000, 5000000000, 9613),
        (5000000000, 10000000000, 29537),
        (10000000000, 20000000000, 40992),
        (20000000000, 50000000000, 40587),
        (50000000000, 100000000000, 7252),
    ),
    "seconds": 614,
}
