"""What is said to a language model, and what it answers."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from inspector.core.errors import InspectorError
from inspector.language import _

Hear = Callable[[str], object]
"""Told each piece of an answer as it comes."""

Check = Callable[[], object]
"""Called again and again while an answer is awaited; raises to break it off."""


class ModelError(InspectorError):
    """A model cannot be asked, or does not answer; the text says what to do.

    Args:
        text: the sentence.
        has_no_tools: whether it refused because it knows no tool calls.
        is_too_long: whether it refused because its context is too small for the request.
    """

    def __init__(self, text: str, *, has_no_tools: bool = False, is_too_long: bool = False) -> None:
        self.has_no_tools = has_no_tools
        self.is_too_long = is_too_long
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that a model wants to be used.

    Attributes:
        id: what the model calls this use of it.
        name: the tool's name, as the model spells it.
        arguments: JSON, as the model spells it.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of the exchange with a model.

    Attributes:
        role: `system`, `user`, `assistant` or `tool`.
        content: its text.
        calls: tools that the assistant wants to be used.
        answers: the `ToolCall.id` that a tool's text answers.
    """

    role: str
    content: str
    calls: tuple[ToolCall, ...] = ()
    answers: str = ""

    @property
    def as_json(self) -> dict[str, object]:
        """As OpenAI's protocol spells it."""
        found: dict[str, object] = {"role": self.role, "content": self.content}
        if self.calls:
            found["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.name, "arguments": call.arguments},
                }
                for call in self.calls
            ]
        if self.answers:
            found["tool_call_id"] = self.answers
        return found


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that a model may use.

    Attributes:
        name: how it is called.
        meaning: when to use it, for the model.
        parameters: JSON Schema of its arguments, an object.
    """

    name: str
    meaning: str
    parameters: Mapping[str, object]

    @property
    def as_json(self) -> dict[str, object]:
        """As OpenAI's protocol spells it."""
        spelled = {
            "name": self.name,
            "description": self.meaning,
            "parameters": dict(self.parameters),
        }
        return {"type": "function", "function": spelled}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        text: its words.
        calls: tools that it wants to be used.
        finish: why it ended: `stop`, `tool_calls`, `length`, or `repeats` where it was broken off
            since it said the same again and again.
        tokens: of the request and of the answer, as the endpoint counts, else estimated.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    tokens: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Ask:
    """One request to a model.

    Attributes:
        turns: what is said.
        purpose: what it is for, in a few words, for the list of calls.
        tools: what it may use.
        most_tokens: how long an answer may be.
    """

    turns: tuple[Turn, ...]
    purpose: str
    tools: tuple[Tool, ...] = ()
    most_tokens: int = 1024

    @property
    def text(self) -> str:
        """All that is sent, as a person reads it before agreeing."""
        parts = [f"[{turn.role}]\n{turn.content}" for turn in self.turns]
        if self.tools:
            spelled = (
                json.dumps(one.as_json["function"], ensure_ascii=False) for one in self.tools
            )
            parts.append("\n".join(("[tools]", *spelled)))
        return "\n\n".join(parts)


class Model(Protocol):
    """Whatever answers."""

    @property
    def name(self) -> str:
        """What the endpoint calls it."""
        ...

    def answer(self, ask: Ask, hear: Hear | None = None, check: Check | None = None) -> Reply:
        """Ask it.

        Raises:
            ModelError: it does not answer.
        """
        ...


@dataclass(frozen=True, slots=True)
class Call:
    """One request that was made.

    Attributes:
        purpose: what it was for.
        tokens: of the request and of the answer.
        seconds: how long it took.
        outcome: `answered`, or why not.
        at: when it was sent, in seconds since 1970.
    """

    purpose: str
    tokens: tuple[int, int]
    seconds: float
    outcome: str = "answered"
    at: float = 0.0

    @property
    def is_answered(self) -> bool:
        """Whether there was an answer."""
        return self.outcome == "answered"


@dataclass
class Ledger:
    """Every call of a session, and how many tokens it may take in all.

    Attributes:
        most_tokens: requests and answers together; None for any number.
        calls: in order.
    """

    most_tokens: int | None = None
    calls: list[Call] = field(default_factory=list[Call])

    @property
    def tokens(self) -> int:
        """What was used."""
        return sum(sum(call.tokens) for call in self.calls)

    def allow(self, tokens: int) -> None:
        """See whether a request may be made.

        Args:
            tokens: of the request and the longest answer to it.

        Raises:
            ModelError: it would take more than the session has.
        """
        if self.most_tokens is not None and self.tokens + tokens > self.most_tokens:
            raise ModelError(
                _(
                    "This would take {tokens:,} tokens, and {used:,} of the session's {most:,} are "
                    "used; raise the limit to go on."
                ).format(tokens=tokens, used=self.tokens, most=self.most_tokens)
            )
