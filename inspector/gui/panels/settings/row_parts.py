"""What a row of settings is made of: its name, the words of its value, and where things stand."""

import json

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.theme import current_theme, fixed_font, font, scaled
from inspector.gui.panels.settings.editors import FROM_CHAT, SettingEditor
from inspector.language import _, numeral

_LONGEST_DEFAULT_CHARS = 40
_NAME_PX, _NOTE_PX, _SMALL_NOTE_PX, _ROOMY_PX, _LEAST_HEIGHT = 290, 96, 76, 720, 28


def default_in_words(spec: SettingSpec) -> str:
    """`default 10000 tokens`."""
    default = spec.default
    if default is None:
        value = FROM_CHAT if spec.optional else _("none")
        return _("default: {value}").format(value=value)
    return _("default {value_in_words}").format(value_in_words=value_in_words(spec, default))


def value_in_words(spec: SettingSpec, value: object) -> str:
    """`10000 tokens`."""
    if isinstance(value, str) and spec.kind is not SettingKind.JSON:
        written = " ".join(value.split()) or _("empty")
    elif isinstance(value, int) and not isinstance(value, bool):
        written = numeral(value)
    else:
        written = json.dumps(value, ensure_ascii=False)
    if len(written) > _LONGEST_DEFAULT_CHARS:
        written = f"{written[:_LONGEST_DEFAULT_CHARS]}…"
    return f"{written} {spec.spoken_unit}".rstrip()


class SettingName(QWidget):
    """What a setting is called, and behind it in small what its system calls it."""

    def __init__(self, title: str, code: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._code = title, code
        self.is_changed = self.is_unused = False
        self.setAccessibleName(f"{title} ({code})")

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(_NAME_PX), scaled(20))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(60), scaled(20))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, rect = current_theme(), self.rect()
        painter = QPainter(self)
        painter.setFont(font(12, bold=self.is_changed))
        painter.setPen(theme.text_3 if self.is_unused else theme.text)
        metrics = QFontMetrics(painter.font())
        end, middle = Qt.TextElideMode.ElideRight, int(Qt.AlignmentFlag.AlignVCenter)
        title = metrics.elidedText(self._title, end, rect.width())
        painter.drawText(rect, middle, title)
        rect.setLeft(rect.left() + metrics.horizontalAdvance(title) + scaled(8))
        painter.setFont(fixed_font(10.5))
        painter.setPen(theme.text_3 if self.is_unused else theme.text_2)
        code = QFontMetrics(painter.font()).elidedText(self._code, end, rect.width())
        painter.drawText(rect, middle, code if len(code) > 1 else "")
        painter.end()


class RowGrid(QGridLayout):
    """Says what a setting means where there is room; a wide field goes below where there is little.

    Args:
        row: whose grid it is.
        name: what the setting is called.
        meaning: what it means.
        editor: its field.
    """

    def __init__(
        self, row: QWidget, name: SettingName, meaning: QWidget, editor: SettingEditor
    ) -> None:
        super().__init__(row)
        self._name, self._meaning, self._editor = name, meaning, editor
        self._note: QWidget | None = None
        self._is_roomy: bool | None = None
        self.setContentsMargins(scaled(12), 1, scaled(6), 2)
        self.setHorizontalSpacing(scaled(10))
        self.setVerticalSpacing(scaled(2))
        self.setColumnStretch(1, 1)
        row.setMinimumHeight(scaled(_LEAST_HEIGHT))

    def finish(self, note: QWidget, reset: QWidget, refusal: QWidget) -> None:
        """Add what stands behind and below the field."""
        self._note = note
        self.addWidget(note, 0, 3)
        self.addWidget(reset, 0, 4)
        self.addWidget(refusal, 2, 0, 1, 5)
        self.arrange(0)

    def arrange(self, width: int) -> None:
        """Fit a width."""
        is_roomy = width >= scaled(_ROOMY_PX)
        if is_roomy == self._is_roomy:
            return
        self._is_roomy, is_wide = is_roomy, self._editor.is_wide
        for one in (self._name, self._meaning, self._editor):
            self.removeWidget(one)
        self._meaning.setVisible(is_roomy and not is_wide)
        beside = scaled(_NOTE_PX if is_roomy else _SMALL_NOTE_PX)
        if self._note is not None:
            self._note.setFixedWidth(beside)
        # What takes the room there is has no width of its own in a grid.
        self.setColumnMinimumWidth(3, beside)
        self._name.setMinimumWidth(scaled(_NAME_PX if is_roomy else _NOTE_PX))
        self._name.setMaximumWidth(scaled(_NAME_PX if is_roomy else _ROOMY_PX))
        right = Qt.AlignmentFlag.AlignRight
        self.addWidget(self._name, 0, 0, 1, 1 if is_roomy else 2)
        if is_wide:
            location = (0, 1, 1, 2) if is_roomy else (1, 0, 1, 5)
            self.addWidget(self._editor, *location)
            return
        if is_roomy:
            self.addWidget(self._meaning, 0, 1)
        self.addWidget(self._editor, 0, 2, right)
