"""What Summarize keeps with messages, and edits of it (specs/summarize.md §1)."""

from dataclasses import dataclass, replace
from types import MappingProxyType

from typing_extensions import override

from inspector.core.checked_text import checked_text
from inspector.core.decoded import is_object
from inspector.core.document import Document
from inspector.core.edits import SystemEdit
from inspector.core.errors import EditError
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.indexes import checked_message
from inspector.core.message_data import (
    MessageData,
)
from inspector.language import N_, _
from inspector.systems.summarize.settings import KEY, NAME

FIELDS = (
    FieldSpec("memory", N_("Summary"), FieldKind.TEXT, N_("The whole summary as of the message.")),
    FieldSpec("clear", N_("Clear"), FieldKind.FLAG, N_("Takes the summary away.")),
)
"""What can be edited of what it keeps with a message."""


def data_of(document: Document) -> MessageData:
    """All values in a chat; none if there are none."""
    return document.message_data.get(NAME, MessageData(KEY))


@dataclass(frozen=True, slots=True)
class SetSummary(SystemEdit):
    """Keep a summary with a message, as of that message.

    Attributes:
        message: its index.
        text: the whole summary; None takes the one that stands there away.
    """

    message: int
    text: str | None

    @override
    def applied(self, document: Document) -> Document:
        checked_message(self.message, len(document.chat))
        extra = document.chat.records[self.message].get("extra")
        if extra is not None and not is_object(extra):
            words = _("`extra` of message {message} is no JSON object.").format(
                message=self.message
            )
            raise EditError(words)
        data = data_of(document)
        held = data.values.get(self.message)
        if self.text == held and (self.text is not None or self.message not in data.values):
            return document
        values = {one: value for one, value in data.values.items() if one != self.message}
        if self.text is not None:
            values[self.message] = checked_text(self.text)
        after = {
            **document.message_data,
            NAME: replace(data, values=MappingProxyType(values)),
        }
        carried = document.carried if NAME in document.carried else (*document.carried, NAME)
        return replace(document, message_data=MappingProxyType(after), carried=carried)
