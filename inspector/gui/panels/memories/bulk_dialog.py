"""One change for many memories: a table of old and new, then one step to undo."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QWidget,
)
from typing_extensions import override

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
from inspector.core.fields import FieldKind, FieldSpec, whole_number
from inspector.core.query import Query
from inspector.core.readings import memory_places
from inspector.gui.kit.edit_dialog import EditDialog
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.text import counted, signed
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.memories.bulk_rows import COLUMNS, BulkRow, BulkTable
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.gui.tables.filter_input import UnderlinedInput
from inspector.gui.tables.model import TableModel
from inspector.language import _, ngettext

ChangeOf = Callable[[str, str], Change]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do, and what that costs once it is counted.

    Attributes:
        values: what it makes of every memory, those that are left out among them.
        plan: what it does to those that are not.
        tokens: what that costs; None until it is counted.
    """

    values: tuple[ChangedValue, ...]
    plan: BulkPlan
    tokens: TokenChange | None = None


class BulkDialog(EditDialog):
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
        self._excluded: frozenset[int] = frozenset()
        self._changes = [one for spec in document.fields for one in _changes_of(spec)]
        self._show_title()
        self.change = QComboBox(self)
        self.change.addItems([title for title, *_rest in self._changes])
        self.change.setAccessibleName(_("What to change"))
        self.value, self.replacement = UnderlinedInput(self), LineEdit(self)
        self.value.setAccessibleName(_("Value, or regular expression"))
        self.replacement.setAccessibleName(_("Replacement"))
        self.replacement.setPlaceholderText(_("with"))
        self._worker = LatestWorker(self)
        self.model = TableModel[BulkRow](COLUMNS, self)
        self.table = BulkTable(self.model, self)
        self.table.ticked.connect(self._leave_out)
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

    @override
    def follow(self, document: Document) -> None:
        """Change the same memories, wherever they stand there; what they cost is not counted."""
        places = memory_places(self._document, document)
        self._document, self._query = document, None
        self._memories = tuple(places[one] for one in self._memories if one in places)
        self._excluded = frozenset(places[one] for one in self._excluded if one in places)
        self._show_title()
        gone = _("Others wrote the chat, and these memories are gone.")
        self.show_trouble("" if self._memories else gone)
        self._show()

    def _show_title(self) -> None:
        many = counted(len(self._memories), "{n} memory", "{n} memories")
        self.setWindowTitle(_("Change {memorys}").format(memorys=many))

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
        self.value.show_fault(None)
        if hint and not self.value.text().strip():
            self._worker.cancel()
            self._show_rows((), "")
            return
        try:
            wanted = make(self.value.text(), self.replacement.text())
            again = make(self.value.text(), self.replacement.text())
        except BadPatternError as refused:
            at = refused.at
            self.value.show_fault(None if at is None else (max(at - 1, 0), at + 1))
            self._refuse(str(refused))
            return
        except InspectorError as refused:
            self._refuse(str(refused))
            return
        document, memories, query = self._document, self._memories, self._query
        included = [one for one in memories if one not in self._excluded]

        def work(token: CancelToken) -> Preview:
            every = plan(document, memories, [wanted])
            token.check()
            is_whole = len(included) == len(memories)
            found = every if is_whole else plan(document, included, [again])
            token.check()
            if query is None or not found.values:
                return Preview(every.values, found)
            token.part(Preview(every.values, found))
            return Preview(every.values, found, token_change(query, found.edits))

        self._worker.ask(work)

    def _leave_out(self, number: int) -> None:
        """Leave the memory of a row out, or take it in again."""
        row = self.model.row_at(number)
        if row is not None:
            self._excluded = self._excluded ^ {row.value.memory}
            self._show()

    def _refuse(self, error: str) -> None:
        self._worker.cancel()
        self._show_rows((), error)

    def _take(self, found: Preview) -> None:
        self._plan, tokens = found.plan, found.tokens
        values = found.values
        words = [_("{n:,} change").format(n=len({one.memory for one in self._plan.values}))]
        excluded = len({one.memory for one in values} & self._excluded)
        words += [_("{n:,} left out").format(n=excluded)] if excluded else []
        words += (
            [_("{unchanged:,} stay as they are").format(unchanged=self._plan.unchanged)]
            if self._plan.unchanged
            else []
        )
        words += [f"#{one.memory}: {one.reason}" for one in self._plan.refused[:3]]
        if tokens is not None:
            words.append(
                _("block {before:,} → {after:,} tokens, {more}").format(
                    before=tokens.before,
                    after=tokens.after,
                    more=signed(tokens.after - tokens.before),
                )
            )
        elif values and self._query is not None:
            words.append(_("counting tokens…"))
        lines = {} if tokens is None else tokens.lines
        rows = [
            BulkRow(one, lines.get(one.memory), is_included=one.memory not in self._excluded)
            for one in values
        ]
        self._show_rows(rows, " · ".join(words))

    def _show_rows(self, rows: Sequence[BulkRow], words: str) -> None:
        current = self.table.currentIndex()
        self.model.show_rows(rows)
        if current.isValid() and current.row() < len(rows):
            self.table.show_current(current.row(), current.column())
        self.words.setText(words)
        count = len({row.value.memory for row in rows if row.is_included})
        self.keep_button.setText(
            ngettext("Change {n:,}", "Change {n:,}", count).format(n=count)
            if count
            else _("Change them")
        )
        self.keep_button.setEnabled(bool(count))

    def _keep(self) -> None:
        plan = self._plan
        if plan is None or not plan.edits:
            self.accept()
            return
        many = counted(len({one.memory for one in plan.values}), "{n} memory", "{n} memories")
        text = f"{self.change.currentText()}: {many}"
        self.finish(lambda: self.kept.emit(plan.edits, text))

    def _lay_out(self) -> None:
        self.resize(scaled(820), scaled(420))
        top, below = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.change)
        top.addWidget(self.value, 1)
        top.addWidget(self.replacement, 1)
        below.addWidget(self.words, 1)
        below.addWidget(self.cancel_button)
        below.addWidget(self.keep_button)
        vbox(self, top, (self.table, 1), self.trouble, below)


_PATTERN = _("regular expression")


def _changes_of(spec: FieldSpec) -> list[tuple[str, str, ChangeOf]]:
    """The changes that a field knows: title, what is typed (empty for nothing), and its value."""
    key, title = spec.key, spec.within
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
                    _("{title}: on").format(title=_(spec.title)),
                    "",
                    lambda _, __: SetTo(key, value=True),
                ),
                (
                    _("{title}: off").format(title=_(spec.title)),
                    "",
                    lambda _, __: SetTo(key, value=False),
                ),
            ]
        case FieldKind.NAMES:
            return [
                (
                    _("Add to {title}").format(title=title),
                    _("name"),
                    lambda value, _: AddNames(key, add=(value.strip(),)),
                ),
                (
                    _("Remove from {title}").format(title=title),
                    _("name"),
                    lambda value, _: AddNames(key, remove=(value.strip(),)),
                ),
                replace,
            ]
        case FieldKind.TEXT | FieldKind.OPTIONAL_TEXT:
            return [replace]
        case _:
            return []


def _number(text: str) -> object:
    number = whole_number(text.strip())
    return text if number is None else number
