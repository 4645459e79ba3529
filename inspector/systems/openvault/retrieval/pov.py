"""Whose eyes the releases look through, and what those know (specs/openvault.md §6.1, §8.4)."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress

from inspector.core.decoded import is_list, is_object
from inspector.core.document import Document
from inspector.core.javascript import (
    WHITE_SPACE,
    entries,
    first_truthy,
    identity,
    member,
    to_string,
    truthy,
)
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.existing import AnyFacts, Existing
from inspector.systems.openvault.retrieval.facts import Facts, stripped
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex
from inspector.systems.openvault.retrieval.irregular import (
    SCANNED,
    check_filtered,
    check_scanned,
    check_speech,
    known_events,
    refuse,
)
from inspector.systems.openvault.retrieval.query import spoken

_LAST_SENDERS = 2
_MOST_REDIRECTS = 11
_POSSESSIVE = re.compile(r"['’]s(?![A-Za-z0-9_])")
_WHITE_SPACES = re.compile(f"[{WHITE_SPACE}]+")
_ASCII_WORD = re.compile(r"[A-Za-z0-9_]")


@dataclass(frozen=True)
class Viewpoint:
    """Who the selection is made for.

    Attributes:
        names: as the release cases them; with none at all nothing is left out.
        accepted: what a witness may be called, in lower case.
        known_events: identities of the ids of the memories that they were told or saw.
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
        return facts.identity in self.known_events

    def knowing(self, existing: Existing[AnyFacts], places: Sequence[int]) -> list[int]:
        """Those of the places that anybody of the viewpoint knows.

        Raises:
            ReleaseThrowsError: T5.
        """
        odd = existing.irregular(*SCANNED, places=places)
        check_filtered(odd, self.accepted, secrets_hide=self.secrets_hide)
        knowers = (
            existing.every_one("unless secret", _knowers)
            if self.secrets_hide
            else existing.every_people
        )
        nobody, known = self.accepted.isdisjoint, self.known_events

        def seen(some: Sequence[Memory]) -> Sequence[bool]:
            return [not nobody(names) for names in existing.accepted(knowers, some)]

        saw = existing.of_each(("seen", self.accepted, self.secrets_hide), seen)
        there = existing.at_places(self._with_told(existing, saw) if known else saw)
        return list(compress(places, map(there.__getitem__, places)))

    def _with_told(self, existing: Existing[AnyFacts], saw: Sequence[bool]) -> Sequence[bool]:
        """Which of the document's memories they know: those, and what they were told of."""
        identities, known = existing.every_identity, self.known_events
        return existing.of_memories.answer(
            ("known", Same(saw), Same(identities), Same(known)),
            lambda: [
                is_seen or identity in known
                for is_seen, identity in zip(saw, identities, strict=True)
            ],
        )


def _knowers(facts: Facts) -> frozenset[str]:
    """Who knows a memory where taking part in a secret is not knowing it."""
    return facts.witnesses if facts.is_secret else facts.people


def viewpoint_14x(names_seen: Sequence[str], states: object) -> Viewpoint:
    """The viewpoint of releases 1.41 and 1.44.

    Args:
        names_seen: see `viewpoint_names`.
        states: the stored character states, see `stored_states`.

    Raises:
        ReleaseThrowsError: T6.
    """
    return Viewpoint(
        tuple(names_seen),
        frozenset(name.lower() for name in names_seen),
        _known_events(names_seen, states),
        secrets_hide=True,
    )


def viewpoint_26(
    names_seen: Sequence[str], states: object, graph: Mapping[str, object]
) -> Viewpoint:
    """The viewpoint of release 26: secrets are not hidden, aliases count.

    Raises:
        ReleaseThrowsError: T6, T8.
    """
    lowered = {name.lower() for name in names_seen}
    aliases = {alias.lower() for name in names_seen for alias in _aliases(name, graph)}
    return Viewpoint(
        tuple(names_seen),
        frozenset(lowered | aliases),
        _known_events(names_seen, states),
        secrets_hide=False,
    )


def stored_states(document: Document) -> object:
    """The stored character states, whatever they are (R25)."""
    irregular = document.stores.get("openvault", {}).get("character_states")
    if irregular is not None:
        return irregular
    return {name: state.record for name, state in document.characters.items()}


def states_of(names_seen: Sequence[str], document: Document) -> tuple[Hashable, ...]:
    """A key for all that a viewpoint reads: it is another where any of it may be."""
    states = [document.characters.get(name) for name in names_seen]
    store = document.stores.get("openvault", {})
    read = [store.get("character_states"), store.get("graph")]
    read += [None if state is None else state.record for state in states]
    return (tuple(names_seen), *map(Same, read))


def viewpoint_names(
    document: Document,
    moment: Moment,
    index: ChatIndex,
    existing: Existing[AnyFacts],
    *,
    unicode_words: bool,
) -> tuple[str, ...]:
    r"""Through whose eyes the prompt is made: names in the case that the release gives them.

    Args:
        document: the chat and its character states.
        moment: resolved.
        index: of the chat.
        existing: the memories, whose witnesses and participants are known by name.
        unicode_words: whether names in text end where letters of any script end (release 26)
            or where JavaScript's `\b` matches.

    Raises:
        ReleaseThrowsError: T3, T4.
    """
    character, user = moment.character or "", moment.user or ""
    if moment.group or document.chat.is_group:
        return (character,)
    check_scanned(existing.irregular(*SCANNED))
    stated = [name for name, _ in entries(first_truthy(stored_states(document), {}))]
    actors = [name for name in (user, character) if name]
    everyone = dict.fromkeys(name.lower() for name in (*stated, *actors))
    everyone |= dict.fromkeys(sorted(existing.people))
    length = (moment.at if moment.at is not None else len(document.chat) - 1) + 1
    seen = _seen_lately(index, length, everyone, unicode_words=unicode_words)
    if not seen:
        return (character, user)
    cased = {name.lower(): name for name in reversed(actors)}
    cased |= {name.lower(): name for name in reversed(stated)}
    return tuple(cased.get(name, name) for name in seen)


def _seen_lately(
    index: ChatIndex, length: int, everyone: Iterable[str], *, unicode_words: bool
) -> dict[str, None]:
    """Who spoke, or is named, in the last two visible messages, in lower case."""
    last: list[int] = []
    for location in index.visible_from_end(length):
        last.insert(0, location)
        if len(last) == _LAST_SENDERS:
            break
    records = [index.chat.records[location] for location in last]
    for location, record in zip(last, records, strict=True):
        check_speech(record, location)
    names = [index.chat.names[location] for location in last]
    seen = dict.fromkeys(name.lower() for name in names if name)
    texts = [spoken(record).lower() for record in records]
    before, after = (
        (_is_unicode_word, str.isalnum) if unicode_words else (_is_ascii_word, _is_ascii_word)
    )
    for name in everyone:
        if any(
            stands_in(name, written, before, after, edge_needed=not unicode_words)
            for written in texts
        ):
            seen[name] = None
    return seen


def is_named(name: str, written: str) -> bool:
    """Whether release 26 finds a name in a text, both in lower case (R11, R22)."""
    return stands_in(name, written, _is_unicode_word, str.isalnum, edge_needed=False)


def stands_in(
    name: str,
    written: str,
    is_before: Callable[[str], bool],
    is_after: Callable[[str], bool],
    *,
    edge_needed: bool,
) -> bool:
    r"""Whether a name stands in a text between word boundaries; an empty one can, too (R23).

    Args:
        name: what to look for.
        written: where.
        is_before: whether a character before the name belongs to its word.
        is_after: the same of a character behind it.
        edge_needed: as JavaScript's `\b` has it, exactly one side of each edge is a word;
            else it is enough that no word continues outside the name.
    """
    if edge_needed and not name:
        return any(map(is_before, written))
    index = written.find(name)
    while index >= 0:
        end = index + len(name)
        before = index > 0 and is_before(written[index - 1])
        after = end < len(written) and is_after(written[end])
        if edge_needed:
            if before != is_before(name[0]) and after != is_after(name[-1]):
                return True
        elif not before and not after:
            return True
        index = written.find(name, index + 1)
    return False


def _is_ascii_word(character: str) -> bool:
    return _ASCII_WORD.match(character) is not None


def _is_unicode_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _known_events(names_seen: Sequence[str], states: object) -> frozenset[object]:
    """Ids that the states of these names hold; the names' case must be the states' own."""
    known: set[object] = set()
    for name in names_seen:
        state = states.get(name) if is_object(states) else None
        events = list(known_events(name, state))
        known.update(events if {str}.issuperset(map(type, events)) else map(identity, events))
    return frozenset(known)


def _aliases(name: str, graph: Mapping[str, object]) -> Iterable[str]:
    """The aliases of the one node that a name leads to (R10)."""
    nodes = graph.get("nodes")
    key = _merged_key(node_key(name), graph)
    node = None if key is None else member(nodes, key)
    aliases = first_truthy(node.get("aliases"), "") if is_object(node) else ""
    if isinstance(aliases, str):
        return list(aliases)
    owner = f"graph node {key}"
    if not is_list(aliases):
        refuse("aliases", owner, aliases, "a list of names")
    called: list[str] = []
    for alias in aliases:
        if not isinstance(alias, str):
            refuse("an alias", owner, alias, "a name")
        called.append(alias)
    return called


def node_key(name: str) -> str:
    """The key of a graph node: lower case, no possessive, single spaces (§1.2)."""
    return stripped(_WHITE_SPACES.sub(" ", _POSSESSIVE.sub("", name.lower())))


def _merged_key(key: str, graph: Mapping[str, object]) -> str | None:
    """Where merged nodes led to, at most eleven steps and not in a circle.

    None where it leads to something inherited, which is the key of no node.
    """
    redirects = graph.get("_mergeRedirects")
    passed: set[str] = set()
    for _ in range(_MOST_REDIRECTS):
        following = member(redirects, key)
        if not truthy(following) or key in passed:
            return key
        if is_object(redirects) and key not in redirects:
            return None
        passed.add(key)
        key = to_string(following)
    return key
