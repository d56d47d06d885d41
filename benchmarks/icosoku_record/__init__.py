"""The finished record: the number of solutions of every instance of IcoSoKu (lesson 12).

    python -m benchmarks.icosoku_record count FOLDER      counts what the folder lacks
    python -m benchmarks.icosoku_record report FOLDER     says what is in it

The icosahedron is cut into two discs of ten faces.

cut         a polyhedron cut along a ring of vertices
tables      the dots that a disc can add to the ring: with which tiles, in how many ways
joining     two tables joined to the numbers of many instances
kernel      the inner loops of both, in discs.c
chunks      the instances in chunks that share their tables
cover       the list of chunks
all_counts  the chunks counted one after the other, and the report on them
counts      a folder: the 54 chunks, as they were counted
"""
