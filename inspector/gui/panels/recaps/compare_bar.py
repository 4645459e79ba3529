"""The bar between versions and text: how to show them, which two, and what they differ in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.differences import Diff
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import hbox, nest
from inspector.gui.kit.segmented import dress_segment, fit_segment
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.panels.recaps.state import VersionRow
from inspector.language import _, numeral

_LEAST_PICKER_PX = 64
_GAPS_PX = 100
"""Pixels for letters and gaps."""


class Mode(Enum):
    """How versions are shown."""

    READ = _("Read")
    SIDE_BY_SIDE = _("Side by side")
    INLINE = _("Inline")


@dataclass(frozen=True)
class _Count:
    """How many words were removed or added, and two ways to write it on a label."""

    label: QLabel
    number: int
    words: str
    brief: str


class CompareBar(Themed, FilledWidget):
    """Choosers of the way and of the two versions.

    Signals:
        changed: another way, or other versions.
        step_requested: to the next change (1) or the previous one (-1).
    """

    has_top_line = True
    has_bottom_line = True

    changed = Signal()
    step_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._modes = QButtonGroup(self)
        self.buttons = {mode: QPushButton(mode.value, self) for mode in Mode}
        self.old, self.new = QComboBox(self), QComboBox(self)
        self.figures = OneLine(self, Tone.QUIET, 11, tabular=True)
        self.removed, self.added = QLabel(self), QLabel(self)
        self.next = QPushButton(_("Next change"), self)
        self._letters = (QLabel(_("A"), self), QLabel(_("B"), self))
        self._counts: Sequence[_Count] = ()
        self._lay_out()
        self.buttons[Mode.SIDE_BY_SIDE].setChecked(True)
        self._modes.idClicked.connect(self._tell)
        self.old.activated.connect(self._tell)
        self.new.activated.connect(self._tell)
        self.next.clicked.connect(lambda: self.step_requested.emit(1))
        self.restyle()

    @property
    def mode(self) -> Mode:
        """How the versions are to be shown."""
        return next(mode for mode, button in self.buttons.items() if button.isChecked())

    @property
    def places(self) -> tuple[int | None, int | None]:
        """Places of the versions A and B."""
        return _location(self.old), _location(self.new)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        for label, background, foreground in (
            (self.removed, theme.removed_background, theme.error),
            (self.added, theme.added_background, theme.text),
        ):
            label.setPalette(_palette(background, foreground))
        for button in self.buttons.values():
            fit_segment(button)

    def show_versions(self, rows: Sequence[VersionRow], old: int | None, new: int | None) -> None:
        """Offer these versions, A and B chosen."""
        for picker, chosen in ((self.old, old), (self.new, new)):
            blocker = QSignalBlocker(picker)
            picker.clear()
            for row in reversed(rows):
                picker.addItem(row.title, row.location)
            picker.setCurrentIndex(picker.findData(chosen) if chosen is not None else -1)
            blocker.unblock()
        for button in self.buttons.values():
            button.setEnabled(bool(rows))

    def show_figures(
        self,
        old: VersionRow | None,
        new: VersionRow | None,
        tokens: Callable[[str], int | None],
    ) -> None:
        """Show what the two cost."""
        reading = self.mode is Mode.READ
        for part in (self._letters[0], self.old):
            part.setVisible(not reading)
        self._letters[1].setVisible(not reading)
        self._counts = ()
        for part in (self.removed, self.added, self.next):
            part.setVisible(False)
        after = None if new is None else tokens(new.text)
        before = None if old is None else tokens(old.text)
        words = "" if after is None else _("{after:,} tokens").format(after=after)
        if reading and new is not None:
            words = " · ".join(filter(None, (words, new.reach, new.made)))
        elif after is not None and before is not None:
            sign = "+" if after > before else "−" if after < before else "±"
            words = _("{before:,} → {after:,} tokens ({sign}{after2:,})").format(
                before=before, after=after, sign=sign, after2=abs(after - before)
            )
        self.figures.setText(words)

    def show_diff(self, found: Diff) -> None:
        """Show how much the two differ in."""
        comparing = self.mode is not Mode.READ
        removed, added = found.words_removed, found.words_added
        counts = (
            _Count(
                self.removed,
                removed,
                _("{words} removed").format(words=counted(removed, "{n} word", "{n} words")),
                f"−{numeral(removed)}",
            ),
            _Count(
                self.added,
                added,
                _("{words} added").format(words=counted(added, "{n} word", "{n} words")),
                f"+{numeral(added)}",
            ),
        )
        self._counts = tuple(one for one in counts if comparing and one.number)
        for label in (self.removed, self.added):
            label.setVisible(False)
        self.next.setVisible(comparing and not found.is_same)
        self._show_counts()

    def _show_counts(self) -> None:
        """Say how many words differ, in brief or not at all where there is little room.

        What differs has a row of its own where it would be cut off beside the versions.
        """
        chosen = _width([*self.buttons.values(), self.old, self.new])
        figures = QFontMetrics(self.figures.font()).horizontalAdvance(self.figures.text())
        room = self.width() - _width([self.next]) - scaled(_GAPS_PX)
        is_tight = figures + self._write_counts(brief=True) > room - chosen
        direction = QBoxLayout.Direction
        self._rows.setDirection(direction.TopToBottom if is_tight else direction.LeftToRight)
        room -= 0 if is_tight else chosen
        is_brief = self._write_counts(brief=False) > room - figures
        width = self._write_counts(brief=True) if is_brief else 0
        # Half of what differs would mislead: both counts are seen, or none.
        for count in self._counts:
            count.label.setVisible(width <= room - figures)

    def _write_counts(self, *, brief: bool) -> int:
        """Write all counts in one way; answers how wide they are."""
        for count in self._counts:
            count.label.setText(count.brief if brief else count.words)
            count.label.setToolTip(count.words if brief else "")
        return sum(count.label.sizeHint().width() for count in self._counts)

    def _tell(self) -> None:
        self.changed.emit()

    def _lay_out(self) -> None:
        row, result = QHBoxLayout(), QHBoxLayout()
        ways = QHBoxLayout()
        ways.setSpacing(0)
        for number, (mode, button) in enumerate(self.buttons.items()):
            dress_segment(button, is_first=not number)
            button.setAccessibleName(_("Show versions: {value}").format(value=mode.value))
            self._modes.addButton(button, number)
            ways.addWidget(button)
        nest(row, ways)
        for letter, picker, name in zip(
            self._letters, (self.old, self.new), (_("Version A"), _("Version B")), strict=True
        ):
            letter.setFont(font(11, bold=True))
            letter.setBuddy(picker)
            picker.setAccessibleName(name)
            picker.setFont(font(11))
            picker.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            picker.setMinimumWidth(scaled(_LEAST_PICKER_PX))
            row.addWidget(letter)
            row.addWidget(picker)
        row.addStretch()
        result.addWidget(self.figures, 1)
        for label in (self.removed, self.added):
            label.setFont(font(11))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAutoFillBackground(True)
            label.setMargin(3)
            label.setMinimumWidth(1)
            label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            result.addWidget(label)
        self.next.setFont(font(11))
        self.next.setToolTip(_("To the next change (N; P goes back)"))
        result.addWidget(self.next)
        for each in (row, result):
            each.setSpacing(6)
        self._rows = hbox(self, row, (result, 1), spacing=6)
        self._rows.setContentsMargins(10, 5, 10, 5)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_counts()


def _width(parts: Sequence[QWidget]) -> int:
    """What those of them that are seen need side by side."""
    return sum(part.sizeHint().width() for part in parts if not part.isHidden())


def _location(picker: QComboBox) -> int | None:
    data: object = picker.currentData()
    return data if isinstance(data, int) else None


def _palette(background: QColor, foreground: QColor) -> QPalette:
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, background)
    palette.setColor(QPalette.ColorRole.WindowText, foreground)
    return palette
