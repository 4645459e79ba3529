"""The settings that selection depends on, as a release reads them (specs/openvault.md §8.6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.javascript import first_truthy, to_number
from inspector.core.javascript_math import greatest, least

_FALLBACK_BUDGET_TOKENS = 12000
_FALLBACK_WEIGHT, _FALLBACK_THRESHOLD, _FALLBACK_KEYWORDS = 15, 0.5, 1.0
_FALLBACK_MULTIPLIER, _LEAST_MULTIPLIER = 5, 0.01
_LEAST_LAMBDA, _GREATEST_THRESHOLD = 0.001, 0.99
_OFF = (-1, -2)


@dataclass(frozen=True)
class EntitySettings:
    """How names in the recent text become part of the query.

    Attributes:
        window: how many lines are scanned, as JavaScript's `slice` takes it.
        decay: what a line less of recency costs.
        boost: how often an entity of weight 1 is repeated.
        limit: how many entities are kept, as `slice` takes it.
        embedded: how many lines of the user's the query vector is made of, as `slice` takes it.
    """

    window: float = 10
    decay: float = 0.09
    boost: float = 5.0
    limit: float = 5
    embedded: float = 5


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
    """Defaults with what is given; null is the default, in some 0 too (R12, R13)."""
    budget = given.get("retrievalFinalTokens", Settings14x.budget)
    threshold = given.get("vectorSimilarityThreshold", _FALLBACK_THRESHOLD)
    weight = given.get("vectorSimilarityWeight", _FALLBACK_WEIGHT)
    keywords = given.get("keywordMatchWeight", Settings14x.keyword_weight)
    return Settings14x(
        budget=to_number(first_truthy(budget, _FALLBACK_BUDGET_TOKENS)),
        base_lambda=_number(given, "forgetfulnessBaseLambda", Settings14x.base_lambda),
        critical_floor=_number(given, "forgetfulnessImportance5Floor", Settings14x.critical_floor),
        vector_threshold=to_number(first_truthy(threshold, _FALLBACK_THRESHOLD)),
        vector_weight=to_number(first_truthy(weight, _FALLBACK_WEIGHT)),
        keyword_weight=_FALLBACK_KEYWORDS if keywords is None else to_number(keywords),
        entities=EntitySettings(
            window=_number(given, "entityWindowSize", EntitySettings.window),
            decay=_number(given, "recencyDecayFactor", EntitySettings.decay),
            boost=_number(given, "entityBoostWeight", EntitySettings.boost),
            limit=_number(given, "topEntitiesCount", EntitySettings.limit),
            embedded=_number(given, "embeddingWindowSize", EntitySettings.embedded),
        ),
    )


def settings_26(given: Mapping[str, object]) -> Settings26:
    """Defaults with what is given, held in the release's limits; null is 0 (R12)."""
    multiplier = given.get("transientDecayMultiplier", Settings26.transient_multiplier)
    base_lambda = given.get("forgetfulnessBaseLambda", Settings26.base_lambda)
    threshold = first_truthy(given.get("vectorSimilarityThreshold", _FALLBACK_THRESHOLD), 0)
    alpha = first_truthy(given.get("alpha", Settings26.alpha), 0)
    return Settings26(
        budget=to_number(given.get("retrievalFinalTokens", Settings26.budget)),
        base_lambda=greatest(to_number(first_truthy(base_lambda, _LEAST_LAMBDA)), _LEAST_LAMBDA),
        transient_multiplier=greatest(
            to_number(first_truthy(multiplier, _FALLBACK_MULTIPLIER)), _LEAST_MULTIPLIER
        ),
        vector_threshold=greatest(0, least(_GREATEST_THRESHOLD, to_number(threshold))),
        alpha=greatest(0, least(1, to_number(alpha))),
        entities=EntitySettings(
            window=to_number(given.get("entityWindowSize", EntitySettings.window)),
            decay=to_number(given.get("recencyDecayFactor", EntitySettings.decay)),
            boost=to_number(given.get("entityBoostWeight", EntitySettings.boost)),
            limit=to_number(given.get("topEntitiesCount", EntitySettings.limit)),
            embedded=to_number(given.get("embeddingWindowSize", EntitySettings.embedded)),
        ),
    )


def is_off(position: object) -> bool:
    """Whether a position is the number -1 or -2; the text "-2" is not (R18)."""
    return isinstance(position, int | float) and position in _OFF


def reflections_are_off(given: Mapping[str, object]) -> bool:
    """Whether reflections go by macro only, or nowhere: then they are no candidates (§6.1)."""
    return is_off(given.get("injection.reflections.position"))


def _number(given: Mapping[str, object], name: str, default: float) -> float:
    """A setting of 1.41 and 1.44, where null is the default."""
    value = given.get(name)
    return default if value is None else to_number(value)
