"""`check`: a captured request beside what is predicted (DESIGN §4)."""

from collections.abc import Sequence
from pathlib import Path

from inspector.arguments import Parser, UsageError, file_name, file_path
from inspector.cli.beside import with_path
from inspector.cli.input_bytes import bytes_of
from inspector.cli.predicting import add_predicting, opened_chat, predictions_of
from inspector.cli.requesting import inquiry_of, warn_of_strangers
from inspector.console import print_json, print_text
from inspector.predicting import chats_of, proved
from inspector.proof.attribution import Difference
from inspector.proof.captured import (
    LARGEST_FILE_BYTES,
    Captured,
    NotARequestError,
    read_captured,
)
from inspector.proof.checking import line_diff
from inspector.proof.proving import Proof
from inspector.proof.report import check_lines

_DIFFERS = 1


def check_parser() -> Parser:
    """What `check` understands."""
    parser = Parser(
        "check",
        "Lay a captured request beside what is predicted: what became of every slot, which "
        "messages are in, and where every other part comes from. Exits with 1 where something "
        "differs.",
        "REQUEST is a request's body, its array of messages, or the raw text of a prompt.\n"
        "example: memory-inspector check chat.jsonl request.json",
    )
    parser.add_argument(
        "chat",
        type=file_path,
        metavar="CHAT",
        help="a chat file, or SillyTavern's data folder, in which its chat is looked for",
    )
    parser.add_argument(
        "request", type=file_name, metavar="REQUEST", help="a file, or - for standard input"
    )
    add_predicting(parser)
    return parser


def run_check(arguments: Sequence[str]) -> int:
    """Check a request; answers 1 where something differs."""
    options = check_parser().parse(arguments)
    data = bytes_of(options.request, LARGEST_FILE_BYTES + 1)
    try:
        captured = read_captured(data, options.request)
    except NotARequestError as error:
        raise with_path(error, data, "request-file") from error
    path = _chat_for(options.chat, captured)
    inquiry = inquiry_of(options)
    chat = opened_chat(path, options)
    warn_of_strangers(inquiry, chat)
    predictions = predictions_of(chat, inquiry, options)
    proof = proved(captured, predictions, options.encoding)
    found = proof.check
    if options.json:
        print_json(check_json(proof))
    else:
        for line in check_lines(found, proof.guess, str(path)):
            print_text(line)
    return 0 if found.is_fine else _DIFFERS


def _chat_for(location: Path, captured: Captured) -> Path:
    """The chat itself, or the one of a data folder that the request is of.

    Raises:
        UsageError: none of the folder's chats fits, or several fit equally.
    """
    if not _is_folder(location):
        return location
    found = chats_of(captured, location)
    if not found:
        raise UsageError(f"{location}: no chat in this folder holds the request's last messages")
    if len(found) > 1:
        named = ", ".join(str(path) for path in found[:4])
        more = f" and {len(found) - 4} more" if len(found) > 4 else ""
        raise UsageError(f"{len(found)} chats fit equally, name one: {named}{more}")
    return found[0]


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # whoever reads it says why it cannot be read
        return False


def check_json(proof: Proof) -> dict[str, object]:
    """What was found, as `--json` prints it (DESIGN §4)."""
    found = proof.check
    whole, attributed = found.coverage
    send = proof.guess.send
    return {
        "kind": send.kind.value,
        "form": found.captured.form,
        "send": {
            "pending": send.pending,
            "member": send.member,
            "opened": send.opened,
            "at": proof.guess.at,
        },
        "slots": [
            {
                "key": slot.key,
                "delivered": slot.delivered,
                "message": slot.message,
                "cause": slot.cause or None,
                "diff": list(slot.diff),
                "macros": list(slot.macros),
            }
            for slot in found.slots
        ],
        "history": {
            "first_in": found.history.first_in,
            "predicted_first_in": found.history.predicted_first_in,
            "agrees": found.history.agrees,
            "next_out": found.history.next_out,
            "needed": found.history.needed,
        },
        "parts": [
            {
                "message": part.message,
                "start": part.start,
                "end": part.end,
                "source": part.source,
                "tokens": tokens,
            }
            for part, tokens in zip(found.parts, found.tokens, strict=True)
        ],
        "coverage": {"tokens": whole, "attributed": attributed},
        "differences": [_difference_json(one) for one in found.differences],
        "remarks": list(found.remarks),
    }


def _difference_json(one: Difference) -> dict[str, object]:
    return {
        "kind": one.kind,
        "source": one.source,
        "message": one.message,
        "diff": list(line_diff(one.expected, one.found)),
    }
