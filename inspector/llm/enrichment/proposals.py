"""What the agent proposes, and which of it is there already (specs/scribe.md §8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.decoded import items, text
from inspector.core.lore import Chronicle, ChronicleEvent

_OVERLAP = 0.6
_CONFIDENCE = 0.7
_OF_OVERLAP, _OF_TIME = 0.8, 0.2
WINDOW_MINUTES = 5.0


class ProposalKind(StrEnum):
    """What a proposal makes."""

    EVENT = "event"
    ENTRY = "entry"
    UPDATE = "update"


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something to remember; nothing is written before a person takes it.

    Attributes:
        kind: what it makes.
        title: of an entry; of an event its type.
        content: of an entry; of an event its summary.
        keywords: by which it is found.
        time: of an event in the story, as the model said it; empty without one.
        target: uid of the entry that an update changes; empty for all others.
        before: the text of that entry when the update was proposed.
        messages: indexes of the messages that are its evidence.
        double: id of the event that it says again, or title of the entry; empty without one.
        is_embedded: whether it can be retrieved by its vector; what the server writes by itself
            has none before it is embedded anew.
    """

    kind: ProposalKind
    title: str
    content: str
    keywords: tuple[str, ...] = ()
    time: str = ""
    target: str = ""
    before: str = ""
    messages: tuple[int, ...] = ()
    double: str = ""
    is_embedded: bool = True


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """How much two lists of keywords have in common, 0 to 1: 2m/(a+b) (specs/scribe.md §8)."""
    total = len(one) + len(other)
    if not total:
        return 0.0
    left = [word.casefold() for word in other]
    shared = 0
    for word in one:
        if word.casefold() in left:
            left.remove(word.casefold())
            shared += 1
    return 2 * shared / total


def is_dropped(minutes: float) -> bool:
    """Whether the server takes any event for one that it has, so many whole minutes after it.

    It compares keywords that are encrypted, all of which read the same.
    """
    return is_double(("[ENCRYPTED]",), ("[ENCRYPTED]",), minutes)


def is_double(keywords: Sequence[str], other: Sequence[str], minutes: float) -> bool:
    """Whether the server would take an event for one that it has (specs/scribe.md §8).

    Args:
        keywords: of the new event.
        other: of the one that is there.
        minutes: whole minutes between the two.
    """
    if not 0 <= minutes < WINDOW_MINUTES:
        return False
    shared = overlap(keywords, other)
    confidence = _OF_OVERLAP * shared + _OF_TIME * (1 - minutes / WINDOW_MINUTES)
    return shared >= _OVERLAP and confidence >= _CONFIDENCE


def events_of(chronicle: Chronicle | None) -> tuple[ChronicleEvent, ...]:
    """All events of a chronicle; none without one."""
    return () if chronicle is None else chronicle.items


def proposal_of_entity(entity: Mapping[str, object]) -> Proposal:
    """The entry that an entity of a recap asks for (specs/auto-recap.md §5.5).

    Args:
        entity: with long field names, keywords and content as lists.
    """
    keywords = (text(one).strip() for one in items(entity.get("keywords")))
    content = (text(one).strip() for one in items(entity.get("content")))
    return Proposal(
        ProposalKind.ENTRY,
        text(entity.get("name")).strip() or text(entity.get("type")).strip(),
        "\n".join(one for one in content if one),
        tuple(dict.fromkeys(one for one in keywords if one)),
    )
