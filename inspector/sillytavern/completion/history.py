"""The messages of a chat as they go into a request (specs/send-path.md §3 step 7, §6.4)."""

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress, count
from operator import attrgetter
from typing import Final, NamedTuple, cast
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat, visible_flags
from inspector.core.decoded import is_list, is_number, members, text
from inspector.core.javascript import to_string, truthy
from inspector.core.tokens import utf16_length
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.regex_scripts import Placement, Record, active_scripts, run_scripts

_NARRATOR: Final = "narrator"
_EXTRA: Final = attrgetter("extra")
_READ_OF_EXTRA: Final = ("files", "file", "append_title", "reasoning")
"""What of a message's `extra` changes its text."""

_NO_REASONING: Final = ("", "\u200b")


@dataclass(frozen=True, slots=True)
class Line:
    """One message that goes into a request.

    Attributes:
        name: who speaks.
        text: what is sent of it, before names and macros.
        source: where it comes from, see `sourced.Piece`.
        is_user: whether the user speaks.
        is_narrator: whether a narrator does.
        has_avatar: whether it carries an avatar of its own (`force_avatar`).
        index: its place among the chat's messages; None for one that is not in the file.
        is_ignored: whether it gives no text, but counts for depth.
        extra: what else is stored with it, where that changes its text.
        entries: what it becomes in a chat completion, by the way of naming its speaker.
    """

    name: str
    text: str
    source: str
    is_user: bool
    is_narrator: bool = False
    has_avatar: bool = False
    index: int | None = None
    is_ignored: bool = False
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    entries: dict["Naming", Entry] = field(
        default_factory=dict["Naming", Entry], init=False, compare=False, repr=False
    )


class Naming(NamedTuple):
    """How the speakers of messages are named in a chat completion (§6.4).

    Attributes:
        behavior: the setting `names_behavior`.
        user: the user's name.
        is_group: whether the chat is a group's.
        is_quoted: whether what the user says stands in quotation marks.
    """

    behavior: int
    user: str
    is_group: bool
    is_quoted: bool


_lines: WeakKeyDictionary[object, dict[int, Line]] = WeakKeyDictionary()


def stored_lines(chat: Chat) -> Callable[[int], Line]:
    """Gives each message of the chat; one is made once while its text stays as it is."""
    whole, kept = chat.beginning
    shared = _lines.setdefault(whole, {})
    own = shared if kept == len(chat) else _lines.setdefault(chat.lasting, {})

    def stored_line(index: int) -> Line:
        known = shared if index < kept else own
        line = known.get(index)
        if line is None:
            line = known[index] = _stored_line(chat, index)
        return line

    return stored_line


def lines_at(chat: Chat, indexes: Sequence[int]) -> list[Line]:
    """What `stored_lines` gives for some messages, ascending: mostly all of them are made."""
    whole, kept = chat.beginning
    cut = bisect_left(indexes, kept)
    known = _lines.get(whole, {})
    own = known if kept == len(chat) else _lines.get(chat.lasting, {})
    found = [*map(known.get, indexes[:cut]), *map(own.get, indexes[cut:])]
    if all(found):
        return cast("list[Line]", found)
    return [*map(stored_lines(chat), indexes)]


def _stored_line(chat: Chat, index: int) -> Line:
    record = chat.records[index]
    stored = record.get("extra")
    # Asked first of a dict, which is answered ten times as fast and is nearly always so.
    extra = cast("Record", stored) if isinstance(stored, dict) else members(stored)
    return Line(
        name=chat.names[index],
        text=text(record.get("mes")),
        source=f"chat:{index}",
        is_user=bool(chat.from_user[index]),
        is_narrator=extra.get("type") == _NARRATOR,
        has_avatar=truthy(record.get("force_avatar", False)),
        index=index,
        extra=extra if any(name in extra for name in _READ_OF_EXTRA) else {},
    )


def is_narrated(chat: Chat, index: int) -> bool:
    """Whether a narrator says a message, and neither the user nor a character."""
    return members(chat.records[index].get("extra")).get("type") == _NARRATOR


def visible_indexes(chat: Chat, hidden: bytes, *, tools: bool = False) -> list[int]:
    """Messages that go into a request.

    Args:
        chat: the messages.
        hidden: which of them are hidden, one byte a message.
        tools: whether tools are on, so that hidden calls of them go in as well.
    """
    displayed = [*compress(range(len(hidden)), visible_flags(hidden))]
    if not tools:
        return displayed
    calls = [
        index
        for index, flag in enumerate(hidden)
        if flag and is_list(members(chat.records[index].get("extra")).get("tool_invocations"))
    ]
    return sorted((*displayed, *calls)) if calls else displayed


def prepared_lines(
    lines: Sequence[Line],
    host: HostFacts,
    answering: Character | None,
    macros: Macros,
    *,
    continuing: bool,
) -> list[Line]:
    """Messages with regular expressions, attached texts and reasoning worked in.

    Args:
        lines: the visible messages, oldest first.
        host: settings.
        answering: whose card's own scripts run; None if the card is not at hand.
        macros: expands what scripts put in.
        continuing: whether the last message is being continued: it is then at depth −1.
    """
    deepest = len(lines) - (2 if continuing else 1)
    card, avatar = (answering.card.record, answering.file) if answering else (None, "")
    scripts = active_scripts(host.settings, card=card, avatar=avatar)

    def changed(line: Line, depth: int) -> Line:
        wording = line.text
        if scripts:
            placement = Placement.USER_INPUT if line.is_user else Placement.AI_OUTPUT
            wording = run_scripts(wording, scripts, placement, depth, macros.text)
        if line.extra:
            wording = _with_files(wording, line.extra)
        return replace(line, text=wording) if wording != line.text else line

    prepared = [*lines]
    concerned = range(len(lines)) if scripts else compress(count(), map(_EXTRA, lines))
    for index in concerned:
        prepared[index] = changed(lines[index], deepest - index)
    return _with_reasoning(prepared, host, scripts, macros, continuing=continuing)


def _with_files(message: str, extra: Record) -> str:
    """Attached files' texts stand above the message; a picture's title below it."""
    stored = extra.get("files")
    files = stored if is_list(stored) else [extra["file"]] if "file" in extra else []
    texts = [text(members(one).get("text")) for one in files]
    for one in reversed([one for one in texts if one]):
        message = f"{one}\n\n{message}"
    if truthy(extra.get("append_title", False)) and truthy(extra.get("title", "")):
        message = f"{message}\n\n{to_string(extra.get('title'))}"
    return message


def _with_reasoning(
    lines: list[Line],
    host: HostFacts,
    scripts: Sequence[Record],
    macros: Macros,
    *,
    continuing: bool,
) -> list[Line]:
    """Reasoning above the newest messages that have any (§3, step 7)."""
    settings = members(host.power_user.get("reasoning"))
    most = settings.get("max_additions")
    if settings.get("add_to_prompts") is not True or not is_number(most):
        return lines
    prefix, suffix, separator = (
        macros.text(text(settings.get(name))) for name in ("prefix", "suffix", "separator")
    )
    deepest = len(lines) - (2 if continuing else 1)
    added = 0
    for index in range(len(lines) - 1, -1, -1):
        if added >= most:
            break
        line = lines[index]
        stored = to_string(line.extra.get("reasoning") or "")
        reasoning = run_scripts(stored, scripts, Placement.REASONING, deepest - index, macros.text)
        if reasoning in _NO_REASONING:
            continue
        added += 1
        head = f"{prefix}{reasoning}"
        is_continued = continuing and index == len(lines) - 1 and not line.text
        whole = head if is_continued else f"{head}{suffix}{separator}{line.text}"
        lines[index] = replace(line, text=whole)
    return lines


_NAME_SIGNS: Final = re.compile(r"[^a-zA-Z0-9_]")
_LONGEST_NAME = 64


def field_name(name: str) -> str:
    """A speaker's name as the field `name` may hold it (specs/send-path.md §6.4).

    SillyTavern's pattern is one of UTF-16 units: a character of two of them becomes two signs.
    """
    return _NAME_SIGNS.sub(lambda found: "_" * utf16_length(found[0]), name)[:_LONGEST_NAME]


NONE, DEFAULT, IN_FIELD, IN_CONTENT = -1, 0, 1, 2
"""Values of `names_behavior`."""


def named_content(line: Line, naming: Naming) -> str:
    """What is put before a message's text (§6.4); empty for nothing."""
    if naming.behavior == IN_CONTENT:
        return "" if line.is_narrator else f"{line.name}: "
    if naming.behavior == DEFAULT and line.name != naming.user:
        forced = line.has_avatar and not line.is_narrator
        return f"{line.name}: " if naming.is_group or forced else ""
    return ""
