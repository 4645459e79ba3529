"""What is done to the messages at last: squashing, and the server's merging.

Source: specs/send-path.md §6.8.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from inspector.core.decoded import text
from inspector.sillytavern.completion.examples import EXAMPLE_ASSISTANT, EXAMPLE_USER
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.sourced import NUDGE, Piece, Sourced, joined, sourced

MERGE, SEMI, STRICT, SINGLE = "merge", "semi", "strict", "single"
UNKNOWN_PLACEHOLDER: Final = "[Off we here well]"
"""Stands for SillyTavern's own where config.yaml is not at hand, with as many tokens."""


def squashed(entries: Sequence[Entry], excluded: Collection[str]) -> list[Entry]:
    """Neighbouring system messages without a name made one.

    Args:
        entries: the messages; none is empty.
        excluded: kinds of messages that stay apart.
    """

    def joins(entry: Entry) -> bool:
        return entry.role == "system" and not entry.name and entry.kind not in excluded

    found: list[Entry] = []
    for entry in entries:
        if found and joins(entry) and joins(found[-1]):
            found[-1] = replace(found[-1], text=joined([found[-1].text, entry.text], "\n"))
        else:
            found.append(entry)
    return found


@dataclass(frozen=True)
class _Names:
    user: str
    character: str
    group: tuple[str, ...]

    def starts_with_member(self, content: str) -> bool:
        return any(content.startswith(f"{name}: ") for name in self.group)


def post_processed(entries: Sequence[Entry], material: Material) -> list[Entry]:
    """The messages as the server hands them on, whichever source they go to.

    What some sources make of them afterwards is not reproduced.
    """
    mode = text(material.oai.get("custom_prompt_post_processing")).removesuffix("_tools")
    if mode not in _MODES:
        return list(entries)
    names = _Names(material.user, material.character, material.group)
    placeholder = material.host.placeholder
    return _MODES[mode](entries, names, UNKNOWN_PLACEHOLDER if placeholder is None else placeholder)


def _merge(entries: Sequence[Entry], names: _Names, placeholder: str) -> list[Entry]:
    return _merged([_prefixed(one, names) for one in entries], placeholder)


def _semi(entries: Sequence[Entry], names: _Names, placeholder: str) -> list[Entry]:
    return _merged(_without_later_system(_merge(entries, names, placeholder)), placeholder)


def _strict(entries: Sequence[Entry], names: _Names, placeholder: str) -> list[Entry]:
    found = _without_later_system(_merge(entries, names, placeholder))
    user = Entry("user", sourced(placeholder, NUDGE))
    if found and found[0].role == "system":
        if len(found) == 1 or found[1].role != "user":
            found.insert(1, user)
    elif found and found[0].role != "user":
        found.insert(0, user)
    return _merged(found, placeholder)


def _single(entries: Sequence[Entry], names: _Names, placeholder: str) -> list[Entry]:
    prefixed = [_prefixed(one, names) for one in entries]
    return _merged([_as_user(one, names) for one in prefixed], placeholder)


_Mode = Callable[[Sequence[Entry], _Names, str], list[Entry]]
_MODES: Final[dict[str, _Mode]] = {MERGE: _merge, SEMI: _semi, STRICT: _strict, SINGLE: _single}


def _prefixed(entry: Entry, names: _Names) -> Entry:
    """The field `name` becomes the beginning of the content."""
    content = entry.text.text
    prefix = ""
    if entry.role == "system":
        if entry.name == EXAMPLE_ASSISTANT and not names.starts_with_member(content):
            prefix = names.character
        elif entry.name == EXAMPLE_USER:
            prefix = names.user
    else:
        prefix = entry.name
    return replace(_with_prefix(entry, prefix), name="")


def _as_user(entry: Entry, names: _Names) -> Entry:
    prefix = names.user if entry.role == "user" else ""
    if entry.role == "assistant" and not names.starts_with_member(entry.text.text):
        prefix = names.character
    return replace(_with_prefix(entry, prefix), role="user")


def _with_prefix(entry: Entry, name: str) -> Entry:
    if not name or entry.text.text.startswith(f"{name}: "):
        return entry
    first, *rest = entry.text.pieces
    named = Piece(f"{name}: {first.text}", first.source)
    return replace(entry, text=Sourced((named, *rest)))


def _without_later_system(entries: Sequence[Entry]) -> list[Entry]:
    return [
        replace(one, role="user") if index and one.role == "system" else one
        for index, one in enumerate(entries)
    ]


def _merged(entries: Sequence[Entry], placeholder: str) -> list[Entry]:
    """Neighbours of one role joined by a blank line."""
    found: list[Entry] = []
    for entry in entries:
        if found and found[-1].role == entry.role and entry.text:
            found[-1] = replace(found[-1], text=joined([found[-1].text, entry.text], "\n\n"))
        else:
            found.append(entry)
    return found or [Entry("user", sourced(placeholder, NUDGE))]
