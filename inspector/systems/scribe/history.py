"""A chat as the rulesets count it: each message's tokens, counted once."""

from collections.abc import Callable
from threading import Lock
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.tokens import Tokenizer
from inspector.systems.scribe.budget import HistoryCosts

Progress = Callable[[int, int], None]
"""Told how many messages of how many are counted; raises to stop."""

WHITE_SPACE = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
    "\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""What Rust's `trim` removes."""

_SYSTEM_KIND = "narrator"
_STRIDE = 256


class CountedHistory:
    """A chat's messages with their tokens; lists that only grow, one place a message.

    Attributes:
        texts: what each says.
        tokens: what that costs, white space as the tokenizer counts it.
        blank: whether it is white space alone.
        roles: `user`, `assistant`, or `system` for a narrator.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self.texts: list[str] = []
        self.tokens: list[int] = []
        self.blank: list[bool] = []
        self.roles: list[str] = []
        self._counting = Lock()
        self._costs: dict[tuple[bytes, int, bool], HistoryCosts] = {}

    def count(self, chat: Chat, length: int, progress: Progress | None = None) -> None:
        """Count what is not counted yet of the first messages; what was before a stop stays."""
        with self._counting:
            for index in range(len(self.tokens), length):
                if progress is not None and index % _STRIDE == 0:
                    progress(index, length)
                self._count(chat, index)
        if progress is not None:
            progress(length, length)

    def up_to(self, length: int) -> "CountedHistory":
        """The first messages, which another chat goes on from."""
        found = CountedHistory(self._tokenizer)
        found.texts, found.tokens = self.texts[:length], self.tokens[:length]
        found.blank, found.roles = self.blank[:length], self.roles[:length]
        return found

    def costs(self, hidden: bytes, length: int, *, blank_free: bool) -> HistoryCosts:
        """What the visible ones of the first messages cost; the last answer is kept.

        Args:
            hidden: 1 where a message is left out, one byte a message.
            length: how many messages the chat has at the moment.
            blank_free: whether the first layer takes white space for nothing.
        """
        requested = (hidden, length, blank_free)
        found = self._costs.get(requested)
        if found is None:
            messages = [index for index in range(length) if not hidden[index]]
            found = HistoryCosts(
                messages,
                [self.tokens[index] for index in messages],
                [self.blank[index] for index in messages] if blank_free else (),
            )
            self._costs = {requested: found}
        return found

    def _count(self, chat: Chat, index: int) -> None:
        record = chat.records[index]
        content = text(record.get("mes"))
        system = members(record.get("extra")).get("type") == _SYSTEM_KIND
        spoken = "user" if chat.from_user[index] else "assistant"
        tokens = self._tokenizer.count(content) if content else 0
        self.texts.append(content)
        self.blank.append(not content.strip(WHITE_SPACE))
        self.roles.append("system" if system else spoken)
        self.tokens.append(tokens)


_counted: WeakKeyDictionary[object, dict[Tokenizer, CountedHistory]] = WeakKeyDictionary()


def counted_history(
    chat: Chat, tokenizer: Tokenizer, progress: Progress | None = None
) -> CountedHistory:
    """A chat's messages with their tokens; the same object for the same messages and counter.

    A chat that is cut from another shares that one's, in which more messages may be counted.

    Args:
        chat: the messages.
        tokenizer: what counts.
        progress: told while a chat is counted for the first time; raises to stop.
    """
    whole, kept = chat.beginning
    known = _counted.setdefault(whole, {})
    history = known.get(tokenizer)
    if history is None:
        history = known[tokenizer] = CountedHistory(tokenizer)
    history.count(chat, kept, progress)
    if kept == len(chat):
        return history
    known = _counted.setdefault(chat.lasting, {})
    longer = known.get(tokenizer)
    if longer is None:
        longer = known[tokenizer] = history.up_to(kept)
    longer.count(chat, len(chat), progress)
    return longer
