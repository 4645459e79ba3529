"""Files and classes are of a size that one can read, and the state of the window has no widgets."""

import ast
import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_LINES, MOST_OF_A_CLASS, LEAST_LINES = 500, 200, 40

LONG_CLASSES = {
    "inspector.gui.panels.rewrite.panel.RewritePanel": "one queue, and all that becomes of it",
    "inspector.gui.panels.leaks.panel.LeaksPanel": "leaks, excerpt and what they cost in step",
    "inspector.gui.window.context_bar.ContextBar": "every part of the question, shown and asked",
    "inspector.gui.kit.diff_view.DiffView": "rows that are laid out, painted and found by number",
    "inspector.gui.panels.check.panel.CheckPanel": "request, verdicts and detail in step",
    "inspector.gui.panels.compare.block_view.BlockView": "lines painted, chosen, folded and copied",
    "inspector.gui.panels.context.panel.ContextPanel": "signals and layout of its four pages",
    "inspector.gui.panels.knowledge.panel.KnowledgePanel": "filter, table and worker of one matrix",
    "inspector.gui.panels.lore.panel.LorePanel": "two pages behind one set of signals",
    "inspector.gui.panels.memories.panel.MemoriesPanel": "signals of table, filter and its bars",
    "inspector.gui.panels.messages.panel.MessagesPanel": "search, table and reader in step",
    "inspector.gui.panels.preview.panel.PreviewPanel": "text, gutter, counts and landing in step",
    "inspector.gui.panels.problems.panel.ProblemsPanel": "list, filter and detail in step",
    "inspector.gui.panels.recaps.versions_page.VersionsPage": "editing and comparing one table",
    "inspector.gui.panels.timeline.panel.TimelinePanel": "keeps what is shown until plots are read",
    "inspector.gui.files.lore_service.LoreService": "what becomes of a file beside the chat",
    "inspector.gui.files.recovering.Recovering": "one way from what was left to what is open",
    "inspector.gui.window.panel_dock.PanelDock": "one view docked, floating, folded or narrow",
    "inspector.gui.window.open_from.dialog.OpenFromDialog": "three lists and their worker",
    "inspector.gui.window.presenter.Presenter": "the one loop between session and panels",
    "inspector.gui.window.workbench.Workbench": "the composition root",
    "inspector.listening.connection.Forwarding": "one connection from its first byte to its last",
    "inspector.sillytavern.text_completion.text_request._Assembly": "one request, step by step",
    "inspector.sillytavern.lore_scan.scan._Scan": "one scan, loop by loop",
}
"""Classes over `MOST_OF_A_CLASS` lines, each with why it is one."""

SHORT_FILES = {
    "inspector.gui.kit.painting_pause": "a trap of Qt, tested apart from the workbench",
    "inspector.gui.panels.preview.empty": "what stands where the block would, apart from the panel",
    "inspector.gui.window.open_from.card": "a card of the page that shows it; the dialog is heavy",
    "inspector.sillytavern.own_files": "a port of systems, apart from the one that has it",
    "inspector.systems.auto_recap.rulesets": "the same files in every system's folder",
    "inspector.systems.openvault.rulesets": "the same files in every system's folder",
    "inspector.systems.scribe.rulesets": "the same files in every system's folder",
}
"""Files under `LEAST_LINES` lines with a single reader, each with why it is a file."""


IMPORT = re.compile(r"^ *((?:from [\w.]+ )?import (?:\([^)]*\)|[^(\n].*))", re.MULTILINE)


def modules():
    for path in sorted((ROOT / "inspector").rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts), path.read_text("utf-8")


def imports(text):
    """What a module imports: reading its imports alone takes a tenth of reading it whole."""
    for node in ast.parse("\n".join(IMPORT.findall(text))).body:
        if isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{part.name}" for part in node.names)
        else:
            yield from (part.name for part in node.names)


def test_no_file_is_too_long_to_be_read_at_once():
    assert {name for name, text in modules() if text.count("\n") > MOST_LINES} == set()


def test_no_class_is_too_long_but_those_with_a_reason():
    long = {
        f"{name}.{node.name}"
        for name, text in modules()
        if text.count("\n") > MOST_OF_A_CLASS
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.end_lineno - node.lineno >= MOST_OF_A_CLASS
    }
    assert long - LONG_CLASSES.keys() == set()
    assert LONG_CLASSES.keys() - long == set(), "exceptions that no longer are any"


def test_no_file_is_too_short_to_stand_alone_but_those_with_a_reason():
    readers = defaultdict(set)
    for name, text in modules():
        for one in imports(text):
            readers[one].add(name)
    short = {
        name
        for name, text in modules()
        if text.count("\n") < LEAST_LINES
        and len(readers[name]) == 1
        and not name.endswith(("__init__", "__main__"))
    }
    assert short - SHORT_FILES.keys() == set()
    assert SHORT_FILES.keys() - short == set(), "exceptions that no longer are any"


def test_the_state_of_the_window_knows_no_widget():
    known = {
        name
        for name, text in modules()
        if name.startswith("inspector.gui.state.") and "PySide6.QtWidgets" in imports(text)
    }
    assert known == set()
