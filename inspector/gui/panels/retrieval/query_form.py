"""The form of the query's vector: read from a file, or asked of the endpoint."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.kit.form_fields import Choices, FileField
from inspector.gui.kit.layouts import labelled_rows
from inspector.language import _
from inspector.preferences import RetrievalChoice

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
        self.source.addItems(["a file", "the embeddings endpoint below"])
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
