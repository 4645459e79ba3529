"""How much a memory counts: forgetting, likeness and keywords (specs/openvault.md §6.2, §6.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from inspector.systems.openvault.retrieval.arithmetic import divided, exponential
from inspector.systems.openvault.retrieval.facts import Facts14x, Facts26
from inspector.systems.openvault.retrieval.settings import Settings14x, Settings26

_CRITICAL = 5
_CRITICAL_FLOOR_26 = 1.0
_LEAST_LAMBDA_26 = 0.001
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
    facts: Facts14x, length: int, similarity: float, keywords: float, settings: Settings14x
) -> Score:
    """The score of releases 1.41 and 1.44."""
    distance = distance_from(facts.highest_source, length)
    importance = facts.importance
    base = importance * exponential(-settings.base_lambda * facts.fading * distance)
    floored = max(base, settings.critical_floor) if facts.is_critical else base
    vector_bonus = vector_share(similarity, settings.vector_threshold) * settings.vector_weight
    keyword_bonus = keywords * settings.keyword_weight
    return Score(
        distance=distance,
        importance=importance,
        base=base,
        floored=floored,
        similarity=similarity,
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
    newest: float,
    length: int,
    similarity: float,
    keywords: float,
    settings: Settings26,
) -> Score:
    """The score of release 26.

    Args:
        facts: the memory.
        newest: index of its newest source, see `newest_source_26`.
        length: messages in the chat.
        similarity: cosine with the query vector, 0 without one.
        keywords: keyword score as a share of the best candidate's.
        settings: the release's.
    """
    distance = distance_from(newest, length)
    base = facts.importance * exponential(-fading_26(facts, settings) * distance)
    floored = max(base, _CRITICAL_FLOOR_26) if facts.importance == _CRITICAL else base
    boost = settings.combined_boost
    vector_bonus = settings.alpha * boost * vector_share(similarity, settings.vector_threshold)
    keyword_bonus = (1 - settings.alpha) * boost * keywords
    decay = reflection_decay(facts, distance, settings)
    total = (floored + vector_bonus + keyword_bonus) * facts.frequency_factor * decay
    return Score(
        distance=distance,
        importance=facts.importance,
        base=base,
        floored=floored,
        similarity=similarity,
        vector_bonus=vector_bonus,
        keywords=keywords,
        keyword_bonus=keyword_bonus,
        hit_damping=facts.hit_damping,
        frequency=facts.frequency_factor,
        decay=decay,
        total=total,
    )


def fading_26(facts: Facts26, settings: Settings26) -> float:
    """Lambda of one memory."""
    slowest = max(settings.base_lambda, _LEAST_LAMBDA_26)
    if facts.is_transient:
        slowest *= settings.transient_multiplier
    return slowest * facts.fading


def plain_totals_14x(facts: Sequence[Facts14x], length: int, settings: Settings14x) -> list[float]:
    """Totals of `score_14x` without any bonus, in one go: most memories have none."""
    totals: list[float] = []
    for each in facts:
        distance = length - each.highest_source
        power = -settings.base_lambda * each.fading * (max(distance, 0))
        total = each.importance * (exp(power) if power <= 0 else exponential(power))
        if each.is_critical and total < settings.critical_floor:
            total = settings.critical_floor
        totals.append(total)
    return totals


def plain_totals_26(
    facts: Sequence[Facts26], newest: Sequence[float], length: int, settings: Settings26
) -> list[float]:
    """Totals of `score_26` without any bonus, in one go: most memories have none."""
    totals: list[float] = []
    lasting = max(settings.base_lambda, _LEAST_LAMBDA_26)
    passing = lasting * settings.transient_multiplier
    for each, source in zip(facts, newest, strict=True):
        distance = length - source if source < length else 0
        power = -(passing if each.is_transient else lasting) * each.fading * distance
        importance = each.importance
        total = importance * (exp(power) if power <= 0 else exponential(power))
        if importance == _CRITICAL and total < _CRITICAL_FLOOR_26:
            total = _CRITICAL_FLOOR_26
        total *= each.frequency_factor
        if each.is_reflection:
            total *= reflection_decay(each, distance, settings)
        totals.append(total)
    return totals


def reflection_decay(facts: Facts26, distance: float, settings: Settings26) -> float:
    """What is left of a reflection's score; 1 for everything else."""
    after = settings.reflection_decay_after
    if not facts.is_reflection or not distance > after:
        return 1
    return max(_LEAST_DECAY, 1 - (distance - after) / (2 * after))


def vector_share(similarity: float, threshold: float) -> float:
    """How far a likeness exceeds the threshold, 0 to 1."""
    if not similarity > threshold:
        return 0.0
    return divided(similarity - threshold, 1 - threshold)


def as_share(raw: float, greatest: float) -> float:
    """A keyword score as a share of the best candidate's (release 26)."""
    return raw / max(greatest, _LEAST_MAXIMUM)


def distance_from(newest: float, length: int) -> float:
    """`Math.max(0, length - newest)`, NaN where the source is no number."""
    distance = length - newest
    return max(distance, 0)
