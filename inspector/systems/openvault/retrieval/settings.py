"""The settings that selection depends on, as a release reads them (specs/openvault.md §8.6)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.javascript import first_truthy, to_number

_FALLBACK_BUDGET = 12000
_OFF = (-1, -2)


@dataclass(frozen=True)
class EntitySettings:
    """How names in the recent text become part of the query.

    Attributes:
        window: how many lines are scanned.
        decay: what a line less of recency costs.
        boost: how often an entity of weight 1 is repeated.
        limit: how many entities are kept.
    """

    window: int = 10
    decay: float = 0.09
    boost: float = 5.0
    limit: int = 5


@dataclass(frozen=True)
class Settings14x:
    """Settings of releases 1.41 and 1.44."""

    budget: float = 10000
    base_lambda: float = 0.05
    critical_floor: float = 5
    vector_threshold: float = 0.5
    vector_weight: float = 15
    keyword_weight: float = 3.0
    entities: EntitySettings = EntitySettings()


@dataclass(frozen=True)
class Settings26:
    """Settings of release 26."""

    budget: float = 8000
    base_lambda: float = 0.05
    transient_multiplier: float = 5.0
    vector_threshold: float = 0.5
    alpha: float = 0.7
    combined_boost: float = 15
    reflection_decay_after: float = 750
    entities: EntitySettings = EntitySettings()


def settings_14x(given: Mapping[str, object]) -> Settings14x:
    """Defaults with what is given; a budget of 0 means 12000."""
    budget = given.get("retrievalFinalTokens", Settings14x.budget)
    return Settings14x(
        budget=to_number(first_truthy(budget, _FALLBACK_BUDGET)),
        base_lambda=_number(given, "forgetfulnessBaseLambda", Settings14x.base_lambda),
        critical_floor=_number(given, "forgetfulnessImportance5Floor", Settings14x.critical_floor),
        vector_threshold=_number(given, "vectorSimilarityThreshold", Settings14x.vector_threshold),
        vector_weight=_number(given, "vectorSimilarityWeight", Settings14x.vector_weight),
        keyword_weight=_number(given, "keywordMatchWeight", Settings14x.keyword_weight),
        entities=_entity_settings(given),
    )


def settings_26(given: Mapping[str, object]) -> Settings26:
    """Defaults with what is given."""
    return Settings26(
        budget=_number(given, "retrievalFinalTokens", Settings26.budget),
        base_lambda=_number(given, "forgetfulnessBaseLambda", Settings26.base_lambda),
        transient_multiplier=_number(
            given, "transientDecayMultiplier", Settings26.transient_multiplier
        ),
        vector_threshold=_number(given, "vectorSimilarityThreshold", Settings26.vector_threshold),
        alpha=_number(given, "alpha", Settings26.alpha),
        entities=_entity_settings(given),
    )


def reflections_are_off(given: Mapping[str, object]) -> bool:
    """Whether reflections go by macro only, or nowhere: then they are no candidates (§6.1)."""
    position = given.get("injection.reflections.position")
    return position is not None and to_number(position) in _OFF


def _entity_settings(given: Mapping[str, object]) -> EntitySettings:
    return EntitySettings(
        window=_whole(given, "entityWindowSize", EntitySettings.window),
        decay=_number(given, "recencyDecayFactor", EntitySettings.decay),
        boost=_number(given, "entityBoostWeight", EntitySettings.boost),
        limit=_whole(given, "topEntitiesCount", EntitySettings.limit),
    )


def _number(given: Mapping[str, object], name: str, default: float) -> float:
    return to_number(given[name]) if name in given else default


def _whole(given: Mapping[str, object], name: str, default: int) -> int:
    """A count: what is no number counts as 0, what is not finite as no limit."""
    value = _number(given, name, default)
    if math.isnan(value):
        return 0
    return math.trunc(max(0, min(value, 1_000_000)))
