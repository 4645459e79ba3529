"""The table itself: what mouse and keys do on its rows."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.fields import FieldKind
from inspector.gui.kit.text import counted
from inspector.gui.panels.memories.cells import paint_what_if, star_at
from inspector.gui.panels.memories.columns import Location
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.row import MemoryRow
from inspector.gui.panels.memories.table_keys import Action, action_of
from inspector.gui.tables.editable_table import EditableTable
from inspector.gui.tables.model import Index
from inspector.gui.tables.text_editor import TextCellEditor
from inspector.language import _

_FLAG = 0
"""What a click on a flag's cell does; on a star it is the importance."""


class MemoryTable(EditableTable[MemoryRow]):
    """Shows the model's rows; says what a person does and leaves the doing to others.

    Args:
        model: what is shown.
        targets: which memories an edit of one of them concerns.
        parent: the widget that it stands in.

    Signals:
        importance_set: keys 1 to 5 (the importance).
        star_clicked: a star (memory index, importance).
        flag_clicked: a flag's cell (memory index, stored key).
        names_opened: names are to be edited (model index of their cell).
        action_requested: a key with another meaning (an `Action`).
    """

    importance_set = Signal(int)
    star_clicked = Signal(int, int)
    flag_clicked = Signal(int, str)
    names_opened = Signal(QModelIndex)
    action_requested = Signal(object)

    def __init__(
        self,
        model: MemoryModel,
        targets: Callable[[int], tuple[int, ...]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(model, _("Memories"), "memories", parent)
        self._memories = model
        self._targets = targets
        self.cells.paint_over = paint_what_if
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.lines_action = QAction(_("Two lines a memory"), self)
        self.lines_action.setObjectName("Two lines a memory")
        self.lines_action.setCheckable(True)
        self.lines_action.toggled.connect(self.header.set_two_lines)
        self.header.lines_changed.connect(self._show_lines)

    def _show_lines(self, lines: int) -> None:
        self.lines_action.setChecked(lines == 2)

    @override
    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        more = len(self._targets(self._memory(index))) - 1
        is_summary = index.column() == Location.SUMMARY
        goes_to = counted(more + 1, "for {n} memory", "for {n} memories") if more > 0 else ""
        editor = TextCellEditor(self.context, parent, counts_words=is_summary, goes_to=goes_to)
        spec = self._memories.field_at(index.column())
        if spec is not None:
            memories = self._memories.document.memories
            ids = (memories[one].id for one in self._targets(self._memory(index)))
            editor.edit.target = ("memory", spec.key, *ids)
        return editor

    @override
    def begin_edit(self, index: QModelIndex) -> None:
        """Edit a cell as its kind asks for; the summary where a cell has no editor."""
        if not index.isValid():
            return
        spec = self._memories.field_at(index.column())
        if spec is not None and spec.kind is FieldKind.NAMES:
            self.names_opened.emit(index)
        elif spec is not None and spec.kind is FieldKind.FLAG:
            self.flag_clicked.emit(self._memory(index), spec.key)
        else:
            written = self._memories.is_editable(index.column())
            target = index if written else index.siblingAtColumn(Location.SUMMARY)
            if self._memories.is_editable(target.column()):
                self.go_to(target)
                self.scrollTo(target)
                self.edit(target)

    @override
    def action_of(self, event: QKeyEvent) -> object | None:
        return action_of(event)

    @override
    def do(self, action: object) -> None:
        if isinstance(action, int):
            self.importance_set.emit(action)
        elif action is Action.EDIT:
            self.begin_edit(self.currentIndex())
        else:
            self.action_requested.emit(action)

    @override
    def hit_at(self, index: QModelIndex, where: QPoint) -> int | None:
        """What a click does at once: 1 to 5 for a star, 0 for a flag, None for nothing."""
        spec = self._memories.field_at(index.column()) if index.isValid() else None
        if spec is None:
            return None
        if spec.kind is FieldKind.IMPORTANCE:
            return star_at(self.visualRect(index), where.x())
        return _FLAG if spec.kind is FieldKind.FLAG else None

    @override
    def do_hit(self, index: QModelIndex, hit: object) -> None:
        if isinstance(hit, int) and hit != _FLAG:
            self.star_clicked.emit(self._memory(index), hit)
        else:
            field = self._memories.columns[index.column()].field
            self.flag_clicked.emit(self._memory(index), field)

    @override
    def mark_hit(self, index: QModelIndex, hit: object | None) -> None:
        """Let the stars under the pointer show what a click would set."""
        before = self.context.hot
        self.context.hot = (self._memory(index), hit) if isinstance(hit, int) and hit else None
        if self.context.hot != before:
            for hot in (before, self.context.hot):
                row = None if hot is None else self._memories.order.row_of(hot[0])
                self.redraw_row(-1 if row is None else row)

    def _memory(self, index: Index) -> int:
        return self._memories.order[index.row()]
