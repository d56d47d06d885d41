"""HTML that a student or a library has written, made safe to open: no script, no form, no style sheet, and no
address but that of a link to be clicked."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from bleach import ALLOWED_TAGS
from bleach.css_sanitizer import ALLOWED_CSS_PROPERTIES, ALLOWED_SVG_PROPERTIES, CSSSanitizer
from bleach.html5lib_shim import Filter
from bleach.sanitizer import Cleaner

from .embedded import embed_picture

UNSEEN = set("iframe noembed noframes noscript option script style template textarea title".split())
HTML_TAGS = ALLOWED_TAGS | set(
    """big br caption center col colgroup dd del details div dl dt figcaption figure font h1 h2 h3
    h4 h5 h6 hr img input ins kbd label mark p pre q s samp section small span strike sub summary
    sup table tbody td tfoot th thead tr tt u var wbr""".split()
)
SVG_TAGS = set(
    """clipPath defs desc ellipse circle g line linearGradient marker mask path pattern polygon
    polyline radialGradient rect stop svg symbol text textPath tspan use""".split()
)
TAGS = HTML_TAGS | SVG_TAGS | {name.lower() for name in SVG_TAGS}
ATTRIBUTES = set(
    """align alt bgcolor border cellpadding cellspacing checked class clip-path clip-rule color
    cols colspan cx cy d dir disabled dominant-baseline dx dy face fill fill-opacity fill-rule
    font-family font-size font-style font-weight fx fy gradientTransform gradientUnits headers
    height id lang letter-spacing marker-end marker-mid marker-start markerHeight markerUnits
    markerWidth mask name nowrap offset opacity open orient pathLength patternTransform
    patternUnits points preserveAspectRatio r refX refY reversed role rotate rowspan rx ry scope
    size span spreadMethod start startOffset stop-color stop-opacity stroke stroke-dasharray
    stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
    stroke-width style tabindex text-anchor text-decoration textLength title transform type valign
    value vector-effect version viewBox visibility width x x1 x2 y y1 y2""".split()
)
LAYOUT = """--share align-items border border-bottom border-bottom-style border-bottom-width border-left
    border-left-style border-left-width border-radius border-right border-right-style
    border-right-width border-spacing border-style border-top border-top-style border-top-width
    border-width box-sizing column-gap dominant-baseline flex flex-direction flex-wrap gap
    grid-template-columns grid-template-rows justify-content list-style-type margin margin-bottom
    margin-left margin-right margin-top max-height max-width min-height min-width opacity padding
    padding-bottom padding-left padding-right padding-top row-gap stop-color stop-opacity
    stroke-dasharray stroke-dashoffset stroke-miterlimit text-anchor text-transform transform
    visibility word-break word-spacing""".split()
STYLES = CSSSanitizer(ALLOWED_CSS_PROPERTIES | set(LAYOUT), ALLOWED_SVG_PROPERTIES)
SOURCE = (None, "src")
BOX = {(None, "type"): "checkbox", (None, "disabled"): ""}
LINK = re.compile(r"(?i)(https?://|mailto:|#)")
ADDRESS = re.compile(r"""(?i)url\(\s*["']?(?!["'\s#])|\\""")  # in a style; a backslash can spell anything


def cleaner(folder: Path) -> Cleaner:
    """Return what makes HTML do nothing and fetch nothing; pictures in `folder` are embedded.

    >>> cleaner(Path()).clean('<p onclick="run()">so<script>run()</script>, <a href="x.ipynb">next')
    '<p>so, <a>next</a></p>'
    """
    return Cleaner(
        tags=TAGS | UNSEEN,
        attributes=is_harmless,
        protocols={"http", "https", "mailto", "data"},
        strip=True,
        filters=[partial(Shown, folder=folder)],
        css_sanitizer=STYLES,
    )


class Shown(Filter):
    """Leaves out elements that nobody sees, with all that is in them, and embeds pictures."""

    def __init__(self, source: Iterable[dict], folder: Path):
        super().__init__(source)
        self.folder = folder

    def __iter__(self) -> Iterator[dict]:
        unseen = 0
        for token in super().__iter__():
            name = token.get("name")
            if name in UNSEEN:
                unseen += {"StartTag": 1, "EndTag": -1}.get(token["type"], 0)
            elif not unseen:
                if name == "img":
                    address = embed_picture(token["data"].pop(SOURCE, ""), self.folder)
                    token["data"] |= {SOURCE: address} if address else {}
                if name == "input":  # in a list of tasks
                    token["data"] = BOX | {key: "" for key in token["data"] if key[1] == "checked"}
                yield token


def is_harmless(tag: str, name: str, value: str) -> bool:
    """Return whether an attribute may stay: it asks for nothing by itself.

    >>> is_harmless("a", "href", "#x"), is_harmless("use", "href", "y.svg"), is_harmless("p", "onclick", "")
    (True, False, False)
    """
    if name == "src":
        return tag == "img"  # `Shown` has the last word
    if name == "href":
        return bool(LINK.match(value)) and (tag == "a" or tag == "use" and value[0] == "#")
    if name in ("alt", "title"):
        return True
    return (name in ATTRIBUTES or name.startswith("aria-")) and not ADDRESS.search(value)
