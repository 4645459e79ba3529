"""The title of the preview: which slot, where it goes, and the button that copies it."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from inspector.analysis.leak_report import LeakReport
from inspector.core.injection import Injection
from inspector.gui.kit.explaining import explain
from inspector.gui.kit.leak_words import headline
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import current_theme, font
from inspector.gui.panels.preview.copy_button import CopyButton
from inspector.gui.panels.preview.delivered import Outcome
from inspector.gui.panels.preview.slots import SlotChooser, place_in_words
from inspector.language import _
from inspector.systems import slot_name

_HEIGHT_PX = 34
_PLACE = 120
"""The least room for where the slot goes."""


class PlaceLabel(QWidget):
    """Where the slot goes; without the number where room is short."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = ""
        self.is_warning = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def show_words(self, words: str, *, is_warning: bool = False) -> None:
        """Show these words."""
        if (words, is_warning) == (self.words, self.is_warning):
            return
        self.words, self.is_warning = words, is_warning
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.update()

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, 20)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(font(11))
        theme = current_theme()
        painter.setPen(theme.warning if self.is_warning else theme.text_2)
        metrics = QFontMetricsF(painter.font())
        words = self.words
        if metrics.horizontalAdvance(words) > self.width():
            words = words.partition(" (")[0]
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()


class TitleBar(QWidget):
    """One row; two where the slots leave no room for the button."""

    def __init__(self, copy: QAction, parts: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(_("Preview"), self)
        self._title.setFont(font(12, bold=True))
        self.slots = SlotChooser(self)
        self.location = PlaceLabel(self)
        self.copy_button = CopyButton(copy, parts, self)
        self.leaks_button = QPushButton(self)
        set_role(self.leaks_button, "warning")
        self.leaks_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.leaks_button.hide()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 4, 10, 4)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        self.setMinimumHeight(_HEIGHT_PX)
        self._narrow: bool | None = None
        self._words, self._busy, self._is_lost = "", False, False
        self._is_stacked, self._name = False, ""
        self._arrange()

    def show_leaks(self, report: LeakReport) -> None:
        """Say how much of what is sent its reader cannot know, and of what kind."""
        self.leaks_button.setText(f"▲ {counted(report.count, '{n} leak', '{n} leaks')}")
        words = headline(report)
        self.leaks_button.setAccessibleName(words)
        explain(self.leaks_button, words)
        self.leaks_button.setVisible(report.count > 0)

    def show_slots(
        self,
        injections: Sequence[Injection],
        chosen: Injection | None,
        outcomes: Mapping[str, Outcome],
        note: str = "",
        *,
        estimate: bool = False,
    ) -> None:
        """Show these slots, where the chosen one goes, and what becomes of it.

        Args:
            injections: every slot.
            chosen: the one whose text is shown.
            outcomes: what the next request makes of each; empty for the file as it lies.
            note: what else is to be said of the chosen one; empty for nothing.
            estimate: whether tokens are estimated.
        """
        outcome = None if chosen is None else outcomes.get(chosen.key)
        lost = frozenset(key for key, one in outcomes.items() if not one.is_sent)
        key = chosen.key if chosen else None
        self.slots.show_slots(injections, key, lost, estimate=estimate)
        self._name = slot_name(chosen.key) if chosen else ""
        self._show_name()
        self._words = place_in_words(chosen) if chosen else ""
        if outcome is not None:
            self._words = f"{outcome.words} · {self._words}" if self._words else outcome.words
        self._words = " · ".join(filter(None, (self._words, note)))
        self._is_lost = outcome is not None and not outcome.is_sent
        self._show_words()
        self._arrange()

    def set_stacked(self, *, stacked: bool) -> None:
        """Leave it to the stack to choose a slot, and name the chosen one alone."""
        if stacked != self._is_stacked:
            self._is_stacked = stacked
            self.slots.setVisible(not stacked)
            self._show_name()
            self._arrange()

    def _show_name(self) -> None:
        self._title.setText(self._name if self._is_stacked and self._name else _("Preview"))

    def set_busy(self, *, busy: bool) -> None:
        """Say that newer numbers are on their way."""
        if busy != self._busy:
            self._busy = busy
            self._show_words()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.window)
        painter.setPen(theme.line)
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _show_words(self) -> None:
        words = _("deriving…") if self._busy else self._words
        self.location.show_words(words, is_warning=self._is_lost)

    def _arrange(self) -> None:
        # A layout leaves out buttons that were made just now, so they are asked one by one.
        buttons = () if self._is_stacked else self.slots.buttons
        parts = (self._title, self.leaks_button, self.copy_button, *buttons)
        used = sum(part.sizeHint().width() for part in parts) + 30
        narrow = used + _PLACE > self.width()
        if narrow == self._narrow:
            return
        self._narrow = narrow
        for one in (self._title, self.slots, self.location, self.leaks_button, self.copy_button):
            self._grid.removeWidget(one)
        self._grid.addWidget(self._title, 0, 0)
        self._grid.addWidget(self.leaks_button, 0, 3, Qt.AlignmentFlag.AlignRight)
        self._grid.addWidget(self.copy_button, 0, 4, Qt.AlignmentFlag.AlignRight)
        if narrow:
            self._grid.addWidget(self.slots, 1, 0, 1, 5)
            self._grid.addWidget(self.location, 2, 0, 1, 5)
        else:
            self._grid.addWidget(self.slots, 0, 1)
            self._grid.addWidget(self.location, 0, 2)
