"""3MF files: a zip archive with one XML part, in millimetres, with a colour for each part.

The format: 3MF Consortium, Core Specification 1.3, https://github.com/3MFConsortium/spec_core
"""

from collections.abc import Iterator
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..xml_tags import quoted
from .beds import Bed
from .parts import PrintedPart

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
TYPES = f"""{HEAD}<Types xmlns="{PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
KIND = "http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"
RELATIONS = f"""{HEAD}<Relationships xmlns="{PACKAGE}/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="{KIND}"/>
</Relationships>
"""
FIRST = 2  # the number of the first part; 1 is the list of colours


def three_mf(title: str, bed: Bed) -> bytes:
    """Return the parts on a plate as a 3MF file; equal parts are one object."""
    files = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": RELATIONS,
        "3D/3dmodel.model": "\n".join(model_lines(title, bed)),
    }
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        for name, text in files.items():
            entry = ZipInfo(name)  # of 1980: equal parts make equal files
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, text.encode())
    return out.getvalue()


def model_lines(title: str, bed: Bed) -> Iterator[str]:
    parts = {id(part): part for part, _ in bed.laid}
    number = {key: FIRST + place for place, key in enumerate(parts)}
    palette = list(dict.fromkeys(hue for part in parts.values() for hue in part.palette))
    material = {hue: len(parts) + place for place, hue in enumerate(palette)}
    yield f'{HEAD}<model unit="millimeter" xml:lang="en" xmlns="{CORE}">'
    yield f"<metadata name={quoted('Title')}>{quoted(title)[1:-1]}</metadata>"
    yield '<resources><basematerials id="1">'
    for part in parts.values():
        yield f'<base name={quoted(part.name)} displaycolor="{part.colour.upper()}"/>'
    yield from (f'<base name="{hue}" displaycolor="{hue.upper()}"/>' for hue in palette)
    yield "</basematerials>"
    for key, part in parts.items():
        yield from object_lines(part, number[key], material)
    yield "</resources><build>"
    for part, (x, y) in bed.laid:
        place = f"1 0 0 0 1 0 0 0 1 {x:.6g} {y:.6g} 0"
        yield f'<item objectid="{number[id(part)]}" transform="{place}"/>'
    yield "</build></model>\n"


def object_lines(part: PrintedPart, number: int, material: dict[str, int]) -> Iterator[str]:
    """Yield the lines of a part: its corners, each once, and its triangles with their paint."""
    number_of: dict[tuple, int] = {}
    corners = map(tuple, part.triangles.reshape(-1, 3).tolist())
    places = iter([number_of.setdefault(corner, len(number_of)) for corner in corners])
    of_colour = f'pid="1" pindex="{number - FIRST}"'
    yield f'<object id="{number}" name={quoted(part.name)} type="model" {of_colour}>'
    yield "<mesh><vertices>"
    for x, y, z in number_of:
        yield f'<vertex x="{x:.8g}" y="{y:.8g}" z="{z:.8g}"/>'
    yield "</vertices><triangles>"
    paint = [-1] * len(part.triangles) if part.paint is None else part.paint.tolist()
    painted = {k: f' pid="1" p1="{material[hue]}"' for k, hue in enumerate(part.palette)} | {-1: ""}
    for a, b, c, own in zip(places, places, places, paint):
        yield f'<triangle v1="{a}" v2="{b}" v3="{c}"{painted[own]}/>'
    yield "</triangles></mesh></object>"
