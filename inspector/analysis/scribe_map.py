"""The context map of a Scribe request (specs/as-designed.md §5)."""

from inspector.analysis.context_map import ContextMap, LazyRows, MapPart, MapRow, Share
from inspector.core.chat import Chat
from inspector.systems.scribe.derivation import ItemRow, ScribeDerivation
from inspector.systems.scribe.head import HeadPart

_HEAD_TITLES = {
    "system_prompt": "System prompt",
    "persona_override_prompt": "Persona",
    "system_instructions": "Instructions of the card",
    "character_profile": "Character",
}


def scribe_map(derivation: ScribeDerivation, chat: Chat) -> ContextMap:
    """What shares a Scribe request's budget.

    Args:
        derivation: what a Scribe ruleset derived.
        chat: the chat that it derived it from.
    """
    parts = derivation.parts
    found = [
        MapPart(
            Share.HEAD,
            "Head",
            parts.head,
            [_head_row(one) for one in derivation.head.parts],
            len(derivation.head.parts),
        ),
        MapPart(
            Share.ITEMS,
            "Items",
            parts.items,
            LazyRows(len(derivation.rag), lambda place: item_row(derivation.rag[place])),
            sum(row.kept for row in derivation.rag),
        ),
        _history(derivation, chat),
    ]
    if parts.current:
        row = MapRow("current", "The message about to be sent", parts.current, kept=True)
        found.append(MapPart(Share.CURRENT, "Current message", parts.current, [row], 1))
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


def _head_row(part: HeadPart) -> MapRow:
    return MapRow(
        f"head:{part.name}", _HEAD_TITLES.get(part.name, part.name), part.tokens, kept=True
    )


def _history(derivation: ScribeDerivation, chat: Chat) -> MapPart:
    rows = derivation.messages
    greeting = derivation.greeting

    def row(place: int) -> MapRow:
        if place == len(rows):
            tokens = 0 if greeting is None else greeting.tokens
            return MapRow("greeting", "The card's greeting", tokens, kept=True)
        one = rows[place]
        name = chat.names[one.message] or ("User" if chat.from_user[one.message] else "Character")
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
        "History",
        derivation.parts.history,
        LazyRows(len(rows) + more, row),
        rows.kept.count(1) + more,
    )
