"""Which messages of one chat are which of another, whatever was added, removed or reworded."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

from inspector.core.decoded import items, members
from inspector.core.same_ends import same_ends
from inspector.merging.line_edits import content
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.lines import same_bytes
from inspector.sillytavern.values import decode


def aligned(one: ChatFile, other: ChatFile) -> dict[int, int]:
    """Messages of one chat that are in another as well, by their indexes, in order.

    A message is the same if its line is, or if it, or a swipe of it, was sent at the same time by
    the same speaker; where that does not tell one from another, it is taken for added or removed.
    """
    start = same_start(one, other)
    return {index: index for index in range(start)} | _aligned_behind(start, one, other)


def _aligned_behind(start: int, one: ChatFile, other: ChatFile) -> dict[int, int]:
    """The same of messages behind those at the beginning that are the same lines in both."""
    lines, rest = _lines(one, start), _lines(other, start)
    _, behind = same_ends(lines, rest)
    pairs: dict[int, int] = {}
    ends = len(one.message_lines) - behind, len(other.message_lines) - behind
    found = _unique_pairs(
        {index: lines[index - start] for index in range(start, ends[0])},
        {index: rest[index - start] for index in range(start, ends[1])},
    )
    reached = set(found.values())
    found |= _sent_at_once(
        one,
        [index for index in range(start, ends[0]) if index not in found],
        other,
        [index for index in range(start, ends[1]) if index not in reached],
    )
    pairs.update(_in_order(found))
    pairs.update((ends[0] + location, ends[1] + location) for location in range(behind))
    return pairs


def same_start(one: ChatFile, other: ChatFile) -> int:
    """How many messages at the beginning are the same lines in both."""
    if one is other:
        return len(one.message_lines)
    found, most = 0, min(len(one.message_lines), len(other.message_lines))
    if isinstance(one.message_lines, range) and isinstance(other.message_lines, range) and most:
        first, other_first = one.message_lines[0], other.message_lines[0]
        at, other_at = one.lines.starts[first], other.lines.starts[other_first]
        common = same_bytes(one.lines, at, other.lines, other_at)
        # Whole lines, with the line feeds behind them.
        found = min(bisect_right(one.lines.starts, at + common, first) - 1 - first, most)
    while found < most and _line(one, found) == _line(other, found):
        found += 1
    return found


def rewritten(one: ChatFile, other: ChatFile) -> tuple[int, ...]:
    """Indexes of messages of another chat that are in one as well, with another line."""
    pairs = _aligned_behind(same_start(one, other), one, other).items()
    return tuple(sorted(its for mine, its in pairs if _line(one, mine) != _line(other, its)))


def missing(one: ChatFile, other: ChatFile) -> int:
    """How many messages of one chat are not in another."""
    start = same_start(one, other)
    behind = len(one.message_lines) - start
    return behind - len(_aligned_behind(start, one, other)) if behind else 0


def same_in_both(
    one: ChatFile, places: Iterable[int], other: ChatFile, rest: Iterable[int]
) -> dict[int, int]:
    """Which of some messages of one chat are which of some of another."""
    return dict(_in_order(_sent_at_once(one, list(places), other, list(rest))))


def _lines(chat: ChatFile, start: int) -> Sequence[bytes]:
    return [content(chat.lines, number) for number in chat.message_lines[start:]]


def _line(chat: ChatFile, index: int) -> bytes:
    return content(chat.lines, chat.message_lines[index])


def _sent_at_once(
    one: ChatFile, places: Sequence[int], other: ChatFile, rest: Sequence[int]
) -> dict[int, int]:
    """Pairs of messages that were sent at the same time by the same speaker.

    Whoever swipes changes when a message was sent; it is still the one of whose swipes one was
    sent then.
    """
    found = _unique_pairs(
        {index: _identity(one, index) for index in places},
        {index: _identity(other, index) for index in rest},
    )
    reached = set(found.values())
    left = [index for index in places if index not in found]
    other_left = [index for index in rest if index not in reached]
    if not (left and other_left):
        return found
    by_swipe = _by_swipe(one, left), _by_swipe(other, other_left)
    for token, mine in by_swipe[0].items():
        its = by_swipe[1].get(token)
        if its is not None and mine not in found and its not in reached:
            found[mine] = its
            reached.add(its)
    return found


def _by_swipe(chat: ChatFile, indexes: Iterable[int]) -> dict[Hashable, int]:
    """Messages by when each of their swipes was sent, and by whom; those that tell one apart."""
    found: dict[Hashable, int] = {}
    counts: Counter[Hashable] = Counter()
    for index in indexes:
        infos = items(members(decode(_line(chat, index))).get("swipe_info"))
        dates = [chat.chat.send_dates[index], *(members(one).get("send_date") for one in infos)]
        tokens = dict.fromkeys(_sent_by(chat, index, sent) for sent in dates if _is_date(sent))
        counts.update(tokens.keys())
        found |= dict.fromkeys(tokens, index)
    return {token: index for token, index in found.items() if counts[token] == 1}


def _identity(chat: ChatFile, index: int) -> Hashable:
    sent = chat.chat.send_dates[index]
    return _sent_by(chat, index, sent) if _is_date(sent) else _line(chat, index)


def _is_date(sent: object) -> bool:
    return isinstance(sent, str | int | float)


def _sent_by(chat: ChatFile, index: int, sent: object) -> Hashable:
    return type(sent).__name__, sent, chat.chat.names[index], chat.chat.from_user[index]


def _unique_pairs(ones: Mapping[int, Hashable], rest: Mapping[int, Hashable]) -> dict[int, int]:
    """Pairs of indexes with one token, where it stands once on each side."""
    counts, other_counts = Counter(ones.values()), Counter(rest.values())
    where = {token: index for index, token in rest.items() if other_counts[token] == 1}
    return {
        index: where[token]
        for index, token in ones.items()
        if counts[token] == 1 and token in where
    }


def _in_order(pairs: Mapping[int, int]) -> list[tuple[int, int]]:
    """The most pairs that keep their order on both sides: a longest increasing subsequence."""
    ends: list[int] = []
    best: list[tuple[int, int]] = []
    before: dict[int, tuple[int, int] | None] = {}
    for pair in sorted(pairs.items()):
        length = bisect_left(ends, pair[1])
        before[pair[0]] = best[length - 1] if length else None
        ends[length : length + 1] = [pair[1]]
        best[length : length + 1] = [pair]
    found: list[tuple[int, int]] = []
    one = best[-1] if best else None
    while one is not None:
        found.append(one)
        one = before[one[0]]
    return found[::-1]
