"""`check`: a captured request beside what is predicted (DESIGN §4)."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.arguments import Parser, UsageError, file_name, file_path
from inspector.cli.asking import inquiry_of
from inspector.cli.predicting import add_predicting, opened_chat, predictions_of
from inspector.console import print_json, print_text
from inspector.core.errors import ChatFileError
from inspector.proof.attribution import Difference
from inspector.proof.captured import Captured, read_captured
from inspector.proof.causes import with_causes
from inspector.proof.checking import Check, line_diff
from inspector.proof.matching import chat_files, matching_chats
from inspector.proof.proving import Proof, prove
from inspector.sillytavern.data_root import user_folders
from inspector.tokenizer import load_tokenizer

_DIFFERS = 1
_LONGEST_SHOWN = 90
_MOST_MACROS = 5


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
    captured = read_captured(_read(options.request), options.request)
    path = _chat_for(options.chat, captured)
    inquiry = inquiry_of(options)
    chat = opened_chat(path, options)
    predictions = predictions_of(chat, inquiry, options)
    tokenizer = load_tokenizer(options.encoding or "o200k_base")
    proof = prove(captured, chat.document.chat, predictions.marks, predictions, tokenizer)
    found = with_causes(proof.check, proof.guess, predictions)
    if options.json:
        print_json(check_json(found, proof))
    else:
        for line in check_lines(found, proof, str(path)):
            print_text(line)
    return 0 if found.is_fine else _DIFFERS


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise ChatFileError(name, error.strerror or "it cannot be read") from error


def _chat_for(place: Path, captured: Captured) -> Path:
    """The chat itself, or the one of a data folder that the request is of.

    Raises:
        UsageError: none of the folder's chats fits, or several fit equally.
    """
    if not place.is_dir():
        return place
    users = user_folders(place)
    chats = [path for user in users for path in chat_files(user)] or sorted(place.glob("*.jsonl"))
    found = matching_chats(captured, chats)
    if not found:
        raise UsageError(f"{place}: no chat in this folder holds the request's last messages")
    if len(found) > 1:
        named = ", ".join(str(path) for path in found[:4])
        more = f" and {len(found) - 4} more" if len(found) > 4 else ""
        raise UsageError(f"{len(found)} chats fit equally, name one: {named}{more}")
    return found[0]


def check_json(found: Check, proof: Proof) -> dict[str, object]:
    """What was found, as `--json` prints it (DESIGN §4)."""
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


def check_lines(found: Check, proof: Proof, name: str) -> Iterator[str]:
    """What was found, for a person."""
    whole, attributed = found.coverage
    count = len(found.captured.messages)
    shape = "a prompt" if found.captured.prompt is not None else f"{count} messages"
    yield f"{name}: {shape}, {whole:,} tokens, sent by {_sent(proof)}"
    width = max((len(slot.key) for slot in found.slots), default=0)
    for slot in found.slots:
        place = "" if slot.message is None else f"message {slot.message}"
        macros = ", ".join(slot.macros[:_MOST_MACROS])
        if len(slot.macros) > _MOST_MACROS:
            macros += f" and {len(slot.macros) - _MOST_MACROS} more"
        words = "; ".join(one for one in (place, slot.cause, macros) if one)
        yield f"  {slot.key:{width}}  {slot.delivered:7}  {words}".rstrip()
        yield from (f"    {line}" for line in slot.diff)
    yield f"  {_history(found)}"
    for one in found.differences:
        if not one.source.startswith("slot:") or one.kind == "role":
            yield f"  {_difference(one)}"
    rest = whole - attributed
    yield f"  {attributed:,} tokens attributed" + (f", {rest:,} unknown" if rest else ", all")
    yield from (f"  {remark}" for remark in found.remarks)


def _sent(proof: Proof) -> str:
    send = proof.guess.send
    words = send.kind.value
    if send.pending:
        words += f" with {_short(send.pending)!r}"
    if send.member > 1:
        words += f", answer {send.member} of the turn"
    if proof.guess.at is not None:
        words += f", when the chat ended with message {proof.guess.at}"
    return words


def _history(found: Check) -> str:
    history = found.history
    if history.first_in is None:
        return "history: none of the chat's messages is in"
    words = f"history: from message {history.first_in} on"
    if history.agrees:
        words += ", as predicted"
    elif history.first_in != history.predicted_first_in:
        words += f", predicted from {history.predicted_first_in}"
    else:
        words += ", with differences"
    if history.next_out is not None:
        words += f"; next out is {history.next_out} ({history.needed:,} tokens)"
    return words


def _difference(one: Difference) -> str:
    where = "" if one.message is None else f" in message {one.message}"
    match one.kind:
        case "missing":
            return f"{one.source} is missing: {_short(one.expected)}"
        case "extra":
            what = "unknown text" if one.source == "unknown" else one.source
            return f"{what}{where} was not predicted: {_short(one.found)}"
        case "role":
            return f"{one.source}{where} is {one.found}, predicted {one.expected}"
        case "joined":
            return f"{one.source}{where} is joined with others"
        case "differs":
            lines = line_diff(one.expected, one.found)
            shown = " ".join(_short(line) for line in lines[:2])
            return f"{one.source}{where} differs: {shown}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_SHOWN else f"{line[: _LONGEST_SHOWN - 1]}…"
