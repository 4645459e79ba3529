"""Works out what there is to tell of a case, and the changes to offer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from inspector.core.deadline import Deadline
from inspector.core.errors import InspectorError
from inspector.core.message_derivation import MessageDerivation
from inspector.gui.panels.why.case import Case
from inspector.gui.panels.why.explanation import SubjectExplanation, explanation_of
from inspector.gui.panels.why.message_told import offers_for_message, told_of_message
from inspector.gui.panels.why.request_explanation import explanation_of_request
from inspector.gui.panels.why.request_suggestions import suggestions_for_request
from inspector.gui.panels.why.suggestions import Suggestion, suggestions_for_memory
from inspector.gui.state.delivery import DELIVERY
from inspector.gui.state.derivation import derive
from inspector.gui.state.query import query_of
from inspector.gui.state.selection import MemorySubject, MessageSubject
from inspector.gui.state.session import State
from inspector.gui.state.workers import CancelToken

MOST_OFFERS = 5
_SECONDS = 4.0


@dataclass(frozen=True, eq=False)
class Findings:
    """What was found so far.

    Attributes:
        case: about what.
        told: None if the rules know nothing of it at the moment.
        offers: the cheapest first.
        is_over: whether no more are to come.
    """

    case: Case
    mentioned: SubjectExplanation | None
    offers: tuple[Suggestion, ...] = ()
    is_over: bool = False


def find(case: Case, token: CancelToken) -> Findings:
    """All of it; what is there already is handed over in parts. Called on the worker.

    Raises:
        CancelledError: nobody waits for it any more.
    """
    findings = Findings(case, _mentioned(case))
    token.part(findings)
    if findings.mentioned is None or _is_lost(case):
        return replace(findings, is_over=True) if findings.mentioned else findings
    for suggestion in islice(_kept_offers(case, token), MOST_OFFERS):
        findings = replace(findings, offers=(*findings.offers, suggestion))
        token.part(findings)
    return replace(findings, is_over=True)


def _is_lost(case: Case) -> bool:
    """Whether it is a memory whose whole block does not go out: no change of it helps."""
    if not isinstance(case.subject, MemorySubject):
        return False
    verdict = case.requested.derivation.verdict_for(case.subject.memory)
    return verdict is not None and verdict.gate == DELIVERY


def _mentioned(case: Case) -> SubjectExplanation | None:
    requested = case.requested
    if isinstance(case.subject, MessageSubject) and isinstance(
        requested.derivation, MessageDerivation
    ):
        return told_of_message(requested, case.subject, case.ruleset if case.is_of_another else "")
    if not isinstance(case.subject, MemorySubject):
        return explanation_of_request(requested, case.subject)
    by = case.ruleset if case.is_of_another else ""
    return explanation_of(requested.document, requested.derivation, case.subject.memory, by)


def _kept_offers(case: Case, token: CancelToken) -> Iterator[Suggestion]:
    """Offers that also hold once everything before the request has happened again."""
    for suggestion in _offers(case, token):
        if not case.state.question.is_as_sent or _holds_when_sent(case, suggestion):
            yield suggestion
        token.check()


def _holds_when_sent(case: Case, suggestion: Suggestion) -> bool:
    try:
        after = suggestion.change.applied(query_of(case.state, case.ruleset))
        question = case.state.question.with_moment(after.moment)
        if case.is_of_another:
            question = case.state.question
        answer = derive(State(after.document, question))
    except InspectorError:
        return False
    if not isinstance(case.subject, MemorySubject):
        return True
    return case.subject.memory in answer.of_memories.in_block


def _offers(case: Case, token: CancelToken) -> Iterator[Suggestion]:
    deadline = Deadline(_SECONDS, lambda: token.is_over)
    requested = case.requested
    if isinstance(case.subject, MessageSubject) and isinstance(
        requested.derivation, MessageDerivation
    ):
        return offers_for_message(requested, case.subject, deadline)
    if not isinstance(case.subject, MemorySubject):
        return suggestions_for_request(requested, case.subject, deadline)
    found = suggestions_for_memory(requested, case.subject.memory, deadline)
    return (
        suggestion
        for suggestion in found
        if not case.is_of_another or suggestion.can_be_kept_unasked
    )
