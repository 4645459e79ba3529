"""Finds the row of what is selected in a whole request, and the other way round."""

from inspector.core.request import ItemRow, MessageRow, RequestDerivation
from inspector.gui.state.selection import ItemSubject, MessageSubject

_LONGEST_NAME, _END = 12, 4

RequestSubject = MessageSubject | ItemSubject
"""What a request has rows of."""


def row_of(derivation: RequestDerivation, subject: RequestSubject) -> MessageRow | ItemRow | None:
    """The row of a message or an item; None if the request knows nothing of it."""
    if isinstance(subject, ItemSubject):
        return item_row_of(derivation, subject)
    known = subject.message < len(derivation.messages)
    return derivation.messages[subject.message] if known else None


def item_row_of(derivation: RequestDerivation, subject: ItemSubject) -> ItemRow | None:
    """The row of an item: of its turn, or else the one that is in; None without any."""
    rows = [row for row in derivation.rag if row.item.key == subject.key]
    if subject.turn is not None:
        return rows[subject.turn] if subject.turn < len(rows) else None
    return next((row for row in rows if row.kept), next(iter(rows), None))


def subject_of(derivation: RequestDerivation, row: ItemRow) -> ItemSubject:
    """What to select for the row of an item."""
    key = row.item.key
    rows = (one for one in derivation.rag if one.item.key == key)
    return ItemSubject(key, next(turn for turn, one in enumerate(rows) if one is row))


def short_id(identity: str) -> str:
    """An id as a sentence names it: `lore:3`; of a long one, as events have, the end."""
    kind, colon, name = identity.partition(":")
    return identity if len(name) <= _LONGEST_NAME else f"{kind}{colon}…{name[-_END:]}"
