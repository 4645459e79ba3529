"""The row of deeds: score, go back, what is being done and how far, why it could not be done."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from inspector.gui.kit.consent import Consent
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.theme import scaled
from inspector.language import _

_FULL = 1000


class ActionRow(QWidget):
    """Asks that something is done, and shows how it goes.

    Signals:
        score_requested: the items are to be scored as chosen.
        back_requested: BM25 is to score them again.
        cancel_requested: what is being done is to be called off.
    """

    score_requested = Signal()
    back_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.consent = Consent(self)
        self.score_button = QPushButton(_("Score items"), self)
        self.back_button = QPushButton(_("Back to BM25"), self)
        self.doing = StatusLabel(self, Tone.QUIET)
        self.progress = QProgressBar(self)
        self.cancel_button = QPushButton(_("Cancel"), self)
        self.error = StatusLabel(self, Tone.ERROR)
        self._lay_out()
        self.score_button.clicked.connect(self.score_requested)
        self.back_button.clicked.connect(self.back_requested)
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.show_running(None)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done."""
        return bool(self.doing.words)

    def show_running(self, words: str | None) -> None:
        """Say what is being done; None for nothing."""
        self.doing.say(words or "")
        self.progress.setVisible(self.is_busy)
        self.progress.setValue(0)
        self.cancel_button.setVisible(self.is_busy)
        if self.is_busy:
            self.forget()

    def show_progress(self, share: float) -> None:
        """Say how much of it is done, 0 to 1."""
        self.progress.setValue(round(share * _FULL))

    def forget(self) -> None:
        """Take away what was said or asked about something that does not hold any more."""
        self.error.say("")
        self.consent.withdraw()

    def _lay_out(self) -> None:
        make_primary(self.score_button)
        self.progress.setRange(0, _FULL)
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(scaled(12))
        self.progress.setAccessibleName(_("How much is done"))
        buttons, running = QHBoxLayout(), QHBoxLayout()
        for row, widgets in (
            (buttons, (self.score_button, self.back_button)),
            (running, (self.progress, self.cancel_button)),
        ):
            row.setSpacing(scaled(8))
            for widget in widgets:
                row.addWidget(widget)
        buttons.addStretch(1)
        running.setStretch(0, 1)
        vbox(self, self.consent, buttons, self.doing, running, self.error, margins=0, spacing=6)
