"""Signals are their owner's alone and are documented; no word on the screen decides anything."""

import ast
import re
from pathlib import Path

GUI = Path(__file__).parents[2] / "inspector" / "gui"

EMITTED_FOR_OTHERS = {
    "panels/preview/ghosts.py: layout.documentSizeChanged": "Qt's, which does not see the room",
    "state/workers.py: self._relay": "of the job, on the thread of whoever waits for it",
    "window/action_list.py: menu.aboutToShow": "Qt's, so that menus are filled that are not open",
    "window/app.py: unforeseen.raised": "carries an error of any thread to the one with dialogs",
}
"""Signals that are not `self`'s, each with why it is emitted."""

WORDS = {"currentText", "itemText", "tabText", "title", "toolTip", "windowTitle"}
"""What widgets say: in another language they say something else."""


def modules(having):
    """Name and tree of those of the window's modules that have something in their text."""
    for path in sorted(GUI.rglob("*.py")):
        if re.search(having, text := path.read_text("utf-8")):
            yield path.relative_to(GUI).as_posix(), ast.parse(text)


def signals_of(tree):
    """Public signals by class: its definition and their names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield (
                node,
                {
                    one.targets[0].id
                    for one in node.body
                    if isinstance(one, ast.Assign)
                    and isinstance(one.value, ast.Call)
                    and isinstance(one.value.func, ast.Name)
                    and one.value.func.id == "Signal"
                    and not one.targets[0].id.startswith("_")
                },
            )


def documented(node):
    section = re.search(r"Signals:\n((?:    .*\n?|\n)*)", (ast.get_docstring(node) or "") + "\n")
    return set(re.findall(r"^    (\w+):", section[1], re.MULTILINE)) if section else set()


def test_nobody_emits_a_signal_of_somebody_else():
    found = {
        f"{name}: {ast.unparse(node.value)}"
        for name, tree in modules(r"\.emit\b")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr == "emit"
        and not re.fullmatch(r"self\.\w+( if .* else self\.\w+)?", ast.unparse(node.value))
    }
    unexplained = {
        one for one in found if not any(one.startswith(kept) for kept in EMITTED_FOR_OTHERS)
    }
    assert unexplained == set()


def test_every_signal_of_a_public_class_is_documented_by_its_name():
    found = [
        (module, node, names)
        for module, tree in modules("Signal")
        for node, names in signals_of(tree)
    ]
    every = {name for *_, names in found for name in names}
    wrong = {
        (module, node.name, one)
        for module, node, names in found
        if not node.name.startswith("_")
        for one in (names - documented(node)) | (documented(node) - every)
    }
    assert wrong == set()


def test_no_comparison_reads_what_a_widget_says():
    found = {
        f"{name}:{node.lineno}: {ast.unparse(node)}"
        for name, tree in modules(rf"\.(?:{'|'.join(WORDS)})\b")
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and part.func.attr in WORDS
            and not part.args
            for part in (node.left, *node.comparators)
        )
    }
    assert found == set()
