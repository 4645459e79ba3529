"""`scribe/design`: seed 004 as specs/as-designed.md §5 decides it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.items import Item, ItemKind
from inspector.core.request import Fault, ItemRow, RequestMessage
from inspector.core.settings import SettingSpec
from inspector.language import N_, _
from inspector.systems.scribe.budget import Budgets, HistoryCosts, Manner, Plan
from inspector.systems.scribe.head import Head, Names, head_of
from inspector.systems.scribe.inputs import Inputs
from inspector.systems.scribe.ranking import Ranked, Scoring, designed_ranking
from inspector.systems.scribe.rendering import RenderedLine, blocks, plain
from inspector.systems.scribe.ruleset import Prompts, ScribeRuleset
from inspector.systems.scribe.settings import (
    CHRONICLE_LIMIT,
    DESIGN_SETTINGS,
    LOREBOOK_LIMIT,
    MIDDLE,
    THRESHOLD,
    TRUNCATION,
    designed_budgets,
    whole,
)


@dataclass(frozen=True)
class DesignedRuleset(ScribeRuleset):
    """The design: real texts, head and tail kept, one limit."""

    name: str = "scribe/design"
    title: str = N_("Sanguine Scribe as designed")
    settings: tuple[SettingSpec, ...] = DESIGN_SETTINGS
    is_release: bool = False

    @override
    def budgets(self, settings: Mapping[str, object]) -> Budgets:
        return designed_budgets(settings)

    @override
    def manner(self, settings: Mapping[str, object]) -> Manner:
        return Manner(from_middle=settings[TRUNCATION] == MIDDLE)

    @override
    def history_costs(self, inputs: Inputs) -> HistoryCosts:
        return inputs.costs(blank_free=False)

    @override
    def head(self, inputs: Inputs) -> Head:
        card = inputs.sources.card
        name = card.name if card and card.name else inputs.moment.character
        names = Names(name or None, inputs.moment.user or None)
        return head_of(inputs.settings, card, names, inputs.tokenizer)

    @override
    def ranking(self, inputs: Inputs, history: HistoryCosts, budgets: Budgets) -> Sequence[Ranked]:
        settings = inputs.settings
        found = bm25_scores(inputs)
        threshold = settings[THRESHOLD]
        limits = {
            ItemKind.LOREBOOK: whole(settings, LOREBOOK_LIMIT),
            ItemKind.CHRONICLE: whole(settings, CHRONICLE_LIMIT),
        }
        scoring = Scoring(inputs.sources, found)
        least = threshold if is_number(threshold) else 0
        return inputs.pool.remembered(
            "ranking as designed",
            (scoring.depends_on, limits, least),
            lambda: designed_ranking(inputs.pool.items, scoring, limits, least),
        )

    @override
    def counted_text(self, item: Item, inputs: Inputs) -> str:
        return item.text

    @override
    def greeting(self, inputs: Inputs) -> RequestMessage | None:
        """The card's greeting in a chat that has no message yet."""
        return None if inputs.length else greeting_of(inputs)

    @override
    def refusal(self, decided: Plan) -> str:
        words = _("{total:,} tokens exceed the limit of {limit:,} tokens")
        return words.format(total=decided.total, limit=decided.limit)

    @override
    def prompts(self, inputs: Inputs, head: Head, kept: Sequence[tuple[str, Item]]) -> Prompts:
        """Items stand between head and history; the user's message stands alone."""
        system: list[RenderedLine] = plain(head.text) if head.parts else []
        for block in blocks(kept, readable=True):
            system += [RenderedLine(""), *block] if system else block
        return Prompts(system, plain(inputs.moment.pending or "") if has_text(inputs) else ())

    @override
    def faults_in(self, inputs: Inputs, decided: Plan, rag: Sequence[ItemRow]) -> tuple[Fault, ...]:
        return ()


def bm25_scores(inputs: Inputs) -> Mapping[str, float]:
    """BM25 scores of entries and events, where no scores are at hand."""
    nothing: dict[str, float] = {}
    return nothing if inputs.sources.scores else inputs.pool.bm25(inputs.query)


def has_text(inputs: Inputs) -> bool:
    """Whether the user's message holds a text."""
    return bool(inputs.moment.pending)


def greeting_of(inputs: Inputs) -> RequestMessage | None:
    """The greeting of the card; None without one."""
    card = inputs.sources.card
    if card is None or not card.greeting:
        return None
    tokens = inputs.tokenizer.count(card.greeting)
    return RequestMessage("assistant", card.greeting, tokens, None)
