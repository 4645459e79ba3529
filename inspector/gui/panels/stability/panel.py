"""How much of each turn's request a prompt cache can keep (*Cache*)."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QStackedLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.labels import OneLine, Tone, plain_label
from inspector.gui.kit.layouts import hbox, let_scroll, nest, split, vbox
from inspector.gui.kit.panel import Area, Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.stability.columns import (
    ALTERNATIVE_COLUMNS,
    TURN_COLUMNS,
    AlternativeRow,
    headline,
)
from inspector.gui.panels.stability.turn_detail import TurnDetail
from inspector.gui.state.stability_reading import Stability
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.tables.model import TableModel
from inspector.gui.tables.view import Table
from inspector.language import _
from inspector.proof.source_words import SLOT, source_in_words
from inspector.proof.stability import USUAL_DEPTH, Placing, TurnStability
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT

_PLACES = (
    (_("in the chat, at depth"), IN_CHAT),
    (_("after the main prompt"), IN_PROMPT),
    (_("before the main prompt"), BEFORE_PROMPT),
)
_DEEPEST, _SHORTEST = 999, 6
_LEAST_ALTERNATIVES_PX = 100


class PlacingChooser(QWidget):
    """A row of fields and the button that tries what they say.

    Signals:
        tried: a `Placing`.
    """

    tried = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slot, self.location, self.chat_depth = QComboBox(self), QComboBox(self), QSpinBox(self)
        self.slot.setAccessibleName(_("Slot that would stand elsewhere"))
        self.location.setAccessibleName(_("Where it would stand"))
        self.chat_depth.setAccessibleName(_("Depth in the chat"))
        for box in (self.slot, self.location):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(_SHORTEST)
        for words, position in _PLACES:
            self.location.addItem(words, position)
        self.chat_depth.setRange(0, _DEEPEST)
        self.chat_depth.setValue(USUAL_DEPTH)
        button = QPushButton(_("Try"))
        row = QHBoxLayout(self)
        row.setContentsMargins(scaled(12), scaled(5), scaled(12), scaled(8))
        for widget, share in (
            (self.slot, 2),
            (self.location, 3),
            (self.chat_depth, 0),
            (button, 0),
        ):
            row.addWidget(widget, share)
        self.location.currentIndexChanged.connect(self._follow_place)
        button.clicked.connect(self._try)

    def show_slots(self, slots: Sequence[str]) -> None:
        """Offer these slots, by key, and all of them together."""
        self.slot.clear()
        for key in slots:
            self.slot.addItem(source_in_words(f"{SLOT}{key}"), (key,))
        if len(slots) > 1:
            self.slot.addItem(_("All slots"), tuple(slots))

    def _follow_place(self) -> None:
        self.chat_depth.setEnabled(self.location.currentData() == IN_CHAT)

    def _try(self) -> None:
        slots = self.slot.currentData()
        if slots:
            position = int(self.location.currentData())
            depth = self.chat_depth.value() if position == IN_CHAT else 0
            self.tried.emit(Placing(tuple(slots), position, depth))


_TURNS = (10, 20, 50, 200)
WORKING = _("Predicting the requests of the last turns…")
EMPTY = _("There are no two turns to compare yet.")


class StabilityPanel(Panel):
    """A row a turn; what the chosen one kept; and what other places of the slots would keep.

    Signals:
        reading_requested: so many turns, and a place (`Placing` or None) are to be worked out.
        elsewhere_chosen: rows of the same turns with slots elsewhere; empty for as now.
    """

    name = "stability"
    title = _("Cache")
    shows_kept = True
    area = Area.TABLES
    folds_below = True
    is_wide = True

    reading_requested = Signal(int, object)
    elsewhere_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slots: tuple[str, ...] = ()
        self._own: Placing | None = None
        self.model = TableModel[TurnStability](TURN_COLUMNS, self)
        self.table = Table(self.model, _("Turns"), "stability_turns", self)
        self.table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.alternatives = TableModel[AlternativeRow](ALTERNATIVE_COLUMNS, self)
        self.alternative_table = Table(
            self.alternatives, _("Other places of the slots"), "stability_places", self
        )
        self.alternative_table.setSelectionMode(self.table.SelectionMode.SingleSelection)
        self.detail = TurnDetail(self)
        self.sentence = OneLine(self, bold=True)
        self.whose = OneLine(self, Tone.QUIET, 11)
        self.words = plain_label(WORKING, tone=Tone.QUIET)
        self.whose.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.turns, self.chooser = QComboBox(self), PlacingChooser(self)
        self._lay_out()
        self.turns.currentIndexChanged.connect(self._ask)
        self.chooser.tried.connect(self._try)
        self.table.selectionModel().currentRowChanged.connect(self._show_row)
        self.alternative_table.selectionModel().currentRowChanged.connect(self._choose_alternative)
        self.table.doubleClicked.connect(self._jump)
        self.detail.jump_requested.connect(self._jump)
        self.setFocusProxy(self.table)

    @property
    def last(self) -> int:
        """How many turns are looked at."""
        return int(self.turns.currentData())

    @property
    def own(self) -> Placing | None:
        """The place that a person tries; None for none."""
        return self._own

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self._own = None
            self.show_stability(Stability())
            self.say(WORKING)

    def say(self, words: str) -> None:
        """Say why there are no rows."""
        self.sentence.setText("")
        self.whose.setText("")
        self.words.setText(words)
        self._stack.setCurrentIndex(1)

    def show_stability(self, found: Stability) -> None:
        """Show other rows, the newest turn on top."""
        if not found.rows:
            self.model.show_rows([])
            self.alternatives.show_rows([])
            self.detail.show_row(None)
            self.say(EMPTY if found.is_whole else WORKING)
            return
        self._stack.setCurrentIndex(0)
        rows = found.rows[::-1]
        is_new = len(rows) != self.model.rowCount()
        self.model.show_rows(rows)
        self.sentence.setText(headline(found.rows))
        self.whose.setText(" + ".join(found.rulesets))
        chosen = self.alternative_table.currentIndex().row()
        alternatives = [
            AlternativeRow(None, found.rows),
            *(AlternativeRow(*one) for one in found.alternatives),
        ]
        self.alternatives.show_rows(alternatives)
        self._show_slots(found.slots)
        if is_new or not self.table.currentIndex().isValid():
            self.table.setCurrentIndex(self.model.index(0, 0))
        own = [index for index, one in enumerate(alternatives) if one.placing == self._own]
        if found.is_whole:
            best = own[0] if self._own is not None and own else len(alternatives) - 1
            row = chosen if 0 <= chosen < len(alternatives) and self._own is None else best
            self.alternative_table.setCurrentIndex(self.alternatives.index(row, 0))
        self._show_row()

    def _show_slots(self, slots: tuple[str, ...]) -> None:
        """Offer these; without any there is nothing that could stand elsewhere."""
        if slots != self._slots:
            self._slots = slots
            self.chooser.show_slots(slots)
        for part in (self.chooser, self.alternative_table):
            part.setVisible(bool(slots))

    def _ask(self) -> None:
        self.reading_requested.emit(self.last, self._own)

    def _try(self, placing: Placing) -> None:
        self._own = placing
        self._ask()

    def _show_row(self) -> None:
        self.detail.show_row(self.model.row_at(self.table.currentIndex().row()))

    def _choose_alternative(self) -> None:
        chosen_row = self.alternatives.row_at(self.alternative_table.currentIndex().row())
        rows = () if chosen_row is None or chosen_row.placing is None else chosen_row.rows
        self.elsewhere_chosen.emit(rows)

    def _jump(self) -> None:
        row = self.model.row_at(self.table.currentIndex().row())
        cause = None if row is None or row.first_change is None else row.first_change.cause
        if cause is not None and cause.memory is not None:
            self.memory_activated.emit(cause.memory)
        elif cause is not None and cause.message is not None:
            self.message_activated.emit(cause.message)

    def _lay_out(self) -> None:
        for count in _TURNS:
            self.turns.addItem(_("last {count} turns").format(count=count), count)
        self.turns.setAccessibleName(_("How many turns"))
        parts = (self.table, self._right())
        both = split("stability", *parts, sizes=(460, 400), stretches=(1, 1))
        page, empty = QWidget(self), QWidget(self)
        for widget, inside in ((page, both), (empty, self.words)):
            vbox(widget, inside, margins=0)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        # A label whose height follows its width would make the whole panel scroll.
        self.words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        whole = vbox(self, margins=0, spacing=0)
        head = hbox(
            None, (self.sentence, 1), self.whose, self.turns, margins=(12, 5, 12, 5), spacing=8
        )
        nest(whole, head)
        self._stack = QStackedLayout()
        self._stack.addWidget(page)
        self._stack.addWidget(empty)
        nest(whole, self._stack, 1)
        self._stack.setCurrentIndex(1)

    def _right(self) -> QWidget:
        inner, right = QWidget(self), QWidget(self)
        self.alternative_table.setMinimumHeight(scaled(_LEAST_ALTERNATIVES_PX))
        # Else the rows that it has no need of would make the whole side scroll.
        policy = QSizePolicy.Policy
        self.alternative_table.setSizePolicy(policy.Expanding, policy.Ignored)
        vbox(inner, self.detail, (self.alternative_table, 1), margins=0, spacing=0)
        # What tries a placing stays in sight while the rest scrolls.
        scroll = let_scroll(QScrollArea(right), inner)
        vbox(right, (scroll, 1), self.chooser, margins=0, spacing=0)
        return right
