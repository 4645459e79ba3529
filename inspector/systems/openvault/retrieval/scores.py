"""How much a memory counts: forgetting, likeness and keywords (specs/openvault.md §6.2, §6.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.javascript_math import divided, exponential, greatest
from inspector.systems.openvault.retrieval.facts import Facts14x, Facts26
from inspector.systems.openvault.retrieval.settings import Settings14x, Settings26

CRITICAL = 5
CRITICAL_FLOOR_26 = 1.0
_LEAST_DECAY = 0.25
_LEAST_MAXIMUM = 1e-9


@dataclass(frozen=True, slots=True)
class Score:
    """What one memory's score is made of.

    Attributes:
        distance: messages between its newest source and the end of the chat.
        importance: as the release reads it.
        base: what is left of the importance at that distance.
        floored: the base, raised for critical memories.
        similarity: cosine with the query vector; 0 without one.
        vector_bonus: what that adds.
        keywords: keyword score; in release 26 a share of the best one's.
        keyword_bonus: what that adds.
        hit_damping: slower fading for having been selected before.
        frequency: more for having been mentioned again.
        decay: less for a reflection long ago.
        total: the score.
    """

    distance: float
    importance: float
    base: float
    floored: float
    similarity: float
    vector_bonus: float
    keywords: float
    keyword_bonus: float
    hit_damping: float
    frequency: float
    decay: float
    total: float


def score_14x(
    facts: Facts14x, length: int, similarity: float | None, keywords: float, settings: Settings14x
) -> Score:
    """The score of releases 1.41 and 1.44.

    Args:
        facts: the memory.
        length: messages in the chat.
        similarity: cosine with the query vector, None without one.
        keywords: keyword score.
        settings: the releases'.
    """
    distance = distance_from(facts.highest_source, length)
    importance = facts.importance
    base = importance * exponential(-facts.rate(settings.base_lambda) * distance)
    floored = greatest(base, settings.critical_floor) if facts.is_critical else base
    share = vector_share(similarity, settings.vector_threshold)
    vector_bonus = 0.0 if share is None else share * settings.vector_weight
    keyword_bonus = keywords * settings.keyword_weight
    return Score(
        distance=distance,
        importance=importance,
        base=base,
        floored=floored,
        similarity=similarity or 0.0,
        vector_bonus=vector_bonus,
        keywords=keywords,
        keyword_bonus=keyword_bonus,
        hit_damping=1,
        frequency=1,
        decay=1,
        total=floored + vector_bonus + keyword_bonus,
    )


def score_26(
    facts: Facts26,
    latest: float,
    length: int,
    similarity: float | None,
    keywords: float,
    settings: Settings26,
) -> Score:
    """The score of release 26.

    Args:
        facts: the memory.
        latest: index of its newest source, see `newest_source_26`.
        length: messages in the chat.
        similarity: cosine with the query vector, None without one.
        keywords: keyword score as a share of the best candidate's.
        settings: the release's.
    """
    distance = distance_from(latest, length)
    rate = facts.rate(settings.base_lambda, settings.transient_multiplier)
    base = facts.importance * exponential(-rate * distance)
    floored = greatest(base, CRITICAL_FLOOR_26) if facts.importance == CRITICAL else base
    share = vector_share(similarity, settings.vector_threshold)
    vector_bonus = 0.0 if share is None else settings.alpha * settings.combined_boost * share
    keyword_bonus = keyword_weight_26(settings) * keywords
    decay = reflection_decay(facts, distance, settings)
    total = (floored + vector_bonus + keyword_bonus) * facts.frequency_factor * decay
    return Score(
        distance=distance,
        importance=facts.importance,
        base=base,
        floored=floored,
        similarity=similarity or 0.0,
        vector_bonus=vector_bonus,
        keywords=keywords,
        keyword_bonus=keyword_bonus,
        hit_damping=facts.hit_damping,
        frequency=facts.frequency_factor,
        decay=decay,
        total=total,
    )


def faded(
    importances: Sequence[float], rates: Sequence[float], latest: Sequence[float], length: int
) -> list[float]:
    """`Score.base` of many memories.

    Args:
        importances: as the release reads them.
        rates: lambda of each, negated.
        latest: from which source each one's distance is counted.
        length: messages in the chat.
    """
    return [
        importance * exponential(rate * (0 if source > length else length - source))
        for importance, rate, source in zip(importances, rates, latest, strict=True)
    ]


def floored_14x(
    bases: Sequence[float], critical: Sequence[bool], settings: Settings14x
) -> list[float]:
    """`Score.floored` of many memories in releases 1.41 and 1.44."""
    floor = settings.critical_floor
    return [
        greatest(base, floor) if is_critical else base
        for base, is_critical in zip(bases, critical, strict=True)
    ]


def floored_26(bases: Sequence[float], importances: Sequence[float]) -> list[float]:
    """`Score.floored` of many memories in release 26."""
    least = CRITICAL_FLOOR_26
    return [
        least if base < least and importance == CRITICAL else base
        for base, importance in zip(bases, importances, strict=True)
    ]


def totals_14x(
    floored: Sequence[float], keywords: Sequence[float], settings: Settings14x
) -> list[float]:
    """`Score.total` of many memories in releases 1.41 and 1.44, without a query vector."""
    weight = settings.keyword_weight
    return [left + raw * weight for left, raw in zip(floored, keywords, strict=True)]


def totals_26(
    floored: Sequence[float],
    keywords: Sequence[float],
    frequencies: Sequence[float],
    settings: Settings26,
) -> list[float]:
    """`Score.total` of many events in release 26, without a query vector.

    Args:
        floored: what time has left of each.
        keywords: the keyword score of each as a share of the best one's.
        frequencies: how much more each counts for having been mentioned again.
        settings: the release's.
    """
    weight = keyword_weight_26(settings)
    return [
        (left + weight * share) * frequency
        for left, share, frequency in zip(floored, keywords, frequencies, strict=True)
    ]


def keyword_weight_26(settings: Settings26) -> float:
    """What the best keyword score adds to a score in release 26."""
    return (1 - settings.alpha) * settings.combined_boost


def reflection_decay(facts: Facts26, distance: float, settings: Settings26) -> float:
    """What is left of a reflection's score; 1 for everything else."""
    after = settings.reflection_decay_after
    if not facts.is_reflection or not distance > after:
        return 1
    return greatest(_LEAST_DECAY, 1 - (distance - after) / (2 * after))


def vector_share(similarity: float | None, threshold: float) -> float | None:
    """How far a likeness exceeds the threshold, 0 to 1; None where there is none."""
    if similarity is None:
        return None
    if not similarity > threshold:
        return 0.0
    return divided(similarity - threshold, 1 - threshold)


def as_shares(raw: Sequence[float]) -> list[float]:
    """Keyword scores as shares of the best candidate's (release 26)."""
    most = max(max(raw, default=0.0), _LEAST_MAXIMUM)
    return [each / most for each in raw]


def distance_from(latest: float, length: int) -> float:
    """`Math.max(0, length - newest)`, NaN where the source is no number."""
    return greatest(0, length - latest)
