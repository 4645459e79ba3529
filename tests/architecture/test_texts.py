"""How texts that a person reads are spelled in the source."""

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "inspector"

CALLED = re.compile(r"\b_\(")
THROWN_AWAY = re.compile(r"\b_ *(?:[,)\]=:]|in\b)")


def trees(package, having):
    """The modules of a package that have something in their text: only these are parsed."""
    for path in sorted(package.rglob("*.py")):
        if having.search(text := path.read_text("utf-8")):
            yield path.name, ast.parse(text)


def throws_away_and_says(function):
    """Whether a function has a variable `_` and calls it: Python 3.12 takes one for the other."""
    inside = [*ast.walk(function)]
    kept = any(
        isinstance(one, ast.Name) and one.id == "_" and isinstance(one.ctx, ast.Store)
        for one in inside
    )
    called = any(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "_"
        for one in inside
    )
    return kept and called


def test_what_is_thrown_away_has_not_the_name_of_what_translates():
    found = [
        f"{path.name}: {function.name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if CALLED.search(text := path.read_text("utf-8")) and THROWN_AWAY.search(text)
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef) and throws_away_and_says(function)
    ]
    assert found == []


TEXTS = {"_", "N_", "ngettext", "pgettext", "counted"}
NAMED = re.compile(rf"\b(?:{'|'.join(TEXTS)})\b")
WORDS = re.compile(r"[a-z']{2,}( [a-z']+)*")
CODES = {"ask", "through", "direct"}
"""What preferences keep beside the words for it."""


CHOICES = (ast.IfExp, ast.Tuple, ast.List)


def alternatives(node):
    """What stands in one place or beside each other: both sides of a choice, parts of a list."""
    match node:
        case ast.IfExp():
            parts = [node.body, node.orelse]
        case ast.Tuple() | ast.List():
            parts = node.elts
        case _:
            return [node]
    return [one for part in parts for one in alternatives(part)]


def is_text(node):
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TEXTS
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return is_text(value)
    return False


def test_words_beside_a_text_are_texts_as_well():
    naked = set()
    for name, tree in trees(PACKAGE / "gui", NAMED):
        for node in ast.walk(tree):
            if isinstance(node, CHOICES) and any(map(is_text, found := alternatives(node))):
                words = (one.value for one in found if isinstance(one, ast.Constant))
                naked |= {(name, one) for one in words if WORDS.fullmatch(str(one))}
    assert {one for one in naked if one[1] not in CODES} == set()


COLUMN = re.compile(r"\b(?:_column|Column)\b")


def makes_a_column(call):
    match call.func:
        case ast.Name(id="_column") | ast.Subscript(value=ast.Name(id="Column")):
            return True
    return False


def test_the_names_of_columns_are_texts():
    calls = (
        node
        for _name, tree in trees(PACKAGE / "gui", COLUMN)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and makes_a_column(node)
    )
    names = [one.value for call in calls for one in call.keywords if one.arg == "name"]
    assert names
    assert [ast.unparse(one) for one in names if not is_text(one)] == []
