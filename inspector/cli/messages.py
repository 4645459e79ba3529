"""`messages`: a row a message, hidden or not, its recap in or not."""

import argparse
from collections.abc import Iterator, Sequence

from inspector.analysis.filters import rows as filters
from inspector.analysis.filters.rows import (
    message_fields,
)
from inspector.arguments import Parser, add_chats, add_json, add_question
from inspector.cli.recap_answers import recap_answers, recap_inquiry_of
from inspector.cli.recap_rows import Row, message_rows
from inspector.cli.requesting import Inquiry, moment_in
from inspector.cli.several import Chats
from inspector.cli.where import add_where, filter_of, matching
from inspector.console import print_json, print_text
from inspector.core.chat import Chat
from inspector.core.message_derivation import MessageDerivation
from inspector.core.problems import Problem
from inspector.loading import OpenChat
from inspector.systems import default_rulesets, system_of

_SHOWN = 80


def messages_parser() -> Parser:
    """What `messages` understands."""
    parser = Parser(
        "messages",
        "Print a row for each message: who, hidden or not, and whether its recap is in "
        "short-term memory, or why not.",
        "examples: memory-inspector messages chat.jsonl --ruleset auto-recap/1 --json\n"
        "          memory-inspector messages chat.jsonl --where 'hidden and name == Mira'",
    )
    add_chats(parser)
    add_where(parser, 'not hidden and name == "Kai" and tower', "messages")
    add_question(parser)
    add_json(parser)
    return parser


def run_messages(arguments: Sequence[str]) -> int:
    """Print a row a message."""
    options = messages_parser().parse(arguments)
    inquiry = recap_inquiry_of(options)
    chats = Chats(options.chats)
    for chat in chats:
        for title, rows, warnings in _tables(chat, inquiry, options.where):
            _print_rows(chat, title, rows, warnings, options)
    return chats.status()


_Table = tuple[str, list[Row], tuple[Problem, ...]]
"""Who judges, with what short-term memory holds; the rows; and what to say besides."""


def _tables(chat: OpenChat, inquiry: Inquiry, where: str | None) -> Iterator[_Table]:
    """Who judges, the rows, and what to say besides; once for each ruleset that judges recaps."""
    document = chat.document
    rulesets = inquiry.rulesets or default_rulesets(document.carried)
    judges = any(
        one.judges_messages and (one.name in document.carried or one.judges_without_data)
        for one in (system_of(ruleset.name) for ruleset in rulesets)
    )
    inquiry.check_values(chat)
    found = list(recap_answers(chat, inquiry)) if judges else []
    for answered, derivation in found:
        rows = _where(where, chat, message_rows(document.chat, derivation), derivation)
        held = derivation.in_words
        title = f"{answered.ruleset.name}; {held}" if held else answered.ruleset.name
        yield title, rows, (*answered.problems, *derivation.warnings)
    if not found:
        at = moment_in(document, inquiry.moment).at
        rows = message_rows(document.chat, None, None if at is None else at + 1)
        yield "", _where(where, chat, rows, None), ()


def _where(
    text: str | None, chat: OpenChat, rows: list[Row], derivation: MessageDerivation | None
) -> list[Row]:
    """The rows of messages for which a filter holds."""
    if text is None:
        return rows
    verdicts = None if derivation is None else derivation.messages
    wanted = filter_of(text, message_fields(chat.document))
    found = matching(wanted, filters.message_rows(chat.document, verdicts, len(rows)), chat)
    kept = {one.message for one in found}
    return [row for row in rows if row["index"] in kept]


def _print_rows(
    chat: OpenChat,
    title: str,
    rows: list[Row],
    warnings: tuple[Problem, ...],
    options: argparse.Namespace,
) -> None:
    if options.json:
        print_json(rows)
        return
    lines = [f"--- {chat.path}, {title} ---"] if title else []
    lines += [_message_row(chat.document.chat, row) for row in rows]
    lines += [f"warning: {problem.text}" for problem in warnings] if title else []
    print_text("\n".join(lines))


def _message_row(chat: Chat, row: Row) -> str:
    index = int(str(row["index"]))
    state = "hidden " if row["hidden"] else "visible"
    line = f"{index:>6}  {state}{_recap_words(row)}  {row['name']}: "
    return line + _start(chat.message(index).text)


def _recap_words(row: Row) -> str:
    """What a person wants to know of a recap, in a column of its own."""
    if row["included"] is None:
        return ""
    words = f"in, {row['recap_tokens']} tokens" if row["included"] else str(row["reason"])
    scene = "open scene" if row["scene"] is None else f"scene to {row['scene']}"
    return f"  {_cut(words, 34):<34}  {scene:<14}"


def _start(text: str) -> str:
    return _cut(" ".join(text.split()), _SHOWN)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
