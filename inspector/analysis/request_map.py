"""The context map of a whole request (specs/as-designed.md §5)."""

from inspector.analysis.context_map import ContextMap, MapPart, MapRow, Share
from inspector.core.chat import Chat
from inspector.core.on_demand import OnDemand
from inspector.core.request import ItemRow, RequestDerivation, RequestPart
from inspector.language import _


def request_map(derivation: RequestDerivation, chat: Chat) -> ContextMap:
    """What shares a whole request's budget.

    Args:
        derivation: what a ruleset derived that assembles a request.
        chat: the chat that it derived it from.
    """
    parts = derivation.parts
    found = [
        MapPart(
            Share.HEAD,
            _("Head"),
            parts.head,
            [_head_row(one) for one in derivation.head_parts],
            len(derivation.head_parts),
        ),
        MapPart(
            Share.ITEMS,
            _("Items"),
            parts.items,
            OnDemand(len(derivation.rag), lambda index: item_row(derivation.rag[index])),
            sum(row.kept for row in derivation.rag),
        ),
        _history(derivation, chat),
    ]
    if parts.current:
        row = MapRow("current", _("The message about to be sent"), parts.current, kept=True)
        found.append(MapPart(Share.CURRENT, _("Current message"), parts.current, [row], 1))
    return ContextMap(
        limit=parts.limit,
        parts=tuple(found),
        error=derivation.error,
        messages=derivation.messages.kept.ljust(len(chat), b"\0"),
    )


def item_row(row: ItemRow) -> MapRow:
    """An item as a row of the map."""
    title = row.item.title or row.id
    return MapRow(row.id, title, row.tokens, row.kept, row.gate, row.item.message)


def _head_row(part: RequestPart) -> MapRow:
    return MapRow(f"head:{part.name}", part.title, part.tokens, kept=True)


def _history(derivation: RequestDerivation, chat: Chat) -> MapPart:
    rows = derivation.messages
    greeting = derivation.greeting

    def row(index: int) -> MapRow:
        if index == len(rows):
            tokens = 0 if greeting is None else greeting.tokens
            return MapRow("greeting", _("The card's greeting"), tokens, kept=True)
        one = rows[index]
        name = chat.names[one.message] or (
            _("User") if chat.from_user[one.message] else _("Character")
        )
        return MapRow(
            f"message:{one.message}",
            f"#{one.message} {name}",
            one.tokens,
            one.kept,
            one.gate,
            one.message,
        )

    more = 0 if greeting is None else 1
    return MapPart(
        Share.HISTORY,
        _("History"),
        derivation.parts.history,
        OnDemand(len(rows) + more, row),
        rows.kept.count(1) + more,
    )
