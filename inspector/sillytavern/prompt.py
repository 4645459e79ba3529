"""Where SillyTavern puts injections among a chat's messages (specs/sillytavern.md §5.1).

Only the order is worked out: what does not fit the context any more, macros and
post-processing are not.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Final, NamedTuple

from inspector.core.chat import Chat
from inspector.core.injection import Injection
from inspector.core.javascript import WHITE_SPACE
from inspector.language import N_

NOWHERE, IN_PROMPT, IN_CHAT, BEFORE_PROMPT = -1, 0, 1, 2
"""SillyTavern's positions."""

SYSTEM, USER, ASSISTANT = 0, 1, 2
"""SillyTavern's roles."""

ROLE_NAMES: Final = {SYSTEM: "system", USER: "user", ASSISTANT: "assistant"}
DEEPEST = 10_000
"""The greatest depth at which SillyTavern looks for injections."""

FIRST_KEYS: Final = ("1_memory", "2_floating_prompt", "3_vectors", "4_vectors_data_bank")
"""Slots that come before all others beside the main prompt (specs/send-path.md §6.2)."""

_EXTENSIONS_ORDER = 100
# From the reply upwards.
_NEAREST_FIRST = (SYSTEM, USER, ASSISTANT)


class Completion(StrEnum):
    """The two ways in which SillyTavern asks a model."""

    TEXT = N_("text completion")
    CHAT = N_("chat completion")


class PartKind(StrEnum):
    """What a part of the prompt is."""

    BEFORE = N_("before the main prompt")
    MAIN = N_("main prompt")
    AFTER = N_("after the main prompt")
    MESSAGE = "message"
    INJECTION = "injection"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the prompt, in the order in which the model reads it.

    Attributes:
        kind: what it is.
        role: who speaks it; None where no role applies.
        text: an injection's text as it is inserted; empty for messages and the main prompt.
        keys: the slots whose texts stand in it.
        message: index of the message that it is.
    """

    kind: PartKind
    role: int | None = None
    text: str = ""
    keys: tuple[str, ...] = ()
    message: int | None = None


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """A message that goes into the prompt."""

    message: int
    role: int


@dataclass(frozen=True, slots=True)
class ManagedPrompt:
    """A prompt of the Prompt Manager that is injected at a depth (chat completion only)."""

    text: str
    depth: int
    role: int = SYSTEM
    order: int = _EXTENSIONS_ORDER


def prompt_messages(chat: Chat, length: int | None = None) -> list[PromptMessage]:
    """The messages that go into the prompt: all that are not hidden.

    Args:
        chat: the messages.
        length: how many there are at the moment; None for all.
    """
    last = len(chat) if length is None else length
    return [
        PromptMessage(index, USER if chat.from_user[index] else ASSISTANT)
        for index in range(last)
        if not chat.hidden[index]
    ]


def laid_out(
    injections: Iterable[Injection],
    messages: Sequence[PromptMessage],
    completion: Completion,
    *,
    continuing: bool = False,
    managed: Iterable[ManagedPrompt] = (),
) -> tuple[Part, ...]:
    """The whole prompt in its order.

    Args:
        injections: every slot in order of registration; empty ones and those at position -1
            go nowhere.
        messages: what goes into the prompt, oldest first.
        completion: how the model is asked.
        continuing: whether the last message is being continued. In text completion depth 0
            then acts as 1; in chat completion the last message is taken off and put at the end.
        managed: prompts of the Prompt Manager.
    """
    registered = [one for one in injections if _trimmed(one)]
    slots = sorted(registered, key=lambda one: one.key)
    if completion is Completion.TEXT:
        before, after = _text_parts(slots)
        groups = _text_groups(slots)
        last: Sequence[PromptMessage] = ()
    else:
        before, after = _chat_parts(registered)
        groups = _chat_groups(slots, managed)
        last = messages[-1:] if continuing else ()
        messages = messages[:-1] if continuing else messages
    held_back = completion is Completion.TEXT and continuing
    return (
        *before,
        Part(PartKind.MAIN),
        *after,
        *_with_groups(messages, groups, 1 if held_back else 0),
        *map(_message_part, last),
    )


def before_story(injections: Iterable[Injection]) -> str:
    """What text completion puts before the story string: `{{anchorBefore}}`."""
    text = _joined(_at(injections, BEFORE_PROMPT))
    return f"{text}\n" if text else ""


def after_story(injections: Iterable[Injection]) -> str:
    """What text completion puts behind the story string: `{{anchorAfter}}`."""
    text = _joined(_at(injections, IN_PROMPT))
    return f"\n{text}\n" if text else ""


def place_in_main(injection: Injection) -> str | None:
    """At which side of chat completion's main prompt an injection stands; None if at neither."""
    if injection.position == IN_PROMPT:
        return "end"
    return "start" if injection.position == BEFORE_PROMPT else None


def _trimmed(injection: Injection) -> str:
    return injection.text.strip(WHITE_SPACE)


def _at(injections: Iterable[Injection], position: int) -> list[Injection]:
    found = (one for one in injections if one.position == position and _trimmed(one))
    return sorted(found, key=lambda one: one.key)


def _joined(slots: Iterable[Injection]) -> str:
    return "\n".join(map(_trimmed, slots))


def _keys(slots: Iterable[Injection]) -> tuple[str, ...]:
    return tuple(one.key for one in slots)


def _text_parts(slots: list[Injection]) -> tuple[list[Part], list[Part]]:
    sides: list[list[Part]] = []
    for kind, position in ((PartKind.BEFORE, BEFORE_PROMPT), (PartKind.AFTER, IN_PROMPT)):
        found = _at(slots, position)
        sides.append([Part(kind, None, _joined(found), _keys(found))] if found else [])
    return sides[0], sides[1]


def _chat_parts(slots: list[Injection]) -> tuple[list[Part], list[Part]]:
    """Each a message, not trimmed, in order of registration; what goes before stands reversed.

    specs/send-path.md §6.2.
    """

    def parts(kind: PartKind, position: int) -> list[Part]:
        here = [one for one in slots if one.position == position]
        known = [one for key in FIRST_KEYS for one in here if one.key == key]
        return [
            Part(kind, one.role if one.role in ROLE_NAMES else SYSTEM, one.text, (one.key,))
            for one in (*known, *(one for one in here if one.key not in FIRST_KEYS))
        ]

    before = parts(PartKind.BEFORE, BEFORE_PROMPT)
    return before[::-1], parts(PartKind.AFTER, IN_PROMPT)


_Groups = dict[int, list[Part]]
"""Injections by depth, from top to bottom."""


def _in_chat(slots: Iterable[Injection]) -> list[tuple[int, Injection]]:
    return [
        (one.depth, one)
        for one in slots
        if one.position == IN_CHAT and one.depth is not None and 0 <= one.depth <= DEEPEST
    ]


def _text_groups(slots: list[Injection]) -> _Groups:
    groups: _Groups = {}
    for depth in sorted({depth for depth, _ in _in_chat(slots)}):
        here = [one for at, one in _in_chat(slots) if at == depth]
        groups[depth] = _by_role(here)
    return groups


def _by_role(slots: list[Injection]) -> list[Part]:
    parts: list[Part] = []
    for role in reversed(_NEAREST_FIRST):
        found = [one for one in slots if one.role == role]
        if found:
            parts.append(Part(PartKind.INJECTION, role, _joined(found), _keys(found)))
    return parts


class _Row(NamedTuple):
    depth: int
    order: int
    role: int
    key: str
    text: str

    @property
    def location(self) -> tuple[int, int, int]:
        """Rows of one place are joined; smaller ones stand higher."""
        return self.depth, self.order, -self.role


def _chat_groups(slots: list[Injection], managed: Iterable[ManagedPrompt]) -> _Groups:
    """Injections and managed prompts by depth; of one order, extensions come last."""
    rows = [_Row(one.depth, one.order, one.role, "", one.text) for one in managed]
    rows += [
        _Row(depth, _EXTENSIONS_ORDER, one.role, one.key, one.text)
        for depth, one in _in_chat(slots)
    ]
    kept = [row for row in rows if row.role in ROLE_NAMES and row.text.strip(WHITE_SPACE)]
    kept.sort(key=lambda row: row.location)
    groups: _Groups = {}
    for (depth, _, negated), same in groupby(kept, key=lambda row: row.location):
        found = list(same)
        text = "\n".join(row.text.strip(WHITE_SPACE) for row in found)
        keys = tuple(row.key for row in found if row.key)
        groups.setdefault(depth, []).append(Part(PartKind.INJECTION, -negated, text, keys))
    return groups


def _with_groups(
    messages: Sequence[PromptMessage], groups: _Groups, least_depth: int
) -> list[Part]:
    """Messages with each group `depth` messages from the end; deeper than all: at the top."""
    above: dict[int, list[Part]] = {}
    for depth in sorted(groups, reverse=True):
        below = min(max(depth, least_depth), len(messages))
        above.setdefault(len(messages) - below, []).extend(groups[depth])
    parts: list[Part] = []
    for index, message in enumerate(messages):
        parts += above.get(index, [])
        parts.append(_message_part(message))
    return parts + above.get(len(messages), [])


def _message_part(message: PromptMessage) -> Part:
    return Part(PartKind.MESSAGE, message.role, message=message.message)
