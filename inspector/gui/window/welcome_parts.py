"""Parts of the welcome page: the drop zone, the sample's card, what to try, and the keys."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.layouts import nest
from inspector.gui.kit.style import make_primary, set_role
from inspector.gui.kit.theme import Themed, current_theme, font
from inspector.language import _

_TRIES = (
    (_("Change a memory"), _("Set its importance with the keys 1 to 5 and watch the block.")),
    (
        _("Drag a boundary"),
        _("Pull the line between two buckets and read the tokens as they move."),
    ),
    (_("Copy the block"), _("Exactly the text that would be sent, byte for byte.")),
)
_KEYS = (
    (_("Open a chat"), "Ctrl+O"),
    (_("Copy the block"), "Ctrl+Shift+C"),
    (_("Set importance"), "1 – 5"),
    (_("Secret on or off"), "X"),
    (_("Next problem"), "F8"),
    (_("Find in the list"), "Ctrl+F"),
    (_("All keys"), "F1"),
)


def label(words: str, pixels: float = 12, *, bold: bool = False) -> QLabel:
    """Words in one of the visual language's sizes; they wrap."""
    made = QLabel(words)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setFont(font(pixels, bold=bold))
    return made


def native(keys: str) -> str:
    """A shortcut as this system writes it."""
    shortcut = QKeySequence(keys)
    written = shortcut.toString(QKeySequence.SequenceFormat.NativeText)
    return written if len(keys) != 5 and written else keys


class Keycap(QLabel):
    """The keys of a shortcut in a small box."""

    def __init__(self, keys: str, radius: float = 3, parent: QWidget | None = None) -> None:
        super().__init__(keys, parent)
        self._radius = radius
        self._border = QColor()
        self.setFont(font(11))
        self.setContentsMargins(5, 1, 5, 1)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def apply_style(self, foreground: QColor, border: QColor) -> None:
        """Colours of its words and its box."""
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, foreground)
        self.setPalette(palette)
        self._border = border
        self.update()

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._border, 1))
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self._radius, self._radius
        )
        painter.end()
        super().paintEvent(arg__1)


class OpenButton(Themed, QPushButton):
    """The page's one primary button, with its keys in it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._keys = _("Open a chat…"), native("Ctrl+O")
        make_primary(self)
        self.setAccessibleName(f"{self._words} {self._keys}")
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Button, theme.accent)
        self.setPalette(palette)

    @override
    def sizeHint(self) -> QSize:
        words = QFontMetricsF(font(13, bold=True)).horizontalAdvance(self._words)
        keys = QFontMetricsF(font(11)).horizontalAdvance(self._keys)
        return QSize(round(words + keys) + 48, 36)

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(current_theme().on_accent)
        painter.setFont(font(13, bold=True))
        painter.drawText(QRectF(self.rect()).adjusted(14, 0, 0, 0), middle, self._words)
        painter.setFont(font(11))
        keys = QFontMetricsF(painter.font()).horizontalAdvance(self._keys) + 12
        box = QRectF(self.width() - keys - 12.5, self.height() / 2 - 9.5, keys, 19)
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self._keys)
        painter.drawRoundedRect(box, 3, 3)
        painter.end()


class DropZone(Themed, QWidget):
    """Where a file may be dropped, and the button for those who do not drag."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dragged = False
        self.open_button = OpenButton(self)
        self._words = label(_("a .jsonl file from SillyTavern, or several"))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(_("Drop a chat here"), 14, bold=True))
        words.addWidget(self._words)
        row = QHBoxLayout(self)
        row.setContentsMargins(64, 22, 20, 22)
        nest(row, words, 1)
        row.addWidget(self.open_button)
        self.restyle()

    @override
    def restyle(self) -> None:
        _grey(self._words)

    def set_dragged(self, *, dragged: bool) -> None:
        """Show that what is dragged may be dropped."""
        self._dragged = dragged
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(theme.accent if self._dragged else theme.control_border, 1)
        pen.setDashPattern([3, 2])
        painter.setPen(pen)
        painter.setBrush(theme.selection if self._dragged else theme.alt)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.setPen(QPen(theme.text_2, 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        x, y = 23.0, self.height() / 2 - 9
        corners = [(0, 0), (8, 0), (11, 3), (23, 3), (23, 18), (0, 18)]
        painter.drawPolygon(QPolygonF([QPointF(x + dx, y + dy) for dx, dy in corners]))
        painter.end()


class Panelled(Themed, QFrame):
    """A box with a thin border, for what belongs together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: list[QLabel] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(14, 12, 14, 12)
        self.column.setSpacing(4)

    def say(self, title: str, words: str) -> None:
        """Add a title and a sentence or two."""
        self._words.append(label(words))
        _grey(self._words[-1])
        self.column.addWidget(label(title, bold=True))
        self.column.addWidget(self._words[-1])

    @override
    def restyle(self) -> None:
        for one in self._words:
            _grey(one)

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.strong_line, 1))
        painter.setBrush(theme.alt)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()


class SampleCard(Panelled):
    """The sample chats: one of memories, and a shorter one of messages' own in two tiers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.say(
            _("The sample chats"), _("Short stories with memories, secrets and mistakes to find.")
        )
        self.button = QPushButton(_("Open the sample"))
        self.tiers_button = QPushButton(_("Open the second sample"))
        self.tiers_button.setToolTip(_("A shorter chat, kept by these two: memories in two tiers"))
        for button in (self.button, self.tiers_button):
            set_role(button, "link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            self.column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)


class Hints(Themed, QWidget):
    """Three things to try, the keys, and where a person's chats stay."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ruled = True
        self._grey: list[QLabel] = []
        self._caps: list[Keycap] = []
        self._promise = Panelled()
        self._promise.say(
            _("Your chats stay here"),
            _(
                "No network, no account. A file is only written when you save, "
                "and a backup is made first."
            ),
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        column.addWidget(label(_("Three things to try"), 13, bold=True))
        for number, (title, words) in enumerate(_TRIES, start=1):
            nest(column, self._try(number, title, words))
        column.addSpacing(14)
        column.addWidget(label(_("Keys"), 13, bold=True))
        nest(column, self._keys())
        column.addSpacing(14)
        column.addWidget(self._promise)
        column.addStretch(1)
        self.restyle()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        for one in self._grey:
            _grey(one)
        for cap in self._caps:
            cap.apply_style(theme.text_2, theme.control_border)

    def set_ruled(self, *, ruled: bool) -> None:
        """Draw the line between the two columns, if there are two."""
        self._ruled = ruled
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(32 if ruled else 0, 0, 0, 0)
        self.setMinimumWidth(300 if ruled else 0)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._ruled:
            painter = QPainter(self)
            painter.setPen(current_theme().line)
            painter.drawLine(0, 0, 0, self.height())
            painter.end()

    def _try(self, number: int, title: str, words: str) -> QHBoxLayout:
        circle = Keycap(str(number), 9.5)
        circle.setFixedSize(20, 20)
        circle.setContentsMargins(0, 0, 0, 0)
        self._caps.append(circle)
        self._grey.append(label(words))
        text = QVBoxLayout()
        text.setSpacing(1)
        text.addWidget(label(title, bold=True))
        text.addWidget(self._grey[-1])
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(circle, 0, Qt.AlignmentFlag.AlignTop)
        nest(row, text, 1)
        return row

    def _keys(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        for row, (words, keys) in enumerate(_KEYS):
            self._grey.append(label(words))
            self._caps.append(Keycap(native(keys)))
            grid.addWidget(self._grey[-1], row, 0)
            grid.addWidget(self._caps[-1], row, 1, Qt.AlignmentFlag.AlignRight)
        return grid


def _grey(one: QLabel) -> None:
    theme = current_theme()
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.WindowText, theme.text_2)
    one.setPalette(palette)
