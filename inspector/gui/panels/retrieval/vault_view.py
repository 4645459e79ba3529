"""The query's vector with which OpenVault is asked."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import hbox, nest, vbox
from inspector.gui.panels.retrieval.request import Inspection
from inspector.gui.panels.retrieval.words import (
    OLDER_VECTOR,
    VAULT_NEEDS,
    VAULT_SILENT,
    VAULT_WITHOUT,
    in_short,
)
from inspector.language import _
from inspector.preferences import RetrievalChoice


class VaultView(QWidget):
    """Shows the vector and asks for another.

    Signals:
        vector_requested: the query's vector is to be made and used.
        vector_dropped: OpenVault is to be asked without one.
    """

    vector_requested = Signal()
    vector_dropped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._can_make = False
        self._is_open = False
        self.title = StatusLabel(self, bold=True)
        self.state = StatusLabel(self)
        self.changed = StatusLabel(self, Tone.WARNING)
        self.query = StatusLabel(self, Tone.QUIET)
        self.needs = StatusLabel(self, Tone.QUIET)
        self.use_button = QPushButton(_("Use for OpenVault 26"), self)
        self.drop_button = QPushButton(_("Without a vector"), self)
        self.use_button.clicked.connect(self.vector_requested)
        self.drop_button.clicked.connect(self.vector_dropped)
        self.title.say(_("OpenVault 26: the query's vector"))
        self._lay_out()

    def show_choice(self, choice: RetrievalChoice) -> None:
        """Say whether this choice can make a vector."""
        self._can_make = choice.method in ("vectors", "endpoint", "qdrant")
        self.needs.say("" if self._can_make else VAULT_NEEDS)
        self._enable()

    def show_vector(self, dimension: int | None) -> None:
        """Say with which vector OpenVault is asked; None for none."""
        self._is_open = True
        self.state.say(
            VAULT_WITHOUT
            if dimension is None
            else _(
                "OpenVault's releases are asked with a query vector of {dimension:,} numbers."
            ).format(dimension=dimension)
        )
        if dimension is None:
            self.changed.say("")
        self.drop_button.setVisible(dimension is not None)
        self._enable()

    def show_inspection(self, inspection: Inspection, made_of: str | None) -> None:
        """Say what the vector is made of.

        Args:
            inspection: what was looked at.
            made_of: the text that the vector in use was made of; None if nobody knows.
        """
        query = inspection.vault_query
        self.query.say(
            _("Made of: {in_short}").format(in_short=in_short(query))
            if query.strip()
            else VAULT_SILENT
        )
        outdated = made_of is not None and made_of != query
        self.changed.say(OLDER_VECTOR if outdated else "")

    def clear(self) -> None:
        """Show that no chat is open."""
        self._is_open = False
        for one in (self.state, self.changed, self.query):
            one.say("")
        self.drop_button.hide()
        self._enable()

    def _enable(self) -> None:
        self.use_button.setEnabled(self._is_open and self._can_make)

    def _lay_out(self) -> None:
        buttons = hbox(None, self.use_button, self.drop_button, 1, spacing=8)
        column = vbox(self, margins=0, spacing=6)
        for one in (self.title, self.state, self.changed, self.query, self.needs):
            column.addWidget(one)
        nest(column, buttons)
