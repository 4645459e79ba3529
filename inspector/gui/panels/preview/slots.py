"""Which prompt slot is shown, and where SillyTavern puts it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from inspector.core.injection import Injection
from inspector.gui.kit.flow_layout import in_lines
from inspector.gui.kit.font_set import font_set
from inspector.gui.kit.paint import RADIUS, focus_ring
from inspector.gui.kit.text import counted, spelling
from inspector.gui.kit.theme import current_theme, font
from inspector.language import _
from inspector.systems import slot_name

HEIGHT = 24
_GAP_PX, _LEAST_WIDTH_PX = 4, 48
_IN_CHAT = {
    1: _("in the chat, at depth {depth}, as the user"),
    2: _("in the chat, at depth {depth}, as the character"),
}


def place_in_words(injection: Injection) -> str:
    """Where the slot goes in the prompt, in plain words; empty where a system has no place."""
    match injection.position:
        case None:
            return ""
        case 0:
            return _("end of the prompt (position 0)")
        case 1:
            words = _IN_CHAT.get(injection.role, _("in the chat, at depth {depth}"))
            return words.format(depth=injection.depth or 0)
        case 2:
            return _("before the prompt (position 2)")
        case -1:
            return _("not sent by itself (position −1)")
        case other:
            return _("position {other}").format(other=other)


class SlotButton(QAbstractButton):
    """One segment: what people call the slot, and *empty* where it has no text."""

    def __init__(self, injection: Injection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = injection.key
        self._empty = False
        self._edges = (False, False)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_state(injection)

    def show_state(
        self, injection: Injection, *, is_lost: bool = False, estimate: bool = False
    ) -> None:
        """Say whether the slot has a text, and whether it goes out."""
        self._empty = not injection.text
        is_lost = is_lost and not self._empty
        name = slot_name(self.key)
        text = (
            _("{name} empty").format(name=name) if self._empty else f"○ {name}" if is_lost else name
        )
        spelled = spelling(is_estimate=estimate)
        tokens = counted(injection.tokens, "{n} token", "{n} tokens", spelled)
        tokens = _("{tokens}, not sent").format(tokens=tokens) if is_lost else tokens
        state = _("empty") if self._empty else tokens
        self.setAccessibleName(_("Slot {name}, {state}").format(name=name, state=state))
        self.setToolTip(f"{self.key}: {state}. {place_in_words(injection)}".rstrip(" ."))
        if text != self.text():
            self.setText(text)
            self.updateGeometry()

    def set_edges(self, *, first: bool, last: bool) -> None:
        """Say which of its sides are those of the whole row."""
        if (first, last) != self._edges:
            self._edges = (first, last)
            self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(round(font_set(11, bold=True).width(self.text())) + 14, HEIGHT)

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first, last = self._edges
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5 if last else 0.5, -0.5)
        shape = QPainterPath()
        shape.setFillRule(Qt.FillRule.WindingFill)
        shape.addRoundedRect(rect, RADIUS, RADIUS)
        if not first:
            shape.addRect(rect.adjusted(0, 0, -rect.width() / 2, 0))
        if not last:
            shape.addRect(rect.adjusted(rect.width() / 2, 0, 0, 0))
        chosen = self.isChecked()
        painter.setPen(QPen(theme.control_border, 1))
        background = theme.hover if self.underMouse() else theme.surface
        painter.setBrush(theme.selection if chosen else background)
        painter.drawPath(shape.simplified())
        painter.setFont(font(11, bold=chosen))
        painter.setPen(theme.text if chosen else theme.text_2)
        if self._empty:
            painter.setPen(theme.text_2 if chosen else theme.text_3)
        metrics = QFontMetricsF(painter.font())
        words = metrics.elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width() - 8)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), words)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()))
        painter.end()


class SlotChooser(QWidget):
    """All slots side by side, in a further row where they have no room; one is shown.

    Signals:
        chosen: a person chose a slot (its key).
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[SlotButton] = []
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._choose)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Prompt slots"))

    @property
    def buttons(self) -> Sequence[SlotButton]:
        """The segments in order."""
        return self._buttons

    def show_slots(
        self,
        injections: Sequence[Injection],
        chosen: str | None,
        lost: frozenset[str] = frozenset(),
        *,
        estimate: bool = False,
    ) -> None:
        """Show these slots.

        Args:
            injections: every slot.
            chosen: the one whose text is shown.
            lost: those whose text does not go out with the next request.
            estimate: whether their tokens are estimated.
        """
        if [button.key for button in self._buttons] != [one.key for one in injections]:
            self._rebuild(injections)
        for button, injection in zip(self._buttons, injections, strict=True):
            button.show_state(injection, is_lost=injection.key in lost, estimate=estimate)
            if button.key == chosen:
                button.setChecked(True)
        self.updateGeometry()
        self._arrange()

    @override
    def sizeHint(self) -> QSize:
        return QSize(sum(one.sizeHint().width() for one in self._buttons), self.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH_PX, self.height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
            self._arrange()

    def _arrange(self) -> None:
        widths = [min(one.sizeHint().width(), self.width()) for one in self._buttons]
        lines = in_lines(widths, self.width(), 0)
        for row, line in enumerate(lines):
            left = 0
            for number in line:
                button, width = self._buttons[number], widths[number]
                button.setGeometry(left, row * (HEIGHT + _GAP_PX), width, HEIGHT)
                button.set_edges(first=number == line[0], last=number == line[-1])
                left += width
        self.setFixedHeight(len(lines) * (HEIGHT + _GAP_PX) - _GAP_PX)

    def _rebuild(self, injections: Sequence[Injection]) -> None:
        for button in self._buttons:
            self._group.removeButton(button)
            button.hide()
            button.deleteLater()
        self._buttons = [SlotButton(injection, self) for injection in injections]
        for button in self._buttons:
            self._group.addButton(button)
            button.show()

    def _choose(self, button: QAbstractButton) -> None:
        if isinstance(button, SlotButton):
            self.chosen.emit(button.key)
