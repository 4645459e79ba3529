"""A captured request beside the predicted one: what became of every slot, message and part.

Source: issue and DESIGN §4, `check`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.core.injection import Injection
from inspector.core.tokens import Tokenizer
from inspector.language import N_, _
from inspector.proof.alignment import matches
from inspector.proof.attribution import (
    UNKNOWN,
    Attribution,
    Difference,
    Expected,
    Found,
    Part,
    Piece,
    attributed,
)
from inspector.proof.captured import Captured
from inspector.proof.known_texts import KnownTexts
from inspector.proof.line_diff import line_diff
from inspector.proof.moment_text import MomentTexts
from inspector.sillytavern.completion.sourced import PENDING, Sourced
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT
from inspector.sillytavern.send.predicting import Prediction

_CHAT = "chat:"
_PLACES = (IN_PROMPT, IN_CHAT, BEFORE_PROMPT)
_MESSAGE_COST = 5
_MOST_ANSWERS = 20

OF_ANOTHER_CHAT: Final = N_("None of its messages is in this chat: is it another chat's?")
OF_ANOTHER_KIND: Final = N_(
    "By settings.json SillyTavern asks the other kind of API, chat or text "
    "completion, now: was this sent with other settings?"
)
_CUT_OFF: Final = N_("the request is cut off before it")
_SENT_AGAIN: Final = N_("it stands more than once in its message")

Delivered = Literal["exact", "inside", "macros", "differs", "absent"]


@dataclass(frozen=True, slots=True)
class SlotCheck:
    """What became of one slot.

    Attributes:
        key: the slot's.
        system: whose it is.
        delivered: `exact`: a message of its own, as it was made; `inside`: in a larger message;
            `macros`: with its macros expanded; `differs`: another text; `absent`: not there.
        message: the captured message that it is in; None if it is in none.
        cause: why it differs or is absent, as far as that could be found out.
        diff: lines of a difference between what was predicted and what was sent.
        macros: the macros that were expanded, as written.
        ruled_out: causes that were tried on our own model and do not explain it.
    """

    key: str
    system: str
    delivered: Delivered
    message: int | None
    cause: str = ""
    diff: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    ruled_out: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """What its parts of a request come from."""
        return f"slot:{self.key}"

    @property
    def is_fine(self) -> bool:
        """Whether it was sent as it was made."""
        return self.delivered in ("exact", "inside", "macros")


@dataclass(frozen=True, slots=True)
class HistoryCheck:
    """Which messages of the chat are in the request.

    Attributes:
        first_in: the first one, by its number in the chat; None if none is in.
        predicted_first_in: the same by prediction.
        agrees: whether the same messages are in, with the same texts.
        next_out: the newest visible message that is not in and would be next; None if all are.
        needed: what it would cost in tokens.
    """

    first_in: int | None
    predicted_first_in: int | None
    agrees: bool
    next_out: int | None = None
    needed: int = 0


@dataclass(frozen=True)
class Check:
    """A captured request beside the predicted one.

    Attributes:
        captured: the request.
        prediction: what was predicted.
        slots: every slot that has a text.
        history: the messages of the chat.
        parts: where every part comes from.
        tokens: of each part; they sum to the whole.
        differences: what is not as predicted.
        remarks: what a person should know.
    """

    captured: Captured
    prediction: Prediction
    slots: tuple[SlotCheck, ...]
    history: HistoryCheck
    parts: tuple[Part, ...]
    tokens: tuple[int, ...]
    differences: tuple[Difference, ...]
    remarks: tuple[str, ...] = field(default=())

    @property
    def is_fine(self) -> bool:
        """Whether every slot was sent as it was made, and nothing else differs."""
        slots = all(slot.is_fine for slot in self.slots)
        return slots and self.history.agrees and not self.differences

    @property
    def explains_all(self) -> bool:
        """Whether nothing in the request is other than predicted, dropped slots included."""
        return self.history.agrees and not self.differences

    @property
    def coverage(self) -> tuple[int, int]:
        """Tokens of the whole, and of what is attributed."""
        whole = sum(self.tokens)
        unknown = sum(
            tokens
            for part, tokens in zip(self.parts, self.tokens, strict=True)
            if part.source == UNKNOWN
        )
        return whole, whole - unknown


def check(captured: Captured, prediction: Prediction, chat: Chat, tokenizer: Tokenizer) -> Check:
    """Lay a captured request beside a predicted one.

    Args:
        captured: the request.
        prediction: what was predicted.
        chat: the chat as its file lies.
        tokenizer: counts the parts.
    """
    request = prediction.request
    captured = _as_copied(captured, request.prompt)
    injections = dict(_injections(prediction))
    written = _written(prediction, injections, chat)
    moment = MomentTexts(written, request.macros)
    slots = {
        one.key: one.text
        for answer in prediction.answers.values()
        for one in answer.derivation.injections
    }
    expected = expected_messages(prediction, len(chat), captured)
    is_other_kind = (captured.prompt is None) is not (request.prompt is None)
    if is_other_kind:
        expected = [replace(one, role="") for one in expected]
    predicted = [(piece.text, piece.source) for one in expected for piece in one.pieces]
    known = KnownTexts(chat, prediction.simulation.host, slots, request.macros, predicted)
    unknowable = {UNKNOWN, *_unknowable(prediction, chat)}

    def can_be(source: str, expected: str, found: str) -> bool:
        # An earlier answer of a group's turn that is not in the file: nobody can know it.
        return source in unknowable or moment.can_be(source, expected, found)

    attribution = attributed(expected, found_messages(captured), known.source, can_be)
    remarks = (
        *([OF_ANOTHER_CHAT] if _is_of_another_chat(expected, attribution) else ()),
        *([OF_ANOTHER_KIND] if is_other_kind else ()),
        *captured.remarks,
        *(problem.text for problem in prediction.simulation.problems),
    )
    return Check(
        captured=captured,
        prediction=prediction,
        slots=tuple(_slots(captured, prediction, injections, attribution, moment, expected)),
        history=_history(expected, prediction, attribution, chat, tokenizer),
        parts=attribution.parts,
        tokens=tuple(_tokens(captured, attribution.parts, tokenizer)),
        differences=attribution.differences,
        remarks=remarks,
    )


def _as_copied(captured: Captured, predicted: Sourced | None) -> Captured:
    """A raw prompt without the line feed that whatever wrote it to a file put behind it."""
    if captured.form != "prompt" or captured.prompt is None or predicted is None:
        return captured
    added = _line_feeds(captured.prompt) == _line_feeds(predicted.text) + 1
    return replace(captured, prompt=captured.prompt[:-1]) if added else captured


def _line_feeds(text: str) -> int:
    """How many stand at a text's end."""
    return len(text) - len(text.rstrip("\n"))


def _unknowable(prediction: Prediction, chat: Chat) -> Iterator[str]:
    """Sources whose text nobody can know: answers of this turn that the file does not hold."""
    simulated = prediction.simulation.chat
    for index in range(max(0, len(simulated) - _MOST_ANSWERS), min(len(simulated), len(chat))):
        if simulated.records[index].get("mes") != chat.records[index].get("mes"):
            yield f"{_CHAT}{index}"


def expected_messages(
    prediction: Prediction, count: int, captured: Captured | None = None
) -> list[Expected]:
    """A predicted request as attribution takes it.

    Args:
        prediction: what was predicted.
        count: messages of the chat's file. Beyond it are the user's new text, and answers of
            this turn that nobody can know.
        captured: the request beside it; where that is cut off, what would stand behind is left
            out.
    """
    simulated = prediction.simulation.chat
    beyond = {
        f"{_CHAT}{index}": PENDING if simulated.from_user[index] else UNKNOWN
        for index in range(count, len(simulated))
    }

    def pieces(content: Sourced) -> tuple[Piece, ...]:
        return tuple(Piece(text, beyond.get(source, source)) for text, source in content.pieces)

    request = prediction.request
    if request.prompt is not None:
        return [Expected("", pieces(request.prompt))]
    expected = [Expected(one.role, pieces(one.text), one.name) for one in request.messages]
    return _until_cut(expected, captured) if captured and captured.is_cut else expected


def _until_cut(expected: Sequence[Expected], captured: Captured) -> list[Expected]:
    """The predicted messages before the place where a request is cut off.

    It is where the newest captured message stands that was predicted, and as far behind as the
    request goes on.
    """
    contents = captured.contents
    pairs = matches([one.content for one in expected], contents)
    last, stop = pairs[-1] if pairs else (-1, -1)
    return list(expected[: last + len(contents) - stop])


def found_messages(captured: Captured) -> list[Found]:
    """A captured request as attribution takes it."""
    if captured.prompt is not None:
        return [Found("", captured.prompt)]
    return [Found(one.role, one.content, one.name) for one in captured.messages]


def _injections(prediction: Prediction) -> Iterator[tuple[str, tuple[str, Injection]]]:
    """Every slot that the systems in use set, with its system."""
    for system, answer in prediction.answers.items():
        if not answer.is_off:
            for one in answer.derivation.injections:
                if one.text and one.position in _PLACES:
                    yield one.key, (system, one)


def _written(
    prediction: Prediction, injections: Mapping[str, tuple[str, Injection]], chat: Chat
) -> dict[str, str]:
    """Texts before their macros were expanded, by source."""
    written = {f"slot:{key}": one.text for key, (_, one) in injections.items()}
    for content in prediction.request.texts:
        for piece in content.pieces:
            number = piece.source.removeprefix(_CHAT)
            if number != piece.source and int(number) < len(chat):
                written[piece.source] = text(chat.records[int(number)].get("mes"))
    written[PENDING] = prediction.simulation.send.pending
    return written


def _is_of_another_chat(expected: Sequence[Expected], attribution: Attribution) -> bool:
    """Whether messages were predicted and not one of them is there as it is."""
    differing = {one.source for one in attribution.differences}
    predicted = any(piece.source.startswith(_CHAT) for one in expected for piece in one.pieces)
    return predicted and not any(
        part.source.startswith(_CHAT) and part.source not in differing for part in attribution.parts
    )


def _slots(
    captured: Captured,
    prediction: Prediction,
    injections: Mapping[str, tuple[str, Injection]],
    attribution: Attribution,
    moment: MomentTexts,
    expected: Sequence[Expected],
) -> Iterator[SlotCheck]:
    before_cut = {piece.source for one in expected for piece in one.pieces}
    for key, (system, one) in injections.items():
        source = f"slot:{key}"
        parts = _slot_parts(source, captured, attribution)
        contents = captured.contents
        if not any(contents[one.message][one.start : one.end].strip() for one in parts):
            dropped = not any(
                piece.source == source
                for content in prediction.request.texts
                for piece in content.pieces
            )
            cause = _("it did not fit the context") if dropped else ""
            if captured.is_cut and not dropped and source not in before_cut:
                cause = _(_CUT_OFF)
            yield SlotCheck(key, system, "absent", None, cause)
            continue
        slot = _slot(
            SlotCheck(key, system, "exact", parts[0].message), one, parts, captured, moment
        )
        changed = _change(source, attribution)
        if slot.is_fine and changed is not None:
            # What stands around it is another: SillyTavern trims slots in some places only.
            diff = line_diff(changed.expected, changed.found)
            slot = replace(slot, delivered="differs", diff=diff, macros=())
        yield slot


def _slot_parts(source: str, captured: Captured, attribution: Attribution) -> list[Part]:
    """Where a slot is; what was sent once more than predicted is none of it."""
    again = Counter(
        (one.message, one.found)
        for one in attribution.differences
        if one.kind == "extra" and one.source == source
    )
    parts = [part for part in attribution.parts if part.source == source]
    found: list[Part] = []
    # Where both are in one message, the predicted one stands first.
    for part in reversed(parts):
        key = part.message, captured.contents[part.message][part.start : part.end]
        if again[key]:
            again[key] -= 1
        else:
            found.append(part)
    return found[::-1] or parts


def _change(source: str, attribution: Attribution) -> Difference | None:
    """How a slot's text is another one than predicted; None where it is not."""
    found = (one for one in attribution.differences if one.source == source)
    return next((one for one in found if one.kind == "differs"), None)


def _slot(
    base: SlotCheck,
    injection: Injection,
    parts: Sequence[Part],
    captured: Captured,
    moment: MomentTexts,
) -> SlotCheck:
    """What became of a slot that is in the request."""
    content = captured.contents[parts[0].message]
    found = "".join(content[part.start : part.end] for part in parts)
    source = base.source
    expansion = moment.expansion(source)
    if (
        injection.text.strip() in found
        and expansion is None
        and found.strip() != injection.text.strip()
    ):
        return replace(base, delivered="inside")
    alone = found == content and captured.prompt is None
    if captured.prompt is None and _is_only(injection.text.strip(), content):
        diff = line_diff(injection.text, content)
        return replace(base, delivered="differs", cause=_(_SENT_AGAIN), diff=diff)
    if found.strip() == injection.text.strip():
        return replace(base, delivered="exact" if alone else "inside")
    if expansion is not None:
        same = found.strip() == expansion.text.strip()
        if same or moment.can_be(source, expansion.text, found):
            return replace(base, delivered="macros", macros=_macros(injection.text))
    predicted = injection.text if expansion is None else expansion.text
    return replace(base, delivered="differs", diff=line_diff(predicted, found))


def _is_only(text: str, content: str) -> bool:
    """Whether a message is a text and that again."""
    return content.count(text) > 1 and not content.replace(text, "").strip()


def _macros(written: str) -> tuple[str, ...]:
    """The macros of a text, each once, in order."""
    found: dict[str, None] = {}
    at = written.find("{{")
    while at >= 0:
        end = written.find("}}", at)
        if end < 0:
            break
        found[written[at : end + 2]] = None
        at = written.find("{{", end)
    return tuple(found)


def _history(
    expected: Sequence[Expected],
    prediction: Prediction,
    attribution: Attribution,
    chat: Chat,
    tokenizer: Tokenizer,
) -> HistoryCheck:
    predicted = _numbers(piece.source for one in expected for piece in one.pieces)
    found = _numbers(part.source for part in attribution.parts)
    touched = any(
        one.source == PENDING or one.source.startswith(_CHAT)
        for one in attribution.differences
        if one.kind != "joined"
    )
    first = min(found, default=None)
    out = None
    if first is not None:
        hidden = prediction.simulation.hidden
        displayed = (
            index for index in range(min(first, len(hidden)) - 1, -1, -1) if not hidden[index]
        )
        out = next((index for index in displayed if chat.records[index].get("mes")), None)
    needed = 0
    if out is not None:
        needed = tokenizer.count(text(chat.records[out].get("mes"))) + _MESSAGE_COST
    agrees = predicted == found and not touched
    return HistoryCheck(first, min(predicted, default=None), agrees, out, needed)


def _numbers(sources: Iterator[str]) -> set[int]:
    return {int(one.removeprefix(_CHAT)) for one in sources if one.startswith(_CHAT)}


def _tokens(captured: Captured, parts: Sequence[Part], tokenizer: Tokenizer) -> Iterator[int]:
    """Tokens of each part; those of a message sum to what the message costs."""
    by_message: dict[int, list[Part]] = {}
    for part in parts:
        by_message.setdefault(part.message, []).append(part)
    for number, content in enumerate(captured.contents):
        here = by_message.get(number, [])
        each = [tokenizer.count(content[part.start : part.end]) for part in here]
        if len(each) > 1:
            # Tokens that reach over the edge of two parts go to the larger one.
            largest = max(range(len(each)), key=each.__getitem__)
            each[largest] += tokenizer.count(content) - sum(each)
        yield from each
