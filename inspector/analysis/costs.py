"""What the same chat costs in each memory system: its block, and the messages that stay."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.message_derivation import MessageDerivation
from inspector.core.query import Query
from inspector.core.tokens import Tokenizer

_BREATH = 256
"""Messages that are counted between two questions whether the work is still wanted."""


@dataclass(frozen=True, slots=True)
class ChatCost:
    """What a chat costs with one memory system alone, without prompts, card and lorebooks.

    Attributes:
        ruleset: whose it is; empty for the chat without any system.
        block: tokens of what it puts into the prompt.
        messages: how many messages stay in the context.
        history: their tokens.
    """

    ruleset: str
    block: int
    messages: int
    history: int

    @property
    def total(self) -> int:
        """Tokens of the block and of the messages together."""
        return self.block + self.history


def chat_costs(
    queries: Sequence[Query], tokenizer: Tokenizer, check: Callable[[], None] | None = None
) -> Iterator[ChatCost]:
    """What a chat costs without a memory system, then with each of these alone.

    All are counted alike, so that they can be compared, though each chooses by its own count.
    Messages that are hidden in the file are so for all: who hid them is not noted there.

    Args:
        queries: one a system, about the same chat at the same moment.
        tokenizer: what counts.
        check: called now and then; raises to stop.
    """
    if not queries:
        return
    chat, length = queries[0].document.chat, queries[0].length
    sizes = _Sizes(chat, tokenizer, check or _no_check)
    displayed = [index for index in range(length) if not chat.hidden[index]]
    yield ChatCost("", 0, len(displayed), sizes.of(displayed))
    for query in queries:
        answer = query.derivation
        removed = answer.removed if isinstance(answer, MessageDerivation) else frozenset[int]()
        kept = [index for index in displayed if index not in removed] if removed else displayed
        block = sum(tokenizer.count(one.text) for one in answer.injections if one.text.strip())
        yield ChatCost(query.ruleset.name, block, len(kept), sizes.of(kept))


def _no_check() -> None:
    """Nobody stops it."""


class _Sizes:
    """Tokens of messages, each counted once."""

    def __init__(self, chat: Chat, tokenizer: Tokenizer, check: Callable[[], None]) -> None:
        self._chat = chat
        self._tokenizer = tokenizer
        self._check = check
        self._known: dict[int, int] = {}

    def of(self, messages: Iterable[int]) -> int:
        """Tokens of these together."""
        total = 0
        for index in messages:
            size = self._known.get(index)
            if size is None:
                if not len(self._known) % _BREATH:
                    self._check()
                text = self._chat.records[index].get("mes")
                size = self._tokenizer.count(text) if isinstance(text, str) and text else 0
                self._known[index] = size
            total += size
        return total
