"""The form of an embeddings endpoint: address, model, key, and where texts go."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from inspector.gui.kit.endpoint_fields import EndpointFields
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import stacked
from inspector.gui.kit.text import counted
from inspector.gui.panels.retrieval.request import Inspection
from inspector.gui.panels.retrieval.sending import uses_endpoint
from inspector.gui.state.file_words import size_in_words
from inspector.language import _
from inspector.preferences import RetrievalChoice
from inspector.retrieval.addresses import embeddings_call

_CLEAR_HINT = _("The texts of every chat are then sent anew when they are asked about")


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
        self.fields = EndpointFields("http://localhost:1234/v1", (10.0, 60.0), self)
        self.address, self.key = self.fields.address, self.fields.key
        self.goes_to = StatusLabel(self, Tone.QUIET)
        self.clear_button = QPushButton(_("Forget the kept vectors"), self)
        self.clear_button.setToolTip(_CLEAR_HINT)
        self.clear_button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clear_button.setProperty("link", True)  # noqa: FBT003 (a property of the style sheet)
        stacked(self, self.fields, self.goes_to, self.clear_button)
        self.fields.edited.connect(self.edited)
        self.clear_button.clicked.connect(self.cache_cleared)

    def show_choice(self, choice: RetrievalChoice) -> None:
        """Show what is chosen."""
        self.fields.show_choice(choice)

    def edited_choice(self, choice: RetrievalChoice) -> RetrievalChoice:
        """The choice with what stands here."""
        return replace(choice, **self.fields.values)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Say what would be sent, and where."""
        if (
            inspection is None
            or not uses_endpoint(inspection.request.choice)
            or not self.address.text().strip()
        ):
            self.goes_to.say("")
            return
        call = embeddings_call(inspection.request.choice.address)
        size = size_in_words(inspection.size)
        now = (
            f"{counted(inspection.texts, '{n} text', '{n} texts')} ({size})"
            if inspection.texts
            else "nothing"
        )
        kept = ""
        if inspection.kept:
            kept = _("; the vectors of {texts} are kept on this computer").format(
                texts=counted(inspection.kept, "{n} text", "{n} texts")
            )
        self.goes_to.say(
            _("To be sent: {now}, to {call} and nowhere else{kept}.").format(
                now=now, call=call, kept=kept
            )
        )
