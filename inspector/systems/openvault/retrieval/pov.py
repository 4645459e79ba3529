"""Whose eyes the releases look through, and what those know (specs/openvault.md §6.1, §8.4)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.decoded import is_object, items, members, names, text
from inspector.core.document import Document
from inspector.core.memory import CharacterState
from inspector.core.moment import Moment
from inspector.systems.openvault.retrieval.existing import AnyFacts, Existing
from inspector.systems.openvault.retrieval.facts import Facts
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex

_LAST_SENDERS = 2
_POSSESSIVE = re.compile(r"['’]s\b")
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]")


@dataclass(frozen=True)
class Viewpoint:
    """Who the selection is made for.

    Attributes:
        names: as the release cases them; empty: nobody is left out.
        accepted: what a witness may be called, in lower case.
        known_events: ids of the memories that they were told or saw.
        secrets_hide: whether taking part in a secret is not knowing it (1.41 and 1.44).
    """

    names: tuple[str, ...]
    accepted: frozenset[str]
    known_events: frozenset[object]
    secrets_hide: bool

    def knows(self, facts: Facts) -> bool:
        """Whether anybody of the viewpoint knows a memory."""
        return (
            not self.names or self.witnessed(facts) or self.took_part(facts) or self.was_told(facts)
        )

    def witnessed(self, facts: Facts) -> bool:
        """Whether one of them is a witness."""
        return not self.accepted.isdisjoint(facts.witnesses)

    def took_part(self, facts: Facts) -> bool:
        """Whether one of them took part, which a secret may not count for."""
        involved = not self.accepted.isdisjoint(facts.involved)
        return involved and not (self.secrets_hide and facts.is_secret)

    def was_told(self, facts: Facts) -> bool:
        """Whether one of them has it among the known events."""
        return facts.told_as in self.known_events

    def knowing(self, existing: Existing[AnyFacts], places: Sequence[int]) -> list[int]:
        """Those of the places that anybody of the viewpoint knows."""
        if not self.names:
            return list(places)
        knowers = existing.each(("knowers", self.secrets_hide), self._knowers)
        told_as = existing.each("told_as", lambda facts: facts.told_as)
        nobody, known = self.accepted.isdisjoint, self.known_events
        return [place for place in places if not nobody(knowers[place]) or told_as[place] in known]

    def _knowers(self, facts: Facts) -> frozenset[str]:
        return facts.witnesses if self.secrets_hide and facts.is_secret else facts.people


def viewpoint_14x(names_seen: Sequence[str], characters: Mapping[str, CharacterState]) -> Viewpoint:
    """The viewpoint of releases 1.41 and 1.44."""
    return Viewpoint(
        tuple(names_seen),
        frozenset(name.lower() for name in names_seen),
        _known_events(names_seen, characters),
        secrets_hide=True,
    )


def viewpoint_26(
    names_seen: Sequence[str],
    characters: Mapping[str, CharacterState],
    graph: Mapping[str, object],
) -> Viewpoint:
    """The viewpoint of release 26: secrets are not hidden, aliases count."""
    lowered = {name.lower() for name in names_seen}
    aliases = {alias.lower() for name in names_seen for alias in _aliases(name, graph)}
    return Viewpoint(
        tuple(names_seen),
        frozenset(lowered | aliases),
        _known_events(names_seen, characters),
        secrets_hide=False,
    )


def viewpoint_names(
    document: Document,
    moment: Moment,
    index: ChatIndex,
    known: Iterable[str],
    *,
    unicode_words: bool,
) -> tuple[str, ...]:
    r"""Through whose eyes the prompt is made: names in the case that the release gives them.

    Args:
        document: the chat and its character states.
        moment: resolved.
        index: of the chat.
        known: the names of witnesses and of who took part, in lower case.
        unicode_words: whether names in text end where letters of any script end (release 26)
            or where JavaScript's `\b` matches.
    """
    if moment.group or document.chat.is_group:
        return (moment.character,) if moment.character else ()
    length = (moment.at if moment.at is not None else len(document.chat) - 1) + 1
    actors = [name for name in (moment.user, moment.character) if name]
    everyone = dict.fromkeys(name.lower() for name in (*document.characters, *actors))
    everyone |= dict.fromkeys(sorted(known))
    seen = _seen_lately(document, index, length, everyone, unicode_words=unicode_words)
    cased = {name.lower(): name for name in reversed(actors)}
    cased |= {name.lower(): name for name in reversed(list(document.characters))}
    return tuple(cased.get(name, name) for name in seen)


def _seen_lately(
    document: Document,
    index: ChatIndex,
    length: int,
    everyone: Iterable[str],
    *,
    unicode_words: bool,
) -> dict[str, None]:
    """Who spoke, or is named, in the last two visible messages, in lower case."""
    last: list[int] = []
    for place in index.visible_from_end(length):
        last.insert(0, place)
        if len(last) == _LAST_SENDERS:
            break
    chat = document.chat
    seen = dict.fromkeys(chat.names[place].lower() for place in last if chat.names[place])
    text_seen = "\n".join(chat.message(place).text for place in last).lower()
    is_word = _is_unicode_word if unicode_words else _is_ascii_word
    seen |= dict.fromkeys(
        name
        for name in everyone
        if name and _stands_in(name, text_seen, is_word, edge_needed=not unicode_words)
    )
    return seen


def _stands_in(
    name: str, written: str, is_word: Callable[[str], bool], *, edge_needed: bool
) -> bool:
    r"""Whether a name stands in a text between word boundaries.

    Args:
        name: what to look for.
        written: where.
        is_word: whether a character belongs to a word.
        edge_needed: as JavaScript's `\b` has it, exactly one side of each edge is a word;
            else it is enough that no word continues outside the name.
    """
    place = written.find(name)
    while place >= 0:
        end = place + len(name)
        before = place > 0 and is_word(written[place - 1])
        after = end < len(written) and is_word(written[end])
        if edge_needed:
            if before != is_word(name[0]) and after != is_word(name[-1]):
                return True
        elif not before and not after:
            return True
        place = written.find(name, place + 1)
    return False


def _is_ascii_word(character: str) -> bool:
    return _ASCII_WORD.match(character) is not None


def _is_unicode_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _known_events(
    names_seen: Sequence[str], characters: Mapping[str, CharacterState]
) -> frozenset[object]:
    """Ids that the states of these names hold; the names' case must be the states' own."""
    known: set[object] = set()
    for name in names_seen:
        if name in characters:
            events = items(characters[name].record.get("known_events"))
            try:
                known.update(events)
            except TypeError:  # an array or an object among them, which equals no id
                known.update(event for event in events if isinstance(event, str | int | float))
    return frozenset(known)


def _aliases(name: str, graph: Mapping[str, object]) -> list[str]:
    """What else the graph calls a character: its node's name and aliases."""
    nodes = members(graph.get("nodes"))
    node = nodes.get(_merged_key(node_key(name), graph))
    found = [node] if is_object(node) else []
    lowered = name.lower()
    found += [
        other
        for other in nodes.values()
        if is_object(other) and other is not node and text(other.get("name")).lower() == lowered
    ]
    called: list[str] = []
    for entry in found:
        called += (text(entry.get("name")), *names(entry.get("aliases")))
    return [alias for alias in called if alias]


def node_key(name: str) -> str:
    """The key of a graph node: lower case, no possessive, single spaces (§1.2)."""
    return " ".join(_POSSESSIVE.sub("", name.lower()).split())


def _merged_key(key: str, graph: Mapping[str, object]) -> str:
    """Where merged nodes led to; a chain that runs in a circle ends where it began to."""
    redirects = members(graph.get("_mergeRedirects"))
    passed: set[str] = set()
    while key not in passed:
        passed.add(key)
        following = redirects.get(key)
        if not isinstance(following, str):
            return key
        key = following
    return key
