"""The scripts of the browser are ES modules, and become one ES module for each widget."""

import re

import pytest

from lessons.kit.cards import modules

OF_LESSONS = [*modules.LESSONS.glob("l[0-9]*/*.js")]
NAMES = sorted(path.stem for path in (*modules.BROWSER.glob("*.js"), *OF_LESSONS))
WIDGETS = [name for name in NAMES if "export default" in modules.source(name)]


def test_each_has_a_name_of_its_own():
    assert OF_LESSONS and len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("name", WIDGETS)
def test_a_widget_is_one_module_without_imports(name):
    text = modules.javascript(name)
    assert not re.search(r"^\s*import\b", text, re.M) and "import(" not in text
    assert [line[:14] for line in re.findall(r"^export .*", text, re.M)] == ["export default"]
    assert "const $patience" in text
    for other in modules.imported_modules(name):
        assert text.count(f"const ${other} = ") == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_is_imported_is_exported_and_what_is_exported_is_imported(name):
    modules.imported_modules(name)
    imports = {
        wanted
        for other in NAMES
        for names, source in modules.IMPORT.findall(modules.source(other))
        if source == name
        for wanted in re.findall(r"\w+", names)
    }
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
