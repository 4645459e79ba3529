"""What edits of lorebooks and chronicles are called."""

from collections.abc import Sequence

from inspector.core.document import Document
from inspector.core.lore import LoreFieldKind, LoreKind, SetLoreField, lore_field

NOUNS = {LoreKind.LOREBOOK: ("entry", "entries"), LoreKind.CHRONICLE: ("event", "events")}
_LONGEST = 40


def describe_lore(document: Document, edit: SetLoreField) -> str:
    """What an edit does, as the undo history shows it: `Order 50 on entry Harbour`."""
    lore = document.lorebook if edit.kind is LoreKind.LOREBOOK else document.chronicle
    if lore is None:
        return f"{edit.field} changed"
    spec = lore_field(lore.fields, edit.field)
    shown = " changed"
    if spec.kind is LoreFieldKind.FLAG:
        shown = " on" if edit.value else " off"
    elif spec.kind is LoreFieldKind.WHOLE:
        shown = f" {edit.value}"
    return f"{spec.title}{shown} on {_whom(document, edit.kind, edit.places)}"


def describe_keywords(
    kind: LoreKind, added: Sequence[str], removed: Sequence[str], many: int
) -> str:
    """What a change of the keywords of several entries or events does."""
    parts = [f"+{name}" for name in added] + [f"−{name}" for name in removed]
    return f"Keywords {', '.join(parts)} on {many:,} {NOUNS[kind][1]}"


def _whom(document: Document, kind: LoreKind, places: Sequence[int]) -> str:
    one, several = NOUNS[kind]
    if len(places) != 1:
        return f"{len(places):,} {several}"
    return f"{one} {item_name(document, kind, places[0])}"


def item_name(document: Document, kind: LoreKind, place: int) -> str:
    """What a person calls an entry or an event: its title, else the beginning of its text."""
    if kind is LoreKind.LOREBOOK and document.lorebook is not None:
        entry = document.lorebook.items[place]
        return _short(entry.title or entry.content) or entry.uid
    if kind is LoreKind.CHRONICLE and document.chronicle is not None:
        event = document.chronicle.items[place]
        return f"“{_short(event.summary)}”" if event.summary.strip() else event.id
    return str(place)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * _LONGEST].split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"
