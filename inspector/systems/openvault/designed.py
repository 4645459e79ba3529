"""What the designs of OpenVault share: specs/as-designed.md §1."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import compress, count
from operator import attrgetter
from typing import TypeVar, cast

from inspector.core.bucket_summary import OLD_SUMMARY, ON, BucketSummary
from inspector.core.decoded import is_list, is_number, items, members, spelled_value
from inspector.core.document import Document
from inspector.core.errors import SettingError
from inspector.core.injection import Budget, Derivation
from inspector.core.knowledge import WayOf, designed_ways
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.settings import SettingKind, SettingSpec, checked_settings
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.systems.openvault.budget import Fitting
from inspector.systems.openvault.candidates import (
    ALL,
    HIDDEN,
    POV,
    CandidateRule,
    candidate_rule,
)
from inspector.systems.openvault.design_block import (
    DesignBlock,
    Layout,
    build_block,
)
from inspector.systems.openvault.designed_memory import DesignedMemory, designed_memory
from inspector.systems.openvault.existence import existing_places
from inspector.systems.openvault.lines import SEPARATED_FROM, SLOT, slot
from inspector.systems.openvault.ranking import Existing, Prepared, chronological
from inspector.systems.openvault.release_settings import BUDGET, BUDGET_SETTINGS
from inspector.systems.openvault.retrieval.columns import Columns, Same
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.summed import Summed, summed_up
from inspector.systems.openvault.surroundings import (
    Surroundings,
    surroundings_at,
    surroundings_of_case,
)
from inspector.systems.openvault.verdicts import LazyVerdicts

DEFAULT_BUDGET_TOKENS = 10_000

SHARED_SETTINGS = (
    SettingSpec(
        BUDGET,
        SettingKind.WHOLE,
        DEFAULT_BUDGET_TOKENS,
        N_("The most that the whole block may cost."),
        "tokens",
        least=0,
    ),
    SettingSpec(
        "candidates",
        SettingKind.CHOICE,
        ALL,
        N_(
            "Which memories are considered: all, those whose messages are hidden, or of "
            "those the ones that the character about to answer knows."
        ),
        choices=(ALL, HIDDEN, POV),
    ),
    SettingSpec(
        "redistribute_unspent",
        SettingKind.FLAG,
        False,  # noqa: FBT003
        N_("Give what a bucket leaves unspent to memories that were dropped from another."),
    ),
    SettingSpec(
        "present",
        SettingKind.NAMES,
        None,
        N_("Who is there besides the character about to answer."),
        optional=True,
    ),
    SettingSpec(
        "emotion",
        SettingKind.TEXT,
        None,
        N_("How the character about to answer feels."),
        optional=True,
    ),
    SettingSpec(
        "relationships",
        SettingKind.JSON,
        None,
        N_(
            "How the character about to answer stands with others: a list of objects with "
            "character, trust, tension and type."
        ),
        optional=True,
    ),
)


Value = TypeVar("Value")

_GAPS = (
    (
        "gap_pause",
        N_("The shortest gap between two memories that a line of its own marks: ..."),
    ),
    (
        "gap_later",
        N_("The middle gap between two memories that a line of its own marks: ...Later..."),
    ),
    (
        "gap_much_later",
        N_("The longest gap between two memories that a line of its own marks: ...Much later..."),
    ),
)

GAP_SETTINGS = tuple(
    SettingSpec(
        name,
        SettingKind.NUMBER,
        gap,
        meaning,
        "messages",
        least=0,
    )
    for (name, meaning), gap in zip(_GAPS, SEPARATED_FROM, strict=True)
)
"""From which gaps on lines part distant memories (specs/as-designed.md §7)."""


def separated_from(settings: Mapping[str, object]) -> tuple[float, float, float]:
    """The gaps that settings give for the three separators."""
    pause, later, much_later = (settings[name] for name, _ in _GAPS)
    some, many, most = SEPARATED_FROM
    return (
        pause if is_number(pause) else some,
        later if is_number(later) else many,
        much_later if is_number(much_later) else most,
    )


@lru_cache(maxsize=64)
def _memo_key(ruleset: str, tokenizer: Tokenizer) -> object:
    """The key of a memory's memo for one ruleset and one counter; cheaper to hash than both."""
    return object()


@dataclass(frozen=True)
class DesignedRuleset(ABC):
    """One design (implements `core.system.Ruleset`)."""

    name: str
    title: str
    own_settings: tuple[SettingSpec, ...]
    is_release: bool = False
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    budget_settings: tuple[BudgetSetting, ...] = BUDGET_SETTINGS
    boundary_settings: tuple[str, ...] = ()

    @property
    def settings(self) -> tuple[SettingSpec, ...]:
        """All its settings: its own first."""
        return (*self.own_settings, *SHARED_SETTINGS)

    def check_settings(self, given: Mapping[str, object]) -> None:
        """See `Ruleset.check_settings`."""
        self._checked(given)

    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> Derivation:
        """See `Ruleset.inject`."""
        settings = self._checked(moment.settings)
        resolved = moment.resolved(document.chat)
        length = len(document.chat) if moment.at is None else moment.at + 1
        name = resolved.character or ""
        places = existing_places(document, moment.at)
        columns = index_of(document.chat).marks.of_memories
        return self._derive(
            Existing(self._prepared(document.memories, tokenizer, columns), places),
            candidate_rule(str(settings["candidates"]), document, length, name),
            surroundings_at(document, resolved, settings),
            settings,
            tokenizer,
            document.summaries,
        )

    def ways(self, document: Document, name: str) -> WayOf:
        """See `core.system.TellsWhoKnows`."""
        return designed_ways(document, name)

    def format(self, case: Mapping[str, object], tokenizer: Tokenizer) -> Mapping[str, object]:
        """See `Ruleset.format`; the budget is the case's, all other settings are the defaults.

        Raises:
            SettingError: a budget that is no number.
        """
        settings = self._checked({})
        settings[BUDGET] = _case_budget(case.get("budget"))
        length = _case_length(case.get("chat_length"))
        records = enumerate(items(case.get("memories")))
        memories = [Memory(location, members(record)) for location, record in records]
        derivation = self._derive(
            Existing(self._prepared(memories, tokenizer, Columns()), range(len(memories))),
            candidate_rule(ALL, Document(), length, ""),
            surroundings_of_case(case),
            settings,
            tokenizer,
        )
        return {"text": derivation.injections[0].text}

    @abstractmethod
    def moved_boundaries(self, moment: Moment, chat_length: int, mid: int, recent: int) -> Moment:
        """See `Ruleset.moved_boundaries`."""

    @abstractmethod
    def memory_text(self, memory: Memory) -> str:
        """A memory's line."""

    def notes(self, memory: Memory) -> tuple[str, ...]:
        """What stands below a memory's line."""
        return ()

    @abstractmethod
    def _layout(
        self,
        length: int,
        surroundings: Surroundings,
        settings: Mapping[str, object],
        memories: Existing,
    ) -> Layout:
        """How the block looks in a chat of `length` messages."""

    @abstractmethod
    def _check_together(self, settings: Mapping[str, object]) -> None:
        """Refuse settings that contradict each other."""

    def _checked(self, given: Mapping[str, object]) -> dict[str, object]:
        """All settings; a list of names may be given as text with commas."""
        names = {spec.name for spec in self.settings if spec.kind is SettingKind.NAMES}
        listed = {
            name: _name_list(value) if name in names else value for name, value in given.items()
        }
        settings = checked_settings(self.settings, listed, self.name)
        _check_relationships(settings["relationships"])
        self._check_together(settings)
        return settings

    def _derive(
        self,
        memories: Existing,
        rule: CandidateRule,
        surroundings: Surroundings,
        settings: Mapping[str, object],
        tokenizer: Tokenizer,
        kept: Sequence[BucketSummary] = (),
    ) -> Derivation:
        layout = self._layout(rule.length, surroundings, settings, memories)
        summed = Summed()
        if settings.get(OLD_SUMMARY) == ON:
            candidates = memories.candidates(rule.excluded(memories.prepared))
            summed = summed_up(kept, candidates, min(layout.starts))
            layout = replace(layout, paragraph=summed.text)
            rule = replace(rule, summed=summed.places)
        limit = settings[BUDGET]
        fitting = Fitting(
            frame=layout.frame(tokenizer),
            budget=limit if is_number(limit) else DEFAULT_BUDGET_TOKENS,
            redistribute=settings["redistribute_unspent"] is True,
        )
        places = memories.places
        block = build_block(memories, rule, layout, fitting)
        return Derivation(
            injections=(slot(SLOT, block.sections(tokenizer), tokenizer),),
            verdicts=LazyVerdicts(len(places), lambda at: block.verdict(places[at])),
            budget=Budget(block.budget, block.fitted.cost),
            warnings=(*_warnings(block), *summed.problems),
            boundaries=layout.starts if rule.length else (0.0, 0.0),
            chat_length=rule.length,
            judged=places,
            explain=lambda at: block.steps(places[at]),
        )

    def _prepared(
        self, memories: Sequence[Memory], tokenizer: Tokenizer, columns: Columns
    ) -> Prepared:
        """A document's memories, kept from one derivation to the next."""
        key = (_memo_key(self.name, tokenizer), Same(memories))
        read = partial(self._read, memories, tokenizer, columns)
        return columns.answer(key, read, is_large=True)

    def _read(self, memories: Sequence[Memory], tokenizer: Tokenizer, columns: Columns) -> Prepared:
        key = _memo_key(self.name, tokenizer)

        def read(some: Sequence[Memory]) -> Sequence[DesignedMemory]:
            return [self._designed(memory, key, tokenizer) for memory in some]

        every = columns.column(key, memories, read)

        def column(name: str, of: Callable[[DesignedMemory], Value]) -> Sequence[Value]:
            return columns.column(
                (key, name),
                memories,
                lambda some: [*map(of, every if some is memories else read(some))],
            )

        positions = column("position", attrgetter("position"))
        sequences = column("sequence", attrgetter("sequence"))
        flags = column("archived", attrgetter("archived"))
        prepared = Prepared(
            members=every,
            positions=positions,
            chronology=columns.answer(
                ("chronology", Same(positions), Same(sequences)),
                lambda: chronological(positions, sequences),
            ),
            costs=column("cost", attrgetter("cost")),
            importances=column("importance", attrgetter("importance")),
            archived=columns.answer(
                ("archived", Same(flags)), lambda: frozenset(compress(count(), flags))
            ),
        )

        def followed(
            last: tuple[Sequence[Memory], Prepared] | None,
        ) -> tuple[Sequence[Memory], Prepared]:
            if last is None or len(last[0]) != len(memories):
                return memories, prepared
            places = frozenset(columns.differing(last[0], memories))
            return memories, prepared.after_edit(last[1], places)

        return columns.grown((key, "prepared"), followed)[1]

    def _designed(self, memory: Memory, key: object, tokenizer: Tokenizer) -> DesignedMemory:
        # Nothing else is ever kept under this key.
        known = cast("DesignedMemory | None", memory.memo.get(key))
        if known is None:
            texts = (self.memory_text(memory), *self.notes(memory))
            known = memory.memo[key] = designed_memory(memory, texts, tokenizer)
        return known


def with_settings(moment: Moment, **settings: object) -> Moment:
    """The moment with some settings changed."""
    return replace(moment, settings={**moment.settings, **settings})


def _warnings(block: DesignBlock) -> tuple[Problem, ...]:
    cost, budget = block.fitted.cost, block.budget
    if cost <= budget:
        return ()
    text = _(
        "The block costs {cost:,} tokens without any memory, and its budget is "
        "{budget:,.10g}: header and context are never dropped."
    ).format(cost=cost, budget=budget)
    return (Problem("over-budget", text),)


def _name_list(value: object) -> object:
    if not isinstance(value, str):
        return value
    return [name.strip() for name in value.split(",") if name.strip()]


def _check_relationships(value: object) -> None:
    if value is None:
        return
    if not is_list(value) or not all(isinstance(item, Mapping) for item in value):
        raise SettingError(
            _(
                'relationships is a list of objects such as [{"character": "Kai", "trust": '
                '8, "tension": 2, "type": "friend"}].'
            )
        )


def _case_budget(value: object) -> float:
    if value is None:
        return DEFAULT_BUDGET_TOKENS
    if not is_number(value):
        raise SettingError(
            _("A budget is a number of tokens, not {value}.").format(value=spelled_value(value))
        )
    return value


def _case_length(value: object) -> int:
    return max(0, int(value)) if is_number(value) else 0
