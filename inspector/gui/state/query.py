"""The session's question in the words of the analyses."""

from inspector.core.query import Query
from inspector.gui.state.session import State
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer


def query_of(state: State, ruleset: str | None = None) -> Query:
    """The question of a state, put to its ruleset.

    Args:
        state: the document and the question.
        ruleset: another one to put it to, with the settings that it had last.

    Raises:
        InspectorError: the ruleset or the encoding is unknown.
    """
    question = state.question
    if ruleset is not None and ruleset != question.ruleset:
        question = question.with_ruleset(ruleset)
    requested = ruleset_named(question.ruleset)
    tokenizer = load_tokenizer(question.encoding or requested.encoding, requested.dialect)
    return Query(requested, state.document, question.moment, tokenizer)
