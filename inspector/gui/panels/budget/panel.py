"""The panel of the budget curve: what a budget keeps in words, the curve, and its knees."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QPushButton,
    QSizePolicy,
    QStackedLayout,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.budget_curve import budget_curves, budget_point, tier_of
from inspector.analysis.knees import Knee
from inspector.core.deadline import Deadline
from inspector.core.query import Query
from inspector.gui.kit.labels import Label, Tone, plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.memory_words import NO_MEMORIES
from inspector.gui.kit.panel import NO_ANSWER, Panel, Worker
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import scaled
from inspector.gui.kit.visibility import WhenSeen, is_on_screen
from inspector.gui.panels.budget.plot import CurvePlot
from inspector.gui.panels.budget.state import CurveState
from inspector.gui.state.derivation import Answer
from inspector.gui.state.session import Question, State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.language import _
from inspector.systems import ruleset_named

NO_BUDGET = _("This ruleset has no token budget.")
NO_CURVE = _("This ruleset's budget has no limit that could be drawn.")
WORKING = _("Working…")
FILLING = _("Trying more budgets…")
_COUNTED = _(
    "Of the memories that get as far as the budget; what another gate leaves out is not counted."
)
_POINTS = 40
_LINK_MARGIN_PX, _LEAST_LINK_PX = 8, 60


class BudgetChooser(QComboBox):
    """Chooses one of a ruleset's budgets; hidden where there is one alone."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Which budget"))
        self.hide()

    @property
    def location(self) -> int:
        """Which of the ruleset's budgets is chosen."""
        return max(self.currentIndex(), 0)

    def set_choices(self, ruleset: str) -> None:
        """Offer the budgets of a ruleset; what is chosen stays chosen among the same ones."""
        titles = [_(one.meaning) for one in ruleset_named(ruleset).budget_settings]
        if titles != [self.itemText(index) for index in range(self.count())]:
            blocker = QSignalBlocker(self)
            self.clear()
            self.addItems(titles)
            blocker.unblock()
        self.setVisible(len(titles) > 1)


class _KneeLink(QPushButton):
    """A sentence that ends in … where it has no room, so that the chart need not scroll."""

    def __init__(self, words: str, parent: QWidget) -> None:
        super().__init__(words, parent)
        self._words = words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        set_role(self, "link")

    @override
    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self._words) + scaled(_LINK_MARGIN_PX)
        return QSize(width, super().sizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(_LEAST_LINK_PX), super().minimumSizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = self.width() - scaled(_LINK_MARGIN_PX) // 2
        end = Qt.TextElideMode.ElideRight
        self.setText(self.fontMetrics().elidedText(self._words, end, room))


class KneeLinks(QWidget):
    """A link for each budget beyond which more tokens bring clearly less.

    Signals:
        chosen: this budget shall hold.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons: list[QPushButton] = []
        self._column = vbox(self, margins=(10, 0, 10, 6), spacing=0)
        self._column.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_knees(self, knees: Sequence[Knee]) -> None:
        """Show other budgets."""
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = [self._made(knee) for knee in knees]
        self.setVisible(bool(knees))

    def _made(self, knee: Knee) -> QPushButton:
        button = _KneeLink(f"◆ {knee.detail}", self)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        act = _("Set the budget to {budget:,} tokens").format(budget=knee.budget)
        button.setToolTip(tooltip(knee.detail, act))
        button.setAccessibleName(knee.detail)
        button.setAccessibleDescription(act)
        button.clicked.connect(lambda: self.chosen.emit(knee.budget))
        self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        return button


class CurvePanel(Panel):
    """Budget against memories and importance kept; it changes nothing itself.

    Signals:
        budget_tried: the budget is in a hand and stands here now; which of the ruleset's it is.
        budget_chosen: this budget shall hold; which of the ruleset's it is.
        budget_cancelled: the budget is back where it was.
    """

    name = "curve"
    title = _("Budget")
    has_surface = True

    budget_tried = Signal(int, int)
    budget_chosen = Signal(int, int)
    budget_cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requested: Query | None = None
        self._state = State()
        self._drawn: tuple[State, int] | None = None
        self._tried: Answer | None = None
        self._seen = WhenSeen(self, self._start)
        self.worker = LatestWorker(self)
        self.plot = CurvePlot(self)
        self.sentence = plain_label(tabular=True)
        self.sentence.setToolTip(tooltip(_COUNTED))
        self.progress = Label(self, Tone.QUIET, 11)
        self.words = plain_label(tone=Tone.QUIET)
        self.which = BudgetChooser(self)
        self.knees = KneeLinks(self)
        self._lay_out()
        self._wire()
        self._say(NO_ANSWER)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.clear()
        if Part.ANSWER in changes and view.answer is not None:
            self.set_answer(view.answer)
        if Part.WHAT_IF in changes and view.what_if is not None and not self.keeps(view.what_if):
            self.show_what_if(view.what_if)

    @override
    def keeps(self, what_if: Answer) -> bool:
        """Whether anything but the budget is tried out, of which the curve knows nothing."""
        location = self.which.location
        return not _same_but_budget((self._state, location), (what_if.state, location))

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.worker,)

    def clear(self) -> None:
        """Show that another chat is being opened."""
        self.worker.cancel()
        self._requested = self._drawn = self._tried = None
        self.plot.show_curve(CurveState())
        self.knees.show_knees(())
        self._say(NO_ANSWER)

    def set_answer(self, answer: Answer) -> None:
        """Draw the curve of this answer's question from now on."""
        self._requested = answer.query()
        self._state = answer.state
        self._tried = answer
        self.which.set_choices(answer.state.question.ruleset)
        self._show_budget()

    def _show_budget(self) -> None:
        """Show the budget that is chosen, of those that the ruleset has."""
        requested = self._requested
        if requested is None:
            return
        kept = tier_of(requested, self.which.location)
        limit = requested.derivation.budget.limit if requested.derivation.budget else 0
        self.plot.show_budget((limit if kept is None else kept.limit) or 0)
        self._start()

    def show_what_if(self, answer: Answer) -> None:
        """Say exactly what a budget that is tried out keeps."""
        self._tried = answer
        if is_on_screen(self):
            self._read()

    def _start(self) -> None:
        """Work the curve out, if anybody looks and another one holds."""
        requested = self._requested
        is_seen = self._seen.is_now()
        if requested is None or not is_seen:
            return
        drawn = (self._state, self.which.location)
        if not requested.document.memories and tier_of(requested, self.which.location) is None:
            self._stop(NO_MEMORIES)
        elif budget_point(requested, self.which.location) is None:
            self._stop(NO_BUDGET)
        elif self._drawn is None or not _same_but_budget(self._drawn, drawn):
            self._drawn = drawn
            self.worker.ask(partial(_curve_of, requested, self.which.location))
        else:
            self._read()

    def _stop(self, words: str) -> None:
        self.worker.cancel()
        self._drawn = None
        self._say(words)

    def _take(self, curve: CurveState | None) -> None:
        if curve is None:
            self._say(NO_CURVE)
            return
        self._stack.setCurrentIndex(0)
        self.plot.show_curve(curve)
        self.knees.show_knees(curve.knees if curve.is_complete else ())
        self.progress.setText("" if curve.is_complete else FILLING)

    def _show_slow(self, slow: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        if slow and not self.plot.curve.points:
            self._say(WORKING)

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self._stack.setCurrentIndex(1)

    def _read(self) -> None:
        """Say what the budget that a person looks at keeps."""
        curve, budget = self.plot.curve, self.plot.looked_at
        if curve.points:
            answer = self._tried
            tried = None if answer is None else budget_point(answer.query(), self.which.location)
            known = tried if tried is not None and tried.budget == round(budget) else None
            self.sentence.setText(curve.sentence(budget, known))

    def _try(self, tokens: int) -> None:
        self.budget_tried.emit(tokens, self.which.location)

    def _choose(self, tokens: int) -> None:
        self.budget_chosen.emit(tokens, self.which.location)

    def _wire(self) -> None:
        self.plot.tried.connect(self._try)
        self.plot.chosen.connect(self._choose)
        self.knees.chosen.connect(self._choose)
        self.which.currentIndexChanged.connect(self._show_budget)
        self.plot.cancelled.connect(self.budget_cancelled)
        self.plot.read.connect(self._read)
        self.worker.parted.connect(self._take)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._stop)
        self.worker.slow_changed.connect(self._show_slow)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Budget"))
        top = hbox(None, self.which, (self.sentence, 1), margins=(12, 8, 12, 4), spacing=10)
        top.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignTop)
        body = QWidget(self)
        vbox(body, top, (self.plot, 1), self.knees, margins=0, spacing=0)
        nothing = QWidget(self)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(nothing, 2, self.words, 3)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(body)
        self._stack.addWidget(nothing)
        self.setFocusProxy(self.plot)


def _curve_of(requested: Query, which: int, token: CancelToken) -> CurveState | None:
    """The curve, handed over again and again while it fills up; called on the worker."""
    displayed = None
    deadline = Deadline(cancelled=lambda: token.is_over)
    for curve in budget_curves(requested, _POINTS, deadline, which):
        displayed = CurveState.of(curve)
        if not displayed.is_complete:
            token.part(displayed)
    return displayed


def _same_but_budget(one: tuple[State, int], other: tuple[State, int]) -> bool:
    """Whether two states have the same curve of the same budget."""
    if one[0].document is not other[0].document or one[1] != other[1]:
        return False
    return _without_budget(*one) == _without_budget(*other)


def _without_budget(state: State, which: int) -> Question:
    budgets = ruleset_named(state.question.ruleset).budget_settings
    if which >= len(budgets):
        return state.question
    found = state.question.without_setting(budgets[which].name)
    return found.without_setting(budgets[which].unit) if budgets[which].unit else found
