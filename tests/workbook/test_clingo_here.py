"""clingo's interface in a page: terms are read and written as clingo itself does, and #show is found."""

import clingo
import pytest

from lessons.puzzles.live import clingo_here
from lessons.puzzles.live.clingo_here import SHOW, Control, Symbol, ends_with_rule

TERMS = [
    *("a", "-a", "f(1)", "-f(-1,b)", '"a b"', "3", "-3", "(1,2)", "(1,)", "()", "f((1,),g(-x,()))"),
    *('p("a,(b","\\"q\\"")', "f(#inf,#sup)", "_x1(y')", "f(-(1,2))"),
]


def shape(symbol) -> tuple:
    """A symbol with all that is in it."""
    kind = str(symbol.type).rpartition(".")[2]
    if kind == "Number":
        return kind, symbol.number
    if kind == "String":
        return kind, symbol.string
    if kind != "Function":
        return (str(symbol),)
    return kind, symbol.name, bool(symbol.negative), [*map(shape, symbol.arguments)]


@pytest.mark.parametrize("text", [term for term in TERMS if "#" not in term and "-(1" not in term])
def test_a_term_is_read_as_clingo_reads_it(text):
    real = clingo.parse_term(text)
    assert shape(Symbol(str(real))) == shape(real)
    assert str(Symbol(str(real))) == str(real)


def test_terms_are_written_as_clingo_writes_them():
    for module in (clingo, clingo_here):
        made = module.Function(
            "f", [module.Number(-1), module.String('a"\\\n'), module.Function("g", [], False)]
        )
        assert str(made) == 'f(-1,"a\\"\\\\\\n",-g)'


def test_show_is_left_out_but_not_in_comments_and_texts():
    text = '#show a/1. b("#show c."). % #show d.\n#show. #show f(X) : g(X,"a."), h(1..3).\ne.'
    assert SHOW.sub(lambda found: found[1] or " ", text).split() == [
        "b(\"#show",
        'c.").',
        "%",
        "#show",
        "d.",
        "e.",
    ]


def test_a_program_that_is_not_finished_is_seen():
    assert ends_with_rule("a. % b") and ends_with_rule(" ") and not ends_with_rule("a. b")


def test_options_go_to_the_grounder_or_to_the_search():
    control = Control(["--models=3", "-c", "n=4", "--seed=1", "0"])
    assert (control.options(True), control.options(False), control.most) == ("-c n=4", "--seed=1", 3)
