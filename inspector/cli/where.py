"""`--where EXPR`: the one language that finds things (`analysis.filters`), on the command line."""

import argparse
from collections.abc import Sequence

from inspector.analysis.filters.fields import Fields, Row
from inspector.analysis.filters.filter import Filter
from inspector.analysis.filters.grammar import FilterError
from inspector.analysis.filters.rows import (
    MemoryRow,
    memory_fields,
    memory_rows,
    message_fields,
    message_rows,
)
from inspector.analysis.lint import block_problems, lint
from inspector.arguments import UsageError
from inspector.cli.requesting import Answered
from inspector.console import print_error
from inspector.core.document import Document
from inspector.core.explanation import MESSAGE
from inspector.core.injection import Derivation
from inspector.core.message_derivation import MessageDerivation
from inspector.core.problems import Problem
from inspector.core.request import RequestDerivation
from inspector.loading import OpenChat


def add_where(parser: argparse.ArgumentParser, example: str, noun: str = "memories") -> None:
    """The option of verbs whose rows can be filtered."""
    parser.add_argument(
        "--where",
        metavar="EXPR",
        help=f"only the {noun} for which this holds, such as {example!r}; "
        "fields, and, or, not, parentheses, quotes, and words to look for",
    )


def filter_of(text: str, fields: Fields[Row]) -> Filter[Row]:
    """A filter that was given.

    Raises:
        UsageError: it cannot be understood; the text says where.
    """
    try:
        return Filter(text, fields)
    except FilterError as error:
        raise UsageError(f"--where, {error}") from error


def matching(one: Filter[Row], rows: Sequence[Row], chat: OpenChat) -> list[Row]:
    """The rows that a filter lets through; where none is, standard error says why.

    Raises:
        UsageError: a pattern took too long.
    """
    try:
        found = one.matching(rows)
        if not found:
            print_error(f"{chat.path}: {one.why_nothing(rows)}")
    except FilterError as error:
        raise UsageError(f"--where, {error}") from error
    return found


def memories_where(text: str | None, chat: OpenChat, answered: Answered) -> list[MemoryRow]:
    """The memories that exist where a ruleset answers, and for which a filter holds.

    Raises:
        UsageError: the filter cannot be understood.
    """
    document = chat.document
    if text is None:
        return memory_rows(document, answered.derivation)
    wanted = filter_of(text, memory_fields(document))
    problems = _problems(document, answered) if "lint" in wanted.used else ()
    return matching(wanted, memory_rows(document, answered.derivation, problems), chat)


def messages_where(
    text: str, chat: OpenChat, derivations: Sequence[Derivation | RequestDerivation]
) -> list[str]:
    """Ids of the messages that rulesets judge, and for which a filter holds.

    Args:
        text: the filter.
        chat: the chat.
        derivations: what rulesets that judge messages say.

    Raises:
        UsageError: the filter cannot be understood.
    """
    wanted = filter_of(text, message_fields(chat.document))
    judged = next((one for one in derivations if isinstance(one, MessageDerivation)), None)
    verdicts = None if judged is None else judged.messages
    rows = message_rows(chat.document, verdicts)
    known = {
        one
        for derivation in derivations
        if isinstance(derivation, MessageDerivation | RequestDerivation)
        for one in derivation.ids
    }
    found = (f"{MESSAGE}{row.message}" for row in matching(wanted, rows, chat))
    return [one for one in found if one in known]


def _problems(document: Document, answered: Answered) -> tuple[Problem, ...]:
    return (*lint(document), *block_problems(answered.requested(document)))
