"""The form of an embeddings endpoint: address, model, key, and where texts go."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QSizePolicy, QWidget

from inspector.gui.kit.text import counted
from inspector.gui.panels.retrieval.fields import KeyField, seconds_box, show_number
from inspector.gui.panels.retrieval.layouts import labelled_rows, stacked
from inspector.gui.panels.retrieval.request import Inspection
from inspector.gui.panels.retrieval.sending import unprotected, uses_endpoint
from inspector.gui.panels.retrieval.status_label import StatusLabel, Tone
from inspector.gui.state.file_words import size_in_words
from inspector.preferences import RetrievalChoice
from inspector.retrieval.addresses import embeddings_call

_CLEAR_HINT = "The texts of every chat are then sent anew when they are asked about"


class EndpointForm(QWidget):
    """Edits what is needed to ask an endpoint.

    Signals:
        edited: something was changed by a person's hand.
        cache_cleared: the kept vectors are to be forgotten.
    """

    edited = Signal()
    cache_cleared = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = RetrievalChoice()
        self.address = QLineEdit(self)
        self.model = QLineEdit(self)
        self.key = KeyField("Key of the endpoint", self)
        self.silence = seconds_box("Longest silence", 10.0, 600.0)
        self.deadline = seconds_box("Longest answer", 60.0, 3600.0)
        self.goes_to = StatusLabel(Tone.QUIET, self)
        self.warning = StatusLabel(Tone.WARNING, self)
        self.clear_button = QPushButton("Forget the kept vectors", self)
        self.clear_button.setToolTip(_CLEAR_HINT)
        self.clear_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._lay_out()
        for signal in (self.address.textEdited, self.model.textEdited):
            signal.connect(self._edit)
        self.key.edited.connect(self._edit)
        for box in (self.silence, self.deadline):
            box.valueChanged.connect(self._edit)
        self.clear_button.clicked.connect(self.cache_cleared)

    def show_choice(self, choice: RetrievalChoice) -> None:
        """Show what is chosen."""
        self._choice = choice
        for line, text in ((self.address, choice.address), (self.model, choice.model)):
            if line.text().strip() != text:
                line.setText(text)
        show_number(self.silence, choice.silence)
        show_number(self.deadline, choice.deadline)
        self._show_key()

    def edited_choice(self, choice: RetrievalChoice) -> RetrievalChoice:
        """The choice with what stands here."""
        return replace(
            choice,
            address=self.address.text().strip(),
            model=self.model.text().strip(),
            silence=self.silence.value(),
            deadline=self.deadline.value(),
        )

    def show_look(self, look: Inspection | None) -> None:
        """Say what would be sent, and where."""
        if (
            look is None
            or not uses_endpoint(look.request.choice)
            or not self.address.text().strip()
        ):
            self.goes_to.say("")
            return
        call = embeddings_call(look.request.choice.address)
        size = size_in_words(look.size)
        now = f"{counted(look.texts, 'text')} ({size})" if look.texts else "nothing"
        kept = ""
        if look.kept:
            kept = f"; the vectors of {counted(look.kept, 'text')} are kept on this computer"
        self.goes_to.say(f"To be sent: {now}, to {call} and nowhere else{kept}.")

    def _edit(self) -> None:
        self._show_key()
        self.edited.emit()

    def _show_key(self) -> None:
        address = self.address.text().strip()
        self.key.show_address(address, is_kept=address in self._choice.with_key)
        self.warning.say(unprotected(address, has_key=self.key.has_key))

    def _lay_out(self) -> None:
        self.address.setPlaceholderText("http://localhost:1234/v1")
        self.address.setAccessibleName("Address of the endpoint")
        self.model.setPlaceholderText("as the endpoint calls it")
        self.model.setAccessibleName("Model")
        self.clear_button.setProperty("link", True)  # noqa: FBT003 (a property of the style sheet)
        fields = QWidget(self)
        rows = labelled_rows(fields)
        rows.addRow("Address", self.address)
        rows.addRow("Model", self.model)
        rows.addRow("Key", self.key)
        rows.addRow("Longest silence", self.silence)
        rows.addRow("Longest answer", self.deadline)
        stacked(self, fields, self.warning, self.goes_to, self.clear_button)
