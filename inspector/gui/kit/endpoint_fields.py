"""Fields of an endpoint: address, model, key, and how long to wait for it."""

from typing import Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from inspector.gui.kit.form_fields import KeyField, seconds_box, show_number
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import labelled_rows, stacked
from inspector.gui.kit.line_edit import LineEdit
from inspector.language import _
from inspector.retrieval.addresses import unprotected


class EndpointChoice(Protocol):
    """What preferences keep of an endpoint; never a key."""

    @property
    def address(self) -> str:
        """Where its API begins; empty for none."""
        ...

    @property
    def model(self) -> str:
        """What it calls the model."""
        ...

    @property
    def silence(self) -> float:
        """Seconds to wait for a connection, and between two pieces of an answer."""
        ...

    @property
    def deadline(self) -> float:
        """Seconds to wait for a whole answer."""
        ...

    @property
    def with_key(self) -> tuple[str, ...]:
        """Addresses whose key lies in the system's keyring."""
        ...


class EndpointFields(QWidget):
    """Edits what is needed to ask an endpoint.

    Args:
        example: an address, as it is usual.
        waits: the usual longest silence and longest answer, in seconds.

    Signals:
        edited: something was changed by a person's hand.
    """

    edited = Signal()

    def __init__(
        self, example: str, waits: tuple[float, float], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._with_key: tuple[str, ...] = ()
        self.address = LineEdit(self)
        self.model = LineEdit(self)
        self.key = KeyField(_("Key of the endpoint"), self)
        self.silence = seconds_box(_("Longest silence"), waits[0], 600.0)
        self.deadline = seconds_box(_("Longest answer"), waits[1], 3600.0)
        self.warning = StatusLabel(self, Tone.WARNING)
        self.rows = self._lay_out(example)
        for signal in (self.address.textEdited, self.model.textEdited):
            signal.connect(self._edit)
        self.key.edited.connect(self._edit)
        for box in (self.silence, self.deadline):
            box.valueChanged.connect(self._edit)

    @property
    def values(self) -> dict[str, object]:
        """What stands here, by the names of `EndpointChoice`."""
        return {
            "address": self.address.text().strip(),
            "model": self.model.text().strip(),
            "silence": self.silence.value(),
            "deadline": self.deadline.value(),
        }

    def show_choice(self, choice: EndpointChoice) -> None:
        """Show what is chosen."""
        self._with_key = choice.with_key
        for line, text in ((self.address, choice.address), (self.model, choice.model)):
            if line.text().strip() != text:
                line.setText(text)
        show_number(self.silence, choice.silence)
        show_number(self.deadline, choice.deadline)
        self._show_key()

    def _edit(self) -> None:
        self._show_key()
        self.edited.emit()

    def _show_key(self) -> None:
        address = self.address.text().strip()
        self.key.show_address(address, is_kept=address in self._with_key)
        self.warning.say(unprotected(address, has_key=self.key.has_key))

    def _lay_out(self, example: str) -> QFormLayout:
        self.address.setPlaceholderText(example)
        self.address.setAccessibleName(_("Address of the endpoint"))
        self.model.setPlaceholderText(_("as the endpoint calls it"))
        self.model.setAccessibleName(_("Model"))
        fields = QWidget(self)
        rows = labelled_rows(fields)
        rows.addRow(_("Address"), self.address)
        rows.addRow(_("Model"), self.model)
        rows.addRow(_("Key"), self.key)
        rows.addRow(_("Longest silence"), self.silence)
        rows.addRow(_("Longest answer"), self.deadline)
        stacked(self, fields, self.warning)
        return rows
