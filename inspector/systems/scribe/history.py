"""A chat as the rulesets count it: each message's tokens, counted once."""

from collections.abc import Callable
from threading import Lock
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.tokens import Tokenizer

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

    def __init__(self, chat: Chat, tokenizer: Tokenizer) -> None:
        self._records, self._length = chat.records, len(chat)
        self._tokenizer = tokenizer
        self.texts: list[str] = []
        self.tokens: list[int] = []
        self.blank: list[bool] = []
        self.roles: list[str] = []
        self._from_user = chat.from_user
        self._counting = Lock()

    def count(self, progress: Progress | None = None) -> None:
        """Count what is not counted yet; what was counted before a stop stays."""
        with self._counting:
            for index in range(len(self.tokens), self._length):
                if progress is not None and index % _STRIDE == 0:
                    progress(index, self._length)
                self._count(index)
        if progress is not None:
            progress(self._length, self._length)

    def _count(self, index: int) -> None:
        record = self._records[index]
        content = text(record.get("mes"))
        system = members(record.get("extra")).get("type") == _SYSTEM_KIND
        spoken = "user" if self._from_user[index] else "assistant"
        tokens = self._tokenizer.count(content) if content else 0
        self.texts.append(content)
        self.blank.append(not content.strip(WHITE_SPACE))
        self.roles.append("system" if system else spoken)
        self.tokens.append(tokens)


_counted: WeakKeyDictionary[Chat, dict[Tokenizer, CountedHistory]] = WeakKeyDictionary()


def counted_history(
    chat: Chat, tokenizer: Tokenizer, progress: Progress | None = None
) -> CountedHistory:
    """A chat's messages with their tokens; the same object for the same chat and counter.

    Args:
        chat: the messages.
        tokenizer: what counts.
        progress: told while a chat is counted for the first time; raises to stop.
    """
    known = _counted.setdefault(chat, {})
    history = known.get(tokenizer)
    if history is None:
        history = known[tokenizer] = CountedHistory(chat, tokenizer)
    history.count(progress)
    return history
