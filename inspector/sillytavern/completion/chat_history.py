"""The chat within a chat-completion request: which messages are kept, and what is put around them.

Source: specs/send-path.md §6.4, §6.5, §6.7.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import compress, count, repeat
from operator import attrgetter, not_
from typing import Final, cast

from inspector.core.decoded import text
from inspector.core.javascript import WHITE_SPACE
from inspector.core.sending import SendKind
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.history import (
    DEFAULT,
    IN_CONTENT,
    IN_FIELD,
    NONE,
    Line,
    Naming,
    field_name,
    named_content,
)
from inspector.sillytavern.completion.ledger import Entry, Ledger
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.sourced import NUDGE, sourced

NEW_CHAT: Final = "newMainChat"
GROUP_NUDGE: Final = "groupNudge"
_KNOWN_ENTRY: Final = dict[Naming, Entry].get
_ENTRIES: Final = attrgetter("entries")
_IS_IGNORED: Final = attrgetter("is_ignored")
_MAY_EXPAND: Final = attrgetter("text.may_expand")
_MOST_COUNTED: Final = 200
"""Messages that are counted, though they are left out, to say what a slot among them lacks."""


class HistoryGapError(Exception):
    """The host stops where a message is kept and a later one is taken out."""


def has_gap(messages: Iterable[int], taken_out: Container[int]) -> bool:
    """Whether a message is kept and a later one is taken out by an extension.

    The host keeps messages in a list by their distance from the newest: what is taken out before
    the oldest that is kept leaves a hole in it (specs/message-summarize.md §6).

    Args:
        messages: visible ones, oldest first.
        taken_out: those of them that extensions take out.
    """
    kept = False
    for message in messages:
        if message not in taken_out:
            kept = True
        elif kept:
            return True
    return False


def prefills(material: Material) -> bool:
    """Whether a message that is continued comes last, without a nudge."""
    return material.oai.get("continue_prefill") is True


def nudge(
    material: Material,
    macros: Macros,
    setting: str,
    kind: str = "",
    extra: Mapping[str, str] | None = None,
) -> Entry:
    """One of the host's own texts, as a system message."""
    wording = macros.text(text(material.oai.get(setting)), extra)
    return Entry("system", sourced(wording, NUDGE), kind=kind)


def all_expanded(entries: Sequence[Entry], macros: Macros) -> list[Entry]:
    """Messages with their macros expanded, the newest first: the others stay as they are."""
    found = [*entries]
    for index in reversed([*compress(count(), map(_MAY_EXPAND, entries))]):
        found[index] = expanded(found[index], macros)
    return found


def expanded(entry: Entry, macros: Macros) -> Entry:
    """A message with its macros expanded; what is put among the messages is so a second time."""
    found = macros.sourced(entry.text)
    return entry if found is entry.text else replace(entry, text=found)


def chat_entries(material: Material) -> list[Entry]:
    """The chat's messages with names, oldest first; macros are not expanded yet."""
    given = material.oai.get("names_behavior", 0)
    behavior = next((one for one in (DEFAULT, IN_FIELD, IN_CONTENT) if given == one), NONE)
    quoted = material.oai.get("wrap_in_quotes") is True
    naming = Naming(behavior, material.user, bool(material.group), quoted)
    lines = material.lines
    found = [*map(_KNOWN_ENTRY, map(_ENTRIES, lines), repeat(naming))]
    for index in compress(count(), map(not_, found)):
        found[index] = _chat_entry(lines[index], naming)
    return cast("list[Entry]", found)


def _chat_entry(line: Line, naming: Naming) -> Entry:
    role = "user" if line.is_user else "assistant"
    if line.is_narrator:
        role = "system"
    content = f"{named_content(line, naming)}{line.text}".replace("\r", "")
    if role == "user" and naming.is_quoted:
        content = f'"{content}"'
    content = "" if line.is_ignored else content
    name = field_name(line.name) if naming.behavior == IN_FIELD else ""
    entry = Entry(role, sourced(content, line.source), name=name, speaker=line.name)
    line.entries[naming] = entry
    return entry


class History:
    """The chat of one request while the context fills up with it."""

    def __init__(self, material: Material, macros: Macros, ledger: Ledger) -> None:
        self._material = material
        self._macros = macros
        self._ledger = ledger
        is_group = bool(material.group)
        setting = "new_group_chat_prompt" if is_group else "new_chat_prompt"
        self._start = nudge(material, macros, setting, NEW_CHAT)
        self._group_nudge: list[Entry] = []
        if is_group and material.kind is not SendKind.IMPERSONATE:
            self._group_nudge = [nudge(material, macros, "group_nudge_prompt", GROUP_NUDGE)]
        self._continued: list[Entry] = []

    def kept(self, entries: list[Entry]) -> list[Entry]:
        """The newest messages that fit, oldest first, injections among them.

        Args:
            entries: all of them; the one that is continued is taken out.

        Raises:
            HistoryGapError: the host fails at what an extension took out.
        """
        lines = self._material.lines
        ignored = {*compress(count(), map(_IS_IGNORED, lines))}
        if ignored and has_gap(range(len(lines)), ignored):
            raise HistoryGapError
        ledger = self._ledger
        self._continued = self._taken_out(entries)
        ledger.reserve(self._start, *self._group_nudge, *self._continued)
        below = self._empty_message(entries)
        if ledger.left is None:
            return [*all_expanded(entries, self._macros), *below]
        kept: list[Entry] = []
        for index in range(len(entries) - 1, -1, -1):
            whole = expanded(entries[index], self._macros)
            if not ledger.fits([whole]):
                self._leave_out(entries[index::-1])
                break
            ledger.reserve(whole)
            kept.append(whole)
        return [*reversed(kept), *below]

    def _leave_out(self, entries: Sequence[Entry]) -> None:
        last = max((index for index, one in enumerate(entries) if one.injected), default=-1)
        if last < _MOST_COUNTED:
            self._ledger.leave_out([expanded(one, self._macros) for one in entries[: last + 1]])

    def open(self, kept: list[Entry]) -> None:
        """Put what opens and closes the chat around it.

        Raises:
            OverBudgetError: it does not fit, because too much was kept free.
        """
        self._spend([self._start])
        kept.insert(0, self._start)
        self._spend(self._group_nudge)
        kept += self._group_nudge

    def continued(self) -> list[Entry]:
        """What closes the request where a message is continued: it, and the nudge.

        Raises:
            OverBudgetError: it does not fit.
        """
        self._spend(self._continued)
        return self._continued

    def _spend(self, entries: Sequence[Entry]) -> None:
        self._ledger.free(*entries)
        self._ledger.put_in(entries)

    def _taken_out(self, entries: list[Entry]) -> list[Entry]:
        material = self._material
        if material.kind is not SendKind.CONTINUE or prefills(material):
            return []
        real = [index for index, entry in enumerate(entries) if not entry.injected]
        if not real:
            return []
        last = expanded(entries.pop(real[-1]), self._macros)
        extra = {"lastChatMessage": material.lines[-1].text.strip(WHITE_SPACE)}
        return [last, nudge(material, self._macros, "continue_nudge_prompt", extra=extra)]

    def _empty_message(self, entries: Sequence[Entry]) -> list[Entry]:
        """What is said for a user who says nothing, where a reply is the last message (§6.5)."""
        wording = text(self._material.oai.get("send_if_empty"))
        if not wording or not entries or entries[-1].role != "assistant":
            return []
        entry = Entry("user", sourced(wording, NUDGE))
        if not self._ledger.fits([entry]):
            return []
        self._ledger.reserve(entry)
        return [entry]
