"""What a check says of each slot and of all else, as rows and as details. Without Qt."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.gui.kit.text import counted, one_line, plain
from inspector.gui.state.request_check import RequestCheck
from inspector.language import _
from inspector.proof.attribution import Difference
from inspector.proof.causes import UNEXPLAINED
from inspector.proof.checking import Check, SlotCheck
from inspector.proof.sent_parts import SentPart, Verdict, injections_of
from inspector.proof.source_words import SLOT, place_in_sillytavern, source_in_words
from inspector.sillytavern.completion.sourced import UNKNOWN

_MOST_MACROS = 3


class Sign(StrEnum):
    """What stands before a verdict: fine, another text, absent, or not ours."""

    FINE = "✓"
    DIFFERS = "▲"
    ABSENT = "○"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Pair:
    """A line as it was predicted and as it was sent; either may be missing."""

    predicted: str | None
    sent: str | None


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One verdict.

    Attributes:
        sign: what it comes to.
        name: of what.
        text: the verdict, in words.
        where: in which message.
        tokens: what it costs; negative for what was predicted and is not there; None for none.
        source: where it comes from (DESIGN §4); empty for the history.
        part: the first part that it is about; None where there is none.
        slot: what became of it, where it is a slot.
        difference: what differs, where it is something else.
        memory: the memory whose line differs first; None where none does.
    """

    sign: Sign
    name: str
    text: str
    where: str = ""
    tokens: int | None = None
    source: str = ""
    part: SentPart | None = None
    slot: SlotCheck | None = None
    difference: Difference | None = None
    memory: int | None = None


def verdict_rows(check: RequestCheck, parts: Sequence[SentPart]) -> list[VerdictRow]:
    """A row a slot, a row for whatever else differs, one for the history and one for all else."""
    found = check.found
    rows = [_slot_row(slot, found, parts) for slot in found.slots]
    further = [
        one
        for one in found.differences
        if not (one.source.startswith(SLOT) and one.kind in ("differs", "missing"))
    ]
    rows += [_difference_row(one, parts) for one in further]
    rows.append(_history_row(found))
    rest = [
        one
        for one in parts
        if one.verdict in (Verdict.EXACT, Verdict.INSIDE) and not one.source.startswith(SLOT)
    ]
    if rest:
        tokens = sum(one.tokens for one in rest)
        text = _("{parts} as predicted").format(parts=counted(len(rest), "{n} part", "{n} parts"))
        rows.append(VerdictRow(Sign.FINE, _("All else"), text, "", tokens))
    return rows


def _slot_row(slot: SlotCheck, found: Check, parts: Sequence[SentPart]) -> VerdictRow:
    source = f"{SLOT}{slot.key}"
    own = [one for one in parts if one.source == source]
    name = source_in_words(source)
    if not own:
        injection = injections_of(found)[slot.key][1]
        text = (
            _("absent")
            if not slot.cause or slot.ruled_out
            else _("absent: {cause}").format(cause=_(slot.cause))
        )
        return VerdictRow(Sign.ABSENT, name, text, "", -injection.tokens, source, slot=slot)
    tokens = sum(one.tokens for one in own)
    line = next((line for one in own for line in one.lines if not line.is_same), None)
    memory = None if line is None else line.memory
    return VerdictRow(
        Sign.FINE if slot.is_fine else Sign.DIFFERS,
        name,
        _slot_words(slot, own),
        _where(own[0].message, found, parts),
        tokens,
        source,
        own[0],
        slot,
        memory=memory,
    )


def _slot_words(slot: SlotCheck, own: Sequence[SentPart]) -> str:
    match slot.delivered:
        case "macros":
            more = "…" if len(slot.macros) > _MOST_MACROS else ""
            return _("macros filled in: {macros}{more}").format(
                macros=", ".join(slot.macros[:_MOST_MACROS]), more=more
            )
        case "inside":
            return _("exact, inside a message")
        case "differs":
            lines = sum(not line.is_same for one in own for line in one.lines)
            return (
                _("differs in {lines}").format(lines=counted(lines, "{n} line", "{n} lines"))
                if lines
                else _("differs")
            )
        case "exact":
            return _("exact")
        case "absent":
            return _("absent")


def _where(message: int, found: Check, parts: Sequence[SentPart]) -> str:
    if found.captured.prompt is not None:
        return _("in the prompt")
    neighbours = len({one.source for one in parts if one.message == message}) - 1
    return _("message {message}").format(message=message) + (
        f" + {counted(neighbours, '{n} other', '{n} others')}" if neighbours else ""
    )


def _difference_row(one: Difference, parts: Sequence[SentPart]) -> VerdictRow:
    own = [part for part in parts if (part.source, part.message) == (one.source, one.message)]
    if one.source == UNKNOWN:
        sign, name = Sign.UNKNOWN, _("Not ours")
        own = [part for part in own if part.text == one.found] or own
    else:
        sign = Sign.ABSENT if one.kind == "missing" else Sign.DIFFERS
        name = source_in_words(one.source)
    text = {
        "missing": _("absent: predicted, and not sent"),
        "extra": f"“{one_line(one.found, 80)}”",
        "role": _("{found}, predicted {expected}").format(found=one.found, expected=one.expected),
        "joined": _("joined with others in one message"),
        "differs": _("differs"),
    }[one.kind]
    where = "" if one.message is None else _("message {message}").format(message=one.message)
    first = own[0] if own else None
    tokens = None if first is None else first.tokens
    return VerdictRow(sign, name, text, where, tokens, one.source, first, difference=one)


def _history_row(found: Check) -> VerdictRow:
    history = found.history
    sign = Sign.FINE if history.agrees else Sign.DIFFERS
    if history.first_in is None:
        text = _("no message of the chat is in")
    elif history.agrees:
        text = _("from {first_in} on, as predicted").format(first_in=history.first_in)
    elif history.first_in != history.predicted_first_in:
        text = _("from {first_in} on, predicted {predicted_first_in}").format(
            first_in=history.first_in, predicted_first_in=history.predicted_first_in
        )
    else:
        text = _("from {first_in} on, not all alike").format(first_in=history.first_in)
    return VerdictRow(sign, _("History"), text)


@dataclass(frozen=True, slots=True)
class Detail:
    """What is said of one verdict at length.

    Attributes:
        title: a sentence.
        note: what stands beside it.
        pairs: lines that differ.
        causes: whether each explains it, and the cause in words.
        text: a sentence below.
    """

    title: str
    note: str = ""
    pairs: tuple[Pair, ...] = ()
    causes: tuple[tuple[bool, str], ...] = ()
    text: str = ""


def detail_of(row: VerdictRow, check: RequestCheck) -> Detail:
    """Everything that is known of one verdict."""
    found, slot = check.found, row.slot
    if slot is not None and not slot.is_fine:
        known = bool(slot.cause) and slot.cause != UNEXPLAINED
        causes = [(True, _(slot.cause))] if known else []
        causes += [(False, _(one)) for one in slot.ruled_out]
        note = _("tested on our own model") if slot.ruled_out else ""
        absent = slot.delivered == "absent"
        title = f"{row.name}: {_('not in the request') if absent else row.text}"
        text = "" if known else _("Nothing that was tried explains it.")
        return Detail(title, note, tuple(_pairs(slot.diff)), tuple(causes), text)
    if slot is not None and slot.macros:
        macros = ", ".join(slot.macros)
        text = _("Filled in by SillyTavern: {macros}").format(macros=macros)
        return Detail(_("{name}: macros filled in").format(name=row.name), row.where, text=text)
    if row.difference is not None:
        one = row.difference
        pairs = tuple(_pairs_of(one))
        return Detail(
            f"{row.name}: {_kind_in_words(one)}", row.where, pairs, (), _location(one.source)
        )
    if row.name == "History":
        return _history_detail(check)
    if row.source:
        return Detail(f"{row.name}: {row.text}", row.where, text=_location(row.source))
    return Detail(_("All else is as predicted"), text=_summary(found))


def _kind_in_words(one: Difference) -> str:
    return {
        "missing": _("not in the request"),
        "extra": _("not predicted"),
        "role": _("sent in another role"),
        "joined": _("in one message with others"),
        "differs": _("another text"),
    }[one.kind]


def _location(source: str) -> str:
    return place_in_sillytavern(source)


def _pairs(diff: Sequence[str]) -> Iterator[Pair]:
    """Lines of a difference, each that went beside each that came."""
    gone = [line[1:] for line in diff if line.startswith("-")]
    came = [line[1:] for line in diff if line.startswith("+")]
    for index in range(max(len(gone), len(came))):
        yield Pair(
            gone[index] if index < len(gone) else None,
            came[index] if index < len(came) else None,
        )


def _pairs_of(one: Difference) -> Iterator[Pair]:
    if one.kind == "differs":
        lines = [line for line in one.expected.splitlines() if line not in one.found.splitlines()]
        came = [line for line in one.found.splitlines() if line not in one.expected.splitlines()]
        yield from _pairs([*(f"-{line}" for line in lines), *(f"+{line}" for line in came)])
    elif one.kind in ("missing", "extra"):
        yield Pair(one.expected or None, one.found or None)


def _history_detail(check: RequestCheck) -> Detail:
    history, chat = check.found.history, check.document.chat
    lines: list[str] = []
    for words, index in (
        (_("First one in"), history.first_in),
        (_("Next one out"), history.next_out),
    ):
        if index is None:
            lines.append(_("{words}: none").format(words=words))
            continue
        excerpt = one_line(str(chat.records[index].get("mes", "")), 70)
        lines.append(
            _("{words}: message {index}, “{excerpt}”").format(
                words=words, index=index, excerpt=excerpt
            )
        )
    if history.next_out is not None:
        lines.append(
            _("It would have needed {needed} tokens.").format(needed=plain(history.needed))
        )
    if history.predicted_first_in != history.first_in:
        lines.append(
            _("Predicted: from message {predicted_first_in} on.").format(
                predicted_first_in=history.predicted_first_in
            )
        )
    if history.agrees:
        title = _("The same messages are in, word for word")
    elif history.first_in == history.predicted_first_in:
        title = _("It begins as predicted, but not all its messages are alike")
    else:
        title = _("Other messages are in than predicted")
    return Detail(title, text="\n".join(lines))


def _summary(found: Check) -> str:
    whole, attributed = found.coverage
    rest = whole - attributed
    words = _("{attributed} of {whole} tokens are attributed").format(
        attributed=plain(attributed), whole=plain(whole)
    )
    return (
        _("{words}, {rest} are unknown.").format(words=words, rest=plain(rest))
        if rest
        else _("{words}: all of them.").format(words=words)
    )


def shares(parts: Sequence[SentPart]) -> dict[Verdict, tuple[int, int]]:
    """By verdict, how many tokens and how many parts."""
    tokens: Counter[Verdict] = Counter()
    counts: Counter[Verdict] = Counter()
    for one in parts:
        verdict = Verdict.UNKNOWN if one.verdict is Verdict.NEW else one.verdict
        tokens[verdict] += one.tokens
        counts[verdict] += 1
    return {verdict: (tokens[verdict], counts[verdict]) for verdict in Verdict if counts[verdict]}


def messages_sent(parts: Sequence[SentPart]) -> frozenset[int]:
    """The messages of the chat that are in the request."""
    return frozenset(
        int(one.source.removeprefix("chat:")) for one in parts if one.source.startswith("chat:")
    )
