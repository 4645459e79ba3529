"""One change for many memories: a table of old and new, then one step to undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from inspector.analysis.bulk import (
    AddNames,
    BulkPlan,
    Change,
    ChangedValue,
    Replace,
    SetTo,
    Step,
    TokenChange,
    plan,
    token_change,
)
from inspector.analysis.filters.patterns import BadPatternError, Pattern
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.query import Query
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.text import counted, one_line, signed, tooltip
from inspector.gui.kit.theme import scaled
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.gui.tables.column import Column, quiet
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _

ChangeOf = Callable[[str, str], Change]


@dataclass(frozen=True, slots=True)
class BulkRow:
    """A value that changes, and the tokens of its memory's line before and after, once known."""

    value: ChangedValue
    tokens: tuple[int, int] | None = None

    @property
    def cost(self) -> str:
        """What the change costs; empty until it is known."""
        return "" if self.tokens is None else signed(self.tokens[1] - self.tokens[0])


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do, and what that costs once it is counted."""

    plan: BulkPlan
    tokens: TokenChange | None = None


def _spelled(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, cast("Sequence[object]", value)))
    return "" if value is None else one_line(str(value), 300)


_column = Column[BulkRow]

COLUMNS = (
    _column("#", _("The memory"), lambda row: str(row.value.memory), "00000", is_number=True),
    _column(_("What"), _("The field"), lambda row: row.value.field, "witnesses_", colour=quiet),
    _column(
        _("As it is"), "", lambda row: _spelled(row.value.before), 300, colour=quiet,
        tooltip=lambda row: tooltip(str(row.value.before)),
    ),
    _column(
        _("As it becomes"), "", lambda row: _spelled(row.value.after),
        tooltip=lambda row: tooltip(str(row.value.after)),
    ),
    _column(_("Tokens"), _("More or fewer in its line"), lambda row: row.cost, "−000",
    is_number=True),
)  # fmt: skip


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
        self.setWindowTitle(
            _("Change {memorys}").format(
                memorys=counted(len(self._memories), "{n} memory", "{n} memories")
            )
        )
        self.change = QComboBox(self)
        self.change.addItems([title for title, _, _ in self._changes])
        self.change.setAccessibleName(_("What to change"))
        self.value, self.replacement = QLineEdit(self), QLineEdit(self)
        self.value.setAccessibleName(_("Value, or regular expression"))
        self.replacement.setAccessibleName(_("Replacement"))
        self.replacement.setPlaceholderText(_("with"))
        self._worker = LatestWorker(self)
        self.model = TableModel[BulkRow](COLUMNS, self)
        self.table = Table(self.model, _("Old and new"), parent=self)
        self.words = plain_label()
        self.keep_button = QPushButton(_("Change them"), self)
        self.keep_button.setDefault(True)
        self.cancel_button = QPushButton(_("Change nothing"), self)
        self._lay_out()
        self.change.currentIndexChanged.connect(self._show)
        self.value.textChanged.connect(self._show)
        self.replacement.textChanged.connect(self._show)
        self.keep_button.clicked.connect(self._keep)
        self.cancel_button.clicked.connect(self.reject)
        self._worker.parted.connect(self._take)
        self._worker.answered.connect(self._take)
        self._worker.failed.connect(self._refuse)
        self._show()

    def dispose(self) -> None:
        """Be deleted, as soon as nothing runs for it any more."""
        self._worker.cancel()
        if self._worker.queue.is_busy:
            self._worker.queue.idle.connect(self.deleteLater)
        else:
            self.deleteLater()

    def _show(self) -> None:
        """Have worked out what the change makes of each, and what is wrong with it."""
        _, hint, make = self._changes[self.change.currentIndex()]
        self.value.setPlaceholderText(hint)
        self.value.setVisible(bool(hint))
        self.replacement.setVisible(hint == _PATTERN)
        self._plan = None
        self.keep_button.setEnabled(False)
        if hint and not self.value.text().strip():
            self._worker.cancel()
            self._show_rows((), "")
            return
        try:
            wanted = make(self.value.text(), self.replacement.text())
        except (InspectorError, BadPatternError) as refused:
            self._refuse(str(refused))
            return
        document, memories, query = self._document, self._memories, self._query

        def work(token: CancelToken) -> Preview:
            found = plan(document, memories, [wanted])
            token.check()
            if query is None or not found.values:
                return Preview(found)
            token.part(Preview(found))
            return Preview(found, token_change(query, found.edits))

        self._worker.ask(work)

    def _refuse(self, error: str) -> None:
        self._worker.cancel()
        self._show_rows((), error)

    def _take(self, found: Preview) -> None:
        self._plan, tokens = found.plan, found.tokens
        values = self._plan.values
        words = [_("{n:,} change").format(n=len({one.memory for one in values}))]
        words += (
            [_("{unchanged:,} stay as they are").format(unchanged=self._plan.unchanged)]
            if self._plan.unchanged
            else []
        )
        words += [f"#{one.memory}: {one.reason}" for one in self._plan.refused[:3]]
        if tokens is not None:
            words.append(
                _("block {before:,} → {after:,} tokens").format(
                    before=tokens.before, after=tokens.after
                )
            )
        elif values and self._query is not None:
            words.append(_("counting tokens…"))
        lines = {} if tokens is None else tokens.lines
        rows = [BulkRow(one, lines.get(one.memory)) for one in values]
        self._show_rows(rows, " · ".join(words))

    def _show_rows(self, rows: Sequence[BulkRow], words: str) -> None:
        self.model.show_rows(rows)
        self.words.setText(words)
        self.keep_button.setEnabled(bool(rows))

    def _keep(self) -> None:
        if self._plan is not None and self._plan.edits:
            many = counted(
                len({one.memory for one in self._plan.values}), "{n} memory", "{n} memories"
            )
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
        vbox(self, top, (self.table, 1), below)


_PATTERN = _("regular expression")


def _changes_of(spec: FieldSpec) -> list[tuple[str, str, ChangeOf]]:
    """The changes that a field knows: title, what is typed (empty for nothing), and its value."""
    key, title = spec.key, spec.title.lower()
    replace: tuple[str, str, ChangeOf] = (
        _("Replace in {title}").format(title=title),
        _PATTERN,
        lambda value, text: Replace(key, Pattern(value), text),
    )
    match spec.kind:
        case FieldKind.IMPORTANCE:
            return [
                (
                    _("Set {title} to").format(title=title),
                    _("1 to 5"),
                    lambda value, _: SetTo(key, _number(value)),
                ),
                (_("Raise {title}").format(title=title), "", lambda _, __: Step(key, 1)),
                (_("Lower {title}").format(title=title), "", lambda _, __: Step(key, -1)),
            ]
        case FieldKind.FLAG:
            return [
                (
                    _("{title}: on").format(title=spec.title),
                    "",
                    lambda _, __: SetTo(key, value=True),
                ),
                (
                    _("{title}: off").format(title=spec.title),
                    "",
                    lambda _, __: SetTo(key, value=False),
                ),
            ]
        case FieldKind.NAMES:
            return [
                (
                    _("Add to {title}").format(title=title),
                    "name",
                    lambda value, _: AddNames(key, add=(value.strip(),)),
                ),
                (
                    _("Remove from {title}").format(title=title),
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
