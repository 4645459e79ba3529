"""`message-summarize/1.3`: the release, faults included (specs/message-summarize.md)."""

from dataclasses import dataclass
from functools import partial

from inspector.core.deadline import Deadline
from inspector.core.decoded import is_number
from inspector.core.document import Document
from inspector.core.errors import ReleaseThrowsError
from inspector.core.explanation import MESSAGE, Explanation, message_named
from inspector.core.injection import Budget
from inspector.core.javascript import to_number, truthy
from inspector.core.message_goal import MessageGoal
from inspector.core.moment import Moment
from inspector.core.on_demand import OnDemand
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.release_settings import ReleaseSettings
from inspector.core.ruleset import WithoutMemories
from inspector.core.settings import SettingSpec
from inspector.core.slot import Slot
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.sillytavern.macros.context import MacroContext
from inspector.systems.message_summarize.changes import ways_past
from inspector.systems.message_summarize.derivation import (
    SummaryDerivation,
    judge_of,
    verdict_on,
)
from inspector.systems.message_summarize.explaining import GATES, steps
from inspector.systems.message_summarize.faults import faults
from inspector.systems.message_summarize.judging import OFF, Judge
from inspector.systems.message_summarize.kept import data_of
from inspector.systems.message_summarize.messages import Messages
from inspector.systems.message_summarize.refresh import (
    SHORT,
    TRIGGERS,
    Flags,
    Frozen,
    Rules,
    chat_enabled,
    flagged,
    moved,
)
from inspector.systems.message_summarize.settings import (
    BUDGET_SETTINGS,
    MACROS,
    REMOVE,
    SETTINGS,
    TRIGGER,
)
from inspector.systems.message_summarize.texts import SLOTS, Texts, empty_slots

_OFF = N_("MessageSummarize is switched off for this chat.")


@dataclass(frozen=True)
class Release13(WithoutMemories):
    """The release (implements `core.system.Ruleset`)."""

    name: str = "message-summarize/1.3"
    title: str = N_("MessageSummarize 1.3 (Qvink Memory)")
    is_release: bool = True
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    settings: tuple[SettingSpec, ...] = SETTINGS
    budget_settings: tuple[BudgetSetting, ...] = BUDGET_SETTINGS
    boundary_settings: tuple[str, ...] = ()

    def explain(self, query: Query, wanted: str) -> Explanation:
        """See `Explains`.

        Raises:
            InspectorError: there is no such message, or it is no answer of MessageSummarize's.
        """
        judge = judge_of(query.derivation)
        message = message_named(wanted, len(judge.rules.messages))
        included = judge.gate(message) is None
        return Explanation(f"{MESSAGE}{message}", included, steps(judge, message))

    def goal(self, query: Query, wanted: str) -> MessageGoal:
        """See `Explains`.

        Raises:
            InspectorError: there is no such message, or it is no answer of MessageSummarize's.
        """
        length = len(judge_of(query.derivation).rules.messages)
        return MessageGoal(message_named(wanted, length), (OFF, *GATES), ways_past)

    def faults(self, query: Query, _deadline: Deadline) -> tuple[Problem, ...]:
        """See `FindsFaults`."""
        return faults(judge_of(query.derivation))

    def inject(self, document: Document, moment: Moment, tokenizer: Tokenizer) -> SummaryDerivation:
        """See `Ruleset.inject`: the state after the chat is opened and a message generated."""
        self.check_settings(moment.settings)
        settings = ReleaseSettings(moment.settings, self.settings)
        length = len(document.chat) if moment.at is None else moment.at + 1
        judge = judge_of_chat(document, length, settings, tokenizer)
        texts = Texts(
            judge.rules.messages,
            judge.flag,
            settings.get,
            _macros(document, moment, settings),
            judge.in_tiers,
        )
        slots, problems = _slots(texts, judge)
        return SummaryDerivation(
            injections=tuple(slot.injection(tokenizer) for slot in slots),
            budget=_budget(judge.flags),
            warnings=(*problems, *_unusable(settings)),
            chat_length=length,
            messages=OnDemand(length, partial(verdict_on, judge)),
            judge=judge,
            texts=texts,
        )


def judge_of_chat(
    document: Document, length: int, settings: ReleaseSettings, tokenizer: Tokenizer
) -> Judge:
    """What judges the first messages of a chat after it is opened and a refresh."""
    data = data_of(document)
    group = document.recaps.host.group_id
    rules = Rules(Messages(document.chat, data, length), settings.get, tokenizer, group)
    is_on = chat_enabled(settings.get, data.metadata)
    threshold = moved(rules, Frozen()).threshold if is_on else None
    flags = Flags((), ()) if threshold is None else flagged(rules, threshold)
    removes = is_on and truthy(settings.get(REMOVE)) and not _fails(rules, flags)
    return Judge(rules, flags, threshold, is_on=is_on, removes=removes)


def _fails(rules: Rules, flags: Flags) -> bool:
    """Whether the refresh that a generation begins with stops with an error.

    The one of opening worked, since no threshold was remembered then.
    """
    context = to_number(rules.setting(f"{TRIGGER}{TRIGGERS[-1]}"))
    return bool(flags.error) or (context > 0 and rules.saved_prompt is None)


def _macros(document: Document, moment: Moment, settings: ReleaseSettings) -> MacroContext:
    resolved = moment.resolved(document.chat)
    return MacroContext(
        user=resolved.user or "",
        character=resolved.character or "",
        group=", ".join(moment.group) or resolved.character or "",
        chat=document.chat.records,
        nested=truthy(settings.get(MACROS)),
    )


def _slots(texts: Texts, judge: Judge) -> tuple[tuple[Slot, ...], tuple[Problem, ...]]:
    """The slots as they are set; empty where the release stops before it sets them."""
    if not judge.is_on:
        return empty_slots(), (Problem("chat-disabled", _(_OFF)),)
    slots: list[Slot] = []
    failure = judge.flags.error
    for tier in SLOTS:
        try:
            slots.append(texts.slot(tier, unset=bool(failure)))
        except ReleaseThrowsError as error:
            failure = str(error)
            slots.append(texts.slot(tier, unset=True))
    problems: list[Problem] = []
    if failure:
        words = _(
            "The extension stops with an error here and sets no more slots: {failure}"
        ).format(failure=failure)
        problems.append(Problem("release-throws", words))
    elif _fails(judge.rules, judge.flags):
        words = _(
            "The context trigger needs the host's saved prompt, which no file holds: "
            "without it the refresh of a generation stops with an error, and no message "
            "is removed."
        )
        problems.append(Problem("release-throws", words))
    return tuple(slots), tuple(problems)


def _budget(flags: Flags) -> Budget | None:
    """Short-term memory's; what stands in it at the walk's end, which began with 1."""
    if not is_number(flags.limits.get(SHORT)):
        return None
    return Budget(flags.limits[SHORT], flags.used[SHORT])


def _unusable(settings: ReleaseSettings) -> tuple[Problem, ...]:
    return tuple(
        Problem(
            "setting-no-value",
            _(
                "{name} is an object that JavaScript converts to nothing; its default stands in."
            ).format(name=name),
        )
        for name in settings.unusable
    )
