"""All values that both sides changed: rows are made where they are seen, the rest is counted."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea
from typing_extensions import override

from inspector.core.document import Document
from inspector.gui.files.merge_choice import ConflictRow
from inspector.gui.files.merge_result import Count
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import scaled
from inspector.jsonbytes.three_way import Take
from inspector.language import _
from inspector.lore_files import Lore
from inspector.merging.chats import Resolutions, ValueDifference

_LEAST_ROWS_HIGH = 96
_AT_ONCE = 12
"""Rows that are made together: as many as a high dialog shows."""


class ConflictList(QScrollArea):
    """The conflicts: as high as they are, up to where the rest needs the room.

    Attributes:
        conflicts: all of them.
        rows: those that were made, from the first on.

    Signals:
        changed: something else stands.
        committed: Ctrl+Enter in a result.
    """

    changed = Signal()
    committed = Signal()

    def __init__(
        self, conflicts: Sequence[ValueDifference], whole: Document | Lore, count: Count
    ) -> None:
        super().__init__()
        self.conflicts = conflicts
        self.rows: list[ConflictRow] = []
        self._whole, self._count = whole, count
        self._rest: Take | None = None
        self._is_choosing = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Values that both sides changed"))
        inside = QFrame()
        set_role(inside, "surface")
        self._column = vbox(inside, margins=0, spacing=0)
        self._column.addStretch(1)
        self._make_rows()
        self.setWidget(inside)
        self.verticalScrollBar().valueChanged.connect(self._make_where_seen)

    @property
    def resolutions(self) -> Resolutions:
        """What a person decided."""
        found = ((one.conflict.key, one.resolution) for one in self.rows)
        decided = {key: decision for key, decision in found if decision is not None}
        if self._rest is not None:
            decided |= {one.key: self._rest for one in self.conflicts[len(self.rows) :]}
        return decided

    def choose_all(self, side: Take) -> None:
        """Let one side stand everywhere, also where no row is made yet."""
        self._rest, self._is_choosing = side, True
        for row in self.rows:
            row.choose(side)
        self._is_choosing = False
        self.changed.emit()

    def take_focus(self) -> None:
        """Give the keyboard to the first."""
        if self.rows:
            self.rows[0].take_focus()

    def _make_rows(self) -> None:
        start = len(self.rows)
        for index, conflict in enumerate(self.conflicts[start : start + _AT_ONCE], start):
            row = ConflictRow(conflict, self._whole, self._count)
            if self._rest is not None:
                row.choose(self._rest)
            row.changed.connect(self._take_change)
            row.moved.connect(partial(self._move, index))
            row.committed.connect(self.committed)
            self.rows.append(row)
            self._column.insertWidget(index, row)

    def _make_where_seen(self, value: int) -> None:
        bar = self.verticalScrollBar()
        if value + bar.pageStep() >= bar.maximum() and len(self.rows) < len(self.conflicts):
            self._make_rows()

    def _take_change(self) -> None:
        if not self._is_choosing:
            self.changed.emit()

    def _move(self, index: int, by: int) -> None:
        """Give the keyboard to the value above or below."""
        if index + by == len(self.rows):
            self._make_rows()
        if 0 <= index + by < len(self.rows):
            there = self.rows[index + by]
            there.take_focus()
            self.ensureWidgetVisible(there)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), self._height)

    @property
    def _height(self) -> int:
        has_width = self._column.hasHeightForWidth()
        hint = self._column.sizeHint().height()
        return self._column.heightForWidth(self.width()) if has_width else hint

    @override
    def event(self, e: QEvent) -> bool:
        if e.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.setMaximumHeight(max(self._height, 1))
            self.setMinimumHeight(min(self._height, scaled(_LEAST_ROWS_HIGH)))
        return super().event(e)
