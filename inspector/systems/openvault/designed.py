"""What the designs of OpenVault share: specs/as-designed.md §1."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from inspector.core.decoded import is_list, is_number, items, members
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
    chronological,
)
from inspector.systems.openvault.designed_memory import DesignedMemory, designed_memory
from inspector.systems.openvault.existence import existing_memories
from inspector.systems.openvault.lines import SEPARATED_FROM, SEPARATORS, SLOT, slot
from inspector.systems.openvault.release_settings import BUDGET, BUDGET_SETTINGS
from inspector.systems.openvault.surroundings import (
    Surroundings,
    surroundings_at,
    surroundings_of_case,
)
from inspector.systems.openvault.verdicts import LazyVerdicts

DEFAULT_BUDGET = 10_000

SHARED_SETTINGS = (
    SettingSpec(
        BUDGET,
        SettingKind.WHOLE,
        DEFAULT_BUDGET,
        "The most that the whole block may cost.",
        "tokens",
        least=0,
    ),
    SettingSpec(
        "candidates",
        SettingKind.CHOICE,
        ALL,
        "Which memories are considered: all, those whose messages are hidden, or of those the "
        "ones that the character about to answer knows.",
        choices=(ALL, HIDDEN, POV),
    ),
    SettingSpec(
        "redistribute_unspent",
        SettingKind.FLAG,
        False,  # noqa: FBT003
        "Give what a bucket leaves unspent to memories that were dropped from another.",
    ),
    SettingSpec(
        "present",
        SettingKind.NAMES,
        None,
        "Who is there besides the character about to answer.",
        optional=True,
    ),
    SettingSpec(
        "emotion",
        SettingKind.TEXT,
        None,
        "How the character about to answer feels.",
        optional=True,
    ),
    SettingSpec(
        "relationships",
        SettingKind.JSON,
        None,
        "How the character about to answer stands with others: a list of objects with "
        "character, trust, tension and type.",
        optional=True,
    ),
)


_GAPS = (("gap_pause", "shortest"), ("gap_later", "middle"), ("gap_much_later", "longest"))

GAP_SETTINGS = tuple(
    SettingSpec(
        name,
        SettingKind.NUMBER,
        gap,
        f"The {which} gap between two memories that a line of its own marks: {text}",
        "messages",
        least=0,
    )
    for (name, which), gap, text in zip(_GAPS, SEPARATED_FROM, SEPARATORS, strict=True)
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
        return self._derive(
            existing_memories(document, moment.at),
            candidate_rule(str(settings["candidates"]), document, length, name),
            surroundings_at(document, resolved, settings),
            settings,
            tokenizer,
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
        records = items(case.get("memories"))
        derivation = self._derive(
            [Memory(place, members(record)) for place, record in enumerate(records)],
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
        chronology: Sequence[DesignedMemory],
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
        existing: Sequence[Memory],
        rule: CandidateRule,
        surroundings: Surroundings,
        settings: Mapping[str, object],
        tokenizer: Tokenizer,
    ) -> Derivation:
        memories = self._prepared(existing, tokenizer)
        chronology = chronological(memories)
        layout = self._layout(
            rule.length, surroundings, settings, [memories[place] for place in chronology]
        )
        limit = settings[BUDGET]
        fitting = Fitting(
            frame=layout.frame(tokenizer),
            budget=limit if is_number(limit) else DEFAULT_BUDGET,
            redistribute=settings["redistribute_unspent"] is True,
        )
        block = build_block(memories, chronology, rule, layout, fitting)
        return Derivation(
            injections=(slot(SLOT, block.sections(tokenizer), tokenizer),),
            verdicts=LazyVerdicts(len(existing), block.verdict),
            budget=Budget(block.budget, block.fitted.cost),
            warnings=_warnings(block),
            boundaries=layout.starts if rule.length else (0.0, 0.0),
            chat_length=rule.length,
            judged=[memory.index for memory in existing],
            explain=block.steps,
        )

    def _prepared(self, existing: Sequence[Memory], tokenizer: Tokenizer) -> list[DesignedMemory]:
        key = _memo_key(self.name, tokenizer)
        # Nothing else is ever kept under this key.
        known = cast("list[DesignedMemory | None]", [memory.memo.get(key) for memory in existing])
        prepared: list[DesignedMemory] = []
        for memory, member in zip(existing, known, strict=True):
            if member is None:
                texts = (self.memory_text(memory), *self.notes(memory))
                new = designed_memory(memory, texts, tokenizer)
                memory.memo[key] = new
                prepared.append(new)
            else:
                prepared.append(member)
        return prepared


def with_settings(moment: Moment, **settings: object) -> Moment:
    """The moment with some settings changed."""
    return replace(moment, settings={**moment.settings, **settings})


def _warnings(block: DesignBlock) -> tuple[Problem, ...]:
    cost, budget = block.fitted.cost, block.budget
    if cost <= budget:
        return ()
    text = (
        f"The block costs {cost} tokens without any memory, and its budget is {budget:g}: "
        "header and context are never dropped."
    )
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
            "relationships is a list of objects such as "
            '[{"character": "Kai", "trust": 8, "tension": 2, "type": "friend"}].'
        )


def _case_budget(value: object) -> float:
    if value is None:
        return DEFAULT_BUDGET
    if not is_number(value):
        raise SettingError(f"A budget is a number of tokens, not {value!r}.")
    return value


def _case_length(value: object) -> int:
    return max(0, int(value)) if is_number(value) else 0
