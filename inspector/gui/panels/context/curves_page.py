"""The page of curves: one budget against messages kept and against items kept."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget
from typing_extensions import override

from inspector.analysis.context_map import Share
from inspector.core.request import RequestDerivation
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.segmented import Segmented
from inspector.gui.kit.theme import Themed
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.context.budgets import Held
from inspector.gui.panels.context.curve import ITEMS, MESSAGES, Curve, curve_of
from inspector.gui.panels.context.curve_plot import KeptPlot, Standing
from inspector.gui.panels.context.state import ContextState
from inspector.gui.state.workers import LatestWorker
from inspector.language import _

WORKING = _("Trying other budgets…")
NO_CURVE = _("There is no budget to move.")


class CurvesPage(Themed, QWidget):
    """Draws the curves of the budget that a person turned to last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self.chooser = Segmented(_("Which budget the curves are of"))
        self.plots = (KeptPlot(MESSAGES, self), KeptPlot(ITEMS, self))
        self.words = plain_label(NO_CURVE, tone=Tone.QUIET)
        self._budgets: dict[str, Held] = {}
        self._displayed: ContextState | None = None
        self._what_if: ContextState | None = None
        self._drawn: tuple[RequestDerivation, str] | None = None
        self._seen = WhenSeen(self, self._start)
        self._lay_out()
        self.chooser.chosen.connect(self._start)
        self.worker.answered.connect(self._take)
        self.worker.slow_changed.connect(self._show_slow)
        self.restyle()

    @override
    def restyle(self) -> None:
        self.chooser.apply_style()

    def show_answer(self, displayed: ContextState | None, budgets: Sequence[Held]) -> None:
        """Draw the curves of another answer."""
        self._displayed, self._what_if = displayed, None
        known = [held for held in budgets if held.has_curve]
        self._budgets = {held.knob.title: held for held in known}
        self.chooser.set_choices(list(self._budgets))
        self._start()

    def show_what_if(self, displayed: ContextState | None) -> None:
        """Move the marker to what is tried out; None puts it back."""
        self._what_if = displayed
        self._mark()

    def look_at(self, setting: str) -> None:
        """Draw the curves of a budget."""
        title = next((t for t, held in self._budgets.items() if held.knob.setting == setting), "")
        if title and title != self.chooser.current:
            self.chooser.choose(title)
            self._start()

    @property
    def held(self) -> Held | None:
        """The budget whose curves are drawn."""
        return self._budgets.get(self.chooser.current)

    def _start(self) -> None:
        """Work the curves out, if anybody looks and other ones hold."""
        held, request = self.held, None if self._displayed is None else self._displayed.request
        is_seen = self._seen.is_now()
        if held is None or request is None:
            self.worker.cancel()
            self._drawn = None
            self._say(NO_CURVE)
        elif is_seen:
            requested = (request, held.knob.setting)
            if self._drawn != requested:
                self._drawn = requested
                self.worker.ask(partial(curve_of, request, held))
            self._mark()

    def _take(self, curve: Curve) -> None:
        for plot in self.plots:
            plot.show_curve(curve)
            plot.setToolTip("\n".join(knee.detail for knee in curve.knees))
        self._stack.setCurrentIndex(0)
        self._mark()

    def _mark(self) -> None:
        """Show where the budget stands, and where it stood before it was taken up."""
        displayed, held = self._what_if or self._displayed, self.held
        request = None if displayed is None else displayed.request
        if displayed is None or held is None or request is None:
            return
        setting = held.knob.setting
        before = (
            None if self._what_if is None or self._displayed is None else self._displayed.request
        )
        counts = {part.share: part.kept for part in displayed.map.parts}
        kept = (request.messages.kept.count(1), counts.get(Share.ITEMS, 0))
        now = request.budget_named(setting)
        was = None if before is None else before.budget_named(setting)
        if now is None:
            return
        for plot, count in zip(self.plots, kept, strict=True):
            stood = None if was is None else was.value
            plot.show_standing(Standing(now.value, count, stood))

    def _show_slow(self, slow: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        if slow and self.plots[0].curve is None:
            self._say(WORKING)

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self._stack.setCurrentIndex(1)

    def _lay_out(self) -> None:
        both = QWidget(self)
        row = hbox(both, margins=0, spacing=0)
        for plot in self.plots:
            row.addWidget(plot, 1)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(both)
        self._stack.addWidget(self.words)
        self._stack.setCurrentIndex(1)
