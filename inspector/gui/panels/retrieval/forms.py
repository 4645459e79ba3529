"""What is filled in for a retriever: an endpoint, a query's vector, Qdrant."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QSizePolicy, QWidget

from inspector.gui.kit.endpoint_fields import EndpointFields
from inspector.gui.kit.form_fields import Choices, FileField, KeyField
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import labelled_rows, stacked, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import counted
from inspector.gui.panels.retrieval.qdrant_form import QdrantForm
from inspector.gui.panels.retrieval.request import Inspection
from inspector.gui.panels.retrieval.sending import uses_endpoint
from inspector.gui.panels.retrieval.words import OLDER_MEANING, OLDER_MESSAGES
from inspector.gui.state.file_words import size_in_words
from inspector.language import _
from inspector.preferences import RetrievalChoice
from inspector.retrieval.addresses import embeddings_call

_FILE, _ENDPOINT = range(2)


class QueryForm(QWidget):
    """Edits where the query's vector comes from.

    Signals:
        edited: something was changed by a person's hand.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = Choices(self)
        self.source.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.source.addItems([_("a file"), _("the embeddings endpoint below")])
        self.source.setAccessibleName(_("Where the query's vector comes from"))
        self.file = FileField(
            _("File with the query's vector"), _("a JSON list of numbers"), parent=self
        )
        rows = labelled_rows(self)
        rows.addRow(_("Query's vector from"), self.source)
        rows.addRow(_("Its file"), self.file)
        self._rows = rows
        self.source.activated.connect(self._edit)
        self.file.edited.connect(self.edited)

    def show_choice(self, choice: RetrievalChoice) -> None:
        """Show what is chosen."""
        self.source.setCurrentIndex(_ENDPOINT if choice.embed_query else _FILE)
        self.file.show_path(choice.query_file)
        self._rows.setRowVisible(self.file, not choice.embed_query)

    def edited_choice(self, choice: RetrievalChoice) -> RetrievalChoice:
        """The choice with what stands here."""
        embeds = self.source.currentIndex() == _ENDPOINT
        return replace(choice, embed_query=embeds, query_file=self.file.path)

    def _edit(self) -> None:
        self._rows.setRowVisible(self.file, self.source.currentIndex() == _FILE)
        self.edited.emit()


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
        set_role(self.clear_button, "link")
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
            else _("nothing")
        )
        sent = (
            _(
                "To be sent: {now}, to {call} and nowhere else; the vectors of {texts} are kept on "
                "this computer."
            )
            if inspection.kept
            else _("To be sent: {now}, to {call} and nowhere else.")
        )
        kept = counted(inspection.kept, "{n} text", "{n} texts")
        self.goes_to.say(sent.format(now=now, call=call, texts=kept))


_TO_QUERY = ("vectors", "qdrant")
_TO_OLDER = ("vectors", "endpoint", "qdrant")


class MethodForms(QWidget):
    """Edits what the chosen way to score needs.

    Signals:
        edited: something was changed by a person's hand.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = RetrievalChoice()
        self._has_older = False
        self.files = QWidget(self)
        self.scores = FileField(
            _("File of scores"), _("a JSON object of numbers"), parent=self.files
        )
        self.vectors = FileField(
            _("File of vectors"), _("a JSON object of lists"), parent=self.files
        )
        self.qdrant = QdrantForm(self)
        self.query = QueryForm(self)
        self.endpoint = EndpointForm(self)
        self.older = QCheckBox(OLDER_MESSAGES, self)
        self._older_meaning = StatusLabel(self, Tone.QUIET)
        column = vbox(self, margins=0, spacing=8)
        rows = self._rows = labelled_rows(self.files)
        for field in (self.scores, self.vectors):
            rows.addRow(_("File"), field)
        for part in (self.files, self.qdrant, self.query, self.endpoint):
            column.addWidget(part)
        for field in (self.scores, self.vectors, self.qdrant, self.query, self.endpoint):
            field.edited.connect(self._edit)
        column.addWidget(self.older)
        column.addWidget(self._older_meaning)
        self.older.clicked.connect(self._edit)
        self._show_needed()

    @property
    def choice(self) -> RetrievalChoice:
        """What is chosen, with all that stands in the forms."""
        choice = self._choice
        for form in (self.query, self.endpoint, self.qdrant):
            choice = form.edited_choice(choice)
        return replace(
            choice,
            scores_file=self.scores.path,
            vectors_file=self.vectors.path,
            older_messages=self.older.isChecked(),
        )

    @property
    def method(self) -> str:
        """Who makes the scores."""
        return self._choice.method

    @property
    def typed_keys(self) -> Mapping[str, str]:
        """The keys that are typed and not kept, by address."""
        choice = self.choice
        found = {
            choice.address: self.endpoint.key.typed,
            choice.qdrant.address: self.qdrant.key.typed,
        }
        return {address: key for address, key in found.items() if address and key}

    @property
    def keys(self) -> tuple[KeyField, KeyField]:
        """Where keys are typed."""
        return self.endpoint.key, self.qdrant.key

    def show_choice(self, choice: RetrievalChoice) -> None:
        """Show what is chosen."""
        self._choice = choice
        self.scores.show_path(choice.scores_file)
        self.vectors.show_path(choice.vectors_file)
        self.older.setChecked(choice.older_messages)
        for form in (self.query, self.endpoint, self.qdrant):
            form.show_choice(choice)
        self._show_needed()

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Say what would be sent."""
        self.endpoint.show_inspection(inspection)

    def show_older(self, *, offered: bool) -> None:
        """Offer to score older messages where the ruleset retrieves them."""
        self._has_older = offered
        self._show_needed()

    def _edit(self) -> None:
        self._choice = self.choice
        self._show_needed()
        self.edited.emit()

    def _show_needed(self) -> None:
        choice = self._choice
        method = choice.method
        self.files.setVisible(method in ("scores", "vectors"))
        self._rows.setRowVisible(self.scores, method == "scores")
        self._rows.setRowVisible(self.vectors, method == "vectors")
        self.qdrant.setVisible(method == "qdrant")
        self.query.setVisible(method in _TO_QUERY)
        self.endpoint.setVisible(uses_endpoint(choice))
        to_older = self._has_older and method in _TO_OLDER
        self.older.setVisible(to_older)
        self._older_meaning.say(OLDER_MEANING if to_older else "")
        self.setVisible(method != "bm25")
