"""Wires the panels that explain: why, who knows, budget, and the strip under the timeline."""

from functools import partial

from PySide6.QtCore import QObject

from inspector.core.message_derivation import MessageDerivation
from inspector.core.recap_verdict import PAST_LIMIT
from inspector.core.request import RequestDerivation
from inspector.gui.kit.panel import Panel, Worker
from inspector.gui.panels.budget.panel import CurvePanel
from inspector.gui.panels.knowledge.panel import KnowledgePanel
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.state.derivation import Answer, Deriver
from inspector.gui.state.replaying import Replayer
from inspector.gui.state.request_rows import subject_of
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.what_if import WhatIf
from inspector.gui.window.controller import Controller
from inspector.gui.window.panels import Panels

_MOST_CHOSEN_FROM = 500


class ExplanationController(QObject):
    """Tells the explaining panels what was answered, and others what is asked for there."""

    at_once = Part.CHAT

    def __init__(self, window: QObject, controller: Controller, what_if: WhatIf) -> None:
        super().__init__(window)
        self._controller = controller
        self._what_if = what_if
        self._answer: Answer | None = None
        self.replayer = Replayer(self)

    def follow(self, deriver: Deriver, panels: Panels, selection: Selection) -> None:
        """Start wiring these."""
        self._selection = selection
        self._panels = panels
        controller, what_if = self._controller, self._what_if
        panels.why.change_requested.connect(controller.make_change)
        panels.why.wording_requested.connect(controller.show_wording)
        panels.when_made(
            KnowledgePanel, lambda panel: panel.viewpoint_requested.connect(controller.answer_as)
        )
        panels.when_made(RewritePanel, lambda panel: panel.trial.tried.connect(what_if.try_edits))
        panels.when_made(CurvePanel, self._hear_curve)
        panels.timeline.show_strip(displayed=True)
        self.replayer.replayed.connect(panels.timeline.add_replayed)
        for worker in (self.replayer.worker, panels.recap_counts.worker):
            deriver.presses.connect(worker.hold)
        panels.when_made(Panel, partial(_hold_back, deriver))

    def _hear_curve(self, curve: CurvePanel) -> None:
        curve.budget_tried.connect(self._what_if.drag_budget)
        curve.budget_chosen.connect(self._what_if.drop_budget)
        curve.budget_cancelled.connect(self._what_if.cancel)

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Replay what was answered; see `Viewer`."""
        if Part.CHAT in changes:
            self._answer = None
            self.replayer.clear()
        if Part.ANSWER in changes and view.answer is not None:
            self._answer = view.answer
            self.replayer.set_state(view.answer.state)

    def wait(self) -> None:
        """Let running work end, before the program does."""
        self.replayer.wait()
        for worker in self._workers:
            worker.wait()

    def choose_subject(self) -> None:
        """Select what a picture of the window best explains: the weightiest that is left out."""
        answer = self._answer
        if answer is None or self._selection.subjects:
            return
        if isinstance(answer.derivation, RequestDerivation):
            self._choose_of_request(answer.derivation)
        else:
            self._choose_memory(answer)

    def _choose_memory(self, answer: Answer) -> None:
        memories, inside = answer.state.document.memories, answer.derivation.in_block
        out = [m for m in answer.derivation.existing if m not in inside]
        if out:
            best = max(out, key=lambda m: (not memories[m].is_archived, memories[m].importance))
            self._selection.select([best])
        elif not memories and answer.of_messages is not None:
            self._choose_message(answer.of_messages)

    def _choose_message(self, judged: MessageDerivation) -> None:
        """Select the newest message whose memory is left out, past the limit first."""
        latest = reversed(judged.messages[-_MOST_CHOSEN_FROM:])
        out = [one for one in latest if one.recap and not one.included]
        if out:
            best = max(out, key=lambda one: one.gate == PAST_LIMIT)
            self._selection.select_message(best.message)

    def _choose_of_request(self, request: RequestDerivation) -> None:
        """Select the best item that is left out, else the newest message that is."""
        items = (row for row in request.rag if not row.kept and row.item.enabled)
        item, message = next(items, None), request.messages.kept.rfind(0)
        if item is not None:
            subject = subject_of(request, item)
            self._selection.select_item(subject.key, subject.turn)
        elif message >= 0:
            self._selection.select_message(message)

    @property
    def is_busy(self) -> bool:
        """Whether anything of what is looked at is still to come."""
        return any(worker.is_busy for worker in self._workers)

    @property
    def _workers(self) -> tuple[Worker, ...]:
        return (*self._panels.workers, self.replayer.worker)


def _hold_back(deriver: Deriver, panel: Panel) -> None:
    """Have the work of a panel pause while something more pressing is derived."""
    for worker in panel.workers:
        deriver.presses.connect(worker.hold)
