"""The session's question in the words of the analyses."""

from inspector.analysis.asked import Asked
from inspector.gui.session import State
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer


def asked_of(state: State) -> Asked:
    """The question of a state, put to its ruleset.

    Raises:
        InspectorError: the ruleset or the encoding is unknown.
    """
    question = state.question
    ruleset = ruleset_named(question.ruleset)
    tokenizer = load_tokenizer(question.encoding or ruleset.encoding, ruleset.dialect)
    return Asked(ruleset, state.document, question.moment, tokenizer)
