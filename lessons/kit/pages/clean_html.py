"""HTML that a student or a library has written, made safe to open: no script, no form, no style sheet, and no
address but that of a link to be clicked."""

import re
from collections.abc import Callable

import nh3

HTML_TAGS = (nh3.ALLOWED_TAGS - {"area", "map"}) | {"big", "font", "label", "section", "tfoot"}
SVG_TAGS = set(
    """clipPath defs desc ellipse circle g line linearGradient marker mask path pattern polygon
    polyline radialGradient rect stop svg symbol text textPath title tspan use""".split()
)
BOX = {"input": {"type": "checkbox", "disabled": ""}}  # the only one: of a list of tasks
XML = {"svg": {"xmlns": "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink"}}
UNSEEN = set("iframe noembed noframes noscript option script style template textarea".split())
ATTRIBUTES = {
    "*": set(
        """align alt bgcolor border cellpadding cellspacing checked class clip-path clip-rule color
        cols colspan cx cy d dir dominant-baseline dx dy face fill fill-opacity fill-rule
        font-family font-size font-style font-weight fx fy gradientTransform gradientUnits headers
        height id lang letter-spacing marker-end marker-mid marker-start markerHeight markerUnits
        markerWidth mask name nowrap offset opacity open orient pathLength patternTransform
        patternUnits points preserveAspectRatio r refX refY reversed role rotate rowspan rx ry scope
        size span spreadMethod start startOffset stop-color stop-opacity stroke stroke-dasharray
        stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity
        stroke-width style text-anchor text-decoration textLength title transform type valign value
        vector-effect version viewBox visibility width x x1 x2 y y1 y2""".split()
    ),
    "a": {"href"},
    "img": {"src"},
    "use": {"href", "xlink:href"},
}
PROPERTIES = set(
    """--share align-items background-color border border-bottom border-bottom-color
    border-bottom-style border-bottom-width border-collapse border-color border-left
    border-left-color border-left-style border-left-width border-radius border-right
    border-right-color border-right-style border-right-width border-spacing border-style border-top
    border-top-color border-top-style border-top-width border-width box-sizing color column-gap
    direction display dominant-baseline fill fill-opacity fill-rule flex flex-direction flex-wrap
    float font font-family font-size font-style font-variant font-weight gap grid-template-columns
    grid-template-rows height justify-content letter-spacing line-height list-style-type margin
    margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width
    opacity overflow padding padding-bottom padding-left padding-right padding-top row-gap
    stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
    stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-indent
    text-transform transform vertical-align visibility white-space width word-break word-spacing""".split()
)
LINK = re.compile(r"(?i)(https?://|mailto:|#)")
ADDRESS = re.compile(r"""(?i)url\(\s*["']?(?!["'\s#])|\\""")  # in a style; a backslash can spell anything


def clean_html(text: str, picture: Callable[[str], str | None]) -> str:
    """Return the text as HTML that does nothing and fetches nothing; `picture` gives an <img> the address
    that it may have, or None.

    >>> clean_html('<p onclick="run()">so<script>run()</script>, <a href="x.ipynb">next', lambda source: None)
    '<p>so, <a rel="noopener noreferrer">next</a></p>'
    """

    def filter_attribute(tag: str, name: str, value: str) -> str | None:
        if name == "src":
            return picture(value)
        if name == "href":
            return value if LINK.match(value) and (tag == "a" or value[0] == "#") else None
        return None if ADDRESS.search(value) and name not in ("alt", "title") else value

    return nh3.clean(
        text,
        tags=HTML_TAGS | SVG_TAGS | {"input"},
        clean_content_tags=UNSEEN,
        attributes=ATTRIBUTES,
        attribute_filter=filter_attribute,
        generic_attribute_prefixes={"aria-"},
        set_tag_attribute_values=BOX,
        filter_style_properties=PROPERTIES,
        url_schemes={"http", "https", "mailto", "data", "attachment"},
    )
