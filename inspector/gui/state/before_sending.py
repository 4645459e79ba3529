"""What happens before the request, as rows and as one line, without Qt (specs/send-path.md)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.edits import Edit, SetHidden
from inspector.core.sending import SendEvent, in_words, runs
from inspector.gui.state.derivation import Answer, derive
from inspector.language import _, ngettext
from inspector.sillytavern.host.counting import counting_of
from inspector.sillytavern.send.predicting import Prediction
from inspector.tokenizer import load_tokenizer

_HIDES = ("hide", "unhide")
_WHEN = {"open": _("When the chat is opened."), "send": _("After Send.")}
_MOST_IN_LINE = 3
NOT_WRITTEN = _("Nothing of it is written into the chat.")


@dataclass(frozen=True)
class Difference:
    """What the block is because of what happens before.

    Attributes:
        before: tokens of the filled slots for the file as it lies.
        after: the same for the next request.
        entering: indexes of memories that are in the block only then.
        leaving: indexes of memories that are in the block only without it.
        of_events: tokens of the messages of each event, in order.
    """

    before: int
    after: int
    entering: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    of_events: tuple[int, ...] = ()


@dataclass(frozen=True)
class EventRow:
    """One thing that happens.

    Attributes:
        title: what, in a few words.
        detail: when and why.
        amount: messages and tokens that it concerns; empty for none.
        edits: what makes it part of the file; none where nothing of it stands in the chat.
    """

    title: str
    detail: str
    amount: str = ""
    edits: tuple[Edit, ...] = ()


def difference_of(answer: Answer, check: Callable[[], None]) -> Difference | None:
    """What a next request's events change of the block; None without a request.

    Args:
        answer: of a question that asks for the next request.
        check: raises where nobody waits any more.
    """
    prediction = answer.prediction
    if prediction is None:
        return None
    question = replace(answer.state.question, as_sent=False)
    lying = derive(answer.state.with_question(question))
    check()
    count = load_tokenizer(counting_of(prediction.simulation.host).encoding, "tiktoken").count
    chat = answer.state.document.chat
    counts: list[int] = []
    for event in prediction.events:
        counts.append(_tokens(chat, event, count) if event.kind in _HIDES else 0)
        check()
    then, now = answer.of_memories.in_block, lying.of_memories.in_block
    return Difference(
        before=_filled(lying),
        after=_filled(answer),
        entering=tuple(sorted(then - now)),
        leaving=tuple(sorted(now - then)),
        of_events=tuple(counts),
    )


def rows_of(answer: Answer, difference: Difference | None) -> tuple[EventRow, ...]:
    """Every event in order, and what they come to."""
    prediction = answer.prediction
    if prediction is None:
        return ()
    counts = difference.of_events if difference is not None else ()
    length = len(answer.state.document.chat)
    rows = [
        _row(event, counts[index] if index < len(counts) else None, length)
        for index, event in enumerate(prediction.events)
    ]
    if difference is not None and (difference.entering or difference.leaving):
        rows.append(_effect(difference))
    return tuple(rows)


def kept_edits(document: Document, prediction: Prediction) -> tuple[Edit, ...]:
    """What makes everything that happens before the request part of the file, in its order."""
    length = len(document.chat)
    return tuple(edit for event in prediction.events for edit in _edits(event, length))


def _edits(event: SendEvent, length: int) -> tuple[Edit, ...]:
    """An event's edits, as far as they concern messages that the file has."""
    return tuple(
        replace(edit, messages=tuple(one for one in edit.messages if one < length))
        if isinstance(edit, SetHidden)
        else edit
        for edit in event.edits
    )


def edits_in_words(edits: Sequence[Edit]) -> str:
    """What such edits do: `Hide 105–139, show 133`, and that others change data."""
    parts = [
        f"{_('hide') if edit.hidden else _('show')} {in_words(runs(edit.messages))}"
        for edit in edits
        if isinstance(edit, SetHidden)
    ]
    rest = len(edits) - len(parts)
    if rest:
        parts.append(
            ngettext("{rest:,} change of data", "{rest:,} changes of data", rest).format(rest=rest)
        )
    words = ", ".join(parts)
    return words[:1].upper() + words[1:]


def keeping_in_words(edits: Sequence[Edit]) -> str:
    """What the button says that makes all of it part of the file."""
    hiding = [edit for edit in edits if isinstance(edit, SetHidden)]
    count = sum(len(edit.messages) for edit in hiding)
    if len(hiding) < len(edits):
        n = len(edits)
        return ngettext(
            "Keep it in the file, as the extension would",
            "Keep all {n:,} in the file, as the extensions would",
            n,
        ).format(n=n)
    if any(not edit.hidden for edit in hiding):
        return _("Hide and show these {count:,} in the file, as they would be").format(count=count)
    return _("Hide these {count:,} in the file, as the extensions would").format(count=count)


def one_line(events: Sequence[SendEvent], difference: Difference | None) -> str:
    """What happens, in one line."""
    if not events:
        return _("nothing happens")
    titles = [_title(event)[0] for event in events]
    more = len(titles) - _MOST_IN_LINE
    rest = [_("{more:,} more").format(more=more)] if more > 0 else []
    words = " · ".join([*titles[:_MOST_IN_LINE], *rest])
    if difference is None or difference.before == difference.after:
        return words
    return _("{before:,} → {after:,} tokens · {words}").format(
        before=difference.before, after=difference.after, words=words
    )


def _filled(answer: Answer) -> int:
    return sum(
        one.tokens
        for derivation in answer.derivations.values()
        for one in derivation.injections
        if one.text
    )


def _tokens(chat: Chat, event: SendEvent, count: Callable[[str], int]) -> int:
    return sum(count(chat.message(location).text) for location in _places(event, len(chat)))


def _places(event: SendEvent, length: int) -> list[int]:
    return [
        index for first, last in event.messages for index in range(first, min(last, length - 1) + 1)
    ]


def _title(event: SendEvent) -> tuple[str, str]:
    """What happens, and why; the sentence is cut where the reason begins."""
    title, colon, why = event.text.partition(": ")
    if not colon:
        return event.text.removesuffix("."), ""
    return title, f"{why[:1].upper()}{why[1:]}"


def _row(event: SendEvent, tokens: int | None, length: int) -> EventRow:
    title, why = _title(event)
    places = _places(event, length)
    edits = _edits(event, length)
    amount = ""
    if event.kind in _HIDES and places:
        sign = "−" if event.kind == "hide" else "+"
        amount = ngettext("{sign}{n:,} message", "{sign}{n:,} messages", len(places)).format(
            sign=sign, n=len(places)
        )
        if tokens is not None:
            cost = _("{sign}{tokens:,} tokens").format(sign=sign, tokens=tokens)
            amount = f"{amount} · {cost}"
    if not edits:
        why = f"{why} {NOT_WRITTEN}".strip()
    return EventRow(title, f"{_WHEN[event.step]} {why}".strip(), amount, edits)


def _effect(difference: Difference) -> EventRow:
    parts: list[str] = []
    details: list[str] = []
    entering, leaving = difference.entering, difference.leaving
    if entering:
        n = len(entering)
        parts.append(ngettext("{n:,} memory gets in", "{n:,} memories get in", n).format(n=n))
        details.append(_("In: {memories}").format(memories=_listed(entering)))
    if leaving:
        n = len(leaving)
        words = ngettext("{n:,} memory leaves the block", "{n:,} memories leave the block", n)
        parts.append(words.format(n=n))
        details.append(_("Out: {memories}").format(memories=_listed(leaving)))
    change = difference.after - difference.before
    sign = "+" if change > 0 else "−"
    amount = _("{sign}{change:,} tokens").format(sign=sign, change=abs(change)) if change else ""
    return EventRow(_("So {parts}").format(parts=", ".join(parts)), "; ".join(details), amount)


def _listed(memories: Sequence[int]) -> str:
    return f"#{in_words(runs(memories)).replace(', ', ', #')}"
