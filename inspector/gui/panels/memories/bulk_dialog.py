"""One change for many memories: a table of old and new, then one step to undo."""

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.bulk import (
    AddNames,
    BulkPlan,
    Change,
    Replace,
    SetTo,
    Step,
    plan,
    token_change,
)
from inspector.analysis.filters.patterns import BadPatternError, Pattern
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.query import Query
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.text import one_line, plural, signed
from inspector.gui.kit.theme import scaled

_COLUMNS = ("#", "What", "As it is", "As it becomes", "Tokens")
_MOST_ROWS = 500
_MOST_DERIVED = 1_000
"""So many memories are derived anew while a person types."""

ChangeOf = Callable[[str, str], Change]


class BulkDialog(QDialog):
    """Asks what to change on some memories, and shows what that makes of each.

    Signals:
        kept: the edits and what they do (a tuple and a text).
    """

    kept = Signal(object, str)

    def __init__(
        self,
        document: Document,
        memories: Sequence[int],
        query: Query | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._memories, self._query = document, tuple(memories), query
        self._plan: BulkPlan | None = None
        self._changes = [one for spec in document.fields for one in _changes_of(spec)]
        self.setWindowTitle(f"Change {plural(len(self._memories), 'memory')}")
        self.change = QComboBox(self)
        self.change.addItems([title for title, _, _ in self._changes])
        self.change.setAccessibleName("What to change")
        self.value, self.replacement = QLineEdit(self), QLineEdit(self)
        self.value.setAccessibleName("Value, or regular expression")
        self.replacement.setAccessibleName("Replacement")
        self.replacement.setPlaceholderText("with")
        self.table = QTableWidget(0, len(_COLUMNS), self)
        self.table.setHorizontalHeaderLabels(list(_COLUMNS))
        self.table.setAccessibleName("Old and new")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (2, 3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.words = plain_label()
        self.keep_button = QPushButton("Change them", self)
        self.keep_button.setDefault(True)
        self.cancel_button = QPushButton("Change nothing", self)
        self._lay_out()
        self.change.currentIndexChanged.connect(self._show)
        self.value.textChanged.connect(self._show)
        self.replacement.textChanged.connect(self._show)
        self.keep_button.clicked.connect(self._keep)
        self.cancel_button.clicked.connect(self.reject)
        self._show()

    def _show(self) -> None:
        """Work out what the change makes of each, and say what is wrong with it."""
        _, hint, make = self._changes[self.change.currentIndex()]
        self.value.setPlaceholderText(hint)
        self.value.setVisible(bool(hint))
        self.replacement.setVisible(hint == _PATTERN)
        self._plan, error = None, ""
        if not hint or self.value.text().strip():
            try:
                wanted = make(self.value.text(), self.replacement.text())
                self._plan = plan(self._document, self._memories, [wanted])
            except (InspectorError, BadPatternError) as refused:
                error = str(refused)
        self._show_plan(error)

    def _show_plan(self, error: str) -> None:
        found = self._plan
        values = () if found is None else found.values
        query, tokens = self._query, None
        is_quick = len(self._document.memories) <= _MOST_DERIVED
        if found is not None and query is not None and values and is_quick:
            tokens = token_change(query, found.edits)
        self.table.setRowCount(min(len(values), _MOST_ROWS))
        for row, one in enumerate(values[:_MOST_ROWS]):
            line = None if tokens is None else tokens.lines.get(one.memory)
            cost = "" if line is None else signed(line[1] - line[0])
            texts = (str(one.memory), one.field, _spelled(one.before), _spelled(one.after), cost)
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
        words = [error or f"{len({one.memory for one in values}):,} change"]
        if found is not None:
            words += [f"{found.unchanged:,} stay as they are"] if found.unchanged else []
            words += [f"#{one.memory}: {one.reason}" for one in found.refused[:3]]
        if tokens is not None:
            words.append(f"block {tokens.before:,} → {tokens.after:,} tokens")
        self.words.setText(" · ".join(words))
        self.keep_button.setEnabled(bool(values))

    def _keep(self) -> None:
        if self._plan is not None and self._plan.edits:
            many = plural(len({one.memory for one in self._plan.values}), "memory")
            self.kept.emit(self._plan.edits, f"{self.change.currentText()}: {many}")
        self.accept()

    def _lay_out(self) -> None:
        self.resize(scaled(820), scaled(420))
        top, below = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.change)
        top.addWidget(self.value, 1)
        top.addWidget(self.replacement, 1)
        below.addWidget(self.words, 1)
        below.addWidget(self.cancel_button)
        below.addWidget(self.keep_button)
        column = QVBoxLayout(self)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(below)


_PATTERN = "regular expression"


def _changes_of(spec: FieldSpec) -> list[tuple[str, str, ChangeOf]]:
    """The changes that a field knows: title, what is typed (empty for nothing), and its value."""
    key, title = spec.key, spec.title.lower()
    replace: tuple[str, str, ChangeOf] = (
        f"Replace in {title}",
        _PATTERN,
        lambda value, text: Replace(key, Pattern(value), text),
    )
    match spec.kind:
        case FieldKind.IMPORTANCE:
            return [
                (f"Set {title} to", "1 to 5", lambda value, _: SetTo(key, _number(value))),
                (f"Raise {title}", "", lambda _, __: Step(key, 1)),
                (f"Lower {title}", "", lambda _, __: Step(key, -1)),
            ]
        case FieldKind.FLAG:
            return [
                (f"{spec.title}: on", "", lambda _, __: SetTo(key, value=True)),
                (f"{spec.title}: off", "", lambda _, __: SetTo(key, value=False)),
            ]
        case FieldKind.NAMES:
            return [
                (f"Add to {title}", "name", lambda value, _: AddNames(key, add=(value.strip(),))),
                (
                    f"Remove from {title}",
                    "name",
                    lambda value, _: AddNames(key, remove=(value.strip(),)),
                ),
                replace,
            ]
        case FieldKind.TEXT | FieldKind.OPTIONAL_TEXT:
            return [replace]
        case _:
            return []


def _number(text: str) -> object:
    return int(text) if text.strip().isascii() and text.strip().isdecimal() else text


def _spelled(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, cast("Sequence[object]", value)))
    return "" if value is None else one_line(str(value), 300)
