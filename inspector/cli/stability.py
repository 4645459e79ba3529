"""`stability`: how much of the request a prompt cache can keep from turn to turn."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.arguments import Parser, UsageError, add_chats, file_name, is_whole, whole_number
from inspector.cli.input_bytes import bytes_of
from inspector.cli.predicting import add_predicting, opened_chat, predictions_of
from inspector.cli.requesting import inquiry_of, warn_of_strangers
from inspector.cli.several import Chats
from inspector.console import print_json, print_text
from inspector.language import percent
from inspector.predicting import ENCODING, proved
from inspector.proof.captured import LARGEST_FILE_BYTES, read_captured
from inspector.proof.guessing import Guess
from inspector.proof.proving import Predictions
from inspector.proof.stability import (
    FirstChange,
    Placing,
    TurnStability,
    cache_problem,
    captured_stability,
    kept_share,
    moved,
    stability,
    turns_of,
    what_if_in_words,
)
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT
from inspector.tokenizer import load_tokenizer

_TURNS = 10
_MOST_DIGITS = 9
_POSITIONS = {"before": BEFORE_PROMPT, "after": IN_PROMPT, "chat": IN_CHAT}


def stability_parser() -> Parser:
    """What `stability` understands."""
    parser = Parser(
        "stability",
        "Predict the requests of the last turns and say how many tokens of each one's beginning "
        "stayed the same since the turn before, and what changed first. Providers charge little "
        "for a prefix that did not change.",
        "example: memory-inspector stability chat.jsonl --last 20 --what-if openvault=chat:4",
    )
    add_chats(parser)
    parser.add_argument(
        "--last",
        type=whole_number("number of turns", least=1),
        default=_TURNS,
        metavar="N",
        help=f"so many turns (default: {_TURNS})",
    )
    parser.add_argument(
        "--captured",
        type=file_name,
        action="append",
        metavar="FILE",
        help="a request that was really sent, in place of predicted ones; given several times, "
        "in the order in which they were sent",
    )
    parser.add_argument(
        "--what-if",
        type=_move,
        metavar="SLOT=PLACE",
        help="the same with a slot, or several parted by commas, elsewhere: before, after "
        "(beside the main prompt), or chat:N (at depth N)",
    )
    add_predicting(parser)
    return parser


def _move(text: str) -> Placing:
    slots, sign, location = text.partition("=")
    kind, _, depth = location.partition(":")
    wants_depth = kind == "chat"
    keys = tuple(filter(None, slots.split(",")))
    has_depth = is_whole(depth, _MOST_DIGITS)
    if not sign or not keys or kind not in _POSITIONS or wants_depth != has_depth:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no SLOT=PLACE, such as openvault=chat:4 or openvault=after"
        )
    return Placing(keys, _POSITIONS[kind], int(depth or 0))


def run_stability(arguments: Sequence[str]) -> int:
    """Print how stable the requests of one or more chats are."""
    options = stability_parser().parse(arguments)
    inquiry = inquiry_of(options)
    tokenizer = load_tokenizer(options.encoding or ENCODING)
    captured = [
        read_captured(bytes_of(name, LARGEST_FILE_BYTES + 1), name)
        for name in options.captured or ()
    ]
    if captured and options.what_if is not None:
        raise UsageError("--what-if moves slots of predicted requests; leave out --captured")
    chats = Chats(options.chats, lambda path: opened_chat(path, options))
    for chat in chats:
        path = chat.path
        predictions = predictions_of(chat, inquiry, options)
        warn_of_strangers(inquiry, chat)
        if captured:
            proofs = [proved(one, predictions, options.encoding) for one in captured]
            _print(options, path, list(captured_stability(proofs, tokenizer)), [])
            continue
        turns = turns_of(predictions.chat, options.last)
        rows = list(stability(predictions, turns, tokenizer))
        other: list[TurnStability] = []
        if options.what_if is not None and rows:
            elsewhere = _moved(predictions, turns[-1], options.what_if)
            other = list(stability(elsewhere, turns, tokenizer))
        _print(options, path, rows, other)
    return chats.status()


def _print(
    options: argparse.Namespace,
    path: Path,
    rows: Sequence[TurnStability],
    other: Sequence[TurnStability],
) -> None:
    if options.json:
        print_json([_json(row, other[index : index + 1]) for index, row in enumerate(rows)])
        return
    for line in _lines(str(path), rows, other, options.what_if):
        print_text(line)


def _moved(predictions: Predictions, turn: Guess, placing: Placing) -> Predictions:
    """The predictions with slots elsewhere.

    Raises:
        UsageError: no system sets such a slot.
    """
    answers = predictions(turn).answers.values()
    known = sorted(one.key for answer in answers for one in answer.derivation.injections)
    for slot in placing.slots:
        if slot not in known:
            listed = ", ".join(known) or "none"
            raise UsageError(f"there is no slot {slot!r} in this chat; there are {listed}")
    return moved(predictions, placing)


def _json(row: TurnStability, other: Sequence[TurnStability]) -> dict[str, object]:
    found: dict[str, object] = {"at": row.at, **_kept(row)}
    if other:
        found["what_if"] = _kept(other[0])
    return found


def _kept(row: TurnStability) -> dict[str, object]:
    change = row.first_change
    return {
        "tokens": row.tokens,
        "kept": row.kept,
        "first_change": None
        if change is None
        else {"message": change.message, "offset": change.offset, "source": change.source},
    }


def _change(change: FirstChange) -> str:
    where = f"{change.source} in message {change.message}"
    return where if change.cause is None else f"{where}: {change.cause.text}"


def _lines(
    name: str,
    rows: Sequence[TurnStability],
    other: Sequence[TurnStability],
    placing: Placing | None,
) -> Iterator[str]:
    if not rows:
        yield f"{name}: there are no two turns to compare"
        return
    turns = "turn" if len(rows) == 1 else f"{len(rows)} turns"
    yield f"{name}: {percent(kept_share(rows))} of the last {turns} stayed the same"
    for index, row in enumerate(rows):
        change = row.first_change
        words = "goes on" if change is None else _change(change)
        kept = f"{row.kept:>8,} of {row.tokens:>8,} {percent(row.share):>5}"
        line = f"  after {row.at:>6}  {kept}  {words}"
        if other:
            line += f"; otherwise {percent(other[index].share)}"
        yield line
    if other and placing is not None:
        yield f"  {what_if_in_words(placing, rows, other)}"
    problem = cache_problem(rows)
    if problem is not None:
        yield f"  {problem.text}"
