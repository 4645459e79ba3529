"""A document at a moment, as a Scribe ruleset meets it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from inspector.core.document import Document, sources_of
from inspector.core.lore import Chronicle
from inspector.core.moment import Moment
from inspector.core.sources import Sources
from inspector.core.tokens import Tokenizer
from inspector.sillytavern.dates import sent_at
from inspector.sillytavern.server_times import server_time
from inspector.systems.scribe.budget import HistoryCosts
from inspector.systems.scribe.history import CountedHistory, counted_history
from inspector.systems.scribe.items import Pool, pool_of
from inspector.systems.scribe.settings import CHRONICLES


@dataclass(frozen=True, eq=False)
class Inputs:
    """Everything that the answer depends on.

    Attributes:
        document: the chat, and what was loaded beside it.
        moment: resolved.
        settings: of the ruleset, with its defaults.
        tokenizer: what counts.
    """

    document: Document
    moment: Moment
    settings: Mapping[str, object]
    tokenizer: Tokenizer

    @property
    def length(self) -> int:
        """How many messages the chat has at the moment."""
        at = self.moment.at
        return len(self.document.chat) if at is None else at + 1

    @cached_property
    def sources(self) -> Sources:
        """What was loaded beside the chat."""
        return sources_of(self.document)

    @cached_property
    def history(self) -> CountedHistory:
        """All messages, counted."""
        return counted_history(self.document.chat, self.tokenizer)

    def costs(self, *, blank_free: bool) -> HistoryCosts:
        """The visible messages and what they cost."""
        return self.history.costs(self.document.chat.hidden, self.length, blank_free=blank_free)

    @cached_property
    def chronicle(self) -> Chronicle | None:
        """The chronicle as it was at the moment; None if it takes no part."""
        stored = self.sources.chronicle if self.settings[CHRONICLES] is True else None
        chat = self.document.chat
        later = sent_at(chat.send_dates[self.length]) if self.length < len(chat) else None
        return stored if stored is None or later is None else _recorded_before(stored, later)

    @cached_property
    def pool(self) -> Pool:
        """All entries and events that take part."""
        return pool_of(self.sources.lorebook, self.chronicle)

    @cached_property
    def now(self) -> float | None:
        """The present: what was given, else the date of the newest message that has one."""
        if self.sources.now is not None:
            return self.sources.now
        dates = self.document.chat.send_dates
        found = (sent_at(dates[index]) for index in range(self.length - 1, -1, -1))
        return next((date for date in found if date is not None), None)

    @cached_property
    def query_from(self) -> int | None:
        """The user's last visible message, where it is what items are sought for."""
        if self.moment.pending is not None:
            return None
        chat = self.document.chat
        index = chat.from_user.rfind(1, 0, self.length)
        while index >= 0 and chat.hidden[index]:
            index = chat.from_user.rfind(1, 0, index)
        return index if index >= 0 else None

    @property
    def query(self) -> str:
        """What items are sought for: the pending, else the user's last message."""
        if self.moment.pending is not None:
            return self.moment.pending
        return "" if self.query_from is None else self.history.texts[self.query_from]


@lru_cache(maxsize=4)
def _recorded_before(chronicle: Chronicle, later: float) -> Chronicle:
    """What was recorded before a time; an event without one was (DESIGN §4, `--at`)."""
    times = [server_time(event.created_at) for event in chronicle.items]
    events = tuple(
        event
        for event, time in zip(chronicle.items, times, strict=True)
        if time is None or time < later
    )
    return Chronicle(events, chronicle.fields, chronicle.problems)
