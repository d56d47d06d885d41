"""Lesson 11: Hard in general."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "card": "heap_player partition_stage",
        "checks": "FAULTY PROOF in_words laid says_yes",
        "heaps": "bipyramid_of_heaps has_heaps heaps_of helix_of_heaps",
        "partition": "arrangement_of bipyramid_of",
    },
)
