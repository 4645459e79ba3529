"""`why` for Auto-Recap: the gates of messages, and what would get their recaps in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from inspector.analysis.changes import Change
from inspector.analysis.patience import Patience
from inspector.analysis.recap_change import smallest_recap_change
from inspector.cli.asking import Answered
from inspector.cli.gates import change_json, change_lines, gate_lines, gates_json, no_change_line
from inspector.console import print_json, print_text
from inspector.core.recap_verdict import MessageVerdict
from inspector.loading import OpenChat
from inspector.systems.auto_recap.derivation import RecapDerivation
from inspector.systems.auto_recap.short_term import message_steps

MESSAGE = "message:"
_SHOWN = 80


@dataclass(frozen=True, eq=False)
class RecapQuestion:
    """An Auto-Recap ruleset's answer, and which messages are asked about.

    Attributes:
        answered: who answered.
        derivation: the answer.
        messages: indexes, in the order asked.
    """

    answered: Answered
    derivation: RecapDerivation
    messages: Sequence[int]


def message_named(derivation: RecapDerivation, wanted: str) -> int | None:
    """The index of `message:12`; None if the answer knows no such message."""
    number, count = wanted.removeprefix(MESSAGE), len(derivation.messages)
    # No more digits than the greatest index has: Python refuses to read thousands of them.
    if not wanted.startswith(MESSAGE) or len(number) > len(str(count)):
        return None
    is_index = number.isascii() and number.isdecimal() and str(int(number)) == number
    return int(number) if is_index and int(number) < count else None


def print_recaps(
    chat: OpenChat, question: RecapQuestion, patience: Patience, *, json: bool
) -> None:
    """Print what happened to messages' recaps, as text or one JSON object a line."""
    asked = question.answered.asked(chat.document)
    if not json:
        print_text("\n".join(_heading(chat, question)))
    for message in question.messages:
        verdict = question.derivation.messages[message]
        is_wanted = not verdict.included and not patience.is_over
        change = smallest_recap_change(asked, message) if is_wanted else None
        if json:
            print_json(_json(question, verdict, change))
        else:
            print_text("\n".join(_report(chat, question, verdict, change, patience)))


def _json(
    question: RecapQuestion, verdict: MessageVerdict, change: Change | None
) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    return {
        "id": f"{MESSAGE}{verdict.message}",
        "in_block": verdict.included,
        "gates": gates_json(message_steps(verdict, question.derivation.short_term)),
        "smallest_change": None
        if change is None
        else change_json(str(change.kind), change.title, change.detail),
    }


def _heading(chat: OpenChat, question: RecapQuestion) -> Iterator[str]:
    answered, derivation = question.answered, question.derivation
    use = "" if derivation.short_term is None else f"; {derivation.short_term.in_words}"
    yield f"{chat.path}: {answered.ruleset.name}, {answered.tokenizer.encoding}{use}"
    for problem in (*answered.problems, *derivation.warnings):
        yield f"warning: {problem.text}"


def _report(
    chat: OpenChat,
    question: RecapQuestion,
    verdict: MessageVerdict,
    change: Change | None,
    patience: Patience,
) -> Iterator[str]:
    message = chat.document.chat.message(verdict.message)
    said = " ".join(f"{message.name}: {message.text}".split())
    yield ""
    state = "in" if verdict.included else f"left out at {verdict.gate}"
    yield f"{MESSAGE}{verdict.message}: {state}"
    yield f"  {shorten(said, _SHOWN, placeholder='…')}"
    yield from gate_lines(message_steps(verdict, question.derivation.short_term))
    if change is not None:
        yield from change_lines("the smallest change", change.title, change.detail)
    elif not verdict.included:
        yield no_change_line(in_time=not patience.is_over)
