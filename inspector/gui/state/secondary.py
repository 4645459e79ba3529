"""What the further memory systems of a chat put into the prompt, beside the one that is asked."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.injection import Derivation
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.system import MemorySystem
from inspector.gui.state.session import DEFAULT_RULESET, Question, State
from inspector.systems import RULESETS, SYSTEMS, ruleset_named, system_of
from inspector.tokenizer import load_tokenizer


@dataclass(frozen=True, eq=False)
class SecondaryDerivation:
    """What a further system of the chat derives.

    Attributes:
        ruleset: the ruleset of it that was asked last; else its design, or beside a release
            its own.
        derivation: what that says.
    """

    ruleset: str
    derivation: Derivation


_Requested = tuple[str, Moment, str | None]


class SecondaryDerivations:
    """Derives for every system that a chat carries besides the one that is asked.

    What was derived last is kept: dragging a boundary of one system does not concern the others.
    """

    def __init__(self) -> None:
        self._document: Document | None = None
        self._requested: list[_Requested] = []
        self._found: tuple[SecondaryDerivation, ...] = ()

    def of(self, state: State) -> tuple[SecondaryDerivation, ...]:
        """The derivations, in the order of the systems."""
        requested = _requested(state.question, state.document)
        if state.document is not self._document or requested != self._requested:
            self._found = tuple(_derived(state.document, *one) for one in requested)
            self._document, self._requested = state.document, requested
        return self._found


def starting_question(
    question: Question, document: Document, given: Mapping[str, object], last: str = ""
) -> Question:
    """The question put to a chat that was just opened.

    Where no ruleset was asked for, it is the one that answered last, else the release that wrote
    the chat's data. Where that cannot be told and the chat carries nothing of the default's
    system, the design of the first system that it does carry answers (DESIGN §1).

    Args:
        question: put to the ruleset that was asked for, or to the default.
        document: the chat.
        given: settings that were asked for; they are meant for whichever ruleset answers.
        last: the ruleset that answered when the chat was open last; empty for none.
    """
    if question.by_writer:
        name = last if last in RULESETS else system_of(question.ruleset).written_by(document)
        if name is not None and name != question.ruleset:
            return question.with_ruleset(name).with_settings({**question.moment.settings, **given})
    if question.ruleset != DEFAULT_RULESET or system_of(DEFAULT_RULESET).name in document.carried:
        return question
    first = next((one for one in SYSTEMS if one.name in document.carried), None)
    if first is None:
        return question
    question = question.with_ruleset(first.rulesets[0].name)
    return question.with_settings({**question.moment.settings, **given})


def _requested(question: Question, document: Document) -> list[_Requested]:
    found: list[_Requested] = []
    for system in SYSTEMS:
        if system.assembles_request or system is system_of(question.ruleset):
            continue
        if system.name in document.carried:
            name = ruleset_beside(system, question, document)
            found.append((name, question.with_ruleset(name).moment, question.encoding))
    return found


def ruleset_beside(system: MemorySystem, question: Question, document: Document) -> str:
    """Name of the ruleset that answers for a system.

    That which is asked or was asked last, beside a release among the releases; else its design,
    or beside a release the one that wrote its data.
    """
    if system is system_of(question.ruleset):
        return question.ruleset
    return question.former_beside(system.name) or _usual(system, question, document)


def _usual(system: MemorySystem, question: Question, document: Document) -> str:
    releases = [one.name for one in system.rulesets if one.is_release]
    if not ruleset_named(question.ruleset).is_release or not releases:
        return system.rulesets[0].name
    return system.written_by(document) or releases[-1]


def _derived(
    document: Document, name: str, moment: Moment, encoding: str | None
) -> SecondaryDerivation:
    ruleset = ruleset_named(name)
    tokenizer = load_tokenizer(encoding or ruleset.encoding, ruleset.dialect)
    try:
        derivation = ruleset.inject(document, moment.resolved(document.chat), tokenizer)
    except InspectorError as error:
        derivation = Derivation(warnings=(Problem("not-derived", str(error)),))
    return SecondaryDerivation(name, derivation)
