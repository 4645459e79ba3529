"""The popup that edits witnesses or involved characters from the table."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from inspector.core.decoded import names
from inspector.core.document import Document
from inspector.core.edits import ChangeNames
from inspector.core.fields import FieldSpec
from inspector.gui.kit.check_box import CheckBox
from inspector.gui.kit.layouts import hbox, let_scroll, vbox
from inspector.gui.kit.names_editor import NamesEditor
from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.panels.memories.known_events import known_events_text
from inspector.language import _

_MOST_HEIGHT = 180
"""Pixels of chips before they scroll: about twelve rows of names fit nowhere on a small screen."""


@dataclass(frozen=True, slots=True)
class NamesQuestion:
    """What the popup asks about.

    Attributes:
        document: where the memories and the names to offer come from.
        memories: indexes of the memories that are edited.
        spec: the field of names.
    """

    document: Document
    memories: tuple[int, ...]
    spec: FieldSpec

    @property
    def held(self) -> list[tuple[str, ...]]:
        """The names that each of the memories carries."""
        known = self.document.memories
        return [names(known[index].record.get(self.spec.key)) for index in self.memories]

    @property
    def title(self) -> str:
        """What is edited, in words."""
        if len(self.memories) == 1:
            return _("{title} of memory {memories}").format(
                title=_(self.spec.title), memories=self.memories[0]
            )
        return _("{title} of {memorys}").format(
            title=_(self.spec.title),
            memorys=counted(len(self.memories), "{n} memory", "{n} memories"),
        )


class NamesPopup(QFrame):
    """Edits the names of one or more memories; leaving it keeps them, Esc does not.

    Signals:
        kept: the wanted edit, a `ChangeNames`; only if something differs.
        closed: the popup is gone.
    """

    kept = Signal(object)
    closed = Signal()

    def __init__(self, question: NamesQuestion, context: PaintContext, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._question = question
        self._is_over = False
        theme = current_theme()
        self.setObjectName("namesPopup")
        self.setStyleSheet(
            f"#namesPopup {{ background: {theme.alt.name()};"
            f" border: 1px solid {theme.strong_line.name()}; }}"
        )
        self.editor = NamesEditor(_(question.spec.title), self)
        self.editor.set_choices(lambda: question.document.names)
        self.editor.set_point_of_view(context.point_of_view)
        self.editor.load(question.held)
        self.follow = CheckBox(_("Known events follow"), self)
        self.follow.setChecked(True)
        self.follow.setVisible(question.spec.known_events)
        self.effect = self._label(context, 11)
        self.effect.setVisible(question.spec.known_events)
        title = self._label(context, 12, bold=True)
        title.setText(question.title)
        keys = self._label(context, 11)
        keys.setText(_("Enter or comma adds, × removes, Esc reverts"))
        keys.setStyleSheet(f"color: {theme.text_2.name()};")
        keep = QPushButton(_("Keep"), self)
        keep.clicked.connect(self._keep)
        layout = vbox(self, margins=(10, 8, 10, 8), spacing=6)
        self._scroll = self._scrolled(self.editor)
        for widget in (title, self._scroll, self.follow, self.effect):
            layout.addWidget(widget)
        bottom = hbox(None, (keys, 1), keep)
        layout.addLayout(bottom)
        self.setFixedWidth(scaled(380))
        self.setFocusProxy(self.editor)
        self.editor.changed.connect(self._on_changed)
        self.editor.committed.connect(self._keep)
        self.editor.reverted.connect(self.revert)
        self.follow.toggled.connect(self._on_changed)
        self._on_changed()

    def show_by(self, corner: QPoint, height: int) -> None:
        """Show the popup below a cell, or above it where the screen ends.

        Args:
            corner: the cell's upper left corner on the screen.
            height: the cell's height.
        """
        self._fit()
        left, top = corner.x(), corner.y() + height
        screen = QGuiApplication.screenAt(corner)
        if screen is not None:
            room = screen.availableGeometry()
            if top + self.height() > room.bottom():
                top = max(room.top(), corner.y() - self.height())
            left = max(room.left(), min(left, room.right() - self.width()))
        self.move(left, top)
        self.show()
        self.editor.input.setFocus()

    @property
    def edit(self) -> ChangeNames:
        """The edit that the popup stands for."""
        state = self.editor.state
        keep = self._question.spec.known_events and not self.follow.isChecked()
        question = self._question
        return ChangeNames(question.memories, question.spec.key, state.added, state.removed, keep)

    def _label(self, context: PaintContext, pixels: float, *, bold: bool = False) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setFont(context.font(pixels, bold=bold))
        return label

    def _on_changed(self) -> None:
        if self.follow.isChecked():
            text = known_events_text(self._question.document, self.edit)
        else:
            text = _("Known events stay as they are.")
        self.effect.setText(text)
        self._fit()

    def _fit(self) -> None:
        """As high as the names need, but never so high that the line to type in is out of sight."""
        width = self.width() - 2 * scaled(10)
        needed = self.editor.heightForWidth(width)
        most = scaled(_MOST_HEIGHT)
        if needed > most:
            needed = self.editor.heightForWidth(width - self._scroll.verticalScrollBar().width())
        self._scroll.setFixedHeight(min(needed, most))
        self.adjustSize()
        bar = self._scroll.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _scrolled(self, editor: NamesEditor) -> QScrollArea:
        """The names, which scroll to the line to type in whenever there are more or less."""
        area = let_scroll(QScrollArea(self), editor)
        area.verticalScrollBar().rangeChanged.connect(self._fit)
        return area

    def revert(self) -> None:
        """Close it without asking for anything."""
        self._is_over = True
        self.close()

    def _keep(self) -> None:
        if not self._is_over:
            self._is_over = True
            self.editor.take_typed()
            if self.editor.is_modified:
                self.kept.emit(self.edit)
        self.close()

    @override
    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._keep()
        self.closed.emit()
