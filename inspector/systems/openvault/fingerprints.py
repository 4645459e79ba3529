"""How release 26 recognises a message again: specs/openvault.md §2."""

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from inspector.core.chat import Chat
from inspector.core.javascript import UNDEFINED, first_truthy, get, to_string, truthy

_HASHED = "hash_"
_WORD = 0xFFFFFFFF


def cyrb53(text: str, seed: int = 0) -> int:
    """The 53-bit hash cyrb53 over UTF-16 units."""
    one, two = 0xDEADBEEF ^ seed, 0x41C6CE57 ^ seed
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        unit = low | high << 8
        one = (one ^ unit) * 2654435761 & _WORD
        two = (two ^ unit) * 1597334677 & _WORD
    one = _mixed(one, two)
    two = _mixed(two, one)
    return 4294967296 * (two & 0x1FFFFF) + one


def _mixed(own: int, other: int) -> int:
    spread = (own ^ own >> 16) * 2246822507 & _WORD
    return spread ^ ((other ^ other >> 13) * 3266489909 & _WORD)


def fingerprint(message: Mapping[str, object]) -> str:
    """A message's date as text, else a hash of its name and text."""
    date = message.get("send_date", UNDEFINED)
    if truthy(date):
        return to_string(date)
    return hashed_fingerprint(message)


def hashed_fingerprint(message: Mapping[str, object]) -> str:
    """The fingerprint of a message without a date."""
    name, text = (to_string(first_truthy(get(message, key), "")) for key in ("name", "mes"))
    return f"{_HASHED}{cyrb53(name + text)}"


_searched: "WeakKeyDictionary[Chat, dict[tuple[frozenset[str], int], int | None]]"
_searched = WeakKeyDictionary()


def newest_carrying(chat: Chat, wanted: frozenset[str], length: int) -> tuple[int, str] | None:
    """The newest message among the first `length` that carries one of the fingerprints.

    Returns:
        Its index and the fingerprint, or None.
    """
    known = _searched.setdefault(chat, {})
    key = (wanted, length)
    if key not in known:
        known[key] = _searched_backwards(chat, wanted, length)
    index = known[key]
    return None if index is None else (index, _fingerprint_at(chat, index))


def _searched_backwards(chat: Chat, wanted: frozenset[str], length: int) -> int | None:
    # Hashing every text of a long chat takes minutes: only where a hash is looked for.
    hashes = any(mark.startswith(_HASHED) for mark in wanted)
    for index in range(length - 1, -1, -1):
        date = chat.send_dates[index]
        if date:
            if to_string(date) in wanted:
                return index
        elif hashes and hashed_fingerprint(chat.records[index]) in wanted:
            return index
    return None


def _fingerprint_at(chat: Chat, index: int) -> str:
    date = chat.send_dates[index]
    return to_string(date) if date else hashed_fingerprint(chat.records[index])
