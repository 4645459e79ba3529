"""How many entries or events a page shows, and why it may show none."""

from inspector.gui.kit.text import plural
from inspector.gui.panels.lore.model import LoreModel
from inspector.gui.state.edit_words import NOUNS


def count_words(model: LoreModel) -> str:
    """How many are shown, else how many are in the request, else how many there are."""
    total, visible = len(model.items), len(model.order)
    if visible < total:
        return f"{visible:,} of {total:,} shown"
    if model.verdicts.known:
        kept, left_out = model.verdicts.counts
        return f"{kept:,} in, {left_out:,} out"
    return plural(total, NOUNS[model.kind][0])


def empty_words(model: LoreModel) -> str:
    """Why there are no rows; nothing where there are some."""
    one, several = NOUNS[model.kind]
    if not model.items:
        return f"This {model.kind} holds no {several}."
    return "" if len(model.order) else model.why_nothing() or f"No {one} matches."
