"""Works out what there is to tell of a case, and the changes to offer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from inspector.core.deadline import Deadline
from inspector.core.message_derivation import MessageDerivation
from inspector.gui.panels.why.case import Case
from inspector.gui.panels.why.message_told import offers_for_message, told_of_message
from inspector.gui.panels.why.offers import Offer, offers_for_memory
from inspector.gui.panels.why.request_offers import offers_for_request
from inspector.gui.panels.why.request_told import told_of_request
from inspector.gui.panels.why.told import Told, told_of
from inspector.gui.state.newest import Ticket
from inspector.gui.state.selection import MemorySubject, MessageSubject

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
    told: Told | None
    offers: tuple[Offer, ...] = ()
    is_over: bool = False


def find(case: Case, ticket: Ticket) -> Findings:
    """All of it; what is there already is handed over in parts. Called on the worker.

    Raises:
        CancelledError: nobody waits for it any more.
    """
    findings = Findings(case, _told(case))
    ticket.part(findings)
    if findings.told is None:
        return findings
    for offer in islice(_offers(case, ticket), MOST_OFFERS):
        findings = replace(findings, offers=(*findings.offers, offer))
        ticket.part(findings)
    return replace(findings, is_over=True)


def _told(case: Case) -> Told | None:
    asked = case.asked
    if isinstance(case.subject, MessageSubject) and isinstance(asked.derivation, MessageDerivation):
        return told_of_message(asked, case.subject, case.ruleset if case.is_of_another else "")
    if not isinstance(case.subject, MemorySubject):
        return told_of_request(asked, case.subject)
    by = case.ruleset if case.is_of_another else ""
    return told_of(asked.document, asked.derivation, case.subject.memory, by)


def _offers(case: Case, ticket: Ticket) -> Iterator[Offer]:
    patience = Deadline(_SECONDS, lambda: ticket.is_over)
    asked = case.asked
    if isinstance(case.subject, MessageSubject) and isinstance(asked.derivation, MessageDerivation):
        return offers_for_message(asked, case.subject, patience)
    if not isinstance(case.subject, MemorySubject):
        return offers_for_request(asked, case.subject, patience)
    found = offers_for_memory(asked, case.subject.memory, patience)
    return (offer for offer in found if not case.is_of_another or offer.can_be_kept_unasked)
