"""How many entries or events a page shows, and why it may show none."""

from inspector.core.lore import LoreKind
from inspector.gui.kit.text import counted, plain
from inspector.gui.panels.lore.model import LoreModel
from inspector.language import _


def is_lorebook(kind: LoreKind) -> bool:
    """Whether the items are a lorebook's entries and not a chronicle's events."""
    return kind is LoreKind.LOREBOOK


def table_name(kind: LoreKind) -> str:
    """What a table holds."""
    return _("Entries") if is_lorebook(kind) else _("Events")


def items_counted(kind: LoreKind, count: int) -> str:
    """A number of entries or events."""
    if is_lorebook(kind):
        return counted(count, "{n} entry", "{n} entries")
    return counted(count, "{n} event", "{n} events")


def for_items(kind: LoreKind, count: int) -> str:
    """To how many entries or events something goes."""
    if is_lorebook(kind):
        return counted(count, "for {n} entry", "for {n} entries")
    return counted(count, "for {n} event", "for {n} events")


def nothing_selected(kind: LoreKind) -> str:
    """What the form says while there is nothing to show in it."""
    if is_lorebook(kind):
        return _("Select an entry to see all of it.")
    return _("Select an event to see all of it.")


def several_selected(kind: LoreKind, count: int) -> str:
    """What the form says of several items."""
    if is_lorebook(kind):
        return _("{n} entries: a change goes to all of them.").format(n=plain(count))
    return _("{n} events: a change goes to all of them.").format(n=plain(count))


def count_words(model: LoreModel) -> str:
    """How many are shown, else how many are in the request, else how many there are."""
    total, visible = len(model.items), len(model.order)
    if visible < total:
        return _("{visible:,} of {total:,} shown").format(visible=visible, total=total)
    if model.verdicts.known:
        kept, left_out = model.verdicts.counts
        return _("{kept:,} in, {left_out:,} out").format(kept=kept, left_out=left_out)
    return items_counted(model.kind, total)


def empty_words(model: LoreModel) -> str:
    """Why there are no rows; nothing where there are some."""
    entries = is_lorebook(model.kind)
    if not model.items:
        none = _("This lorebook holds no entries."), _("This chronicle holds no events.")
        return none[0] if entries else none[1]
    if len(model.order):
        return ""
    unmatched = _("No entry matches.") if entries else _("No event matches.")
    return model.why_nothing() or unmatched
