"""What the memories are searched with (specs/openvault.md §8.1, §8.3)."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from inspector.core.javascript import round_half_up, sliced, to_string
from inspector.core.javascript_math import logarithm
from inspector.systems.openvault.retrieval.entities import Entity
from inspector.systems.openvault.retrieval.facts import stripped
from inspector.systems.openvault.retrieval.fingerprints import ChatIndex
from inspector.systems.openvault.retrieval.settings import EntitySettings
from inspector.systems.openvault.retrieval.wording import keywords_14x, keywords_26

_MOST_LINES = 10
_LAST_USER_MESSAGES = 3
_LAST_UNITS, _LAST_UNITS_OF_ALL = 1000, 500
_KNOWN_SHARE, _UNKNOWN_SHARE = 0.6, 0.4
_MOST_REPEATS = 10_000


@dataclass(frozen=True)
class QueryText:
    """The texts that a query is made of.

    Attributes:
        lines: the newest ten lines of the visible chat that are not blank, newest first.
        user: what the user said last, which the world context is asked with too.
    """

    lines: tuple[str, ...]
    user: str

    def is_embedded(self, entities: Sequence[Entity], settings: EntitySettings) -> bool:
        """Whether a vector is asked for: only with user text, and not with no words (R16)."""
        lines = [line for line in self.user.split("\n") if stripped(line)]
        return bool(lines) and bool(sliced(lines, settings.embedded) or entities)


def query_text(index: ChatIndex, length: int, pending: str | None) -> QueryText:
    """The texts of a chat that ends after `length` messages, and of a pending message."""
    return QueryText(
        tuple(_newest_lines(index, length, pending)),
        _last_user_text(index, length, pending),
    )


def world_is_embedded(user: str, index: ChatIndex, length: int, pending: str | None) -> bool:
    """Whether the world context is asked with a vector (R16)."""
    if user:
        return bool(stripped(user))
    return bool(stripped(last_units(_tail(index, length, pending), _LAST_UNITS_OF_ALL)))


def spoken(record: Mapping[str, object]) -> str:
    """A message's text; what is no text as JavaScript spells it (R34)."""
    written = record.get("mes")
    if isinstance(written, str):
        return written
    return "" if written is None else to_string(written)


def _tail(index: ChatIndex, length: int, pending: str | None) -> str:
    """The end of the recent context, as far as its last units reach."""
    texts: list[str] = []
    units = 0
    for written in _newest_texts(index, length, pending):
        texts.append(written)
        units += len(written) + 1
        if units > _LAST_UNITS_OF_ALL:
            break
    return "\n".join(reversed(texts))


def _newest_lines(index: ChatIndex, length: int, pending: str | None) -> Iterator[str]:
    left = _MOST_LINES
    for written in _newest_texts(index, length, pending):
        for line in reversed(written.split("\n")):
            if stripped(line):
                yield line
                left -= 1
                if not left:
                    return


def _newest_texts(index: ChatIndex, length: int, pending: str | None) -> Iterator[str]:
    if pending:
        yield f"[User is about to say]: {pending}"
    records = index.chat.records
    for location in index.visible_from_end(length):
        yield spoken(records[location])


def _last_user_text(index: ChatIndex, length: int, pending: str | None) -> str:
    phrasing = [pending] if pending else []
    for location in index.user_from_end(length):
        if len(phrasing) == _LAST_USER_MESSAGES:
            break
        phrasing.append(spoken(index.chat.records[location]))
    return last_units("\n".join(reversed(phrasing)), _LAST_UNITS)


def last_units(written: str, units: int) -> str:
    """The last UTF-16 units of a text, which may begin with half a character."""
    if len(written) * 2 <= units or written.isascii():
        return written[-units:]
    encoded = written.encode("utf-16-le", "surrogatepass")
    return encoded[-2 * units :].decode("utf-16-le", "surrogatepass")


Counted = tuple[tuple[str, int], ...]
"""Keywords and how often each counts, in the order in which they are added up."""


def query_tokens_14x(user: str, entities: Iterable[Entity], settings: EntitySettings) -> Counted:
    """Each keyword with how often it counts: the user's words, then entities by weight."""
    tokens = [(token, 1) for token in keywords_14x(user)]
    tokens += [(entity.name.lower(), _repeats(entity, settings)) for entity in entities]
    return tuple([(token, count) for token, count in tokens if count > 0])


def query_tokens_26(
    user: str, entities: Sequence[Entity], vocabulary: Set[str] | None, settings: EntitySettings
) -> dict[str, int]:
    """Each keyword or phrase with how often it counts, before idf is looked at.

    Args:
        user: the user's text.
        entities: what the recent text is about.
        vocabulary: which stems of the user's text are known; None if nothing is known at all,
            and the user's text then adds nothing.
        settings: the release's.
    """
    tokens: list[tuple[str, int]] = []
    for entity in entities:
        if is_phrase(entity.name):
            tokens.append((entity.name, 1))
        else:
            repeats = _repeats(entity, settings)
            tokens += [(stem, repeats) for stem in keywords_26(entity.name)]
    if vocabulary is not None:
        stems = list(dict.fromkeys(keywords_26(user)))
        known, unknown = (
            _rounded_up(settings.boost * share) for share in (_KNOWN_SHARE, _UNKNOWN_SHARE)
        )
        tokens += [(stem, known) for stem in stems if stem in vocabulary]
        tokens += [(stem, unknown) for stem in stems if stem not in vocabulary]
    return _summed(tokens)


def without_names(tokens: Mapping[str, int], active: Iterable[str]) -> dict[str, int]:
    """The query without stems of active characters' names (§6.3)."""
    stems = {stem for name in active for stem in keywords_26(name)}
    return {token: count for token, count in tokens.items() if token not in stems}


def adjusted(tokens: Mapping[str, int], idf: Mapping[str, float], documents: int) -> dict[str, int]:
    """Counts by how rare each token is: rare ones stay, common ones sink to 1 (§6.3)."""
    rarest = logarithm(documents + 1)
    if not rarest:
        return dict(tokens)
    counts = {
        token: round_half_up(count * (idf.get(token, rarest) / rarest))
        for token, count in tokens.items()
    }
    # A stored idf may be no number: then the keyword counts not even once.
    return {
        token: int(min(max(1, count), _MOST_REPEATS))
        for token, count in counts.items()
        if not math.isnan(count)
    }


def is_phrase(name: str) -> bool:
    """Whether an entity is looked for as a whole: its trimmed name holds a space (R9)."""
    return " " in stripped(name)


def _repeats(entity: Entity, settings: EntitySettings) -> int:
    """How often an entity counts; a weight of exactly 0 counts as 1 (R6)."""
    weight = 1 if math.isnan(entity.weight) else entity.weight or 1
    return _rounded_up(weight * settings.boost)


def _rounded_up(wanted: float) -> int:
    if math.isnan(wanted):
        return 0
    return math.ceil(min(max(wanted, 0), _MOST_REPEATS))


def _summed(tokens: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for token, count in tokens:
        if count > 0:
            counts[token] = counts.get(token, 0) + count
    return counts
