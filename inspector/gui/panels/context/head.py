"""The upper half of the panel: legend, bar, budgets, and what the picture leaves out."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.text import tooltip
from inspector.gui.panels.context.bar import ShareBar
from inspector.gui.panels.context.budgets import Held
from inspector.gui.panels.context.legend import Legend
from inspector.gui.panels.context.part_focus import PartFocus
from inspector.gui.panels.context.sliders import BudgetSliders
from inspector.gui.panels.context.state import ContextState


class MapHead(QWidget):
    """Shows a map as a whole; nothing in it moves while a budget is in a hand."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.focus = PartFocus(self)
        self.legend = Legend(self.focus, self)
        self.bar = ShareBar(self.focus, self)
        self.sliders = BudgetSliders(self)
        self.notes = OneLine(self, Tone.QUIET, 11)
        vbox(
            self, self.legend, self.bar, self.sliders, self.notes, margins=(10, 6, 10, 4), spacing=4
        )

    def show_map(self, displayed: ContextState, before: ContextState | None) -> None:
        """Show a map; `before` is what holds while another is only tried out."""
        self.legend.show_map(displayed, before)
        self.bar.show_map(displayed, before)
        notes = displayed.map.notes
        self.notes.setText(" ".join(notes))
        self.notes.setToolTip(tooltip("\n".join(notes)))
        self.notes.setVisible(bool(notes))

    def show_budgets(self, budgets: Sequence[Held]) -> None:
        """Show how the budgets stand."""
        self.sliders.show_budgets(budgets)
