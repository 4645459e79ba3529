"""How long a wording is beside the length that reads best, as a bar."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from inspector.analysis.lint import FEWEST_WORDS, MOST_WORDS
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.language import _, ngettext

_WIDTH_PX, _HEIGHT_PX, _BAR_PX = 220, 14, 8
_MOST_WORDS = 32
"""Words at the bar's right end; more stay there."""


class LengthMeter(Themed, QWidget):
    """Paints a bar with the best lengths as a band, and the length as a mark."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(scaled(_WIDTH_PX))
        self.setAccessibleName(_("Length of the wording"))

    @override
    def restyle(self) -> None:
        self.update()

    @property
    def is_best(self) -> bool:
        """Whether the length is one of those that read best."""
        return FEWEST_WORDS <= self.words <= MOST_WORDS

    def show_words(self, words: int) -> None:
        """Show a number of words."""
        self.words = words
        best = _("{FEWEST_WORDS} to {MOST_WORDS} read best").format(
            FEWEST_WORDS=FEWEST_WORDS, MOST_WORDS=MOST_WORDS
        )
        self.setAccessibleDescription(
            ngettext("{words:,} word; {best}", "{words:,} words; {best}", words).format(
                words=words, best=best
            )
        )
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(scaled(_WIDTH_PX), scaled(_HEIGHT_PX))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(60), scaled(_HEIGHT_PX))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        top = (self.height() - scaled(_BAR_PX)) / 2
        each = self.width() / _MOST_WORDS
        painter.fillRect(QRectF(0, top, self.width(), scaled(_BAR_PX)), theme.line)
        left, right = (FEWEST_WORDS - 0.5) * each, (MOST_WORDS + 0.5) * each
        painter.fillRect(QRectF(left, top, right - left, scaled(_BAR_PX)), theme.added_background)
        at = min(self.words, _MOST_WORDS) * each
        mark = QRectF(min(at, self.width() - 2.0), 0, 2, self.height())
        painter.fillRect(mark, theme.text if self.is_best else theme.warning)
        painter.end()
