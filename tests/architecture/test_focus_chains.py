"""Nobody asks Qt itself for the next widget in the order of Tab: see `focus_chain.py`."""

import ast
from pathlib import Path

GUI = Path(__file__).parents[2] / "inspector" / "gui"
ADOPTING = {"nextInFocusChain", "previousInFocusChain", "focusProxy"}


def test_focus_chains_are_walked_by_those_of_the_kit():
    found = [
        f"{name}: {node.lineno}"
        for path in sorted(GUI.rglob("*.py"))
        if (name := path.relative_to(GUI).as_posix()) != "kit/focus_chain.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ADOPTING
    ]
    assert found == []
