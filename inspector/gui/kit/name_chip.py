"""One name that can be taken away, and the line in which another is typed."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget
from typing_extensions import override

from inspector.gui.kit.explaining import explain
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.names_state import HeldName
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import current_theme, font, scaled
from inspector.language import _

WIDEST_PX = 150
_ENDING = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class NameChip(QFrame):
    """A name in a rounded frame with a × to remove it; dashed where only some carry it.

    Signals:
        removed: the × was pressed (the name).
    """

    removed = Signal(str)

    def __init__(self, held: HeldName, *, stands_out: bool) -> None:
        theme = current_theme()
        super().__init__()
        self.setObjectName("nameChip")
        self._name = held.name
        wording = (
            held.name
            if held.by_all
            else _("{name} · {count:,} of {total:,}").format(
                name=held.name, count=held.count, total=held.total
            )
        )
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(font(11, bold=stands_out))
        metrics = QFontMetrics(label.font())
        label.setText(metrics.elidedText(wording, Qt.TextElideMode.ElideRight, scaled(WIDEST_PX)))
        cross = QToolButton(self)
        cross.setText("×")
        cross.setFont(font(11))
        cross.setAccessibleName(_("Remove {name}").format(name=held.name))
        explain(cross, _("Remove {name}").format(name=held.name))
        cross.setCursor(Qt.CursorShape.PointingHandCursor)
        cross.setFixedSize(scaled(18), scaled(18))
        cross.clicked.connect(lambda: self.removed.emit(self._name))
        self.setToolTip(tooltip(wording))
        edge = theme.text_2 if stands_out else theme.control_border
        line = "solid" if held.by_all else "dashed"
        self.setStyleSheet(
            f"#nameChip {{ border: 1px {line} {edge.name()}; border-radius: {scaled(10)}px;"
            f" background: {theme.surface.name()}; }}"
            f" QToolButton {{ border: none; background: transparent; border-radius: {scaled(9)}px;"
            f" color: {theme.text_2.name()}; padding: 0; }}"
            f" QToolButton:hover {{ background: {theme.hover.name()}; }}"
            f" QToolButton:focus {{ border: 1px solid {theme.accent.name()}; }}"
        )
        hbox(self, label, cross, margins=(8, 0, 1, 0), spacing=1)
        self.setFixedHeight(scaled(20))


class NameInput(LineEdit):
    """Where a name is typed.

    Signals:
        named: Enter after a text that may stand for a known name.
        spelled: a comma after a text that is a name as it stands.
        entered: the focus came here.
        backed: Backspace in the empty line.
        committed: Enter in the empty line, or Ctrl+Enter.
        reverted: Esc.
    """

    named = Signal(str)
    spelled = Signal(str)
    entered = Signal()
    backed = Signal()
    committed = Signal()
    reverted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.textEdited.connect(self._on_edited)

    def take(self) -> None:
        """Say that what is typed stands for a name, if anything is typed."""
        written = self.text().strip()
        self.clear()
        if written:
            self.named.emit(written)

    def _on_edited(self, written: str) -> None:
        # A keyword between slashes is a pattern, whose commas are its own.
        if "," in written and not written.lstrip().startswith("/"):
            self.clear()
            for part in written.split(","):
                if part.strip():
                    self.spelled.emit(part.strip())

    def _completer_takes(self, key: int) -> bool:
        """Whether the list of completions is open and acts on this key."""
        popup = self.completer().popup()
        if popup is None or not popup.isVisible():
            return False
        if key == Qt.Key.Key_Escape:
            # Some versions of Qt open it over an empty line, where nothing is to be completed.
            return bool(self.text())
        return popup.currentIndex().isValid()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        self.entered.emit()
        super().focusInEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in _ENDING and self._completer_takes(key):
            event.ignore()
        elif key == Qt.Key.Key_Escape:
            self.reverted.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_enter(event)
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.backed.emit()
        else:
            super().keyPressEvent(event)

    def _on_enter(self, event: QKeyEvent) -> None:
        with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        nothing_typed = not self.text().strip()
        self.take()
        if with_control or nothing_typed:
            self.committed.emit()
