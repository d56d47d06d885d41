"""A bench for answer sets: tick atoms, and see which rule is violated, and which atom lacks a
reason."""

from html import escape

import ipywidgets as w

from puzzlelib.common.errors import PuzzleError
from puzzlelib.common.words import join_words, many

from ..kit.cards.card import Card, html, tick
from .stable import Judgement, Rule, atoms_of, judge_atoms, read_rules

PROGRAMS = {
    "a chain": "a.\nb :- a.\nc :- b, not d.",
    "two that exclude each other": "a :- not b.\nb :- not a.",
    "two that need each other": "a :- b.\nb :- a.",
    "a circle with an entrance": "{ c }.\na :- b.\nb :- a.\nb :- c.",
    "one that denies itself": "a :- not a.",
    "a choice and a constraint": "{ a; b }.\nc :- a.\n:- b, not c.",
}
MARGIN = "2px 1.2em 2px 0"  # round a box to tick


def set_text(atoms) -> str:
    """Write a set of atoms in braces.

    >>> set_text({"b", "a"}), set_text(())
    ('{a, b}', 'the empty set')
    """
    return f"{{{', '.join(sorted(atoms))}}}" if atoms else "the empty set"


def atoms_verdict(found: Judgement, atoms: set[str]) -> str:
    """Say whether a set is an answer, and if not, which faults it has.

    >>> rules = read_rules("a :- b. b :- a.")
    >>> atoms_verdict(judge_atoms(rules, {"a"}), {"a"})
    '{a} is not an answer: 1 rule is violated, and a lacks a reason.'
    """
    lacking, rules = found.without_reason, many(len(found.violated), "rule")
    faults = [f"{rules} {'is' if len(found.violated) == 1 else 'are'} violated"] if found.violated else []
    if lacking:
        faults.append(f"{join_words(lacking)} {'lacks' if len(lacking) == 1 else 'lack'} a reason")
    what = f"not an answer: {', and '.join(faults)}" if faults else "an answer"
    who = set_text(atoms)
    return f"{who[0].upper()}{who[1:]} is {what}."


def rule_words(rule: Rule, atoms: set[str]) -> str:
    """Say in words how a rule judges a set of atoms.

    >>> rule_words(Rule(("a",), (), ("b",)), {"b"})
    'says nothing: b is in the set'
    """
    if missing := [name for name in rule.needs if name not in atoms]:
        return f"says nothing: {missing[0]} is not in the set"
    if there := [name for name in rule.bars if name in atoms]:
        return f"says nothing: {there[0]} is in the set"
    if rule.choice:
        taken = len(atoms.intersection(rule.heads))
        return (
            f"violated: {taken} of its atoms are in the set" if rule.is_violated(atoms) else "leaves it open"
        )
    if rule.is_violated(atoms):
        return f"violated: {' or '.join(rule.heads)} must be in the set" if rule.heads else "violated"
    return f"kept, a reason for {rule.heads[0]}"


def reasons(found: Judgement, names: list[str], atoms: set[str]) -> list[tuple[str, str]]:
    """Return each atom with its reason, or that it lacks one; the others that are derived, though
    nobody ticked them.

    >>> rules = read_rules("a. b :- a. c :- c.")
    >>> reasons(judge_atoms(rules, {"a", "c"}), ["a", "b", "c"], {"a", "c"})
    [('a', 'derived in step 1'), ('b', 'derived in step 2, but not in your set'), ('c', 'lacks a reason')]
    """
    step = {name: number for number, step in enumerate(found.steps, 1) for name in step}
    outside = lambda name: "" if name in atoms else ", but not in your set"
    words = {name: f"derived in step {step[name]}{outside(name)}" for name in names if name in step}
    return [(name, words.get(name, "lacks a reason")) for name in names if name in atoms or name in words]


def html_table(*rows: tuple[str, str]) -> w.HTML:
    """Return a table of texts, all to the left; the first row is its heading.

    >>> html_table(("atom", "reason"), ("a", "x < y")).value.count("x &lt; y")
    1
    """
    pad = 'style="padding: 0.1em 1.2em 0.1em 0; text-align: left"'
    cells = [
        "".join(f"<{tag} {pad}>{escape(text)}</{tag}>" for text in row)
        for tag, row in zip(["th", *["td"] * len(rows)], rows)
    ]
    return html(f'<table class="eo-open">{"".join(f"<tr>{cell}</tr>" for cell in cells)}</table>')


class StableBench(Card):
    """A program, a box for each of its atoms, and what is wrong with the set that is ticked."""

    def __init__(self, program: str = ""):
        wide = {"width": "30em"}
        self.choice = w.Dropdown(options=list(PROGRAMS), description="example", layout=wide)
        text, named = program or PROGRAMS[self.choice.value], {"description": "program", "rows": 4}
        self.program = w.Textarea(text, continuous_update=False, layout=wide, **named)
        self.rules, self.ticks = [], {}
        self.boxes, self.tables = w.HBox(layout=w.Layout(flex_flow="row wrap")), w.HBox()
        super().__init__(
            self.choice,
            self.program,
            html("Tick the atoms of your set:"),
            self.boxes,
            self.line,
            self.tables,
            words="a program, its atoms to tick, and why a set of them is an answer or not",
        )
        self.add_class("eo-bench")
        self.choice.observe(lambda change: self.take(change.new), "value")
        self.program.observe(lambda _: self.read(), "value")
        self.read()

    @property
    def atoms(self) -> set[str]:
        return {name for name, box in self.ticks.items() if box.value}

    def take(self, example: str | None) -> None:
        """Put an example there; None, where the program is none."""
        if example is not None:
            self.program.value = PROGRAMS[example]

    def read(self) -> None:
        """Read the program again; atoms that it still has stay ticked."""
        before = self.atoms
        if self.program.value != PROGRAMS.get(self.choice.value):
            self.choice.value = None  # so that each example can be chosen again
        try:
            self.rules = read_rules(self.program.value)
        except PuzzleError as problem:
            self.offer([], before)
            return self.tell(f"The bench cannot read this: {problem}.", wrong=True)
        self.offer(atoms_of(self.rules), before)
        self.judge()

    def offer(self, names: list[str], before: set[str]) -> None:
        """Put a box to tick there for each atom."""
        for box in self.ticks.values():
            box.close()
        self.ticks = {name: tick(name, name in before, margin=MARGIN) for name in names}
        for box in self.ticks.values():
            box.observe(lambda _: self.judge(), "value")
        self.boxes.children, self.tables.children = list(self.ticks.values()), []

    def judge(self) -> None:
        """Say what is wrong with the set, rule by rule and atom by atom."""
        atoms = self.atoms
        found = judge_atoms(self.rules, atoms)
        self.tell(atoms_verdict(found, atoms))
        rules = [(str(rule), rule_words(rule, atoms)) for rule in self.rules]
        self.tables.children = [
            html_table(("rule", "what it says of your set"), *rules),
            html_table(("atom", "its reason"), *reasons(found, list(self.ticks), atoms)),
        ]


def stable_bench(program: str = "") -> StableBench:
    """Return a bench to try sets of atoms on a small program without variables; without a program, on
    examples.

    >>> stable_bench("a :- not b.")  # doctest: +NORMALIZE_WHITESPACE
    <a program, its atoms to tick, and why a set of them is an answer or not;
     open the notebook in JupyterLab to use it>
    """
    return StableBench(program)
