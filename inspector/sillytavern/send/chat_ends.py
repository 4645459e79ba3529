"""A chat that ends elsewhere: messages taken from its end, or put behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.core.chat import Chat
from inspector.core.decoded import members, text
from inspector.core.javascript import truthy
from inspector.core.record_search import Records
from inspector.core.revised_records import EndedRecords

Record = Mapping[str, object]


def ending_records(records: Records, kept: int, added: Sequence[Record]) -> Records:
    """The first of some records, and others behind them."""
    return EndedRecords(records, kept, added) if kept < len(records) or added else records


def ending(chat: Chat, kept: int, added: Sequence[Record] = ()) -> Chat:
    """A chat of the first messages of another and of further ones.

    Args:
        chat: the other chat.
        kept: how many of its messages stay.
        added: stored objects of the messages behind them.
    """
    if kept >= len(chat) and not added:
        return chat
    names, dates, sizes = chat.names[:kept], chat.send_dates[:kept], chat.sizes[:kept]
    # A person may type half a character pair, which SillyTavern stores as an escape.
    new_sizes = [len(text(one.get("mes")).encode("utf-8", "surrogatepass")) for one in added]
    return replace(
        chat,
        names=[*names, *(text(one.get("name")) for one in added)] if added else names,
        from_user=chat.from_user[:kept] + bytes(truthy(one.get("is_user")) for one in added),
        hidden=chat.hidden[:kept] + bytes(truthy(one.get("is_system")) for one in added),
        send_dates=[*dates, *(one.get("send_date") for one in added)] if added else dates,
        sizes=[*sizes, *new_sizes] if added else sizes,
        records=ending_records(chat.records, kept, added),
        is_group=chat.is_group or any(members(one).get("original_avatar") for one in added),
    )
