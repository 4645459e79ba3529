"""What a row of the table shows: a message, and what is known of it besides."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.message_derivation import MessageDerivation
from inspector.core.recap_verdict import MessageVerdict
from inspector.gui.kit.text import one_line
from inspector.gui.panels.messages.searching import excerpt
from inspector.gui.panels.messages.sources import Sources
from inspector.gui.panels.messages.words import date_text

_MOST_OF_A_NAME = 80


class ChatFacts:
    """What is known of the messages of a chat besides what they say.

    Attributes:
        document: whose chat it is.
        sources: which memories name which messages.
        marked: for each message, whether a selected memory names it.
        needle: the text that is looked for.
        playhead: messages after this one are after the moment; None for none.
        judged: the verdicts on the messages' own memories or recaps; None without any.
    """

    def __init__(self) -> None:
        self.document = Document()
        self.sources = Sources()
        self.marked: NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self.needle = ""
        self.playhead: int | None = None
        self.judged: MessageDerivation | None = None

    def is_marked(self, message: int) -> bool:
        """Whether a selected memory names the message."""
        return message < len(self.marked) and bool(self.marked[message])

    def is_later(self, message: int) -> bool:
        """Whether the message comes after the moment."""
        return self.playhead is not None and message > self.playhead

    @property
    def verdicts(self) -> Sequence[MessageVerdict]:
        """The verdicts on the messages at the moment; none where nobody judges them."""
        return () if self.judged is None else self.judged.messages

    def verdict_of(self, message: int) -> MessageVerdict | None:
        """The verdict on a message's own memory; None if there is none at the moment."""
        verdicts = self.verdicts
        return verdicts[message] if message < len(verdicts) else None


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One row.

    Attributes:
        index: of the message.
        hidden: whether it is hidden from the prompt.
        name: who speaks.
        text: the start of the text, or what stands around what is looked for.
        date: when it was sent.
        swipes: how many alternatives are stored.
        facts: what is known of all messages.
    """

    index: int
    hidden: bool
    name: str
    text: str
    date: str
    swipes: int
    facts: ChatFacts

    @property
    def is_marked(self) -> bool:
        """Whether a selected memory names it."""
        return self.facts.is_marked(self.index)

    @property
    def is_later(self) -> bool:
        """Whether it comes after the moment."""
        return self.facts.is_later(self.index)

    @property
    def is_end(self) -> bool:
        """Whether the moment ends with it, though the chat goes on."""
        facts = self.facts
        return self.index == facts.playhead and self.index + 1 < len(facts.document.chat)

    @property
    def verdict(self) -> MessageVerdict | None:
        """The verdict on its own memory or recap."""
        return self.facts.verdict_of(self.index)

    @property
    def is_removed(self) -> bool:
        """Whether an extension takes it out of the request, though it is not hidden."""
        verdict = self.verdict
        return not self.hidden and verdict is not None and not verdict.kept

    @property
    def fate(self) -> str:
        """What an extension makes of the message itself; empty where it makes nothing of it."""
        judged = self.facts.judged
        return "" if judged is None or self.is_later else judged.fate(self.index)

    @property
    def memory_count(self) -> int:
        """How many memories name it as a source."""
        return self.facts.sources.count(self.index)

    @property
    def memories(self) -> list[Memory]:
        """Those of them that exist."""
        known = self.facts.document.memories
        return [known[one] for one in self.facts.sources.of_message(self.index) if one < len(known)]

    @property
    def stored_date(self) -> object:
        """The date as it is stored."""
        return self.facts.document.chat.send_dates[self.index]


def make_row(facts: ChatFacts, index: int) -> MessageRow:
    """The row of a message, which is decoded for it."""
    message = facts.document.chat.message(index)
    return MessageRow(
        index,
        message.hidden,
        one_line(message.name, _MOST_OF_A_NAME),
        excerpt(message.text, facts.needle),
        date_text(message.send_date),
        message.swipes,
        facts,
    )
