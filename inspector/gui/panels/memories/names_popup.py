"""The popup that edits witnesses or involved characters from the table."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QHideEvent
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
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, let_scroll, nest, vbox
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

    Refused, it stays with what was typed until a person changes that, or presses Esc.

    Attributes:
        trouble: why the names cannot be kept; hidden where nothing is wrong.

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
        self._is_requesting = False
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
        self.trouble = plain_label("", 11, Tone.WARNING)
        self.trouble.hide()
        keep = QPushButton(_("Keep"), self)
        keep.clicked.connect(self._keep)
        layout = vbox(self, margins=(10, 8, 10, 8), spacing=6)
        self._scroll = self._scrolled(self.editor)
        for widget in (title, self._scroll, self.follow, self.effect, self.trouble):
            layout.addWidget(widget)
        bottom = hbox(None, (keys, 1), keep)
        nest(layout, bottom)
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

    def take_refusal(self, reason: str) -> None:
        """Hear that an edit was refused, be it that of this popup or not."""
        if self._is_requesting:
            self._show_trouble(reason)

    def _show_trouble(self, reason: str) -> None:
        self.trouble.setText(reason)
        self.trouble.setVisible(bool(reason))
        self._fit()

    def _keep(self) -> None:
        self._request()
        if self._is_over:
            self.close()

    def _request(self) -> None:
        """Ask for the edit; it is over unless that is refused."""
        if self._is_over or self._is_requesting:
            return
        self._show_trouble("")
        self.editor.take_typed()
        self._is_requesting = True
        try:
            if self.editor.is_modified:
                self.kept.emit(self.edit)
        finally:
            self._is_requesting = False
        self._is_over = not self.trouble.text()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self._request()
        event.setAccepted(self._is_over)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            # Qt would let the keys of the panel behind it act as well.
            event.accept()
            return True
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._keep()
        if self._is_over:
            self.closed.emit()
        else:
            QTimer.singleShot(0, self, self.show)
