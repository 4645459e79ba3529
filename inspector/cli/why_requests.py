"""`why` for Scribe: the gates of messages and items, and what would get them in."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten

from inspector.analysis.asked import Asked
from inspector.analysis.patience import Patience
from inspector.analysis.scribe.offer import Offer
from inspector.analysis.scribe.offers import offers, why_in_request
from inspector.arguments import UsageError
from inspector.cli.asking import Answered
from inspector.cli.gates import change_json, change_lines, gate_lines, gates_json, no_change_line
from inspector.console import print_json, print_text
from inspector.core.document import sources_of
from inspector.core.errors import InspectorError
from inspector.loading import OpenChat
from inspector.systems.scribe.derivation import MessageRow, ScribeDerivation
from inspector.systems.scribe.explaining import MESSAGE, Explanation, ids_of, row_of
from inspector.systems.scribe.settings import CHRONICLES

_SHOWN = 80
_PREFIXES = (MESSAGE, "lore:", "chronicle:", "chat:")


def is_request_id(wanted: str) -> bool:
    """Whether an id is of a message or an item and not of a memory."""
    return wanted.startswith(_PREFIXES)


@dataclass(frozen=True, eq=False)
class Request:
    """A Scribe ruleset's answer, and which of its messages and items are asked about.

    Attributes:
        answered: who answered.
        derivation: the answer.
        ids: what is asked about, in order.
    """

    answered: Answered
    derivation: ScribeDerivation
    ids: Sequence[str]


def requests_of(
    chat: OpenChat,
    answers: Sequence[Answered],
    ids: Sequence[str],
    elsewhere: Collection[str] = (),
    *,
    everything: bool,
) -> list[Request]:
    """Those answers that are Scribe's, with what is asked about.

    Args:
        chat: the chat.
        answers: what rulesets answered, Scribe's and others'.
        ids: what is asked about; one that only some of the answers have is asked of those.
        elsewhere: ids that other rulesets answer.
        everything: whether all messages and items are asked about.

    Raises:
        UsageError: nobody has such a message or item.
    """
    found = [
        (answered, answered.derivation)
        for answered in answers
        if isinstance(answered.derivation, ScribeDerivation)
    ]
    if everything:
        return [Request(answered, one, ids_of(one)) for answered, one in found]
    known = [set(ids_of(one)) for _, one in found]
    wanted = list(dict.fromkeys(ids))
    for one in wanted:
        if one not in elsewhere and not any(one in among for among in known):
            if not found:
                raise UsageError(f"{chat.path}: there is no {one!r}")
            answered, derivation = found[0]
            raise UsageError(f"{chat.path}: {_why_missing(chat, answered, derivation, one)}")
    return [
        Request(answered, one, [name for name in wanted if name in among])
        for (answered, one), among in zip(found, known, strict=True)
    ]


def _why_missing(
    chat: OpenChat, answered: Answered, derivation: ScribeDerivation, wanted: str
) -> str:
    sources = sources_of(chat.document)
    if wanted.startswith("lore:") and sources.lorebook is None:
        return f"there is no {wanted!r}: no --lorebook was named"
    if wanted.startswith("chronicle:"):
        if sources.chronicle is None:
            return f"there is no {wanted!r}: no --chronicle was named"
        if answered.moment.settings.get(CHRONICLES) is False:
            return f"there is no {wanted!r}: {CHRONICLES}=false leaves all events out"
        if any(f"chronicle:{event.id}" == wanted for event in sources.chronicle.items):
            return f"{wanted} was not recorded yet at message {answered.moment.at}"
    if not is_request_id(wanted):
        return f"{wanted!r} is no id such as message:12, lore:3 or chronicle:x"
    try:
        row_of(derivation, wanted)
    except InspectorError as error:
        text = str(error)
        return f"{text[:1].lower()}{text[1:].rstrip('.')}"
    return f"there is no {wanted!r}"


def print_request(chat: OpenChat, request: Request, patience: Patience, *, json: bool) -> None:
    """Print what happened to messages and items, as text or one JSON object a line."""
    asked = request.answered.asked(chat.document)
    if not json:
        print_text("\n".join(_heading(chat, request)))
    for wanted in request.ids:
        one = why_in_request(asked, wanted)
        offer = _first_offer(asked, one, request.derivation, patience)
        if json:
            print_json(_json(one, offer))
        else:
            print_text("\n".join(_report(chat, request, one, offer, patience)))


def _first_offer(
    asked: Asked, one: Explanation, derivation: ScribeDerivation, patience: Patience
) -> Offer | None:
    is_sent = one.in_block and derivation.error is None
    return None if is_sent or patience.is_over else next(offers(asked, one.id, patience), None)


def _json(one: Explanation, offer: Offer | None) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    change = None if offer is None else change_json(str(offer.kind), offer.title, offer.detail)
    return {
        "id": one.id,
        "in_block": one.in_block,
        "gates": gates_json(one.gates),
        "smallest_change": change,
    }


def _heading(chat: OpenChat, request: Request) -> Iterator[str]:
    answered, derivation = request.answered, request.derivation
    yield (
        f"{chat.path}: {answered.ruleset.name}, {answered.tokenizer.encoding}; "
        f"{derivation.in_words}"
    )
    if derivation.error is not None:
        yield f"nothing is sent: {derivation.error}"
    for problem in (*answered.problems, *derivation.warnings):
        yield f"warning: {problem.text}"


def _report(
    chat: OpenChat, request: Request, one: Explanation, offer: Offer | None, patience: Patience
) -> Iterator[str]:
    failed = one.failed
    yield ""
    yield f"{one.id}: in" if failed is None else f"{one.id}: left out at {failed.gate}"
    yield f"  {shorten(_said(chat, request.derivation, one.id), _SHOWN, placeholder='…')}"
    yield from gate_lines(one.gates)
    if offer is not None:
        yield from change_lines("the smallest change", offer.title, offer.detail)
    elif failed is not None or request.derivation.error is not None:
        yield no_change_line(in_time=not patience.is_over)


def _said(chat: OpenChat, derivation: ScribeDerivation, wanted: str) -> str:
    row = row_of(derivation, wanted)
    if isinstance(row, MessageRow):
        message = chat.document.chat.message(row.message)
        return f"{message.name}: {message.text}"
    return f"{row.item.title}: {row.item.text}"
