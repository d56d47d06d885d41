"""Lesson 11: Hard in general."""

from puzzlelib.common.lazy import attach

__getattr__, __dir__, __all__ = attach(
    __name__,
    {
        "card": "partition_stage",
        "checks": "FAULTY in_words laid says_yes",
        "heaps": "has_heaps heaps_of spiked_bipyramid spiked_helix spiky",
        "partition": "arrangement_of bipyramid_of",
    },
)
