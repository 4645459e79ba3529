"""The words in which the panel speaks of messages and of the memories made of them."""

from collections.abc import Iterable, Sequence

from inspector.core.chat import Chat, Message
from inspector.core.decoded import is_number
from inspector.core.memory import Memory
from inspector.gui.kit.text import one_line, tooltip
from inspector.gui.panels.messages.sources import Run
from inspector.gui.state.date_words import time_in_words
from inspector.language import _, ngettext
from inspector.sillytavern.dates import sent_at

_MOST_STORED = 40
_MOST_RUNS = 3
_MOST_SUMMARIES = 8
_MOST_OF_A_SUMMARY = 300


def date_text(send_date: object) -> str:
    """When a message was sent, in local time, such as `12 Nov 2026 10:31`; else as stored."""
    sent = sent_at(send_date)
    # A number far outside the calendar is shown as it is stored.
    return (None if sent is None else time_in_words(sent)) or stored_date(send_date)


def stored_date(send_date: object) -> str:
    """A date as it is stored, on one line; empty for what is neither text nor number."""
    if isinstance(send_date, str):
        return one_line(send_date, _MOST_STORED)
    return str(send_date) if is_number(send_date) else ""


def status_text(*, hidden: bool, removed: bool = False) -> str:
    """Whether a message is sent, hidden, or taken out by an extension: a glyph and a word."""
    if hidden:
        return _("○ hidden")
    return _("◌ removed") if removed else _("● sent")


def spoken_status(*, hidden: bool, removed: bool = False) -> str:
    """The same as a word alone."""
    if hidden:
        return _("hidden")
    return _("removed") if removed else _("sent")


def heading(
    chat: Chat, message: Message, *, later: bool, displayed: bool, removed: bool = False
) -> tuple[str, str]:
    """What stands above a message's text: its number, and all else that is known of it.

    Args:
        chat: the message's chat.
        message: the message.
        later: whether it comes after the moment.
        displayed: whether it has a row.
        removed: whether an extension takes it out of the request.
    """
    parts = [
        one_line(message.name, 80) or _("no name"),
        spoken_status(hidden=message.hidden, removed=removed),
        message.kind,
        date_text(message.send_date),
        swipe_text(chat, message),
        _("after the moment") if later else "",
        "" if displayed else _("left out by the filter"),
    ]
    return _("Message {index}").format(index=message.index), " · ".join(
        part for part in parts if part
    )


def swipe_text(chat: Chat, message: Message) -> str:
    """`swipe 2 of 3`; empty for a message without alternatives."""
    if message.swipes < 2:
        return ""
    chosen = chat.records[message.index].get("swipe_id")
    if is_number(chosen) and 0 <= chosen < message.swipes and chosen == int(chosen):
        return _("swipe {chosen} of {swipes}").format(chosen=int(chosen) + 1, swipes=message.swipes)
    return _("{swipes} swipes").format(swipes=message.swipes)


def runs_text(runs: Sequence[Run]) -> str:
    """`messages 446–452 and 460`, `message 446`; at most a few runs are named."""
    displayed = [
        str(run.first) if run.first == run.last else f"{run.first}–{run.last}" for run in runs
    ]
    rest = len(displayed) - _MOST_RUNS
    if rest > 0:
        displayed = [
            *displayed[:_MOST_RUNS],
            ngettext("{rest:,} more part", "{rest:,} more parts", rest).format(rest=rest),
        ]
    numbers = "".join(displayed)
    if len(displayed) > 1:
        numbers = _("{some} and {last}").format(some=", ".join(displayed[:-1]), last=displayed[-1])
    if len(runs) == 1 and runs[0].first == runs[0].last:
        return _("message {numbers}").format(numbers=numbers)
    return _("messages {numbers}").format(numbers=numbers)


def memories_tooltip(memories: Iterable[Memory], count: int) -> str:
    """The summaries of memories as a tooltip that shows them as they are."""
    lines: list[str] = []
    for memory in memories:
        if len(lines) == _MOST_SUMMARIES:
            lines.append(_("and {count:,} more").format(count=count - _MOST_SUMMARIES))
            break
        lines.append(f"{memory.index}  {one_line(memory.summary, _MOST_OF_A_SUMMARY)}")
    return tooltip("\n".join(lines))
