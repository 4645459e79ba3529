"""What the form tells of an entry or an event and nobody edits."""

from inspector.core.lore import LorebookEntry
from inspector.core.request import ItemRow
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.panels.lore.verdicts import Item
from inspector.language import _
from inspector.sillytavern.server_times import shown_time


def facts_of(item: Item, row: ItemRow | None) -> str:
    """A line or two: what it is called in the file, and what the request made of it."""
    if isinstance(item, LorebookEntry):
        facts = [_("Uid {uid}").format(uid=item.uid)]
    else:
        facts = [_("Id {id}").format(id=item.id)]
        recorded = shown_time(item.created_at)
        facts.append(
            _("recorded {recorded}").format(recorded=recorded)
            if recorded
            else _("no time of recording")
        )
    if row is not None:
        facts += [
            _("score {score:.3g}").format(score=row.score),
            _("{tokens:,} tokens").format(tokens=row.tokens),
        ]
        facts.append(
            _("in the request")
            if row.kept
            else _("left out: {gate_in_words}").format(gate_in_words=gate_in_words(row.gate))
        )
    return " · ".join(facts)
