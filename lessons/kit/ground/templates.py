"""Pages from the templates of Jinja that lie beside the code which fills them."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[2]),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)


def render(template: str, **values) -> str:
    """Return the page that a template, a file as seen from lessons/, makes of values.

    Texts are escaped in it, but for those that are `markupsafe.Markup`.
    """
    return TEMPLATES.get_template(template).render(values)
