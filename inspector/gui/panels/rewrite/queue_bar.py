"""What stands above the queue: where it comes from, how far it is, and models of one's own."""

from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox
from inspector.gui.panels.rewrite.queue import Source
from inspector.language import _, ngettext


class QueueBar(QWidget):
    """One row of controls, which the panel hears."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = QComboBox(self)
        self.source.addItems([str(one) for one in Source])
        self.source.setAccessibleName(_("Which summaries"))
        self.source.setMinimumContentsLength(8)
        self.source.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.progress = plain_label("", bold=True)
        self.progress.setWordWrap(False)
        self.ask_button = QPushButton(_("Ask the model"), self)
        self.ask_button.setToolTip(
            _("Ask the model that you named in Model; its proposals are laid beside what is.")
        )
        self.copy_button = QPushButton(_("Copy the request"), self)
        self.copy_button.setToolTip(
            _("Numbered summaries and rules, for any model of your own. Nothing is sent from here.")
        )
        self.paste_button = QPushButton(_("Paste the answer"), self)
        row = hbox(self, self.source, self.progress, 1, margins=(8, 4, 8, 4), spacing=6)
        for button in (self.ask_button, self.copy_button, self.paste_button):
            row.addWidget(button)

    @property
    def chosen(self) -> Source:
        """Where the queue comes from."""
        return list(Source)[self.source.currentIndex()]

    def show_counts(self, *, open_ones: int, done: str, can_read: bool) -> None:
        """Show how far the queue is.

        Args:
            open_ones: of how many nothing is decided.
            done: how far it is, in words.
            can_read: whether an answer can be read.
        """
        self.progress.setText(done)
        these = ngettext(" for this one", " for these {open_ones}", open_ones).format(
            open_ones=open_ones
        )
        self.ask_button.setEnabled(open_ones > 0 and can_read)
        self.copy_button.setText(
            _("Copy the request{these}").format(these=these if open_ones else "")
        )
        self.copy_button.setEnabled(open_ones > 0)
        self.paste_button.setEnabled(open_ones > 0 and can_read)
