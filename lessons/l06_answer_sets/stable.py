"""Stable models of small programs by their definition, without clingo.

A set of atoms is an answer when it keeps every rule, and when the *reduct* (the rules that are left
when every `not` is judged by the set) derives all of its atoms.
Reference: M. Gelfond and V. Lifschitz, The Stable Model Semantics for Logic Programming, 1988.
"""

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass
from itertools import combinations

from puzzlelib.common.errors import PuzzleError

NAME = r"_*[a-z][A-Za-z0-9_]*"
ATOM = rf"{NAME}(?:\(\s*(?:{NAME}|\d+)(?:\s*,\s*(?:{NAME}|\d+))*\s*\))?"
MOST_ATOMS = 12


@dataclass(frozen=True)
class Rule:
    """The `heads` follow from the atoms of `needs`, unless an atom of `bars` is there.

    Without a head it is a constraint. With `choice` the heads may be taken or left, at least
    `least` of them and at most `most`.
    """

    heads: tuple[str, ...]
    needs: tuple[str, ...] = ()
    bars: tuple[str, ...] = ()
    choice: bool = False
    least: int = 0
    most: int | None = None

    def __str__(self) -> str:
        head = "; ".join(self.heads)
        body = ", ".join([*self.needs, *(f"not {atom}" for atom in self.bars)])
        if self.choice:
            bounds = self.least or "", "" if self.most is None else self.most
            head = f"{bounds[0]} {{ {head} }} {bounds[1]}".strip()
        parts = [head, f":- {body}" if body else ""]
        return f"{' '.join(filter(None, parts))}."

    @property
    def atoms(self) -> tuple[str, ...]:
        return *self.heads, *self.needs, *self.bars

    def applies(self, atoms: Set[str]) -> bool:
        """Return whether the body holds in a set of atoms."""
        return atoms.issuperset(self.needs) and atoms.isdisjoint(self.bars)

    def is_violated(self, atoms: Set[str]) -> bool:
        """Return whether the body holds, but no head, or too few or too many of a choice."""
        if not self.choice:
            return self.applies(atoms) and atoms.isdisjoint(self.heads)
        taken = len(atoms.intersection(self.heads))
        return self.applies(atoms) and not self.least <= taken <= (taken if self.most is None else self.most)


# -------- reading


def read_rules(text: str) -> list[Rule]:
    """Read a program without variables. Errors: `PuzzleError`.

    >>> [str(rule) for rule in read_rules("a :- not b.  { b; c } :- a.  :- c, not a.  % a comment")]
    ['a :- not b.', '{ b; c } :- a.', ':- c, not a.']
    >>> [str(rule) for rule in read_rules("1 { a; b } 1.  { a; b } 2 :- c; d.")]
    ['1 { a; b } 1.', '{ a; b } 2 :- c, d.']
    >>> read_rules("p(X) :- q(X).")
    Traceback (most recent call last):
    ...
    puzzlelib.common.errors.PuzzleError: p(X) is no atom without variables, such as a or at(s,1)
    """
    text = re.sub(r"%.*", "", text)
    if ".." in text:
        raise PuzzleError("a range such as 1..3 is not read here: write each atom by itself")
    parts = text.split(".")
    if parts[-1].strip():
        raise PuzzleError(f"a full stop is missing after: {' '.join(parts[-1].split())}")
    rules = [read_rule(" ".join(part.split())) for part in parts[:-1]]
    if len(atoms_of(rules)) > MOST_ATOMS:
        raise PuzzleError(f"{len(atoms_of(rules))} atoms are more than the {MOST_ATOMS} that fit here")
    return rules


def read_rule(text: str) -> Rule:
    """Read a rule without its full stop."""
    if not text:
        raise PuzzleError("there is nothing in front of a full stop")
    head, arrow, body = text.partition(":-")
    literals = split_outside(body, "[,;]") if arrow else []
    if arrow and not literals:
        raise PuzzleError(f"nothing follows the arrow in: {text}")
    bars = [literal[4:] for literal in literals if literal.startswith("not ")]
    needs = [literal for literal in literals if not literal.startswith("not ")]
    heads, *choice = read_head(head.strip(), bool(arrow))
    return Rule(tuple(heads), tuple(map(atom, needs)), tuple(map(atom, bars)), *choice)


def read_head(head: str, may_be_empty: bool) -> tuple[list[str], bool, int, int | None]:
    """Return the atoms of a head, whether it is a choice, and of how many at least and at most."""
    if not head and may_be_empty:
        return [], False, 0, None
    if found := re.fullmatch(r"(\d*) *\{(.*)\} *(\d*)", head):
        least, inside, most = found.groups()
        return (
            [atom(part) for part in split_outside(inside, ";")],
            True,
            int(least or 0),
            int(most) if most else None,
        )
    if "{" in head or "}" in head:
        raise PuzzleError(f"braces are read with a number before and after them, or none, not: {head}")
    if ";" in head or "|" in head:
        raise PuzzleError(f"a head has one atom here, or a choice in braces, not: {head}")
    return [atom(head)], False, 0, None


def split_outside(text: str, sign: str) -> list[str]:
    """Split a text at a sign outside brackets.

    >>> split_outside("at(1,2), not b", ",")
    ['at(1,2)', 'not b']
    """
    parts = [part.strip() for part in re.split(rf"{sign}(?![^()]*\))", text)]
    return parts if any(parts) else []


def atom(text: str) -> str:
    """Return an atom without blanks. Errors: `PuzzleError`."""
    if not re.fullmatch(ATOM, text) or re.search(r"\bnot\b", text):
        raise PuzzleError(f"{text or 'nothing'} is no atom without variables, such as a or at(s,1)")
    return re.sub(r"\s", "", text)


def atoms_of(rules: Iterable[Rule]) -> list[str]:
    """Return all atoms in the order in which they come."""
    return list(dict.fromkeys(name for rule in rules for name in rule.atoms))


# -------- judging


@dataclass(frozen=True)
class Judgement:
    """The rules that a set violates, its underived atoms, and the `steps` of the derivation."""

    violated: tuple[Rule, ...]
    without_reason: tuple[str, ...]
    steps: tuple[frozenset[str], ...]

    @property
    def is_answer(self) -> bool:
        return not self.violated and not self.without_reason


def judge_atoms(rules: Iterable[Rule], atoms: Iterable[str]) -> Judgement:
    """Judge whether a set of atoms is an answer.

    >>> judge_atoms(read_rules("a :- not b. b :- not a."), {"a"}).is_answer
    True
    >>> judge_atoms(read_rules("a :- b. b :- a."), {"a", "b"}).without_reason
    ('a', 'b')
    """
    rules, chosen = list(rules), frozenset(atoms)
    steps = derivation(reduct(rules, chosen))
    derived = frozenset().union(*steps)
    violated = tuple(rule for rule in rules if rule.is_violated(chosen))
    return Judgement(violated, tuple(sorted(chosen - derived)), tuple(steps))


def reduct(rules: Iterable[Rule], atoms: Set[str]) -> list[Rule]:
    """Return the rules that a set leaves; of a choice, one for each head in the set.

    >>> [str(rule) for rule in reduct(read_rules("a :- b, not c. d :- not b. { b; e }."), {"a", "b"})]
    ['a :- b.', 'b.']
    """
    left = [rule for rule in rules if atoms.isdisjoint(rule.bars)]
    return [
        Rule((head,), rule.needs) for rule in left for head in rule.heads if not rule.choice or head in atoms
    ]


def derivation(rules: Iterable[Rule]) -> list[frozenset[str]]:
    """Derive atoms from rules without `not`, step by step: the least set that keeps them all.

    >>> [sorted(step) for step in derivation(read_rules("a. b :- a. c :- b, d."))]
    [['a'], ['b']]
    """
    rules, known, steps = list(rules), set(), []
    while new := {head for rule in rules if rule.applies(known) for head in rule.heads} - known:
        steps.append(frozenset(new))
        known |= new
    return steps


def stable_models(rules: Iterable[Rule]) -> list[frozenset[str]]:
    """Return all answers, by judging every set of atoms.

    >>> [sorted(answer) for answer in stable_models(read_rules("{ a; b }. :- a, b."))]
    [[], ['a'], ['b']]
    """
    rules = list(rules)
    names = atoms_of(rules)
    sets = (frozenset(some) for size in range(len(names) + 1) for some in combinations(names, size))
    return [atoms for atoms in sets if judge_atoms(rules, atoms).is_answer]
