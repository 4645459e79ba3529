"""Which delegate paints which column."""

from inspector.gui.kit.paint_context import PaintContext
from inspector.gui.panels.memories.cells.base import CellDelegate
from inspector.gui.panels.memories.cells.chips import ChipsDelegate
from inspector.gui.panels.memories.cells.flag import FlagDelegate
from inspector.gui.panels.memories.cells.stars import StarsDelegate
from inspector.gui.panels.memories.cells.stripe import StripeDelegate
from inspector.gui.panels.memories.cells.text import SummaryDelegate, TextDelegate, VerdictDelegate
from inspector.gui.panels.memories.columns import Place
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.model import MemoryModel
from inspector.gui.panels.memories.table import MemoryTable


def give_delegates(
    table: MemoryTable, model: MemoryModel, look: PaintContext, controller: EditController
) -> None:
    """Give every column of a table the delegate that paints and edits it."""
    for place in Place:
        delegate: CellDelegate
        match place:
            case Place.NUMBER:
                delegate = StripeDelegate(model, look)
            case Place.IMPORTANCE:
                delegate = StarsDelegate(model, look)
            case Place.SECRET | Place.TRANSIENT | Place.ARCHIVED:
                delegate = FlagDelegate(model, look, place)
            case Place.WITNESSES | Place.INVOLVED:
                delegate = ChipsDelegate(model, look, place)
            case Place.SUMMARY:
                delegate = SummaryDelegate(model, look, controller.targets)
            case Place.VERDICT:
                delegate = VerdictDelegate(model, look)
            case _:
                delegate = TextDelegate(model, look, controller.targets, place)
        table.setItemDelegateForColumn(place, delegate)
