"""The scripts of the browser are ES modules, and become one ES module for each widget."""

import importlib
import re

import pytest
from test_build import ROOT

from lessons.kit.cards import modules

NAMES = sorted(path.stem for folder in modules.folders() for path in folder.glob("*.js"))
WIDGETS = [name for name in NAMES if "export default" in modules.source(name)]


def test_each_has_a_name_of_its_own():
    assert {"stage", "cubes", "coast"} < set(NAMES) and len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_is_one_module_without_imports(name):
    text = modules.javascript(name)
    assert not re.search(r"^\s*import\b", text, re.M) and "import(" not in text
    assert [line[:14] for line in re.findall(r"^export .*", text, re.M)] == ["export default"]
    assert "const $patience" in text
    for other in modules.imported_modules(name):
        assert text.count(f"const ${other} = ") == 1


def cards() -> set[type]:
    """Return the classes that bring a script and style sheets to the browser."""
    files = [path for path in (ROOT / "lessons").rglob("*.py") if "_css = " in path.read_text("utf-8")]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    there = [one for name in names for one in vars(importlib.import_module(name)).values()]
    return {one for one in there if isinstance(one, type) and hasattr(one, "_css")}


def classes_styled_anywhere(sheet: str) -> set[str]:
    """Return the classes that a rule names alone: it holds for all elements of the page that have one."""
    heads = re.findall(r"^(\S[^{@]*) \{", modules.styles(sheet), re.M)
    return {one[1:] for head in heads for one in head.split(", ") if re.fullmatch(r"\.[\w-]+", one)}


def test_no_sheet_styles_what_another_card_makes():
    """In JupyterLab the sheets of all cards that were shown, in any notebook, hold for the whole page."""
    sheets = {path.stem for folder in modules.folders() for path in folder.glob("*.css")}
    hit = [
        (sheet, name, card.__name__)
        for card in cards()
        for sheet in sheets - {"steps", "saved", "book", "slides"}  # for all cards, or pages of their own
        if modules.styles(sheet) not in card._css
        for name in classes_styled_anywhere(sheet)
        if re.search(rf"(\w\.|[\"\'` ]){name}(?![\w-])", card._esm)
    ]
    assert len(cards()) > 15 and not hit


def imported_by_tests(name: str) -> set[str]:
    texts = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/scripts").glob("*.test.mjs"))
    lines = re.findall(rf'import \{{([^}}]*)\}} from "[^"]*/logic/{name}\.js"', texts)
    return {re.sub(r" as .*", "", one.strip()) for line in lines for one in line.split(",")}


@pytest.mark.parametrize("name", NAMES)
def test_what_is_imported_is_exported_and_what_is_exported_is_imported(name):
    modules.imported_modules(name)
    imports = {
        wanted
        for other in NAMES
        for names, source in modules.IMPORT.findall(modules.source(other))
        if source == name
        for wanted in re.findall(r"\w+", names)
    } | imported_by_tests(name)
    assert set(modules.exports(name)) == imports
    assert len(modules.IMPORT.findall(modules.source(name))) == modules.source(name).count("import ")
    assert "\nexport {" not in modules.source(name)


def told(monkeypatch, **texts):
    monkeypatch.setattr(modules, "source", lambda name: texts[name])


@pytest.mark.parametrize(
    "two, said",
    [
        ("export const a = 1;\nconst b = 2;\n", "one.js imports b, which two.js does not export"),
        ('import { a } from "./one.js";\nexport const b = 2;\n', "one imports two imports one"),
    ],
)
def test_imports_that_cannot_be_followed_are_errors(monkeypatch, two, said):
    told(monkeypatch, one='import { b } from "./two.js";\nexport const a = 1;\n', two=two)
    with pytest.raises(ValueError, match=said):
        modules.javascript("one")


def test_names_of_different_modules_do_not_meet(monkeypatch):
    told(
        monkeypatch,
        one='import { a } from "./two.js";\nconst own = 1;\nexport default a + own;\n',
        two="const own = 2;\nexport const a = own;\n",
    )
    assert modules.javascript("one") == (
        "const $two = (() => {\nconst own = 2;\nconst a = own;\nreturn { a };\n})();\n"
        "const { a } = $two;\nconst own = 1;\nexport default a + own;\n"
    )


def test_docstrings_stay_at_home_and_what_stands_behind_one_does_not():
    text = (
        "/** Of a.\n * More. */\na = 0;\n  /** @type {number} */ b = 1;\n  /** Of c. */\n  c = /** d */ 2;\n"
    )
    assert modules.DOCS.sub("", text) == "a = 0;\n  /** @type {number} */ b = 1;\n  c = /** d */ 2;\n"
