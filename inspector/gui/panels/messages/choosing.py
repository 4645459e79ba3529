"""Which messages have rows, and which match comes next."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from inspector.core.chat import Chat
from inspector.gui.panels.messages.bar import Show
from inspector.gui.panels.messages.finder import Finder
from inspector.gui.panels.messages.sources import Sources
from inspector.language import _

Indexes = NDArray[np.int64]


def shown_mask(chat: Chat, sources: Sources, which: Show) -> NDArray[np.bool_]:
    """For each message, whether the filter lets it through."""
    hidden = np.frombuffer(chat.hidden, dtype=np.uint8).astype(np.bool_)
    match which:
        case Show.ALL:
            return np.ones(len(chat), dtype=np.bool_)
        case Show.SENT:
            return ~hidden
        case Show.HIDDEN:
            return hidden
        case Show.WITH_MEMORIES:
            known = len(sources.counts) == len(chat)
            return sources.counts > 0 if known else np.zeros(len(chat), dtype=np.bool_)


def kept(messages: Sequence[int], mask: NDArray[np.bool_]) -> Indexes:
    """Those of some messages that a mask lets through."""
    found = np.array(messages, dtype=np.int64)
    return found[mask[found]]


def step_from(matches: Indexes, at: int, step: int, *, complete: bool) -> int | None:
    """The next match after message `at`, or before it; round the end once all are known."""
    if not len(matches):
        return None
    if step > 0:
        index = int(np.searchsorted(matches, at, side="right"))
        if index < len(matches):
            return int(matches[index])
        return int(matches[0]) if complete else None
    index = int(np.searchsorted(matches, at, side="left")) - 1
    if index >= 0:
        return int(matches[index])
    return int(matches[-1]) if complete else None


def search_note(finder: Finder, matches: Indexes, current: int | None) -> str:
    """What came of the search: `3 of 27`, `27 matches`, `no match`."""
    if not finder.needle:
        return ""
    count = len(matches)
    index = int(np.searchsorted(matches, current)) if current is not None else count
    if index < count and int(matches[index]) == current:
        words = _("{index:,} of {count:,}").format(index=index + 1, count=count)
    else:
        words = (
            _("1 match")
            if count == 1
            else _("{count:,} matches").format(count=count)
            if count
            else _("no match")
        )
    if finder.running:
        return f"{finder.percent} % · {words}" if count else f"{finder.percent} %"
    return (
        _("stopped at {percent} % · {words}").format(percent=finder.percent, words=words)
        if finder.stopped
        else words
    )


def empty_words(chat: Chat, which: Show, finder: Finder, *, is_open: bool, only: bool) -> str:
    """Why there is no row."""
    if not is_open:
        return ""
    if not len(chat):
        return _("This chat has no messages.")
    if only and finder.needle:
        if finder.running:
            return _("Looking…")
        words = (
            _("No message holds “{needle}”.")
            if which is Show.ALL
            else _("No message holds “{needle}” among the messages shown ({value}).")
        )
        return words.format(needle=finder.needle[:60], value=_(which.value))
    return {
        Show.ALL: "",
        Show.SENT: _("Every message is hidden from the prompt."),
        Show.HIDDEN: _("No message is hidden from the prompt."),
        Show.WITH_MEMORIES: _("No memory names a message of this chat as its source."),
    }[which]
