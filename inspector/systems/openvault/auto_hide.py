"""Which messages the releases hide before they retrieve (specs/send-path.md §4.1, §4.2)."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain, compress
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat, visible_flags
from inspector.core.decoded import is_number, items, names, text
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import first_truthy, floor, to_number, truthy
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.retrieval.columns import Same
from inspector.systems.openvault.retrieval.fingerprints import index_of

BUDGET_26_TOKENS = 16_000
_THRESHOLD, _THRESHOLD_FOR_ZERO = 40, 50
_THROWS = -1


def hides(settings: Mapping[str, object]) -> bool:
    """Whether the extension hides anything at all."""
    return settings.get("enabled", True) is True and truthy(settings.get("autoHideEnabled", True))


def hidden_by_14x(
    chat: Chat,
    memories: Sequence[Memory],
    store: Mapping[str, object],
    settings: Mapping[str, object],
) -> list[int]:
    """Messages that release 1.41 or 1.44 hides, ascending.

    Args:
        chat: the messages, with what is hidden already.
        memories: all memories.
        store: what the extension keeps besides.
        settings: the extension's own.
    """
    stored = settings.get("autoHideThreshold", _THRESHOLD)
    threshold = to_number(first_truthy(stored, _THRESHOLD_FOR_ZERO))
    visible = [*compress(range(len(chat)), visible_flags(chat.hidden))]
    if not len(visible) > threshold:
        return []
    first = 2 * floor((len(visible) - threshold) / 2)
    processed = {value for value in items(store.get("processed_message_ids")) if is_number(value)}
    remembered = _sources(chat, memories)
    return [
        index
        for index in visible[: int(min(first, len(visible)))]
        if index in remembered or index in processed
    ]


def _sources(chat: Chat, memories: Sequence[Memory]) -> frozenset[float]:
    """The source messages of all memories, found once where an edit leaves them."""
    columns = index_of(chat).of_memories
    of_each = columns.column("sources", memories, lambda some: [one.sources for one in some])
    return columns.answer(
        ("all sources", Same(of_each)), lambda: frozenset(chain.from_iterable(of_each))
    )


def hidden_by_26(
    chat: Chat, store: Mapping[str, object], settings: Mapping[str, object], tokenizer: Tokenizer
) -> list[int]:
    """Messages that release 26 hides, ascending.

    Args:
        chat: the messages, with what is hidden already.
        store: what the extension keeps.
        settings: the extension's own.
        tokenizer: counts as the release does.

    Raises:
        ReleaseThrowsError: a visible message holds what looks like a special token.
    """
    counts = message_tokens(chat, tokenizer)
    budget = to_number(settings.get("visibleChatBudget", BUDGET_26_TOKENS))
    displayed = visible_flags(chat.hidden)
    costs = [*compress(counts, displayed)]
    if _THROWS in costs:
        raise ReleaseThrowsError("Error: Disallowed special token found")
    excess = sum(costs) - budget
    if not excess > 0:
        return []
    visible = [*compress(range(len(displayed)), displayed)]
    processed = frozenset(names(store.get("processed_message_ids")))
    marks = index_of(chat).marks.every
    can_go = [pair for pair in zip(visible, costs, strict=True) if marks[pair[0]] in processed]
    # A message goes while those before it do not make up for the excess.
    before = accumulate((cost for _, cost in can_go), initial=0)
    found = [index for (index, _), gained in zip(can_go, before, strict=False) if gained < excess]
    while found and not _ends_turn(chat, found[-1]):
        found.pop()
    return found


def _ends_turn(chat: Chat, index: int) -> bool:
    """Whether a message is a reply that no further reply follows."""
    if chat.from_user[index]:
        return False
    following = chat.hidden.find(0, index + 1)
    return following < 0 or bool(chat.from_user[following])


_counts: WeakKeyDictionary[object, dict[Tokenizer, list[int]]] = WeakKeyDictionary()


def message_tokens(chat: Chat, tokenizer: Tokenizer) -> list[int]:
    """Tokens of every message's text, each counted once; −1 where counting throws."""
    whole, kept = chat.beginning
    known = _counts.setdefault(whole, {})
    counts = known.get(tokenizer, [])
    if len(counts) < kept:
        counted = [_tokens(record, tokenizer) for record in chat.records[len(counts) : kept]]
        counts = known[tokenizer] = [*counts, *counted]
    if kept == len(counts) == len(chat):
        return counts
    return [*counts[:kept], *(_tokens(record, tokenizer) for record in chat.records[kept:])]


def _tokens(record: Mapping[str, object], tokenizer: Tokenizer) -> int:
    try:
        return tokenizer.count(text(record.get("mes")))
    except ReleaseThrowsError:
        return _THROWS
