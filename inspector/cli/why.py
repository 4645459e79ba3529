"""`why`: every gate that something passed or failed, and the smallest change that gets it in."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from inspector.arguments import Parser, UsageError, add_chat, add_json, add_question
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.requesting import Answered, Inquiry, inquiry_of
from inspector.cli.several import open_named
from inspector.cli.where import add_where, memories_where, messages_where
from inspector.cli.why_lore import is_entry_id, print_entries
from inspector.cli.why_memories import existing, memories_with, print_memories
from inspector.cli.why_rows import RowDerivation, is_row_id, print_rows, row_questions
from inspector.console import print_error, print_text
from inspector.core.deadline import Deadline
from inspector.core.explanation import MESSAGE
from inspector.core.memory import Memory
from inspector.core.request import RequestDerivation
from inspector.loading import OpenChat

_PATIENCE = 60.0


def why_parser() -> Parser:
    """What `why` understands."""
    parser = Parser(
        "why",
        "Say why memories are in the prompt or not, for Auto-Recap messages, for Scribe messages "
        "and items: every gate "
        "with its numbers, and the smallest change, tried on the real rules, that gets one in.",
        "examples: memory-inspector why chat.jsonl event_12_0 --ruleset openvault/26\n"
        "          memory-inspector why chat.jsonl message:80 --ruleset auto-recap/1\n"
        "          memory-inspector why chat.jsonl message:12 lore:3 --lorebook book.json",
    )
    add_chat(parser, is_read=True)
    parser.add_argument(
        "ids",
        nargs="*",
        metavar="ID",
        help="ids of memories, message:12 for Auto-Recap and Scribe, lore:3 and chronicle:x for "
        "Scribe, lore:BOOK:UID for an entry of SillyTavern's lorebooks (default: all memories)",
    )
    add_where(parser, "gate == budget and importance >= 4")
    parser.add_argument(
        "--patience",
        dest="time_limit",
        type=_seconds,
        default=_PATIENCE,
        metavar="SECONDS",
        help="how long smallest changes are looked for, all together "
        f"(default: {_PATIENCE:g}; 0: not at all)",
    )
    add_question(parser)
    add_json(parser)
    return parser


def run_why(arguments: Sequence[str]) -> int:
    """Print the gates of some or all memories, messages or items."""
    options = why_parser().parse(arguments)
    inquiry = inquiry_of(options)
    sources = named_sources(options)
    chat = with_beside(open_named(options.chat), sources)
    entries = [one for one in options.ids if is_entry_id(one)]
    options.ids = [one for one in options.ids if not is_entry_id(one)]
    if entries:
        print_entries(chat, inquiry, entries, options)
    if options.where is not None and (options.ids or entries):
        raise UsageError("name ids or a filter, not both")
    if options.ids or not entries:
        _explain(chat, inquiry, options)
    return 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds")
    return seconds


def _explain(chat: OpenChat, inquiry: Inquiry, options: argparse.Namespace) -> None:
    answers = list(inquiry.answers(chat))
    parts = list(_parts(chat, inquiry, answers, options))
    if not answers and not options.json:
        print_text(f"{chat.path}: the chat carries no data of a known memory system.")
    deadline = Deadline(options.time_limit)
    for part in parts:
        part(deadline)
    if deadline.is_over and options.time_limit:
        print_error(
            f"Smallest changes were looked for during {options.time_limit:g} seconds only; name "
            "fewer ids, or give more --patience."
        )


def _parts(
    chat: OpenChat, inquiry: Inquiry, answers: Sequence[Answered], options: argparse.Namespace
) -> Iterator[Callable[[Deadline], None]]:
    """What is to be printed for each ruleset, once every id has proved to be there.

    Raises:
        UsageError: one is not, or no ruleset that answers knows anything of its kind.
    """
    ids: list[str] = options.ids
    judging = any(map(_judges_memories, answers))
    if options.where is not None and answers and not judging:
        ids = messages_where(options.where, chat, [one.derivation for one in answers])
        if not ids:
            return
    of_memories, of_rows = _sorted_ids(answers, ids)
    memories = _memories(chat, answers, of_memories) if of_memories or not ids else []
    asks_rows = bool(of_rows) or not (ids or options.where is not None)
    rows = iter(row_questions(chat, answers, of_rows, inquiry) if asks_rows else ())
    for answered in answers:
        if not _judges_memories(answered):
            question = next(rows, None)
            if question is not None and question.ids:
                yield partial(print_rows, chat, question, json=options.json)
        elif of_memories or not ids:
            wanted = memories
            if options.where is not None:
                wanted = [row.memory for row in memories_where(options.where, chat, answered)]
            requested = answered.requested(chat.document)
            found = existing(chat, requested, wanted, named=bool(of_memories))
            yield partial(print_memories, chat, answered, found, json=options.json)


def _judges_memories(answered: Answered) -> bool:
    return not isinstance(answered.derivation, RowDerivation)


def _memories(chat: OpenChat, answers: Sequence[Answered], ids: Sequence[str]) -> list[Memory]:
    """The memories asked about.

    Raises:
        UsageError: one is not there, or nobody who answers judges memories.
    """
    if ids and answers and not any(map(_judges_memories, answers)):
        names = ", ".join(answered.ruleset.name for answered in answers)
        raise UsageError(f"{ids[0]!r}: {names} judges messages, such as {MESSAGE}12")
    return memories_with(chat, ids)


def _sorted_ids(answers: Sequence[Answered], ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Ids of memories, and those of messages and items.

    Where nobody judges memories but a request is assembled, every id is meant for that; where
    nobody judges messages, none is.
    """
    if not any(_judges_memories(one) for one in answers) and any(
        isinstance(one.derivation, RequestDerivation) for one in answers
    ):
        return [], [*ids]
    if all(_judges_memories(one) for one in answers):
        return [*ids], []
    return (
        [one for one in ids if not is_row_id(one)],
        [one for one in ids if is_row_id(one)],
    )
