"""The status bar: what is unsaved, how large the chat is, what the block costs."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QProgressBar, QPushButton, QStatusBar, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.gui.kit.steady_label import SteadyLabel
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import font
from inspector.gui.state.derivation import Answer
from inspector.language import _
from inspector.systems import system_of

_NOTHING_OPEN = _("No chat open")
MESSAGE_MS = 2500
_SPACING_PX = 6


class Status(QStatusBar):
    """One line of facts; passing messages take its left part."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._edits = self._label()
        self._chat = self._label()
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setMaximumSize(140, 12)
        self.progress.setRange(0, 1000)
        self.cancel = QPushButton(_("Cancel"))
        self.progress.hide()
        self.cancel.hide()
        self.addWidget(self._edits)
        self.addWidget(self._chat)
        self.addWidget(self.progress)
        self.addWidget(self.cancel)
        self._block = self._label()
        self._encoding = self._label()
        self._ruleset = self._label()
        self._file = self._label()
        for label in (self._block, self._encoding, self._ruleset, self._file):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.addPermanentWidget(label)
        self.messageChanged.connect(self._fit)
        self._droppable = (self._file, self._encoding, self._ruleset, self._chat)
        self.show_nothing()

    def show_nothing(self) -> None:
        """No chat is open."""
        self._is_nothing_open = True
        self._edits.setText(_NOTHING_OPEN)
        for label in (self._chat, self._block, self._encoding, self._ruleset, self._file):
            label.clear()

    def show_document(self, document: Document, *, modified: bool, read_only: str = "") -> None:
        """Show how large the chat is and whether it has unsaved edits, or why none can be made."""
        self._is_nothing_open = False
        messages, memories = len(document.chat), len(document.memories)
        kept = counted(memories, "{n} memory", "{n} memories")
        # Other systems may keep memories with its messages.
        kept = kept if memories else _("no memories of OpenVault")
        self._chat.setText(f"{counted(messages, '{n} message', '{n} messages')} · {kept}")
        words = _("● unsaved edits") if modified else _("✓ saved")
        self._edits.setText(_("◇ edited in another window") if read_only else words)
        self._edits.setToolTip(read_only)

    def show_what_if(self) -> None:
        """Say that what is shown is only tried out."""
        self._edits.setText(_("◌ What if: not kept yet"))

    def show_answer(self, answer: Answer) -> None:
        """Show what the block costs and how that was counted."""
        tilde = "~" if answer.is_estimate else ""
        filled = [one.tokens for one in answer.derivation.injections if one.text]
        budget = answer.derivation.budget
        whose = _("{n:,} slots").format(n=len(filled)) if len(filled) > 1 else _("Block")
        lost = _undelivered(answer)
        if lost:
            whose = _("{n:,} of {n2:,} not sent ·").format(n=len(lost), n2=len(filled))
        self._block.setText(
            _("{whose} {tilde}{filled:,} tokens").format(
                whose=whose, tilde=tilde, filled=sum(filled)
            )
        )
        counted = (
            ""
            if budget is None
            else _("{used:,} of {limit:,g}").format(used=budget.used, limit=budget.limit)
        )
        self._block.setToolTip(
            _("= the budget counts {counted}").format(counted=counted) if counted else ""
        )
        self._encoding.setText(answer.encoding)
        self._ruleset.setText(answer.state.question.ruleset)
        self._fit()

    def show_file(self, text: str) -> None:
        """Say how the file on disk compares."""
        self._file.setText(text)
        self._file.setToolTip(text)
        self._fit()

    def show_opening(self, path: str) -> None:
        """Say which chat is being read."""
        if self._is_nothing_open:
            self._edits.clear()
        self.show_progress(_("Reading {path}").format(path=path), 0.0)

    def show_progress(self, text: str, share: float | None) -> None:
        """Show long work: its share done, or None when it has ended."""
        running = share is not None
        self.progress.setVisible(running)
        self.cancel.setVisible(running)
        if share is not None:
            self._chat.setText(text)
            self.progress.setValue(int(share * 1000))

    def say(self, text: str) -> None:
        """Say something for a moment."""
        self.showMessage(text, MESSAGE_MS)

    def _fit(self) -> None:
        """Where there is no room for all, leave out first what other places say as well."""
        labels = [*self._droppable, self._edits, self._block]
        widths = [one.sizeHint().width() + _SPACING_PX for one in labels]
        room = self.width() - sum(widths)
        for label, width in zip(self._droppable, widths, strict=False):
            # A passing message hides what stands in its place until it is gone.
            is_covered = label is self._chat and bool(self.currentMessage())
            if not is_covered and label.isHidden() != (room < 0):
                label.setVisible(room >= 0)
            room += 0 if room >= 0 else width

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _label(self) -> SteadyLabel:
        label = SteadyLabel()
        label.setFont(font(11))
        # Style sheets take contents margins away when a label is first shown; not an indent.
        label.setIndent(8)
        return label


def _undelivered(answer: Answer) -> list[str]:
    """Filled slots of the ruleset that is asked that the next request does not hold."""
    prediction = answer.prediction
    if prediction is None:
        return []
    name = system_of(answer.state.question.ruleset).name
    slots = zip(
        prediction.answers[name].derivation.injections, prediction.deliveries(name), strict=True
    )
    return [one.key for one, found in slots if one.text and found.message is None]
