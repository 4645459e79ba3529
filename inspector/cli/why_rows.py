"""`why` for messages and items: their gates, and what would get them in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from inspector.analysis.smallest_change import changes_for, explanation
from inspector.arguments import UsageError
from inspector.cli.gates import change_json, change_lines, gate_lines, gates_json, no_change_line
from inspector.cli.requesting import Answered, Inquiry
from inspector.console import print_json, print_text
from inspector.core.deadline import Deadline
from inspector.core.document import sources_of
from inspector.core.errors import InspectorError
from inspector.core.explanation import MESSAGE, Explanation
from inspector.core.items import ItemKind
from inspector.core.message_derivation import MessageDerivation
from inspector.core.query import Query
from inspector.core.recap_verdict import STORED
from inspector.core.request import AssemblesRequest, ItemRow, RequestDerivation
from inspector.core.sources import ITEM_PREFIXES
from inspector.core.suggestion import SuggestedChange
from inspector.loading import OpenChat

_SHOWN = 80
_PREFIXES = (MESSAGE, *ITEM_PREFIXES)

RowDerivation = RequestDerivation | MessageDerivation
"""Answers that judge messages, or messages and items."""


def is_row_id(wanted: str) -> bool:
    """Whether an id is of a message or an item and not of a memory."""
    return wanted.startswith(_PREFIXES)


@dataclass(frozen=True, eq=False)
class RowQuestion:
    """An answer that judges messages or items, and which of them are asked about.

    Attributes:
        answered: who answered.
        derivation: the answer.
        ids: what is asked about, in order.
    """

    answered: Answered
    derivation: RowDerivation
    ids: Sequence[str]


def row_questions(
    chat: OpenChat, answers: Sequence[Answered], ids: Sequence[str], inquiry: Inquiry
) -> list[RowQuestion]:
    """Those answers that judge messages or items, with what is asked about.

    Where no ruleset was named a message is the request's if one is assembled, and all messages
    are asked about of that alone.

    Args:
        chat: the chat.
        answers: what rulesets answered.
        ids: what is asked about, one that only some of the answers have of those; empty for
            everything.
        inquiry: says whether rulesets were named.

    Raises:
        UsageError: none of them has such a message or item.
    """
    found = [(one, one.derivation) for one in answers if isinstance(one.derivation, RowDerivation)]
    requests = [pair for pair in found if isinstance(pair[1], RequestDerivation)]
    preferred = requests if requests and not inquiry.rulesets else found
    known = [frozenset(derivation.ids) for _, derivation in found]
    for wanted in ids:
        if found and not any(wanted in among for among in known):
            raise UsageError(f"{chat.path}: {_why_missing(chat, *(requests or found)[0], wanted)}")
    return [
        RowQuestion(answered, derivation, _ids(derivation, ids, inquiry))
        if (answered, derivation) in preferred
        else RowQuestion(answered, derivation, ())
        for answered, derivation in found
    ]


def _ids(derivation: RowDerivation, ids: Sequence[str], inquiry: Inquiry) -> Sequence[str]:
    known = derivation.ids
    if ids:
        among = frozenset(known)
        return [wanted for wanted in dict.fromkeys(ids) if wanted in among]
    return known if inquiry.rulesets or isinstance(derivation, RequestDerivation) else ()


def _why_missing(chat: OpenChat, answered: Answered, derivation: RowDerivation, wanted: str) -> str:
    sources, ruleset = sources_of(chat.document), answered.ruleset
    if isinstance(derivation, RequestDerivation) and isinstance(ruleset, AssemblesRequest):
        if wanted.startswith("lore:") and sources.lorebook is None:
            return f"there is no {wanted!r}: no --lorebook was named"
        if wanted.startswith("chronicle:"):
            if sources.chronicle is None:
                return f"there is no {wanted!r}: no --chronicle was named"
            switch = ruleset.switches.get(ItemKind.CHRONICLE, "")
            if switch and answered.moment.settings.get(switch) is False:
                return f"there is no {wanted!r}: {switch}=false leaves all events out"
            if any(f"chronicle:{event.id}" == wanted for event in sources.chronicle.items):
                return f"{wanted} was not recorded yet at message {answered.moment.at}"
        if not is_row_id(wanted):
            return f"{wanted!r} is no id such as message:12, lore:3 or chronicle:x"
    try:
        explanation(answered.requested(chat.document), wanted)
    except InspectorError as error:
        text = str(error)
        return f"{text[:1].lower()}{text[1:].rstrip('.')}"
    return f"there is no {wanted!r}"


def print_rows(chat: OpenChat, question: RowQuestion, deadline: Deadline, *, json: bool) -> None:
    """Print what happened to messages and items, as text or one JSON object a line."""
    query = question.answered.requested(chat.document)
    if not json:
        print_text("\n".join(_heading(chat, question)))
    for wanted in question.ids:
        one = explanation(query, wanted)
        is_cut = not one.in_block
        if _error(question) is not None:
            one = one.unsent
        change = _first_change(query, one, deadline)
        if json:
            print_json(_json(one, change))
        else:
            verdict = _verdict(one, is_cut=is_cut)
            print_text("\n".join(_report(chat, question, one, verdict, change, deadline)))


def _error(question: RowQuestion) -> str | None:
    derivation = question.derivation
    return derivation.error if isinstance(derivation, RequestDerivation) else None


def _first_change(query: Query, one: Explanation, deadline: Deadline) -> SuggestedChange | None:
    if one.in_block or deadline.is_over:
        return None
    return next(changes_for(query, one.id, deadline), None)


def _verdict(one: Explanation, *, is_cut: bool) -> str:
    """Whether it is in, and if not whether that is its own gate's doing."""
    failed = one.failed
    if failed is None:
        return "in"
    if not is_cut:
        return "not sent"
    return "left out" if failed.gate == STORED else f"left out at {failed.gate}"


def _json(one: Explanation, change: SuggestedChange | None) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    return {
        "id": one.id,
        "in_block": one.in_block,
        "gates": gates_json([step for step in one.gates if step.gate != STORED]),
        "smallest_change": None
        if change is None
        else change_json(str(change.kind), change.title, change.detail),
    }


def _heading(chat: OpenChat, question: RowQuestion) -> Iterator[str]:
    answered, derivation = question.answered, question.derivation
    held = f"; {derivation.in_words}" if derivation.in_words else ""
    yield f"{chat.path}: {answered.ruleset.name}, {answered.tokenizer.encoding}{held}"
    error = _error(question)
    if error is not None:
        yield f"nothing is sent: {error}"
    for problem in (*answered.problems, *derivation.warnings):
        yield f"warning: {problem.text}"


def _report(
    chat: OpenChat,
    question: RowQuestion,
    one: Explanation,
    verdict: str,
    change: SuggestedChange | None,
    deadline: Deadline,
) -> Iterator[str]:
    yield ""
    yield f"{one.id}: {verdict}"
    yield f"  {shorten(_text(chat, question.derivation, one.id), _SHOWN, placeholder='…')}"
    yield from gate_lines(one.gates)
    derivation = question.derivation
    if isinstance(derivation, MessageDerivation):
        fate = derivation.fate(int(one.id.removeprefix(MESSAGE)))
        yield from ([f"  {fate}"] if fate else ())
    if change is not None:
        yield from change_lines("the smallest change", change.title, change.detail)
    elif not one.in_block:
        yield no_change_line(in_time=not deadline.is_over)


def _text(chat: OpenChat, derivation: RowDerivation, wanted: str) -> str:
    if isinstance(derivation, RequestDerivation):
        row = derivation.row_named(wanted)
        if isinstance(row, ItemRow):
            return f"{row.item.title}: {row.item.text}"
    message = chat.document.chat.message(int(wanted.removeprefix(MESSAGE)))
    return f"{message.name}: {message.text}"
