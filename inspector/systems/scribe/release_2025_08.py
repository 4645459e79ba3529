"""`scribe/2025-08`: the server as it was (specs/scribe.md), each fault with its switch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from inspector.core.items import Item, ItemKind
from inspector.core.request import Fault, ItemRow, RequestMessage
from inspector.core.settings import SettingSpec
from inspector.language import N_
from inspector.systems.scribe.budget import Budgets, HistoryCosts, Manner, Plan, first_layer
from inspector.systems.scribe.chat_items import chat_pool
from inspector.systems.scribe.designed import bm25_scores, greeting_of
from inspector.systems.scribe.effects import Effects
from inspector.systems.scribe.head import Head, Names, head_of
from inspector.systems.scribe.inputs import Inputs
from inspector.systems.scribe.items import Pool
from inspector.systems.scribe.ranking import Ranked, ReleasedRanking, Scoring
from inspector.systems.scribe.rendering import MARKER, PLACEHOLDER, RenderedLine, blocks, plain
from inspector.systems.scribe.ruleset import Prompts, ScribeRuleset
from inspector.systems.scribe.settings import (
    BLANK_FREE,
    CHAT_LIMIT,
    CHRONICLE_LIMIT,
    ENCRYPTED,
    FAULTS,
    FIRST_ITEM,
    LOREBOOK_LIMIT,
    MIDDLE_OUT,
    OUTRANKED,
    RELEASE_SETTINGS,
    REQUEST_HISTORY,
    TAIL_CUT,
    TWICE,
    UNREADABLE,
    released_budgets,
    whole,
)

_UNNAMED_USER = "User"


@dataclass(frozen=True)
class Release202508(ScribeRuleset):
    """The server of August 2025, reproduced from reading its code."""

    name: str = "scribe/2025-08"
    title: str = N_("Sanguine Scribe, server of August 2025")
    settings: tuple[SettingSpec, ...] = RELEASE_SETTINGS
    is_release: bool = True
    retrieves_messages: bool = True

    @override
    def budgets(self, settings: Mapping[str, object]) -> Budgets:
        return released_budgets(settings)

    @override
    def manner(self, settings: Mapping[str, object]) -> Manner:
        return Manner(
            first_item_always=settings[FIRST_ITEM] is True,
            tail_can_be_cut=settings[TAIL_CUT] is True,
            middle_out=settings[MIDDLE_OUT] is True,
        )

    @override
    def history_costs(self, inputs: Inputs) -> HistoryCosts:
        return inputs.costs(blank_free=inputs.settings[BLANK_FREE] is True)

    @override
    def head(self, inputs: Inputs) -> Head:
        card = inputs.sources.card
        names = Names(card.name if card else None, _UNNAMED_USER)
        return head_of(inputs.settings, card, names, inputs.tokenizer)

    @override
    def ranking(self, inputs: Inputs, history: HistoryCosts, budgets: Budgets) -> Sequence[Ranked]:
        settings = inputs.settings
        latest = first_layer(history, budgets).latest
        older = self._older_history(inputs, len(history.messages) - latest)
        ranking = ReleasedRanking(
            scoring=Scoring(inputs.sources, bm25_scores(inputs), forced=False),
            limits={
                ItemKind.LOREBOOK: whole(settings, LOREBOOK_LIMIT),
                ItemKind.CHRONICLE: whole(settings, CHRONICLE_LIMIT),
                ItemKind.CHAT: whole(settings, CHAT_LIMIT),
            },
            now=inputs.now,
            twice=settings[TWICE] is True,
            outranked=settings[OUTRANKED] is True,
        )
        lore = inputs.pool.remembered(
            "lore as released",
            ranking.depends_on,
            lambda: ranking.lore(inputs.pool.items),
        )
        chat = () if older is None else self._found_in_chat(older, ranking, inputs)
        kept = frozenset(history.messages[len(history.messages) - latest :])
        return ranking.merged(lore, chat, kept)

    def _older_history(self, inputs: Inputs, dropped: int) -> Pool | None:
        """Pieces of the chat; sought only where messages were dropped."""
        if inputs.settings[REQUEST_HISTORY] is True or not dropped:
            return None
        return chat_pool(inputs.document.chat, inputs.history, inputs.length, inputs.query_from)

    def _found_in_chat(
        self, older: Pool, ranking: ReleasedRanking, inputs: Inputs
    ) -> Sequence[Ranked]:
        nothing: dict[str, float] = {}
        found = nothing if inputs.sources.scores else older.bm25(inputs.query)
        own = replace(ranking, scoring=replace(ranking.scoring, found=found))
        return older.remembered("chat as released", own.depends_on, lambda: own.chat(older.items))

    @override
    def counted_text(self, item: Item, inputs: Inputs) -> str:
        """The placeholder while items are encrypted; chat is kept as plain text."""
        encrypted = inputs.settings[ENCRYPTED] is True and item.kind is not ItemKind.CHAT
        return PLACEHOLDER if encrypted else item.text

    @override
    def greeting(self, inputs: Inputs) -> RequestMessage | None:
        return greeting_of(inputs)

    @override
    def refusal(self, decided: Plan) -> str:
        return (
            f"Request too large: {decided.total} tokens exceeds maximum limit of "
            f"{decided.limit} tokens (excess: {decided.excess} tokens)"
        )

    @override
    def prompts(self, inputs: Inputs, head: Head, kept: Sequence[tuple[str, Item]]) -> Prompts:
        """Items stand before the user's message [D7]."""
        user: list[RenderedLine] = []
        for block in blocks(kept, readable=not _unreadable(inputs.settings)):
            user += [*block, RenderedLine("")]
        pending = inputs.moment.pending
        ends = "\n" if head.has_tags else ""
        if user or pending is not None:
            user += [RenderedLine(MARKER), *plain(pending or "")]
        return Prompts(plain(head.text + ends) if head.parts else (), user)

    @override
    def faults_in(self, inputs: Inputs, decided: Plan, rag: Sequence[ItemRow]) -> tuple[Fault, ...]:
        effects = Effects(inputs, decided, rag)
        return tuple(
            fault
            for fault in FAULTS
            if inputs.settings[fault.setting] is True and effects.of(fault.setting)
        )


def _unreadable(settings: Mapping[str, object]) -> bool:
    return settings[ENCRYPTED] is True and settings[UNREADABLE] is True
