"""The sliders of all budgets, each with a field for its exact number."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from inspector.core.request import RequestBudget
from inspector.gui.kit.explaining import explain
from inspector.gui.kit.labels import Label, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.theme import Themed, font, scaled
from inspector.gui.panels.context.budgets import CONTEXT_SIZE, Held
from inspector.gui.panels.context.number_field import NumberField
from inspector.gui.panels.context.scale import Scale
from inspector.gui.panels.context.slider import BudgetSlider
from inspector.gui.panels.context.words import amount
from inspector.language import _

_COLUMN_PX = 290
_FIELD = "1,000,000"


class BudgetRow(Themed, QWidget):
    """One budget: its name, slider and field.

    Signals:
        tried: see `BudgetSlider`.
        chosen: see `BudgetSlider`; also what was typed.
    """

    tried = Signal(object)
    chosen = Signal(object)

    def __init__(self, knob: RequestBudget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.knob = knob
        self.name = Label(self, Tone.QUIET)
        self.slider = BudgetSlider(self)
        self.field = NumberField(self)
        self._scale: Scale | None = None
        self.name.setText(knob.title)
        self.slider.setAccessibleName(_("{title} slider").format(title=knob.title))
        self.field.setAccessibleName(f"{knob.title}, {knob.unit[1]}")
        hbox(self, self.name, (self.slider, 1), self.field, margins=0, spacing=8)
        self.slider.tried.connect(self._try)
        self.slider.chosen.connect(self.chosen)
        self.slider.cancelled.connect(self._put_back)
        self.field.chosen.connect(self.chosen)
        self.restyle()

    @override
    def restyle(self) -> None:
        self.field.setFont(font(12, tabular=True))
        self.field.setFixedHeight(scaled(24))
        room = QFontMetrics(self.field.font()).horizontalAdvance(_FIELD)
        self.field.setFixedWidth(room + scaled(34))

    def show_held(self, held: Held) -> None:
        """Show how the budget stands; its scale never shrinks, so that nothing jumps."""
        if self.slider.is_moving:
            return
        self._scale = held.scale if self._scale is None else self._scale.including(held.scale)
        self.slider.show_held(Held(held.knob, held.value, held.need, self._scale))
        self.field.step = self._scale.step
        self._put_back()
        words = self._meaning(held)
        self.slider.setAccessibleDescription(words)
        for widget in (self.name, self.slider, self.field):
            explain(widget, words)

    def forget(self) -> None:
        """Another chat is open: begin with a scale of its own."""
        self._scale = None

    def _meaning(self, held: Held) -> str:
        knob = held.knob
        lines = [knob.meaning, _("Setting: {setting}").format(setting=knob.setting)]
        if knob.setting == CONTEXT_SIZE:
            lines.pop()
        if held.need is not None:
            unit = knob.unit[0] if held.need == 1 else knob.unit[1]
            lines.append(
                _("With {amount} {unit} nothing is cut on its account.").format(
                    amount=amount(held.need), unit=unit
                )
            )
        lines.append(_("Arrow keys move it, Ctrl by one; Enter keeps, Esc takes back."))
        return "\n".join(lines)

    def _try(self, value: int) -> None:
        self.field.show_value(value)
        self.tried.emit(value)

    def _put_back(self) -> None:
        if not self.field.hasFocus() or self.field.value != self.slider.value:
            self.field.show_value(self.slider.value)


class BudgetSliders(Themed, QWidget):
    """All budgets, in as many columns as there is room for.

    Signals:
        tried: a budget is in a hand: its setting and value.
        chosen: a budget shall hold: its setting and value.
        cancelled: a budget is back where it was.
        looked_at: a person turns to a budget (its setting).
    """

    tried = Signal(str, object)
    chosen = Signal(str, object)
    cancelled = Signal()
    looked_at = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: dict[str, BudgetRow] = {}
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(scaled(20))
        self._grid.setVerticalSpacing(scaled(2))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(_("Budgets"))
        self.restyle()

    @property
    def rows(self) -> Mapping[str, BudgetRow]:
        """The budgets by their setting."""
        return self._rows

    @property
    def is_moving(self) -> bool:
        """Whether one is only tried out."""
        return any(row.slider.is_moving for row in self._rows.values())

    @override
    def restyle(self) -> None:
        self._align()

    def forget(self) -> None:
        """Another chat is open."""
        for row in self._rows.values():
            row.forget()

    def show_budgets(self, budgets: Sequence[Held]) -> None:
        """Show how they stand."""
        if [held.knob.setting for held in budgets] != list(self._rows):
            self._rebuild([held.knob for held in budgets])
        for held in budgets:
            self._rows[held.knob.setting].show_held(held)

    def _rebuild(self, knobs: Sequence[RequestBudget]) -> None:
        for row in self._rows.values():
            self._grid.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = {knob.setting: BudgetRow(knob, self) for knob in knobs}
        for setting, row in self._rows.items():
            row.tried.connect(partial(self.tried.emit, setting))
            row.chosen.connect(partial(self.chosen.emit, setting))
            row.slider.cancelled.connect(self.cancelled)
            row.slider.looked_at.connect(partial(self.looked_at.emit, setting))
        self._columns = 0
        self._arrange()
        self._align()

    def _arrange(self) -> None:
        most = max(1, len(self._rows))
        columns = min(max(1, self.width() // scaled(_COLUMN_PX)), most)
        # The same number in every line where that is possible.
        lines = -(-most // columns)
        columns = -(-most // lines)
        if columns == self._columns:
            return
        self._columns = columns
        for index, row in enumerate(self._rows.values()):
            self._grid.addWidget(row, index // columns, index % columns)
        for column in range(most):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _align(self) -> None:
        """Give all names the same room."""
        names = [row.name for row in self._rows.values()]
        metrics = QFontMetrics(font(12))
        widest = max((metrics.horizontalAdvance(one.text()) for one in names), default=0)
        for one in names:
            one.setFixedWidth(widest + 2)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
