"""Settings of the releases: specs/openvault.md §8.6, under OpenVault's own names."""

from collections.abc import Mapping
from typing import cast

from inspector.core.settings import SettingKind, SettingSpec, check_names
from inspector.core.system import BudgetSetting
from inspector.language import N_

BUDGET, ENABLED, WORLD_BUDGET = "retrievalFinalTokens", "enabled", "worldContextBudget"
BUDGET_FOR_ZERO_TOKENS = 12_000
BUDGET_SETTINGS = (BudgetSetting(BUDGET, N_("Tokens that the block may take")),)
"""What releases 1.41 and 1.44 use where the budget is 0."""


def _number(name: str, default: float, meaning: str, unit: str = "") -> SettingSpec:
    kind = SettingKind.WHOLE if isinstance(default, int) else SettingKind.NUMBER
    return SettingSpec(name, kind, default, meaning, unit)


def _flag(name: str, meaning: str, *, default: bool) -> SettingSpec:
    return SettingSpec(name, SettingKind.FLAG, default, meaning)


_ENABLED = _flag(ENABLED, N_("Whether the extension does anything at all."), default=True)
_AUTO_HIDE = _flag(
    "autoHideEnabled",
    N_("Whether it hides messages that it has extracted, before it retrieves."),
    default=True,
)
_QUERY = (
    _number("forgetfulnessBaseLambda", 0.05, N_("How fast a memory of importance 1 fades.")),
    _number("vectorSimilarityThreshold", 0.5, N_("Similarity above which a memory gains score.")),
    _number(
        "entityWindowSize", 10, N_("How many of the newest lines are read for names."), N_("lines")
    ),
    _number(
        "embeddingWindowSize",
        5,
        N_("How many messages the query vector is made of."),
        N_("messages"),
    ),
    _number("topEntitiesCount", 5, N_("How many names enter the query."), N_("names")),
    _number("recencyDecayFactor", 0.09, N_("How much less each older line counts.")),
    _number("entityBoostWeight", 5.0, N_("How often a name enters the query.")),
    SettingSpec(
        "embeddingSource",
        SettingKind.TEXT,
        "",
        N_("Where vectors come from; without a query vector there is no bonus for similarity."),
    ),
)

SETTINGS_1_4X = (
    _number(BUDGET, 10_000, N_("The most that memories may cost; 0 means 12000."), N_("tokens")),
    _number(
        "retrievalPreFilterTokens",
        20_000,
        N_("How much is offered to the model to pick from."),
        N_("tokens"),
    ),
    _flag(
        "smartRetrievalEnabled", N_("Whether a language model picks the memories."), default=False
    ),
    _number("forgetfulnessImportance5Floor", 5, N_("Score below which importance 5 never falls.")),
    _number("vectorSimilarityWeight", 15, N_("Most that similarity adds to a score.")),
    _number("keywordMatchWeight", 3.0, N_("Weight of matching words in a score.")),
    *_QUERY,
    _AUTO_HIDE,
    _number(
        "autoHideThreshold",
        40,
        N_("How many messages stay visible before it hides older ones; 0 means 50."),
        N_("messages"),
    ),
    _ENABLED,
)

SETTINGS_26 = (
    _number(BUDGET, 8_000, N_("The most that memories may cost."), N_("tokens")),
    _number("transientDecayMultiplier", 5.0, N_("How much faster a transient memory fades.")),
    _number("alpha", 0.7, N_("Share of similarity against matching words in a score.")),
    *_QUERY,
    _number(WORLD_BUDGET, 2_000, N_("The most that the world context may cost."), N_("tokens")),
    *(
        spec
        for name in ("memory", "reflections", "world")
        for spec in (
            _number(
                f"injection.{name}.position",
                1,
                N_(
                    "Where it goes: 0 before and 1 after the main prompt, 2 and 3 around "
                    "the author's note, 4 in the chat, -1 by macro only, -2 nowhere."
                ),
            ),
            _number(
                f"injection.{name}.depth", 4, N_("How many messages from the end."), N_("messages")
            ),
        )
    ),
    _number("injection.scene.position", 4, N_("Where the scene goes, as the other positions.")),
    _number("bucketMinRepresentation", 0.2, N_("Read by nothing in this release.")),
    _number("bucketSoftBalanceBudget", 0.05, N_("Read by nothing in this release.")),
    _number("exactPhraseBoostWeight", 10.0, N_("Read by nothing in this release.")),
    _AUTO_HIDE,
    _number(
        "visibleChatBudget",
        16_000,
        N_("How many tokens stay visible before it hides older messages."),
        N_("tokens"),
    ),
    _ENABLED,
)


def released_settings(
    specs: tuple[SettingSpec, ...], given: Mapping[str, object], ruleset: str
) -> dict[str, object]:
    """All settings of a release: what was given, unchecked as in JavaScript, and the defaults.

    An object stands for the dotted settings below its name, as in SillyTavern's settings.json.

    Raises:
        SettingError: a name that the release does not know.
    """
    known = {spec.name: spec.default for spec in specs}
    flat = _flattened(given, frozenset(known))
    check_names(known, flat, ruleset)
    return known | flat


def _flattened(given: Mapping[str, object], known: frozenset[str]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for name, value in given.items():
        if isinstance(value, Mapping) and any(other.startswith(f"{name}.") for other in known):
            group = cast("Mapping[str, object]", value)
            flat |= _flattened({f"{name}.{key}": item for key, item in group.items()}, known)
        else:
            flat[name] = value
    return flat
