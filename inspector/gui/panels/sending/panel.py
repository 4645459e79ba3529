"""The panel of what happens before the next request: every event, and what is not known."""

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.core.edits import Edit
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, let_scroll, nest, vbox
from inspector.gui.kit.panel import Panel, Worker
from inspector.gui.kit.theme import Themed, current_theme, font, scaled
from inspector.gui.state.before_sending import (
    Difference,
    EventRow,
    difference_of,
    edits_in_words,
    keeping_in_words,
    kept_edits,
    rows_of,
)
from inspector.gui.state.derivation import Answer
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import LatestWorker
from inspector.language import _
from inspector.sillytavern.host.limits import HOST_UNKNOWN
from inspector.sillytavern.send.predicting import Prediction

_CIRCLE_PX = 20
_SUM = "="
"""Stands before what all events come to, which is none of them."""


class EventWidget(QWidget):
    """Shows one row.

    Args:
        sign: its number, or what stands in place of one.
        row: what it shows.

    Signals:
        kept: its event shall be made part of the file.
    """

    kept = Signal()

    def __init__(self, sign: str, row: EventRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = sign
        self.row = row
        title = plain_label(row.title, bold=True)
        detail = plain_label(row.detail, 11, Tone.QUIET)
        amount = plain_label(row.amount, 11, Tone.QUIET)
        amount.setWordWrap(False)
        texts = QVBoxLayout()
        texts.setSpacing(1)
        texts.addWidget(title)
        texts.addWidget(detail)
        self.keep = QPushButton(_("Keep in the file"), self)
        self.keep.setToolTip(_("Make this part of the file, as one step to undo"))
        self.keep.setAccessibleDescription(row.title)
        self.keep.setVisible(bool(row.edits))
        self.keep.clicked.connect(self.kept)
        hbox(self, (texts, 1), amount, self.keep, margins=(42, 5, 10, 6), spacing=10)
        self.setAccessibleName(row.title if sign == _SUM else f"{sign}. {row.title}")
        self.setAccessibleDescription(f"{row.detail} {row.amount}")

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        size = scaled(_CIRCLE_PX)
        circle = QRectF(scaled(12), scaled(7), size, size)
        # What would happen is drawn dashed; it is not in the file.
        painter.setPen(QPen(theme.text_2, 1, Qt.PenStyle.DashLine))
        painter.drawEllipse(circle)
        painter.setPen(theme.text)
        painter.setFont(font(11))
        painter.drawText(circle, int(Qt.AlignmentFlag.AlignCenter), self._sign)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.line)
        painter.end()


AS_FILE = _(
    "The block is that of the file as it is. Turn to “As sent next” (Alt+S) to see what happens "
    "between Send and the model."
)
NOTHING = _("Nothing happens before sending: the request is made of the file as it lies.")
NOTHING_SENT = _("Nothing would be sent.")
KEPT = _("One step to undo, in the form in which the extensions write it.")


class SendingPanel(Themed, Panel):
    """Lists the events; each can be made part of the file.

    Signals:
        folder_requested: SillyTavern's data folder is to be named.
        compared: what the events change of the block (`Difference`), or None.
    """

    name = "sending"
    title = _("Before sending")
    shows_kept = True

    folder_requested = Signal()
    compared = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: Answer | None = None
        self._difference: Difference | None = None
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        self.rows: list[EventWidget] = []
        self.words = plain_label(AS_FILE, tone=Tone.QUIET)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setContentsMargins(16, 12, 16, 12)
        self.unknown = plain_label(pixels=11, tone=Tone.QUIET)
        self.name_folder = QPushButton(_("Choose the data folder…"), self)
        self.name_folder.setToolTip(
            _("Where SillyTavern keeps settings.json, characters and worlds")
        )
        self.keep_all = QPushButton(self)
        self._note = plain_label(KEPT, 11, Tone.QUIET)
        self._lay_out()
        self.name_folder.clicked.connect(self.folder_requested)
        self.keep_all.clicked.connect(self._keep_all)
        self.restyle()
        self._refresh()

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.worker,)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.worker.cancel()
            self._answer = self._difference = None
            self._refresh()
        if Part.ANSWER in changes and view.answer is not None:
            self._show_answer(view.answer)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.surface)
        self.setPalette(palette)
        self.setAutoFillBackground(True)
        self._refresh()

    def _show_answer(self, answer: Answer) -> None:
        self._answer, self._difference = answer, None
        self.worker.cancel()
        prediction = answer.prediction
        self.count_changed.emit(len(prediction.events) if prediction is not None else None)
        if prediction is not None and prediction.events:
            self.worker.ask(lambda token: difference_of(answer, token.check))
        else:
            self.compared.emit(None)
        self._refresh()

    def _take(self, difference: Difference | None) -> None:
        self._difference = difference
        self.compared.emit(difference)
        self._refresh()

    def _refresh(self) -> None:
        answer = self._answer
        prediction = None if answer is None else answer.prediction
        found = () if answer is None else rows_of(answer, self._difference)
        for one in self.rows:
            self._list.removeWidget(one)
            one.hide()
            one.deleteLater()
        count = 0 if prediction is None else len(prediction.events)
        signs = [str(number + 1) if number < count else _SUM for number in range(len(found))]
        self.rows = [EventWidget(*one, self) for one in zip(signs, found, strict=True)]
        for index, one in enumerate(self.rows):
            one.kept.connect(partial(self._keep, one.row.edits, one.row.title))
            self._list.insertWidget(index, one)
        self.words.setText(self._words(answer, prediction))
        self.words.setVisible(not self.rows)
        self._show_unknown(prediction)
        edits = self._all_edits()
        self.keep_all.setText(keeping_in_words(edits))
        for part in (self.keep_all, self._note):
            part.setVisible(bool(edits))

    def _words(self, answer: Answer | None, prediction: Prediction | None) -> str:
        if prediction is not None:
            return NOTHING
        if answer is not None and answer.state.question.is_as_sent:
            return (
                answer.derivation.warnings[0].text if answer.derivation.warnings else NOTHING_SENT
            )
        return AS_FILE

    def _show_unknown(self, prediction: Prediction | None) -> None:
        """Name what is not at hand; nothing of it is guessed."""
        if prediction is None:
            self.unknown.hide()
            self.name_folder.hide()
            return
        simulation = prediction.simulation
        unknown = simulation.host.unknown
        # What is not at hand is said below, once and of the request.
        parts = [one.text for one in simulation.problems if one.code != HOST_UNKNOWN]
        if unknown:
            parts.insert(
                0,
                _("Not at hand, so not in the request: {unknown}.").format(
                    unknown=", ".join(unknown)
                ),
            )
        self.unknown.setText("\n".join(dict.fromkeys(parts)))
        self.unknown.setVisible(bool(parts))
        self.name_folder.setVisible(bool(unknown))

    def _all_edits(self) -> tuple[Edit, ...]:
        answer = self._answer
        if answer is None or answer.prediction is None:
            return ()
        return kept_edits(answer.state.document, answer.prediction)

    def _keep(self, edits: tuple[Edit, ...], words: str) -> None:
        self.edits_requested.emit(edits, words)

    def _keep_all(self) -> None:
        edits = self._all_edits()
        self._keep(edits, edits_in_words(edits))

    def _lay_out(self) -> None:
        content = QWidget(self)
        self._list = vbox(content, self.words, margins=0, spacing=0)
        unknown = hbox(None, (self.unknown, 1), margins=(42, 8, 10, 8))
        unknown.addWidget(self.name_folder, 0, Qt.AlignmentFlag.AlignTop)
        nest(self._list, unknown)
        foot = hbox(None, self.keep_all, (self._note, 1), margins=(12, 6, 10, 8), spacing=10)
        nest(self._list, foot)
        self._list.addStretch(1)
        vbox(self, let_scroll(QScrollArea(self), content), margins=0)
