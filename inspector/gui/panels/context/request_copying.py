"""What is copied of a request, and the buttons that do it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QWidget
from typing_extensions import override

from inspector.core.request import RequestMessage
from inspector.gui.kit.clipboard import put_on_clipboard
from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import Themed, font, scaled
from inspector.gui.panels.context.sent import Sent, as_json
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.language import _

EXACT = _(
    "Counted exactly, with the tags around the items; the map above counts as the ruleset does."
)


class RequestCopier(Themed, QWidget):
    """Says what is shown of a request, and copies it.

    Signals:
        copied: tokens, and what was copied in words.
    """

    copied = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sent = Sent()
        self._message: RequestMessage | None = None
        self.worker = LatestWorker(self)
        self.about = OneLine(self, Tone.QUIET, 11, tabular=True)
        self.message = QPushButton(_("Copy message"), self)
        self.list = QPushButton(_("Copy as JSON"), self)
        self.text = QPushButton(_("Copy text"), self)
        self.about.setToolTip(EXACT)
        row = hbox(self, (self.about, 1), margins=0, spacing=6)
        for button in self._buttons:
            button.setAutoDefault(False)
            row.addWidget(button)
        self.message.clicked.connect(self._copy_message)
        self.list.clicked.connect(self._copy_list)
        self.text.clicked.connect(self._copy_text)
        self.worker.answered.connect(self._take_list)
        self.restyle()

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.message, self.list, self.text

    @override
    def restyle(self) -> None:
        for button in self._buttons:
            button.setFont(font(11))
            room = QFontMetrics(button.font()).horizontalAdvance(button.text())
            button.setFixedSize(room + scaled(24), scaled(24))

    def show_request(self, sent: Sent, message: RequestMessage | None, about: str) -> None:
        """Offer to copy a request, and one message of it."""
        self._sent, self._message = sent, message
        self.about.setText(about)
        self.message.setEnabled(message is not None)
        for button in (self.list, self.text):
            button.setEnabled(bool(sent.messages))

    def _copy_message(self) -> None:
        message = self._message
        if message is not None:
            put_on_clipboard(message.text)
            self.copied.emit(
                message.tokens, _("one message of the {role}").format(role=message.role)
            )

    def _copy_text(self) -> None:
        put_on_clipboard(self._sent.text)
        self.copied.emit(self._sent.tokens, _("the whole request"))

    def _copy_list(self) -> None:
        sent = self._sent

        def work(_ticket: CancelToken) -> tuple[Sent, str]:
            return sent, as_json(sent.messages)

        self.worker.ask(work)

    def _take_list(self, made: tuple[Sent, str]) -> None:
        sent, text = made
        put_on_clipboard(text)
        count = len(sent.messages)
        words = counted(count, "{n} message as JSON", "{n} messages as JSON")
        self.copied.emit(sent.tokens, words)
