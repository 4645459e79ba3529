"""`summarize/1.19`: SillyTavern's own, faults included (specs/summarize.md)."""

from collections.abc import Mapping
from dataclasses import dataclass

from typing_extensions import override

from inspector.core.deadline import Deadline
from inspector.core.document import Document
from inspector.core.errors import InspectorError, ReleaseThrowsError
from inspector.core.explanation import MESSAGE, Explanation, message_named
from inspector.core.injection import GateStep
from inspector.core.javascript import printed, truthy
from inspector.core.message_data import MessageData
from inspector.core.message_derivation import MessageDerivation, MessageLane
from inspector.core.message_goal import MessageGoal
from inspector.core.moment import Moment
from inspector.core.on_demand import OnDemand
from inspector.core.problems import Problem
from inspector.core.query import Query
from inspector.core.recap_verdict import NO_RECAP, MessageVerdict, StateMark
from inspector.core.ruleset import WithoutMemories
from inspector.core.settings import SettingSpec
from inspector.core.suggestion import Way
from inspector.core.system import BudgetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.sillytavern.macros.context import MacroContext
from inspector.systems.summarize.faults import RULESET, faults
from inspector.systems.summarize.kept import data_of
from inspector.systems.summarize.settings import MACROS, SETTINGS, in_the_form
from inspector.systems.summarize.summaries import Words, current

SUPERSEDED, LAST_MESSAGE = "superseded", "last message"
GATES = (NO_RECAP, LAST_MESSAGE, SUPERSEDED)

_REASONS = {
    NO_RECAP: N_("It keeps no summary."),
    LAST_MESSAGE: N_("A summary on the very last message is never looked at."),
    SUPERSEDED: N_("A newer message has a summary of the whole chat."),
}
_WORDS = {
    None: N_("injected"),
    NO_RECAP: "",
    LAST_MESSAGE: N_("last message"),
    SUPERSEDED: N_("superseded"),
}
_LANES: Mapping[str | None, tuple[str, str]] = {
    None: (N_("injected"), N_("its summary of the whole chat is in the prompt")),
    SUPERSEDED: (N_("superseded"), N_("a newer message has a summary")),
    LAST_MESSAGE: (
        N_("last message"),
        N_("its summary is not looked at while it is the last message"),
    ),
}
_PASSED = {
    NO_RECAP: N_("It keeps a summary."),
    LAST_MESSAGE: N_("It is not the very last message."),
    SUPERSEDED: N_("No newer message has one that counts."),
}


@dataclass(frozen=True, eq=False)
class Judge:
    """Judges messages by which of them holds the summary that is injected.

    Attributes:
        data: the values.
        hidden: which messages SillyTavern never sends, one byte a message.
        length: how many messages there are.
        location: the message whose value counts; None for none.
        tokenizer: counts.
    """

    data: MessageData
    hidden: bytes
    length: int
    location: int | None
    tokenizer: Tokenizer

    def verdict(self, message: int) -> MessageVerdict:
        """The verdict on one message."""
        value = self.data.of(message)
        text = printed(value) if truthy(value) else None
        gate = self.gate(message)
        return MessageVerdict(
            message,
            included=gate is None,
            gate=gate,
            reason="" if gate is None else _(_REASONS[gate]),
            recap=text,
            tokens=self.tokenizer.count(text) if text else 0,
            scene=None,
            kept=not self.hidden[message],
            mark=StateMark(_(_WORDS[gate]) if _WORDS[gate] else ""),
        )

    def gate(self, message: int) -> str | None:
        """The gate at which a message's summary stops; None for the one that is injected."""
        if not truthy(self.data.of(message)):
            return NO_RECAP
        if message == self.length - 1:
            return LAST_MESSAGE
        return None if message == self.location else SUPERSEDED

    def steps(self, message: int) -> tuple[GateStep, ...]:
        """The gates that a message met, the failed one last."""
        gate = self.gate(message)
        end = len(GATES) if gate is None else GATES.index(gate)
        passed = [GateStep(one, passed=True, detail=_(_PASSED[one])) for one in GATES[:end]]
        if gate is None:
            return tuple(passed)
        return (*passed, GateStep(gate, passed=False, detail=_(_REASONS[gate])))


@dataclass(frozen=True, eq=False)
class SummarizeDerivation(MessageDerivation):
    """All that the ruleset derives from a document at a moment.

    Attributes:
        judge: what the verdicts are made of.
    """

    judge: Judge | None = None

    @property
    @override
    def injects_memories(self) -> bool:
        return True

    @property
    @override
    def lanes(self) -> tuple[MessageLane, ...]:
        judge = self.judge
        if judge is None:
            return ()
        places = {gate: bytearray(judge.length) for gate in _LANES}
        for message in judge.data.values:
            gate = judge.gate(message) if message < judge.length else NO_RECAP
            if gate in places:
                places[gate][message] = 1
        return tuple(
            MessageLane(_(title), _(meaning), bytes(places[gate]))
            for gate, (title, meaning) in _LANES.items()
        )


@dataclass(frozen=True)
class Release119(WithoutMemories):
    """The release (implements `core.system.Ruleset`)."""

    name: str = RULESET
    title: str = N_("Summarize of SillyTavern 1.19")
    is_release: bool = True
    encoding: str = "o200k_base"
    dialect: str = "tiktoken"
    settings: tuple[SettingSpec, ...] = SETTINGS
    budget_settings: tuple[BudgetSetting, ...] = ()
    boundary_settings: tuple[str, ...] = ()

    def explain(self, query: Query, wanted: str) -> Explanation:
        """See `Explains`.

        Raises:
            InspectorError: there is no such message, or it is no answer of Summarize's.
        """
        judge = _judge_of(query)
        message = message_named(wanted, judge.length)
        included = judge.gate(message) is None
        return Explanation(f"{MESSAGE}{message}", included, judge.steps(message))

    def goal(self, query: Query, wanted: str) -> MessageGoal:
        """See `Explains`; no setting turns which summary counts.

        Raises:
            InspectorError: there is no such message, or it is no answer of Summarize's.
        """
        return MessageGoal(message_named(wanted, _judge_of(query).length), GATES, _no_ways)

    def faults(self, query: Query, _deadline: Deadline) -> tuple[Problem, ...]:
        """See `FindsFaults`."""
        location = _judge_of(query).location
        settings = in_the_form(query.moment.settings)
        return tuple(faults(query.document, query.length, location, settings, query.tokenizer))

    def inject(
        self, document: Document, moment: Moment, tokenizer: Tokenizer
    ) -> SummarizeDerivation:
        """See `Ruleset.inject`: the state after the chat is opened."""
        self.check_settings(moment.settings)
        settings = in_the_form(moment.settings)
        data, chat = data_of(document), document.chat
        length = len(chat) if moment.at is None else moment.at + 1
        location = current(data, length)
        resolved = moment.resolved(chat)
        macros = MacroContext(
            user=resolved.user or "",
            character=resolved.character or "",
            group=", ".join(moment.group) or resolved.character or "",
            chat=chat.records,
            nested=truthy(moment.settings.get(MACROS, True)),
        )
        words = Words(settings.get, macros)
        warnings: tuple[Problem, ...] = ()
        try:
            slot = words.slot(None if location is None else data.of(location))
        except ReleaseThrowsError as error:
            slot = words.slot(None)
            text = _(
                "The summary of message {location} is no text: SillyTavern stops with "
                "an error and sets no slot, although an older text may exist: {error}"
            ).format(location=location, error=error)
            warnings = (Problem("release-throws", text, message=location),)
        judge = Judge(data, chat.hidden, length, location if not warnings else None, tokenizer)
        return SummarizeDerivation(
            injections=(slot.injection(tokenizer),),
            warnings=warnings,
            chat_length=length,
            messages=OnDemand(length, judge.verdict),
            judge=judge,
        )


def _judge_of(query: Query) -> Judge:
    derivation = query.derivation
    if not isinstance(derivation, SummarizeDerivation) or derivation.judge is None:
        raise InspectorError(_("This is no answer of Summarize."))
    return derivation.judge


def _no_ways(_query: Query, _message: int, _gate: str) -> tuple[Way, ...]:
    return ()
