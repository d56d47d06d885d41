"""Words of sentences."""


def many(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> many(1, "notebook"), many(2, "notebook")
    ('1 notebook', '2 notebooks')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
