"""`why` for entries of SillyTavern's lorebooks: what sets them off, or where they are left out."""

import argparse
import re
from collections.abc import Iterator, Sequence

from inspector.arguments import UsageError
from inspector.cli.asking import Inquiry
from inspector.cli.gates import gate_lines, gates_json
from inspector.cli.predicting import predictions_of
from inspector.console import print_json, print_text
from inspector.core.injection import GateStep
from inspector.core.sending import Send, SendKind
from inspector.loading import OpenChat
from inspector.proof.guessing import Guess
from inspector.sillytavern.lore_scan.model import Stage, Verdict

_ENTRY = re.compile(r"lore:(?P<book>.+):(?P<uid>[^:]*)")
_SURE = 100


def is_entry_id(wanted: str) -> bool:
    """Whether an id is of an entry of SillyTavern's: `lore:BOOK:UID`, as a request's parts say."""
    return _ENTRY.fullmatch(wanted) is not None


def print_entries(
    chat: OpenChat, inquiry: Inquiry, ids: Sequence[str], options: argparse.Namespace
) -> None:
    """Print what the scan of the next request says about some entries.

    Args:
        chat: the chat.
        inquiry: the question that the options put.
        ids: the entries.
        options: how it is printed, and the text about to be sent.

    Raises:
        UsageError: an entry is in none of the books that are scanned.
    """
    send = Send(SendKind.NORMAL, options.pending or "")
    prediction = predictions_of(chat, inquiry, options)(Guess(send))
    verdicts = () if prediction.lore is None else prediction.lore.verdicts
    known = {f"lore:{one.book}:{one.uid}": one for one in verdicts}
    for wanted in ids:
        if wanted not in known:
            books = sorted({one.book for one in verdicts})
            among = f"the scanned books are {', '.join(books)}" if books else "no book is scanned"
            raise UsageError(f"{chat.path}: there is no {wanted!r}: {among}")
    for wanted in ids:
        verdict = known[wanted]
        steps = list(_gates(verdict))
        if options.json:
            found = {"id": wanted, "in_block": verdict.active, "gates": gates_json(steps)}
            print_json({**found, "smallest_change": None})
        else:
            print_text(f"{wanted}: {_state(verdict)}, {verdict.tokens} tokens")
            print_text("\n".join(gate_lines(steps)))


def _state(verdict: Verdict) -> str:
    if not verdict.active:
        return "left out"
    return "in" if _certain(verdict) else "may be in"


def _certain(verdict: Verdict) -> bool:
    return verdict.probability is None or verdict.probability >= _SURE


def _gates(verdict: Verdict) -> Iterator[GateStep]:
    """What set an entry off, then what chance has to say, then where it was left out."""
    if verdict.cause is not None:
        yield GateStep(verdict.cause.value, passed=True, detail=_cause(verdict))
    if verdict.stage is not Stage.PROBABILITY and not _certain(verdict):
        words = f"it may come in: {verdict.probability:g} %"
        yield GateStep("probability", passed=True, detail=words)
    if verdict.active and verdict.passed_in > 1:
        words = f"it came in with pass {verdict.passed_in} of the scan"
        yield GateStep("recursion", passed=True, detail=words)
    if verdict.stage is not None:
        name = verdict.stage.name.lower().replace("_", " ")
        yield GateStep(name, passed=False, detail=verdict.detail)


def _cause(verdict: Verdict) -> str:
    if verdict.active:
        return verdict.detail
    match = verdict.match
    if match is None:
        return verdict.cause.value if verdict.cause else ""
    place = match.source if match.message is None else f"message {match.message}"
    return f"its key {verdict.written_key} in {place}"
