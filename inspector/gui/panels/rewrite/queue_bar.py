"""What stands above the queue: where it comes from, how far it is, and models of one's own."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QPushButton, QWidget
from typing_extensions import override

from inspector.gui.kit.form_fields import Choices
from inspector.gui.kit.labels import OneLine
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.rewrite.queue import Source
from inspector.language import _, ngettext

_GAP_PX = 6


class QueueBar(QWidget):
    """Controls that the panel hears, in one row, or in two where that is too long."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open_ones, self._can_read, self._is_running = 0, False, False
        self.source = Choices(self)
        self.source.addItems([str(one) for one in Source])
        self.source.setAccessibleName(_("Which summaries"))
        self.source.setMinimumContentsLength(8)
        self.source.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.progress = OneLine(self, bold=True)
        self.ask_button = QPushButton(_("Ask the model"), self)
        self.ask_button.setToolTip(
            _("Ask the model that you named in Model; its proposals are laid beside what is.")
        )
        self.copy_button = QPushButton(_("Copy the request"), self)
        self.copy_button.setToolTip(
            _("Numbered summaries and rules, for any model of your own. Nothing is sent from here.")
        )
        self.paste_button = QPushButton(_("Paste the answer"), self)
        self.answer_button = QPushButton(_("Look at the answer"), self)
        make_primary(self.answer_button)
        self.answer_button.hide()
        self._progress = hbox(
            None, self.source, (self.progress, 1), self.answer_button, spacing=_GAP_PX
        )
        buttons = (self.ask_button, self.copy_button, self.paste_button)
        self._buttons = hbox(None, *buttons, 1, spacing=_GAP_PX)
        parts = ((self._progress, 1), self._buttons)
        self._rows = hbox(self, *parts, margins=(8, 4, 8, 4), spacing=_GAP_PX)

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
        these = ngettext(
            "Copy the request for this one", "Copy the request for these {open_ones}", open_ones
        )
        self.copy_button.setText(
            these.format(open_ones=open_ones) if open_ones else _("Copy the request")
        )
        self.copy_button.setEnabled(open_ones > 0)
        self._open_ones, self._can_read = open_ones, can_read
        self._show_asking()

    def show_running(self, running: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Show whether a model is asked, which can be stopped then."""
        self._is_running = running
        self._show_asking()

    def _show_asking(self) -> None:
        self.ask_button.setText(_("Stop asking") if self._is_running else _("Ask the model"))
        self.ask_button.setEnabled(self._is_running or (self._open_ones > 0 and self._can_read))
        self._arrange()

    def show_exchange(self, *, is_copied: bool, is_answered: bool) -> None:
        """Show what goes on with a model.

        Args:
            is_copied: whether a request was copied, whose answer may be pasted.
            is_answered: whether there is an answer to look at.
        """
        self.paste_button.setEnabled((self._open_ones > 0 or is_copied) and self._can_read)
        self.answer_button.setVisible(is_answered)
        self._arrange()

    def _arrange(self) -> None:
        """Give the buttons a row of their own where they would cut off how far the queue is."""
        parts = (self.source, self.progress, self._buttons)
        needed = sum(part.sizeHint().width() for part in parts) + scaled(16 + 3 * _GAP_PX)
        if not self.answer_button.isHidden():
            needed += self.answer_button.sizeHint().width() + scaled(_GAP_PX)
        direction = QBoxLayout.Direction
        fits = needed <= self.width()
        self._rows.setDirection(direction.LeftToRight if fits else direction.TopToBottom)

    @override
    def minimumSizeHint(self) -> QSize:
        width = self._buttons.minimumSize().width() + scaled(16)
        return QSize(width, super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
