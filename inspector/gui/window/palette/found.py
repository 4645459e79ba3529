"""What the palette finds for a text: memories, messages, recaps, lore, settings and actions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, islice

from inspector.core.document import Document, recaps_of
from inspector.core.lore import LoreKind
from inspector.core.system import Ruleset
from inspector.gui.kit.text import counted
from inspector.gui.panels.messages.searching import Span, excerpt, spans
from inspector.gui.state.view import View
from inspector.gui.window.action_list import ListedAction
from inspector.language import _
from inspector.systems import RULESETS, ruleset_named, system_of

_MOST = 200
"""Places of one group that are shown at most."""


class Group(Enum):
    """A kind of thing that is found, under the title that heads it."""

    MEMORIES = _("Memories")
    MESSAGES = _("Messages")
    RECAPS = _("Recaps")
    LORE = _("Lore")
    SETTINGS = _("Settings")
    FILTERS = _("Filters")
    ACTIONS = _("Actions")


PREFIXES = {"#": Group.MEMORIES, "@": Group.MESSAGES, ">": Group.ACTIONS}
"""What limits a search to one group when it is typed first."""


@dataclass(frozen=True, slots=True)
class Location:
    """One thing that was found.

    Attributes:
        group: what kind of thing.
        target: where it is: an index, a row's id, a setting's name, a filter, or a `ListedAction`.
        text: what is shown of it, one line.
        mark: what stands before it, such as its number.
        note: what stands behind it.
        marked: what of the text matched.
        keys: its shortcut; empty without one.
        why_not: why it cannot be done now; empty if it can.
    """

    group: Group
    target: object
    text: str
    mark: str = ""
    note: str = ""
    marked: tuple[Span, ...] = ()
    keys: str = ""
    why_not: str = ""


def places(
    needle: str,
    view: View,
    actions: Sequence[ListedAction],
    messages: Sequence[int],
    filters: Mapping[str, str],
) -> Mapping[Group, Sequence[Location]]:
    """What holds a text, by group; without a text the actions alone.

    Actions come last, but first where one of them is called just that: a view's title may stand in
    any memory.

    Args:
        needle: what is looked for, without regard to case.
        view: of whose document.
        actions: all there are.
        messages: indexes of those that hold the text.
        filters: those of memories that a person keeps, by name.
    """
    found: dict[Group, Sequence[Location]] = dict.fromkeys(Group, ())
    if needle:
        found[Group.MEMORIES] = list(_memories(needle, view))
        displayed = (index for index in messages if index < len(view.document.chat))
        found[Group.MESSAGES] = [
            _message(needle, view.document, index) for index in islice(displayed, _MOST)
        ]
        found[Group.RECAPS] = list(_recaps(needle, view.document))
        found[Group.LORE] = list(_lore(needle, view.document))
        found[Group.SETTINGS] = list(_settings(needle, view))
        found[Group.FILTERS] = list(_filters(needle, filters))
    found[Group.ACTIONS] = listed = _actions(needle, actions)
    if listed and listed[0].text.lower() == needle.lower():
        return {Group.ACTIONS: listed, **found}
    return found


def _memories(needle: str, view: View) -> Iterator[Location]:
    answer, memories = view.answer, view.document.memories
    inside = frozenset[int]() if answer is None else answer.of_memories.in_block
    number = int(needle) if needle.isascii() and needle.isdigit() else -1
    numbered = [memories[number]] if 0 <= number < len(memories) else []
    wanted = needle.lower()
    holding = (one for one in memories if wanted in one.summary.lower())
    for memory in islice(chain(numbered, holding), _MOST):
        text = excerpt(memory.summary, needle)
        verdict = (
            "" if answer is None else _("in the block") if memory.index in inside else _("left out")
        )
        note = " · ".join(filter(None, (f"★{memory.importance}", verdict)))
        marked = tuple(spans(text, needle))
        yield Location(Group.MEMORIES, memory.index, text, str(memory.index), note, marked)


def _message(needle: str, document: Document, index: int) -> Location:
    message = document.chat.message(index)
    text = excerpt(message.text, needle)
    note = f"{message.name} · {_('hidden') if message.hidden else _('visible')}"
    return Location(Group.MESSAGES, index, text, str(index), note, tuple(spans(text, needle)))


def _recaps(needle: str, document: Document) -> Iterator[Location]:
    for running in recaps_of(document).running.values():
        for version in running.versions:
            if needle.lower() in version.text.lower():
                text = excerpt(version.text, needle)
                current = running.current_place
                is_current = current is not None and running.versions[current] is version
                yield Location(
                    Group.RECAPS,
                    version,
                    text,
                    f"v{version.number}",
                    _("current") if is_current else _("not current"),
                    tuple(spans(text, needle)),
                )


def _lore(needle: str, document: Document) -> Iterator[Location]:
    wanted = needle.lower()
    for entry in document.lorebook.items if document.lorebook else ():
        whole = f"{entry.title}: {entry.content}" if entry.title else entry.content
        keys = ", ".join(entry.keywords)
        if wanted in whole.lower() or wanted in keys.lower():
            text = excerpt(whole, needle)
            note = (
                _("keys {keys}").format(keys=keys)
                if wanted in keys.lower()
                else counted(len(entry.keywords), "{n} key", "{n} keys")
            )
            marked = tuple(spans(text, needle))
            yield Location(
                Group.LORE, (LoreKind.LOREBOOK, entry.index), text, entry.uid, note, marked
            )
    for event in document.chronicle.items if document.chronicle else ():
        if wanted in event.summary.lower():
            text = excerpt(event.summary, needle)
            marked = tuple(spans(text, needle))
            target = (LoreKind.CHRONICLE, event.index)
            yield Location(Group.LORE, target, text, str(event.index), _("chronicle"), marked)


def _settings(needle: str, view: View) -> Iterator[Location]:
    """Of every ruleset of the chat's systems, the one that is asked first."""
    wanted = needle.lower()
    for ruleset in _rulesets(view):
        words = system_of(ruleset.name).setting_words
        for spec in ruleset.settings:
            title = _(words[spec.name].title) if spec.name in words else ""
            text = ": ".join(filter(None, (title, spec.name, spec.in_words)))
            if wanted in text.lower():
                text, target = excerpt(text, needle), (ruleset.name, spec.name)
                marked = tuple(spans(text, needle))
                yield Location(Group.SETTINGS, target, text, note=ruleset.name, marked=marked)


def _rulesets(view: View) -> list[Ruleset]:
    chosen = ruleset_named(view.question.ruleset)
    names = {system_of(chosen.name).name, *view.document.carried}
    rest = (one for one in RULESETS.values() if one is not chosen)
    return [chosen, *(one for one in rest if system_of(one.name).name in names)]


def _filters(needle: str, filters: Mapping[str, str]) -> Iterator[Location]:
    for name, text in filters.items():
        if needle.lower() in f"{name} {text}".lower():
            yield Location(Group.FILTERS, text, name, note=text, marked=tuple(spans(name, needle)))


def _actions(needle: str, actions: Sequence[ListedAction]) -> list[Location]:
    """Those that hold every word, in any order; else those that hold the letters in order."""
    words = needle.lower().split()
    ranked = [(rank, one) for one in actions if (rank := _rank(words, one.words)) is not None]
    if not ranked:
        letters = "".join(words)
        ranked = [(9, one) for one in actions if _holds_letters(letters, one.words.lower())]
    ranked.sort(key=lambda pair: (pair[0], bool(pair[1].why_not)) if words else (0, False))
    return [
        Location(
            Group.ACTIONS,
            one,
            one.words,
            note=one.menu,
            marked=tuple(sorted(span for word in words for span in spans(one.words, word))),
            keys=one.keys,
            why_not=one.why_not,
        )
        for _, one in ranked
    ]


def _rank(words: Sequence[str], text: str) -> int | None:
    """How well words fit a text, best first; None where they do not all stand in it.

    0 where it is called that, 1 where it starts with the words, 2 where one of its words does, 3
    elsewhere.
    """
    lowered = text.lower()
    if any(word not in lowered for word in words):
        return None
    if lowered == " ".join(words):
        return 0
    if not words or lowered.startswith(words[0]):
        return 1
    return 2 if f" {words[0]}" in lowered else 3


def _holds_letters(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)
