"""`why` for entries of SillyTavern's lorebooks: what sets them off, or where they are left out."""

import argparse
import re
from collections.abc import Sequence

from inspector.arguments import UsageError
from inspector.cli.gates import gate_lines, gates_json
from inspector.cli.predicting import predictions_of
from inspector.cli.requesting import Inquiry
from inspector.console import print_json, print_text
from inspector.core.sending import Send, SendKind
from inspector.loading import OpenChat
from inspector.proof.guessing import Guess
from inspector.sillytavern.lore_scan.reasons import gates_of, state_in_words

_ENTRY = re.compile(r"lore:(?P<book>.+):(?P<uid>[^:]*)")


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
        steps = list(gates_of(verdict))
        if options.json:
            found = {"id": wanted, "in_block": verdict.active, "gates": gates_json(steps)}
            print_json({**found, "smallest_change": None})
        else:
            print_text(f"{wanted}: {state_in_words(verdict)}, {verdict.tokens} tokens")
            print_text("\n".join(gate_lines(steps)))
