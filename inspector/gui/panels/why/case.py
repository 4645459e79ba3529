"""What is explained, and by whose rules: each thing by those of a system that judges it."""

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.items import ItemKind
from inspector.core.message_derivation import MessageDerivation
from inspector.core.query import Query
from inspector.core.request import AssemblesRequest, RequestDerivation
from inspector.core.system import MemorySystem
from inspector.gui.kit.memory_words import NO_MEMORIES, NOT_YET
from inspector.gui.state.derivation import Answer
from inspector.gui.state.selection import (
    ItemSubject,
    MemorySubject,
    MessageSubject,
    Selection,
    Subject,
)
from inspector.gui.state.session import State
from inspector.language import _
from inspector.retrieval.scoring import RetrievesItems
from inspector.systems import SYSTEMS

NO_SELECTION = _("Select a memory, in the table or on the timeline, to see why it is in or out.")
NOTHING_OF_REQUEST = _("Select a message or an item to see why it is in the request or left out.")
NOTHING_OF_MESSAGES = _("Select a message to see why its memory is in or left out.")
ASK_OF_MESSAGE = _(
    "Ask a ruleset of {systems} to see why a message, or its memory, is in or left out: "
    "no other judges messages."
)
ASK_OF_ITEM = _(
    "Ask a ruleset of {systems} to see why an item is in the request or left out: "
    "no other chooses among items."
)
NO_MESSAGE_YET = _("It does not exist yet where the chat ends.")
NO_EVENT_YET = _("It was not recorded yet where the chat ends.")
NO_ITEM = _("It is not among the items that this request chooses from.")
_EVENT = "chronicle:"


@dataclass(frozen=True, eq=False)
class Case:
    """What is to be explained.

    Attributes:
        subject: a memory, a message or an item.
        state: what was answered.
        ruleset: whose rules explain it.
        requested: the question put to those, with its answer.
    """

    subject: Subject
    state: State
    ruleset: str
    requested: Query

    @property
    def is_of_another(self) -> bool:
        """Whether another ruleset explains it than the one that is asked."""
        return self.ruleset != self.state.question.ruleset


def case_of(answer: Answer, selection: Selection) -> Case | None:
    """What is looked at, as far as somebody can explain it; see `words_for`."""
    if isinstance(answer.derivation, RequestDerivation | MessageDerivation):
        subject = next(iter(selection.subjects), None)
    else:
        subject = _newest_but_messages(selection)
    if isinstance(subject, MemorySubject):
        known = subject.memory < len(answer.state.document.memories)
        return _of_memory(answer, subject) if known else None
    if not isinstance(answer.derivation, RequestDerivation):
        return _of_message(answer, selection)
    if subject is None:
        return None
    requested = answer.query()
    return Case(subject, answer.state, answer.state.question.ruleset, requested)


def words_for(answer: Answer | None, document: Document, selection: Selection) -> str:
    """What stands where there is no case."""
    is_request = answer is not None and isinstance(answer.derivation, RequestDerivation)
    latest = next(iter(selection.subjects), None)
    if is_request:
        return NOTHING_OF_REQUEST
    if answer is not None and isinstance(answer.derivation, MessageDerivation) and latest is None:
        return NOTHING_OF_MESSAGES
    if isinstance(latest, MessageSubject):
        judges = (one for one in SYSTEMS if one.judges_messages or one.assembles_request)
        return ASK_OF_MESSAGE.format(systems=_any_of(judges))
    if isinstance(latest, ItemSubject):
        return ASK_OF_ITEM.format(systems=_any_of(one for one in SYSTEMS if one.assembles_request))
    return NO_SELECTION if document.memories else NO_MEMORIES


def _any_of(systems: Iterable[MemorySystem]) -> str:
    """`Auto-Recap, Scribe or Summarize`."""
    *names, last = (one.title for one in systems)
    return _("{names} or {last}").format(names=", ".join(names), last=last) if names else last


def words_without(case: Case) -> str:
    """What stands where the rules know nothing of what is looked at."""
    if isinstance(case.subject, MemorySubject):
        return NOT_YET
    if isinstance(case.subject, MessageSubject):
        return NO_MESSAGE_YET
    key, document = case.subject.key, case.state.document
    ruleset = case.requested.ruleset
    if not isinstance(ruleset, AssemblesRequest) or not isinstance(ruleset, RetrievesItems):
        return NO_ITEM
    if not key.startswith(_EVENT) or all(item.key != key for item in ruleset.items(document)):
        return NO_ITEM
    switch = ruleset.switches.get(ItemKind.CHRONICLE, "")
    if switch and case.requested.moment.settings.get(switch) is False:
        return _("No event is looked at: {switch} is false.").format(switch=switch)
    return NO_EVENT_YET


def _of_message(answer: Answer, selection: Selection) -> Case | None:
    """What is looked at as far as a ruleset judges messages: that one or a further one."""
    subject = next(iter(selection.subjects), None)
    if not isinstance(subject, MessageSubject):
        return None
    for ruleset, derivation in answer.derivations.items():
        if isinstance(derivation, MessageDerivation):
            requested = answer.query(ruleset)
            return Case(subject, answer.state, ruleset, requested)
    return None


def _newest_but_messages(selection: Selection) -> Subject | None:
    """The newest that is no message: one is read to understand a memory."""
    found = (one for one in selection.subjects if not isinstance(one, MessageSubject))
    return next(found, None)


def _of_memory(answer: Answer, subject: MemorySubject) -> Case:
    ruleset = answer.judging_memories
    requested = answer.query(ruleset).answered_by(answer.of_memories)
    return Case(subject, answer.state, ruleset, requested)
