"""Pieces written as the layers of a box."""


def pieces_in_layers(*layers: str) -> dict[str, frozenset]:
    """Return the pieces whose cells have a letter in layers, the bottom one first, their back rows first.

    >>> pieces_in_layers("AB/A.")["A"] == {(0, 0, 0), (0, 1, 0)}
    True
    """
    pieces: dict[str, set] = {}
    for z, layer in enumerate(layers):
        for y, row in enumerate(reversed(layer.split("/"))):
            for x, name in enumerate(row):
                pieces.setdefault(name, set()).add((x, y, z))
    return {name: frozenset(pieces[name]) for name in sorted(pieces.keys() - {"."})}
