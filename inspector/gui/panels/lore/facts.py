"""What the form tells of an entry or an event and nobody edits."""

from inspector.core.lore import LorebookEntry
from inspector.core.request import ItemRow
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.panels.lore.verdicts import Item
from inspector.sillytavern.server_times import shown_time


def facts_of(item: Item, row: ItemRow | None) -> str:
    """A line or two: what it is called in the file, and what the request made of it."""
    if isinstance(item, LorebookEntry):
        facts = [f"Uid {item.uid}"]
    else:
        facts = [f"Id {item.id}"]
        recorded = shown_time(item.created_at)
        facts.append(f"recorded {recorded}" if recorded else "no time of recording")
    if row is not None:
        facts += [f"score {row.score:.3g}", f"{row.tokens:,} tokens"]
        facts.append("in the request" if row.kept else f"left out: {gate_in_words(row.gate)}")
    return " · ".join(facts)
