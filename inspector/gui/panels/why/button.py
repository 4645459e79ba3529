"""A button whose words wrap where there is little room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QWidget,
)
from typing_extensions import override


class WrappingButton(QPushButton):
    """Says all of its text, on as many lines as its width asks for."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(text)

    def lines(self, width: int) -> list[str]:
        """The text as it stands in a button of this width; a word is never parted."""
        metrics, room = self.fontMetrics(), width - self._frame
        found = [""]
        for word in self.text().split(" "):
            longer = f"{found[-1]} {word}".strip()
            if not found[-1] or metrics.horizontalAdvance(longer) <= room:
                found[-1] = longer
            else:
                found.append(word)
        return found

    @property
    def _frame(self) -> int:
        """What is not text of its usual width."""
        self.ensurePolished()
        flag = Qt.TextFlag.TextShowMnemonic
        return super().sizeHint().width() - self.fontMetrics().size(flag, self.text()).width()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def heightForWidth(self, arg__1: int) -> int:
        more = len(self.lines(arg__1)) - 1
        height = super().sizeHint().height() + more * self.fontMetrics().lineSpacing()
        return max(height, self.minimumHeight())

    @override
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = "\n".join(self.lines(self.width()))
        painter = QStylePainter(self)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()
