"""How much of a request's beginning stays the same from turn to turn.

Providers charge little for a prefix that did not change: what changes near the top of a request
costs all that stands below it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.core.errors import InspectorError
from inspector.core.problems import Problem, Severity
from inspector.core.sending import Send, SendKind
from inspector.core.tokens import Tokenizer
from inspector.language import _, percent
from inspector.proof.attribution import Expected, Piece
from inspector.proof.change_causes import FirstChange, cause_of_change
from inspector.proof.checking import Check, expected_messages
from inspector.proof.guessing import Guess
from inspector.proof.proving import Predictions, Proof
from inspector.proof.source_words import source_in_words
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT
from inspector.sillytavern.send.predicting import Prediction
from inspector.systems import slot_name

TURNS = 6
"""How many turns show what costs a chat its cache."""
_MOSTLY = 0.5
_LITTLE = 0.5


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
        wording = text(chat.records[index].get("mes"))
        if chat.from_user[index] and wording.strip():
            send = Send(SendKind.NORMAL, wording, opened=True)
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
    before: Prediction | None = None
    for turn in turns:
        try:
            now = predictions(turn)
        except InspectorError:
            before = None
            continue
        if before is not None:
            at = turn.at if turn.at is not None else len(predictions.chat) - 1
            row = compared(at, predicted_messages(before), predicted_messages(now), tokenizer)
            yield explained(row, before, now)
        before = now


def predicted_messages(prediction: Prediction) -> list[Expected]:
    """The messages of a predicted request, all of them known."""
    return expected_messages(prediction, len(prediction.simulation.chat))


def sent_messages(found: Check) -> list[Expected]:
    """The messages of a captured request, with where each part comes from."""
    captured, parts = found.captured, found.parts
    pieces: list[list[Piece]] = [[] for _ in captured.contents]
    for part in parts:
        content = captured.contents[part.message]
        pieces[part.message].append(Piece(content[part.start : part.end], part.source))
    if captured.prompt is not None:
        return [Expected("", tuple(pieces[0]))]
    return [
        Expected(one.role, tuple(here), one.name)
        for one, here in zip(captured.messages, pieces, strict=True)
    ]


def captured_stability(checks: Sequence[Proof], tokenizer: Tokenizer) -> Iterator[TurnStability]:
    """How much of each captured request stayed the same since the one before.

    Args:
        checks: the requests of one chat, oldest first, each checked.
        tokenizer: counts tokens.
    """
    for earlier, later in pairwise(checks):
        before, now = earlier.check, later.check
        at = _end_of(later)
        row = compared(at, sent_messages(before), sent_messages(now), tokenizer)
        yield explained(row, before.prediction, now.prediction)


def _end_of(proof: Proof) -> int:
    """The message after which the chat ended when a request was sent."""
    at = proof.guess.at
    return len(proof.check.prediction.simulation.chat) - 1 if at is None else at


def explained(row: TurnStability, before: Prediction, now: Prediction) -> TurnStability:
    """The row with what made its first change.

    Args:
        row: a request beside the one before.
        before: what explains the request before.
        now: what explains the request.
    """
    change = row.first_change
    if change is None:
        return row
    return replace(row, first_change=replace(change, cause=cause_of_change(change, before, now)))


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
    for index, one in enumerate(now):
        if index == len(before):
            return TurnStability(at, sum(counts), kept, None)
        other = before[index]
        same_head = (one.role, one.name) == (other.role, other.name)
        content, earlier = one.content, other.content
        if same_head and content == earlier:
            kept += counts[index]
            continue
        offset = _common_length(content, earlier) if same_head else 0
        goes_on = same_head and offset == len(earlier) and index == len(before) - 1
        kept += tokenizer.count(content[:offset])
        if goes_on:
            return TurnStability(at, sum(counts), kept, None)
        was = other.source_at(offset) if offset < len(earlier) else ""
        change = FirstChange(
            index,
            offset,
            source=(one if offset < len(content) else other).source_at(offset),
            was=was,
            has_moved=any(piece.source == was for below in now[index:] for piece in below.pieces),
            earlier=_line_at(earlier, offset),
            line=_line_at(content, offset),
        )
        return TurnStability(at, sum(counts), kept, change)
    if len(now) < len(before):
        first = before[len(now)]
        source = first.source_at(0)
        gone = FirstChange(len(now), 0, source, source, earlier=_line_at(first.content, 0))
        return TurnStability(at, sum(counts), kept, gone)
    return TurnStability(at, sum(counts), kept, None)


def _line_at(content: str, offset: int) -> str:
    """The whole line that a place of a text lies in."""
    start = content.rfind("\n", 0, offset) + 1
    end = content.find("\n", offset)
    return content[start:] if end < 0 else content[start:end]


def _common_length(left: str, right: str) -> int:
    """How many characters two texts begin with in common."""
    pairs = enumerate(zip(left, right, strict=False))
    shorter = min(len(left), len(right))
    return next((location for location, (one, other) in pairs if one != other), shorter)


def kept_share(rows: Iterable[TurnStability]) -> float:
    """Which part of all requests stayed the same, from 0 to 1."""
    listed = list(rows)
    whole = sum(row.tokens for row in listed)
    return sum(row.kept for row in listed) / whole if whole else 1.0


@dataclass(frozen=True, slots=True)
class Placing:
    """Slots with another place, as a what-if.

    Attributes:
        slots: their keys.
        position: SillyTavern's position of all of them.
        depth: their depth in the chat, where the position is one in the chat.
    """

    slots: tuple[str, ...]
    position: int
    depth: int = 0


USUAL_DEPTH = 4
"""SillyTavern's own default for what is put into the chat."""


def moved(predictions: Predictions, placing: Placing) -> Predictions:
    """The same predictions with slots elsewhere, as a what-if."""
    predictor = predictions.predictor
    places = dict.fromkeys(placing.slots, (placing.position, placing.depth))
    return replace(predictions, predictor=replace(predictor, moved={**predictor.moved, **places}))


def usual_placings(prediction: Prediction) -> tuple[Placing, ...]:
    """What is worth trying: slots that stand beside the main prompt, deep in the chat instead.

    First the first of them alone, then with each that stands behind it, then all.

    Args:
        prediction: the newest request.
    """
    outside = [
        one.key
        for answer in prediction.answers.values()
        if not answer.is_off
        for one in answer.derivation.injections
        if one.text and one.position in (IN_PROMPT, BEFORE_PROMPT)
    ]
    places = {
        piece.source.removeprefix("slot:"): (number, index)
        for number, content in enumerate(prediction.request.texts)
        for index, piece in enumerate(content.pieces)
    }
    ordered = sorted((key for key in outside if key in places), key=places.__getitem__)
    first = next((key for key in ordered if _changes_often(prediction, key)), None)
    found: list[tuple[str, ...]] = [(first,)] if first is not None else []
    found.append(tuple(ordered))
    kept = [slots for slots in dict.fromkeys(found) if slots]
    return tuple(Placing(slots, IN_CHAT, USUAL_DEPTH) for slots in kept)


def _changes_often(prediction: Prediction, key: str) -> bool:
    """Whether a slot renders memories, which come and go from turn to turn."""
    return any(
        line.memory is not None
        for answer in prediction.answers.values()
        for one in answer.derivation.injections
        if one.key == key
        for line in one.lines
    )


def placing_in_words(placing: Placing) -> str:
    """Where slots would stand: `Memories and World at depth 4`."""
    names = [source_in_words(f"slot:{key}") for key in placing.slots]
    listed = names[-1]
    if len(names) > 1:
        listed = _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
    return f"{listed} {place_in_words(placing)}"


def place_in_words(placing: Placing) -> str:
    """The place alone: `at depth 4 of the chat`."""
    if placing.position == IN_PROMPT:
        return _("after the main prompt")
    if placing.position == BEFORE_PROMPT:
        return _("before the main prompt")
    return _("at depth {depth} of the chat").format(depth=placing.depth)


def what_if_in_words(
    placing: Placing, rows: Sequence[TurnStability], other: Sequence[TurnStability]
) -> str:
    """What another place would save, over all turns."""
    words = _("with {placing} {share} would stay the same instead of {now}")
    return words.format(
        placing=placing_in_words(placing),
        share=percent(kept_share(other)),
        now=percent(kept_share(rows)),
    )


A_TENTH = 0.1
"""What providers charge for a token that they had before, as a part of the price of a new one."""


def cost(row: TurnStability) -> float:
    """What a request costs, in tokens at the price of new ones."""
    return row.kept * A_TENTH + row.tokens - row.kept


def cache_problem(
    rows: Sequence[TurnStability],
    elsewhere: Mapping[Placing, Sequence[TurnStability]] | None = None,
) -> Problem | None:
    """What costs most turns their cache, where one slot does so near the top.

    Args:
        rows: the last turns.
        elsewhere: the same turns with slots elsewhere.
    """
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
    words = _(
        "The slot {slot} changes in {count:,} of {turns:,} turns, above all else: a prompt cache "
        "keeps {share} of the request."
    ).format(slot=slot_name(slot), count=count, turns=len(rows), share=percent(share))
    shares = {placing: kept_share(turns) for placing, turns in (elsewhere or {}).items()}
    best = max(shares, key=shares.__getitem__, default=None)
    if best is not None and shares[best] > share:
        better = _("With {placing} it would keep {share}.")
        words += " " + better.format(placing=placing_in_words(best), share=percent(shares[best]))
    return Problem("cache-lost", words, Severity.HINT)
