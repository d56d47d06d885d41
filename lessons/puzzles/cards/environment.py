"""Is everything here? A card that tells what the workbook needs on this machine, and what is missing."""

from collections.abc import Sequence
from html import escape

from .installation import FIRST, LABEXTENSIONS, PACKAGES, Finding, findings

WIDGETS = [package for package in PACKAGES if package.name in LABEXTENSIONS]


def conclusion(found: Sequence[Finding], heard: bool = True) -> str:
    """Return the last line: all is here, or what to do.

    `heard` says whether a widget of ours has answered from the page: Python sees its own packages,
    but not what the JupyterLab has that shows the page.

    >>> conclusion([Finding("clingo", "5.8.3"), Finding("Gurobi", problem="missing", needed=False)])
    'Everything that lessons 00 to 07 need is here.'
    >>> conclusion([Finding("clingo", "5.8.3")])
    'Everything that the workbook needs is here.'
    >>> print(conclusion([Finding("clingo", "5.8.3")], heard=False))      # doctest: +ELLIPSIS
    Python has everything that the workbook needs, but this page has not answered yet. If ...
    """
    wrong = [finding for finding in found if finding.problem and finding.needed]
    if not wrong:
        needing = f"{FIRST} need" if any(finding.problem for finding in found) else "the workbook needs"
        return f"Everything that {needing} is here." if heard else UNHEARD.format(needing, MENDED)
    titles = " and ".join(finding.title for finding in wrong)
    return (
        f"To be mended for {FIRST}: {titles}. Run the commands of these lines: those with % in a new cell, "
        "others in a terminal. Then choose Kernel > Restart Kernel and reload the page. If that does not "
        "help, close JupyterLab and call make lab in a terminal, or ask whoever runs it."
    )


UNHEARD = (
    "Python has everything that {}, but this page has not answered yet. If this line stays, what "
    "shows the page lacks widgets. In JupyterLab: open a terminal in the environment from which it "
    "was started, call {}, and reload the page."
)
MENDED = " ".join(["python -m pip install", *(f'"{one.name}{one.tested}"' for one in WIDGETS)])
WEBGL = "WebGL: only the browser knows. If you can turn the pieces in a picture with the mouse, it is ready."


def environment_report(found: Sequence[Finding]) -> str:
    """Return the report as plain text, for where no widget can be shown."""
    return "\n".join([*map(str, found), WEBGL, conclusion(found, heard=False)])


def finding_line(finding: Finding) -> str:
    """Return a line as HTML.

    >>> finding_line(Finding("A <b>", "1"))
    '<div>✓ A &lt;b&gt; 1: ready</div>'
    """
    remedy = f" <code>{escape(finding.remedy)}</code>" if finding.remedy else ""
    sign = "✓" if not finding.problem else "✗" if finding.needed else "○"
    return f"<div>{sign} {escape(finding.name)}: {escape(finding.verdict)}{remedy}</div>"


def check_environment():
    """Say what the workbook needs and whether it is here: a card in a notebook, plain text elsewhere.

    >>> print(check_environment())                                              # doctest: +ELLIPSIS
    Python 3...
    """
    found = findings()
    try:
        return environment_card(found)
    except ImportError:  # no widgets, no card
        return PlainText(environment_report(found))


class PlainText(str):
    """A text that a notebook shows with its line breaks."""

    def __repr__(self) -> str:
        return str(self)


def environment_card(found: list[Finding]):
    """Return the report as a widget; the browser writes the line on WebGL, and is heard by that."""
    import anywidget
    import traitlets as t

    from ...kit.cards.card import Card, html

    class WebGL(anywidget.AnyWidget):
        """One line of the report, made where the answer is known."""

        _esm = WEBGL_JS
        webgl = t.Bool(None, allow_none=True).tag(sync=True)

    class Report(Card):
        """The card; where it cannot be shown, its text."""

        def __repr__(self) -> str:
            return environment_report(found)

    page, last = WebGL(), html("", "eo-open")

    def conclude(_=None) -> None:
        last.value = f"<b>{escape(conclusion(found, heard=page.webgl is not None))}</b>"

    page.observe(conclude, "webgl")
    conclude()
    return Report(html("".join(map(finding_line, found)), "eo-open"), page, last)


WEBGL_JS = """
export default {
  render({ model, el }) {
    const gl = document.createElement("canvas").getContext("webgl");
    gl?.getExtension("WEBGL_lose_context")?.loseContext();
    const line = document.createElement("div");     // dressed like the lines above it
    line.className = "widget-html-content";
    line.setAttribute("role", "status");
    el.classList.add("jupyter-widgets", "widget-inline-hbox", "widget-html", "eo-open");
    el.append(line);
    line.textContent = gl
      ? "✓ WebGL: ready"
      : "○ WebGL: missing. Used for: pictures in 3D; without it they are shown as layers of letters. "
        + "To get it: switch on hardware acceleration in the settings of this browser, "
        + "or take another browser";
    model.set("webgl", Boolean(gl));
    model.save_changes();
  },
};
"""
