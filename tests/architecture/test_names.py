"""Names are the field's, Qt's and the trade's words, none that only a docstring explains."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
# fmt: off
VAGUE = {
    "asking", "asked", "taken", "others", "waiting", "listing", "newest", "flows", "desk",
    "remembering", "deed", "heat", "look", "hand", "dress", "ink", "ground", "place", "shown",
    "errand", "said", "told", "patience", "occasion", "offer",
}
# fmt: on
KEPT = {
    "inspector/cli/schemas/edits.py": {"taken"},  # a key of the command line's answers
    "inspector/cli/schemas/inputs.py": {"place"},  # a key of the baselines that people keep
    "inspector/cli/lint.py": {"place"},  # reads that key
    "inspector/core/knowledge.py": {"told"},  # OpenVault's own word for a way of knowing
}
SAID = re.compile(r'"{3}[\s\S]*?"{3}|^ *# .*|  # .*', re.MULTILINE)
"""Docstrings and comments, where such words are welcome and stand more often."""

ANY_VAGUE = re.compile(rf"\b_*(?:{'|'.join(VAGUE)})_*\b")


def test_nothing_is_named_by_a_vague_word():
    found = [
        f"{file}: {name}"
        for path in sorted((ROOT / "inspector").rglob("*.py"))
        if ANY_VAGUE.search(SAID.sub("", text := path.read_text("utf-8")))
        for name in _names(ast.parse(text))
        if name in VAGUE and name not in KEPT.get(file := path.relative_to(ROOT).as_posix(), ())
    ]
    assert found == []


def _names(tree):
    """What a module names itself, without the underscores in front."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name.strip("_")
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name.strip("_")
