"""A file that is dropped on a line is opened, or is the path that the line asks for."""

import ast
from pathlib import Path

GUI = Path(__file__).parents[2] / "inspector" / "gui"


def test_lines_are_made_of_those_of_the_kit():
    found = [
        f"{name}: {node.lineno}"
        for path in sorted(GUI.rglob("*.py"))
        if (name := path.relative_to(GUI).as_posix()) != "kit/line_edit.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if _makes_one(node)
    ]
    assert found == []


def _makes_one(node):
    """Whether an expression makes Qt's own line, or a class is one."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "QLineEdit"
    if isinstance(node, ast.ClassDef):
        return any(isinstance(one, ast.Name) and one.id == "QLineEdit" for one in node.bases)
    return False
