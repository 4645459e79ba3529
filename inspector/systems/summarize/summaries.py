"""Which summary is injected, in which words, when the next is due (specs/summarize.md)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import WHITE_SPACE, to_number, to_string, truthy
from inspector.core.message_data import MessageData
from inspector.core.slot import Slot
from inspector.core.tokens import Tokenizer
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.expansion import expand
from inspector.systems.summarize.settings import MACRO, SLOT

Setting = Callable[[str], object]
NO_ROLE = -1


def current(data: MessageData, length: int) -> int | None:
    """The message whose value counts: the newest that has one, the very last left out."""
    return next((one for one in _having(data, length - 1)), None)


def latest(data: MessageData, length: int) -> int | None:
    """The newest message with a value, the last message included."""
    return next((one for one in _having(data, length)), None)


def _having(data: MessageData, length: int) -> Iterator[int]:
    return (one for one in data.before(length) if truthy(data.of(one)))


def stored_at(length: int) -> int:
    """The message on which a summary is stored that is typed or made the classic way."""
    return max(0, length - 2)


@dataclass(frozen=True, eq=False)
class Words:
    """Makes the text of the slot.

    Attributes:
        setting: the settings.
        macros: what the template is expanded with.
        box: the text of the summary box before; empty after SillyTavern was started.
    """

    setting: Setting
    macros: MacroContext
    box: str = ""

    def text(self, value: object) -> str:
        """The slot's text for a value; empty for none.

        Raises:
            ReleaseThrowsError: the value is no text.
        """
        if not truthy(value):
            return ""
        if not isinstance(value, str):
            raise ReleaseThrowsError("TypeError: value.trim is not a function")
        trimmed = value.strip(WHITE_SPACE)
        template = self.setting("template")
        if not truthy(template):
            return f"Summary: {trimmed}"
        # The pattern engine lets the registered macro hide the value that is handed over.
        legacy = self.box if self.box.strip(WHITE_SPACE) else value
        summary = trimmed if self.macros.uses_nested_engine else legacy
        context = replace(self.macros, extra={**self.macros.extra, MACRO: summary})
        return expand(to_string(template), context).text

    def slot(self, value: object) -> Slot:
        """The slot as the host registers it.

        Raises:
            ReleaseThrowsError: the value is no text.
        """
        position, depth, role = (_registered(self.setting(one)) for one in _PLACES)
        return Slot(
            SLOT,
            self.text(value),
            position,
            depth,
            NO_ROLE if role is None else role,
            scan=truthy(self.setting("scan")),
        )


_PLACES = ("position", "depth", "role")


def _registered(value: object) -> int | None:
    number = to_number(value)
    return int(number) if float(number).is_integer() else None


@dataclass(frozen=True, slots=True)
class Spoken:
    """One message as a summary is made of it."""

    name: str
    text: str
    hidden: bool


def is_due(data: MessageData, messages: Sequence[Spoken], setting: Setting) -> bool:
    """Whether a summary would be made now (§6)."""
    interval = to_number(setting("promptInterval"))
    if not interval or len(messages) < interval:
        return False
    last = latest(data, len(messages))
    since = messages[0 if last is None else last + 1 :]
    force = to_number(setting("promptForceWords"))
    words = sum(len(one.text.split()) for one in since)
    return len(since) >= interval or bool(force and words >= force)


@dataclass(frozen=True, slots=True)
class RawRequest:
    """What the raw builder asks for a summary with.

    Attributes:
        text: the old summary and the messages.
        last: the last message that went in, on which the new summary is stored; None for none.
    """

    text: str
    last: int | None


def raw_request(
    data: MessageData,
    messages: Sequence[Spoken],
    setting: Setting,
    tokenizer: Tokenizer,
    room: float,
) -> RawRequest:
    """The messages after the newest value up to the one before the last (§6).

    Args:
        data: the values.
        messages: the chat.
        setting: the settings.
        tokenizer: counts.
        room: tokens that the request may have.
    """
    location = current(data, len(messages))
    parts = [] if location is None else [to_string(data.of(location))]
    most = to_number(setting("maxMessagesPerRequest"))
    last: int | None = None
    count = 0
    for index in range(0 if location is None else location + 1, len(messages) - 1):
        one = messages[index]
        if one.hidden or not one.text:
            continue
        longer = [*parts, f"{one.name}:\n{one.text}"]
        if tokenizer.count("\n\n".join(longer)) > room:
            break
        parts, last, count = longer, index, count + 1
        if most > 0 and count >= most:
            break
    return RawRequest("\n\n".join(parts), last)
