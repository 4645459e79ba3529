"""A predicted request: its body, and where every part of it comes from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.core.tokens import Tokenizer
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.completion.sourced import Sourced
from inspector.sillytavern.macros.context import MacroContext


class RequestPart(NamedTuple):
    """A part of a message of a request.

    Attributes:
        message: which message, from 0; 0 for the one text of text completion.
        start: where it begins in the message's content, in code points.
        end: where it ends.
        source: where it comes from, see `sourced.Piece`.
        text: the part itself.
    """

    message: int
    start: int
    end: int
    source: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """A predicted request.

    Attributes:
        messages: what is sent by chat completion, oldest first; empty for text completion.
        prompt: what is sent by text completion; None for chat completion.
        macros: what macros in its texts were expanded with.
        lacks: by source of what did not fit, how many more tokens the context would have to hold
            for it; nothing for what fits and where that is not known.
    """

    messages: tuple[Entry, ...] = ()
    prompt: Sourced | None = None
    macros: MacroContext = field(default_factory=MacroContext)
    lacks: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def body(self) -> dict[str, object]:
        """The body as DESIGN §4 prints it."""
        if self.prompt is not None:
            return {"prompt": self.prompt.text}
        return {"messages": [_message(one) for one in self.messages]}

    @property
    def texts(self) -> tuple[Sourced, ...]:
        """The content of every message, or the one prompt."""
        return (self.prompt,) if self.prompt is not None else tuple(m.text for m in self.messages)

    def parts(self) -> Iterator[RequestPart]:
        """Every part, in order; they cover everything and do not overlap."""
        for number, content in enumerate(self.texts):
            at = 0
            for text, source in content.pieces:
                yield RequestPart(number, at, at + len(text), source, text)
                at += len(text)

    def parts_json(self, tokenizer: Tokenizer) -> list[dict[str, object]]:
        """The parts as DESIGN §4 prints them."""
        return [
            {
                "message": part.message,
                "start": part.start,
                "end": part.end,
                "source": part.source,
                "tokens": tokenizer.count(part.text),
            }
            for part in self.parts()
        ]


def _message(entry: Entry) -> dict[str, object]:
    message: dict[str, object] = {"role": entry.role, "content": entry.text.text}
    if entry.name:
        message["name"] = entry.name
    return message
