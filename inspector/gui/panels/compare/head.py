"""The choosers of both sides, and what can be done with the comparison."""

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.segmented import Segmented
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.compare.sides import Choices, Difference
from inspector.language import _, ngettext

_ROOMY = 1_120


class Head(QWidget):
    """In what the sides differ, side A and side B with their tokens, and buttons.

    Signals:
        kind_chosen: a person chose in what the sides differ.
    """

    kind_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox(self)
        self.kinds = Segmented(_("In what the sides differ"), self)
        self.a, self.b = QComboBox(self), QComboBox(self)
        self.file = QPushButton(_("Choose a file…"), self)
        self.inline = QPushButton(_("One column"), self)
        self.changes = QPushButton(_("Only what differs"), self)
        self.swap = QPushButton(_("Swap"), self)
        self.next = QPushButton(_("Next"), self)
        self.copy = QPushButton(_("Copy the report"), self)
        self.tokens_a, self.tokens_b = (Label(self, bold=True, tabular=True) for _side in "AB")
        self.form = plain_label(
            _("Both sides are the block of the file as it lies, not as sent next."), 11, Tone.QUIET
        )
        self._sides = QWidget(self)
        self._lay_out()

    @property
    def difference(self) -> Difference:
        """In what the sides differ."""
        return tuple(Difference)[self.kind.currentIndex()]

    def choose(self, difference: Difference) -> None:
        """Choose in what the sides differ, without saying that a person did."""
        self.kind.setCurrentIndex(tuple(Difference).index(difference))

    @property
    def labels(self) -> tuple[str, str]:
        """What the sides are called."""
        return self.a.currentText(), self.b.currentText()

    @property
    def short_labels(self) -> tuple[str, str]:
        """The same where there is little room: rulesets by their code."""
        if self.difference is not Difference.RULESETS:
            return self.labels
        return str(self.a.currentData()), str(self.b.currentData())

    def show_choices(self, choices: Choices, *, keep: bool) -> None:
        """Offer these sides.

        Args:
            choices: what can be chosen.
            keep: whether what was chosen stays, where it is among them.
        """
        starts = (choices.a, choices.b)
        for picker, start, before in zip((self.a, self.b), starts, self.labels, strict=True):
            blocker = QSignalBlocker(picker)
            picker.clear()
            for choice in choices.of:
                picker.addItem(choice.label, choice.note)
                picker.setItemData(picker.count() - 1, choice.note, Qt.ItemDataRole.ToolTipRole)
            there = picker.findText(before) if keep else -1
            picker.setCurrentIndex(there if there >= 0 else start)
            blocker.unblock()
        self._show_difference(self.difference)

    def swap_sides(self) -> None:
        """Choose A for B and B for A, without saying that a person did."""
        a, b = self.a.currentIndex(), self.b.currentIndex()
        self.a.setCurrentIndex(b)
        self.b.setCurrentIndex(a)

    def _show_difference(self, difference: Difference) -> None:
        """Show what has a use where the sides differ in this."""
        self.kinds.choose(difference.value)
        self.file.setVisible(difference.takes_file)
        are_two = difference is not Difference.SYSTEMS
        for part in (self.inline, self.changes, self.next, self.swap, self._sides):
            part.setVisible(are_two)

    def tell_form(self, *, is_as_sent: bool) -> None:
        """Say which block is compared where other views show the next request's."""
        self.form.setVisible(is_as_sent)

    def show_tokens(self, tokens: tuple[int, int] | None) -> None:
        """Show what either side costs; nothing for None."""
        for label, count in zip(
            (self.tokens_a, self.tokens_b), tokens or (None, None), strict=True
        ):
            words = "" if count is None else ngettext("{n:,} token", "{n:,} tokens", count)
            label.setText(words.format(n=count))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_roomy = self.width() >= scaled(_ROOMY)
        self.kinds.setVisible(is_roomy)
        self.kind.setVisible(not is_roomy)

    def _lay_out(self) -> None:
        self.next.setToolTip(_("Next difference (F8; Shift+F8 for the one before)"))
        self.swap.setToolTip(_("Swap A and B (Alt+X)"))
        self.kind.setAccessibleName(_("In what the sides differ"))
        for kind in Difference:
            self.kind.addItem(kind.value)
        self.kinds.set_choices([kind.value for kind in Difference])
        # So that the head can become narrower again; the list takes over then.
        self.kinds.setMinimumWidth(1)
        self.kinds.chosen.connect(self._take_kind)
        self.kind.activated.connect(self.kind_chosen)
        for button in (self.inline, self.changes):
            button.setCheckable(True)
        for picker, name in ((self.a, _("Side A")), (self.b, _("Side B"))):
            picker.setAccessibleName(name)
            picker.setMinimumContentsLength(10)
            picker.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            picker.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for label in (self.tokens_a, self.tokens_b):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        top = hbox(
            None, self.kinds, self.kind, self.file, 1, self.inline, self.changes, self.next,
            self.swap, self.copy, spacing=8,
        )  # fmt: skip
        hbox(
            self._sides, _letter("A"), (self.a, 1), self.tokens_a, _letter("→"), _letter("B"),
            (self.b, 1), self.tokens_b, margins=0, spacing=8,
        )  # fmt: skip
        self.form.hide()
        vbox(self, top, self._sides, self.form, margins=(6, 6, 6, 4), spacing=6)

    def _take_kind(self, name: str) -> None:
        self.kind.setCurrentIndex(self.kind.findText(name))
        self.kind_chosen.emit()


def _letter(name: str) -> Label:
    label = Label(bold=True)
    label.setText(name)
    return label
