"""`why`: every gate that something passed or failed, and the smallest change that gets it in."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from inspector.analysis.patience import Patience
from inspector.arguments import Parser, UsageError, add_json, add_question
from inspector.cli.asking import Answered, Inquiry, inquiry_of
from inspector.cli.scribe_sources import scribe_sources_of, with_scribe
from inspector.cli.why_memories import existing, memories_with, print_memories
from inspector.cli.why_requests import is_request_id, print_request, requests_of
from inspector.console import print_error, print_text
from inspector.loading import OpenChat, open_chat
from inspector.systems.auto_recap.derivation import RecapDerivation
from inspector.systems.scribe.derivation import ScribeDerivation

_PATIENCE = 60.0


def why_parser() -> Parser:
    """What `why` understands."""
    parser = Parser(
        "why",
        "Say why memories are in the prompt or not, or for Scribe messages and items: every gate "
        "with its numbers, and the smallest change, tried on the real rules, that gets one in.",
        "examples: memory-inspector why chat.jsonl event_12_0 --ruleset openvault/26\n"
        "          memory-inspector why chat.jsonl message:12 lore:3 --lorebook book.json",
    )
    parser.add_argument("chat", type=Path, metavar="CHAT", help="a chat file (.jsonl)")
    parser.add_argument(
        "ids",
        nargs="*",
        metavar="ID",
        help="ids of memories, or for Scribe message:12, lore:3, chronicle:x "
        "(default: all that exist)",
    )
    parser.add_argument(
        "--patience",
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
    """Print the gates of some or all memories, or of Scribe's messages and items."""
    options = why_parser().parse(arguments)
    inquiry = inquiry_of(options)
    sources = scribe_sources_of(options)
    _explain(with_scribe(open_chat(options.chat), sources), inquiry, options)
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
    patience = Patience(options.patience)
    for part in parts:
        part(patience)
    if patience.is_over and options.patience:
        print_error(
            f"Smallest changes were looked for during {options.patience:g} seconds only; name "
            "fewer ids, or give more --patience."
        )


def _parts(
    chat: OpenChat, inquiry: Inquiry, answers: Sequence[Answered], options: argparse.Namespace
) -> Iterator[Callable[[Patience], None]]:
    """What is to be printed for each ruleset, once every id has proved to be there.

    Raises:
        UsageError: one is not, or a ruleset that was named judges nothing that `why` tells of.
    """
    of_memories, of_requests = _sorted_ids(answers, options.ids)
    is_about_memories = bool(of_memories) or not options.ids
    memories = memories_with(chat, of_memories) if is_about_memories else []
    requests = iter(requests_of(chat, answers, of_requests, everything=not options.ids))
    for answered in answers:
        if isinstance(answered.derivation, ScribeDerivation):
            request = next(requests)
            if request.ids:
                yield partial(print_request, chat, request, json=options.json)
        elif is_about_memories and _has_memories(answered, inquiry):
            found = existing(chat, answered.asked(chat.document), memories, named=bool(of_memories))
            yield partial(print_memories, chat, answered, found, json=options.json)


def _sorted_ids(answers: Sequence[Answered], ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Ids of memories, and those of Scribe's messages and items."""
    scribe = [isinstance(answered.derivation, ScribeDerivation) for answered in answers]
    if all(scribe) and scribe:
        return [], [*ids]
    if not any(scribe):
        return [*ids], []
    return (
        [one for one in ids if not is_request_id(one)],
        [one for one in ids if is_request_id(one)],
    )


def _has_memories(answered: Answered, inquiry: Inquiry) -> bool:
    """Whether a ruleset judges memories at all.

    Raises:
        UsageError: it does not, and was named.
    """
    if not isinstance(answered.derivation, RecapDerivation):
        return True
    if inquiry.rulesets:
        name = answered.ruleset.name
        raise UsageError(f"{name} judges messages and has no memories; ask `messages`")
    return False
