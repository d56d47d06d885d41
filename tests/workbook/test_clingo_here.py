"""clingo's interface in a page: terms are read and written as clingo itself does, and #show is found."""

import subprocess
import sys

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


# -------- searches


def by_command(text: str, options: str, stop) -> tuple[int, str, str]:
    """Ask the command clingo, as a page asks its WebAssembly."""
    command = [sys.executable, "-m", "clingo", *options.split()]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return (0 if "--mode=gringo" in options else done.returncode), done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("module", [clingo, clingo_here])
def test_a_search_gives_its_first_model_at_once_and_knows_what_was_added(module, monkeypatch):
    monkeypatch.setattr(clingo_here, "solver", by_command)
    control, with_atom = module.Control(["0"]), lambda name: [(module.Function(name), True)]
    control.add("base", [], "{a}. b :- a. #show a/0.")
    control.ground([("base", [])])
    with control.solve(assumptions=with_atom("b"), yield_=True) as found:
        model = found.model()
        assert str(model) == str(found.model()) == "a"
        assert model.contains(module.Function("b")) and not model.contains(module.Function("c"))
        found.resume()
        assert found.model() is None
    control.add("more", [], "c :- b.")
    control.ground([("more", [])])
    with control.solve(assumptions=with_atom("c"), yield_=True) as found:
        assert str(found.model()) == "a"


MOST_OF_THREE = "{a(1..3)}. #minimize {1, K : not a(K), K = 1..3}."


@pytest.mark.slow
@pytest.mark.parametrize("module", [clingo, clingo_here])
@pytest.mark.parametrize(("program", "cost"), [("{a; b}.", []), (MOST_OF_THREE, [0])])
def test_one_model_is_found_or_the_best_one(program, cost, module, monkeypatch):
    monkeypatch.setattr(clingo_here, "solver", by_command)
    control = module.Control()
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        assert [[*model.cost] for model in found][-1] == cost
