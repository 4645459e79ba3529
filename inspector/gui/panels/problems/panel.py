"""The problems panel: everything that loading and the rules found, and the way to each place."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPalette,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.filters.problem_rows import ProblemRow, problem_fields
from inspector.analysis.filters.rows import MemoryRow
from inspector.analysis.problem_list import codes_by_memory
from inspector.core.edits import SetField
from inspector.core.memory import by_id
from inspector.core.problems import Problem
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Panel, Worker
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, current_theme
from inspector.gui.panels.problems.detail import ProblemDetail
from inspector.gui.panels.problems.model import (
    SEVERITIES,
    TEXT,
    ProblemsModel,
)
from inspector.gui.panels.problems.table import ProblemsTable
from inspector.gui.panels.problems.words import place_of, worded
from inspector.gui.state.selection import Matches, Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.filter_row import FilterRow
from inspector.gui.tables.filtering import Filtering
from inspector.language import _, ngettext

READY = {
    _("Errors"): "severity == error",
    _("Can be put right here"): "fix",
    _("Of memories in the block"): "in_block",
    _("Comments on itself"): "lint == meta",
}
"""Terms that the menu of filters puts together."""


class ProblemsPanel(Themed, Panel):
    """All problems, grouped by severity.

    Signals:
        count_changed: how many there are, whatever the filter (int).
        jump_requested: a person wants to see a problem's place (a `Problem`).
    """

    name = "problems"
    title = _("Problems")
    has_surface = True
    shows_kept = True
    at_once = Part.CHAT

    jump_requested = Signal(object)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ProblemsModel()
        self.table = ProblemsTable(self.model, self)
        self.filter_row = FilterRow(self)
        self.filter = self.filter_row.input
        self.filtering = Filtering(self.filter_row, self.model, self)
        self._selection = selection
        self.copy_button = QPushButton(_("Copy as text"), self)
        self.detail = ProblemDetail(self)
        self.empty = QLabel(self)
        self.kind = QComboBox(self)
        self.kind.addItems([_("All kinds"), _("Errors"), _("Warnings"), _("Hints")])
        self.kind.setAccessibleName(_("Kind of problem"))
        self._lay_out()
        self.filtering.found.connect(self._show_found)
        self.filter_row.set_choices(READY)
        self.filter_row.left.connect(self.table.setFocus)
        self.filter_row.open_on_find(self)
        self.kind.currentIndexChanged.connect(self._filter_kind)
        self.table.opened.connect(self._open_current)
        self.table.clicked.connect(self._toggle)
        self.table.doubleClicked.connect(self._open_current)
        self.copy_button.clicked.connect(self.copy_as_text)
        self.detail.fix_requested.connect(self.fix_current)
        self.detail.fix_all_requested.connect(self._fix_all)
        self.detail.jump_requested.connect(self._open_current)
        self.table.selectionModel().currentRowChanged.connect(self._show_detail)
        self.restyle()
        self._refresh()

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes or Part.PROBLEMS in changes:
            known = by_id(view.document.memories if view.problems else ())
            codes = dict.fromkeys(one.code for one in view.problems)
            self.filter.fields = problem_fields(view.document, codes)
            self.model.set_fields(self.filter.fields, _reader(view))
            found = [worded(one, known) for one in view.problems]
            # Said alike they are one, whatever the fix, whose value need not be hashable.
            self.set_problems(tuple({replace(one, fix=None): one for one in found}.values()))

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.filtering.worker,)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Button, theme.surface)
        palette.setColor(QPalette.ColorRole.Window, theme.surface)
        self.table.setPalette(palette)
        palette.setColor(QPalette.ColorRole.WindowText, theme.text_2)
        self.empty.setPalette(palette)

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show these problems; the current one stays current if it is still there."""
        if tuple(problems) == self.model.items:
            return
        current, before = self.current_problem(), len(self.model.items)
        self.model.set_problems(problems)
        self.filtering.find(self.filter.text())
        self._refresh()
        row = None if current is None else self.model.row_of(current)
        if row is not None:
            self._set_current(row)
        if len(problems) != before:
            self.count_changed.emit(len(problems))

    def current_problem(self) -> Problem | None:
        """The problem that the list stands on."""
        index = self.table.currentIndex()
        return self.model.problem_at(index.row()) if index.isValid() else None

    def next_problem(self) -> None:
        """Go to the next problem, after the last to the first, and to its place."""
        self._step(1)

    def previous_problem(self) -> None:
        """Go to the previous problem, before the first to the last, and to its place."""
        self._step(-1)

    def fix_current(self) -> None:
        """Ask for what puts the current problem right."""
        problem = self.current_problem()
        if problem is not None and problem.fix is not None:
            self.edits_requested.emit((problem.fix,), "")

    def _fix_all(self) -> None:
        problems = self._of_kind(self.current_problem())
        edits = tuple(problem.fix for problem in problems)
        n = len(edits)
        text = ngettext("{title} on {n:,} memory", "{title} on {n:,} memories", n).format(
            title=problems[0].fix_title, n=n
        )
        self.edits_requested.emit(edits, text)

    def _of_kind(self, problem: Problem | None) -> list[Problem]:
        """Those of a problem's kind whose fixes change a memory each, and so go together."""
        if problem is None or not isinstance(problem.fix, SetField):
            return []
        found: dict[tuple[int, ...], Problem] = {}
        for one in self.model.items:
            if one.code == problem.code and isinstance(one.fix, SetField):
                found.setdefault(one.fix.memories, one)
        return list(found.values())

    def _show_detail(self) -> None:
        problem = self.current_problem()
        self.detail.show_problem(problem, len(self._of_kind(problem)))
        # The list is lower or higher once this is laid out; the current row stays in sight.
        QTimer.singleShot(0, self.table, self._scroll_to_current)

    def _scroll_to_current(self) -> None:
        current = self.table.currentIndex()
        if current.isValid():
            self.table.scrollTo(current)

    def copy_as_text(self) -> None:
        """Copy the problems that are shown, one a line."""
        visible = self.model.visible
        lines = [
            "\t".join(filter(None, (problem.severity, problem.text, place_of(problem))))
            for problem in visible
        ]
        QGuiApplication.clipboard().setText("\n".join(lines))
        problems = counted(len(visible), "{n} problem", "{n} problems")
        self.announced.emit(_("Copied {problems}").format(problems=problems))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_as_text()
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        current = self.table.currentIndex()
        start = current.row() if current.isValid() else -1 if by > 0 else 0
        row = self.model.step(start, by)
        if row is not None:
            self._set_current(row)
            if self.current_problem() is not None:
                self._open_current()

    def _set_current(self, row: int) -> None:
        self.table.setCurrentIndex(self.model.index(row, TEXT))

    def _toggle(self, index: QModelIndex) -> None:
        if self.model.toggle(index.row()):
            self._refresh()
            self._set_current(index.row())

    def _filter_kind(self, index: int) -> None:
        self.model.set_kind((None, *SEVERITIES)[index])
        self._refresh()

    def _open_current(self) -> None:
        problem = self.current_problem()
        if problem is None:
            self._toggle(self.table.currentIndex())
        else:
            self.jump_requested.emit(problem)

    def _show_found(self) -> None:
        """Show what the filter finds, here and on the timeline."""
        self._refresh()
        found = self.model.found
        if found is None:
            self._selection.light(self.name, None)
            return
        memories = frozenset(one.memory for one in found if one.memory is not None)
        messages = frozenset(one.message for one in found if one.message is not None)
        self._selection.light(self.name, Matches(memories, messages or None))

    def _refresh(self) -> None:
        has_any = bool(self.model.items)
        why = self.model.why_nothing() or _("No problem matches.")
        self.empty.setText(why if has_any else _("No problems found."))
        self._stack.setCurrentIndex(0 if self.model.rowCount() else 1)
        self._head.setVisible(has_any)
        self.table.share_room()
        self._show_detail()

    def _lay_out(self) -> None:
        self.filter.setPlaceholderText(_("Filter: words, severity == error, lint == meta"))
        self.filter.setAccessibleName(_("Filter problems"))
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setTextFormat(Qt.TextFormat.PlainText)
        self._head = QWidget(self)
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, 0, 8, 0)
        head.addWidget(self.filter_row, 1)
        head.addWidget(self.kind)
        head.addWidget(self.copy_button)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self.empty)
        vbox(self, self._head, (self._stack, 1), self.detail, margins=0, spacing=0)


def _reader(view: View) -> Callable[[Problem], ProblemRow]:
    """What gives problems of a view as filters see them, on any thread."""
    memories, codes = view.document.memories, codes_by_memory(view.problems)
    verdicts = None if view.answer is None else view.answer.of_memories

    def read(problem: Problem) -> ProblemRow:
        index = problem.memory
        if index is None or index >= len(memories):
            return ProblemRow(problem)
        verdict = None if verdicts is None else verdicts.verdict_for(index)
        return ProblemRow(problem, MemoryRow(memories[index], verdict, codes.get(index, ())))

    return read
