"""What the further memory systems of a chat put into the prompt, beside the one that is asked."""

from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.core.injection import Derivation
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.gui.state.session import DEFAULT_RULESET, Question, State
from inspector.systems import SYSTEMS, ruleset_named, system_of
from inspector.tokenizer import load_tokenizer


@dataclass(frozen=True, eq=False)
class Other:
    """What a further system of the chat derives.

    Attributes:
        ruleset: the ruleset of it that was asked last, else its design.
        derivation: what that says.
    """

    ruleset: str
    derivation: Derivation


_Asked = tuple[str, Moment, str | None]


class Others:
    """Derives for every system that a chat carries besides the one that is asked.

    What was derived last is kept: dragging a boundary of one system does not concern the others.
    """

    def __init__(self) -> None:
        self._document: Document | None = None
        self._asked: list[_Asked] = []
        self._found: tuple[Other, ...] = ()

    def of(self, state: State) -> tuple[Other, ...]:
        """The derivations, in the order of the systems."""
        asked = _asked(state.question, state.document)
        if state.document is not self._document or asked != self._asked:
            self._found = tuple(_derived(state.document, *one) for one in asked)
            self._document, self._asked = state.document, asked
        return self._found


def starting_question(question: Question, document: Document) -> Question:
    """The question put to a chat that was just opened.

    Where no ruleset was asked for and the chat carries nothing of the default's system, the
    design of the first system that it does carry answers (DESIGN §1).
    """
    if question.ruleset != DEFAULT_RULESET or system_of(DEFAULT_RULESET).name in document.carried:
        return question
    first = next((one for one in SYSTEMS if one.name in document.carried), None)
    return question if first is None else question.with_ruleset(first.rulesets[0].name)


def _asked(question: Question, document: Document) -> list[_Asked]:
    found: list[_Asked] = []
    for system in SYSTEMS:
        if system.assembles_request or system is system_of(question.ruleset):
            continue
        if system.name in document.carried:
            name = question.ruleset_of(system.name) or system.rulesets[0].name
            found.append((name, question.with_ruleset(name).moment, question.encoding))
    return found


def _derived(document: Document, name: str, moment: Moment, encoding: str | None) -> Other:
    ruleset = ruleset_named(name)
    tokenizer = load_tokenizer(encoding or ruleset.encoding, ruleset.dialect)
    try:
        derivation = ruleset.inject(document, moment.resolved(document.chat), tokenizer)
    except InspectorError as error:
        derivation = Derivation(warnings=(Problem("not-derived", str(error)),))
    return Other(name, derivation)
