"""How much of a request's beginning stays the same from turn to turn.

Providers charge little for a prefix that did not change: what changes near the top of a request
costs all that stands below it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.core.errors import InspectorError
from inspector.core.problems import Problem, Severity
from inspector.core.sending import Send, SendKind
from inspector.core.tokens import Tokenizer
from inspector.proof.attribution import Expected
from inspector.proof.checking import expected_messages
from inspector.proof.guessing import Guess
from inspector.proof.proving import Predictions

_MOSTLY = 0.5
_LITTLE = 0.5


@dataclass(frozen=True, slots=True)
class FirstChange:
    """Where a request first differs from the one before.

    Attributes:
        message: which message.
        offset: where in its content, in code points; 0 for another role too.
        source: what stands there (DESIGN §4).
    """

    message: int
    offset: int
    source: str


@dataclass(frozen=True, slots=True)
class TurnStability:
    """One turn's request beside the one before.

    Attributes:
        at: the message after which the chat ended when it was sent.
        tokens: of the whole request.
        kept: tokens of its beginning that stayed the same.
        first_change: where it first differs; None where it only goes on.
    """

    at: int
    tokens: int
    kept: int
    first_change: FirstChange | None

    @property
    def share(self) -> float:
        """Which part of the request stayed the same, from 0 to 1."""
        return self.kept / self.tokens if self.tokens else 1.0


def turns_of(chat: Chat, last: int) -> list[Guess]:
    """The last turns of a chat as sends: each message of the user, as it was typed.

    Args:
        chat: the chat.
        last: so many turns, and the one before them to compare with.
    """
    found: list[Guess] = []
    for index in range(len(chat) - 1, 0, -1):
        if len(found) > last:
            break
        said = text(chat.records[index].get("mes"))
        if chat.from_user[index] and said.strip():
            send = Send(SendKind.NORMAL, said, opened=True)
            found.append(Guess(send, at=index - 1))
    return found[::-1]


def stability(
    predictions: Predictions, turns: Sequence[Guess], tokenizer: Tokenizer
) -> Iterator[TurnStability]:
    """How much of each turn's request stayed the same since the turn before.

    Args:
        predictions: predicts the requests.
        turns: the turns, oldest first; the first one is only compared with.
        tokenizer: counts tokens.

    Raises:
        InspectorError: no request can be predicted; the text says why.
    """
    before: list[Expected] | None = None
    for turn in turns:
        try:
            prediction = predictions(turn)
        except InspectorError:
            before = None
            continue
        now = expected_messages(prediction, len(prediction.simulation.chat))
        if before is not None:
            at = turn.at if turn.at is not None else len(predictions.document.chat) - 1
            yield compared(at, before, now, tokenizer)
        before = now


def compared(
    at: int, before: Sequence[Expected], now: Sequence[Expected], tokenizer: Tokenizer
) -> TurnStability:
    """A request beside the one before it.

    Args:
        at: the message after which the chat ended.
        before: the messages of the request before.
        now: the messages of the request.
        tokenizer: counts tokens.
    """
    counts = [tokenizer.count(one.content) for one in now]
    kept = 0
    for place, one in enumerate(now):
        if place == len(before):
            return TurnStability(at, sum(counts), kept, None)
        other = before[place]
        same_head = (one.role, one.name) == (other.role, other.name)
        content, earlier = one.content, other.content
        if same_head and content == earlier:
            kept += counts[place]
            continue
        offset = _common_length(content, earlier) if same_head else 0
        goes_on = same_head and offset == len(earlier) and place == len(before) - 1
        kept += tokenizer.count(content[:offset])
        source = one.source_at(offset) if offset < len(content) else other.source_at(offset)
        change = None if goes_on else FirstChange(place, offset, source)
        return TurnStability(at, sum(counts), kept, change)
    if len(now) < len(before):
        gone = FirstChange(len(now), 0, before[len(now)].source_at(0))
        return TurnStability(at, sum(counts), kept, gone)
    return TurnStability(at, sum(counts), kept, None)


def _common_length(left: str, right: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(left, right, strict=False))
    shorter = min(len(left), len(right))
    return next((place for place, (one, other) in pairs if one != other), shorter)


def kept_share(rows: Iterable[TurnStability]) -> float:
    """Which part of all requests stayed the same, from 0 to 1."""
    listed = list(rows)
    whole = sum(row.tokens for row in listed)
    return sum(row.kept for row in listed) / whole if whole else 1.0


def moved(predictions: Predictions, slot: str, position: int, depth: int) -> Predictions:
    """The same predictions with one slot elsewhere, as a what-if."""
    predictor = predictions.predictor
    places = {**predictor.moved, slot: (position, depth)}
    return replace(predictions, predictor=replace(predictor, moved=places))


def cache_problem(rows: Sequence[TurnStability]) -> Problem | None:
    """What costs most turns their cache, where one slot does so near the top."""
    changes = Counter(
        row.first_change.source
        for row in rows
        if row.first_change is not None
        and row.first_change.source.startswith("slot:")
        and row.share < _LITTLE
    )
    if not changes:
        return None
    ((source, count),) = changes.most_common(1)
    if count < _MOSTLY * len(rows):
        return None
    slot = source.removeprefix("slot:")
    share = kept_share(rows)
    words = (
        f"{slot} changes in {count} of {len(rows)} turns above everything else: a prompt cache "
        f"keeps {share:.0%} of the request."
    )
    return Problem("cache-lost", words, Severity.HINT)
