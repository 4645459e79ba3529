"""The Why panel: gate by gate why what is selected is in or out, and what turns it."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, height_at, let_scroll, vbox
from inspector.gui.kit.panel import Panel, Worker
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.why.advice import Advice
from inspector.gui.panels.why.case import Case, case_of, words_for, words_without
from inspector.gui.panels.why.explanation import SubjectExplanation
from inspector.gui.panels.why.finding import Findings, find
from inspector.gui.panels.why.header import Header
from inspector.gui.panels.why.steps import Steps
from inspector.gui.panels.why.suggestions import Suggestion
from inspector.gui.state.derivation import Answer
from inspector.gui.state.selection import ItemSubject, MemorySubject, Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import LatestWorker
from inspector.language import _

WORKING = _("Working…")
_NARROW_PX = 520
"""Where the panel is higher than wide, from here down the advice stands below the steps."""
_USUAL_SHARES = (2, 1)
"""Of the steps and of the advice beside them, in the width."""


class WhyPanel(Themed, Panel):
    """Follows the selection; works out off the UI thread what it shows, and changes nothing.

    Signals:
        change_requested: a change of the analyses is to be made, to this `State`, by the rules
            of this ruleset (its name).
        wording_requested: a memory's summary is to be written anew (its index).
        text_requested: an item's text is to be written anew (its key).
    """

    name = "why"
    title = _("Why")
    has_surface = True
    shows_kept = True

    change_requested = Signal(object, object, str)
    wording_requested = Signal(int)
    text_requested = Signal(str)

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._document = Document()
        self._answer: Answer | None = None
        self._case: Case | None = None
        self._findings: Findings | None = None
        self._seen = WhenSeen(self, self._start)
        self.worker = LatestWorker(self)
        self.header = Header(self)
        self.steps = Steps()
        self.advice = Advice(self)
        self.words = plain_label(tone=Tone.QUIET)
        self._scroll = QScrollArea(self)
        self._lay_out()
        selection.subjects_changed.connect(self._start)
        self.advice.accepted.connect(self._accept)
        self.advice.built.connect(self._share_height)
        self.worker.parted.connect(self._take)
        self.worker.answered.connect(self._take)
        self.worker.failed.connect(self._say)
        self.worker.slow_changed.connect(self._show_slow)
        self.restyle()
        self._say("")

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.set_document(view.document)
        if Part.ANSWER in changes and view.answer is not None:
            self.set_answer(view.answer)

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.worker,)

    @property
    def mentioned(self) -> SubjectExplanation | None:
        """What is told; None while words stand in its place."""
        displayed = self._findings is not None and self._stack.currentIndex() == 0
        return self._findings.mentioned if displayed and self._findings else None

    @override
    def restyle(self) -> None:
        if self.mentioned is not None:
            self.steps.show_explanation(self.mentioned)

    def set_document(self, document: Document | None) -> None:
        """Start afresh with another chat, or none."""
        self.worker.cancel()
        self._answer = self._case = self._findings = None
        self._document = document or Document()
        self._say("" if document is None else words_for(None, document, self._selection))

    def set_answer(self, answer: Answer) -> None:
        """Explain this answer from now on."""
        self._answer, self._document = answer, answer.state.document
        self._start()

    def _start(self) -> None:
        """Work out what there is to tell of what is selected, if anybody looks."""
        is_seen = self._seen.is_now()
        self.worker.cancel()
        if not is_seen or self._answer is None:
            return
        self._case = case = case_of(self._answer, self._selection)
        if case is None:
            self._findings = None
            self._say(words_for(self._answer, self._document, self._selection))
            return
        if self._findings is not None and self._findings.case.subject != case.subject:
            self.advice.clear()
        self.worker.ask(lambda token: find(case, token))

    def _take(self, findings: Findings) -> None:
        before, self._findings = self._findings, findings
        if findings.mentioned is None:
            self._say(words_without(findings.case))
            return
        self._stack.setCurrentIndex(0)
        if before is None or before.mentioned != findings.mentioned or not self.steps.rows:
            self.header.show_explanation(findings.mentioned)
            self.steps.show_explanation(findings.mentioned)
            self._reveal_failure()
        if findings.offers or findings.is_over:
            mentioned = findings.mentioned
            self.advice.show_offers(
                findings.offers,
                in_block=mentioned.in_block,
                is_over=findings.is_over,
                nothing=mentioned.no_change,
            )
        elif self._was_about_another(before, findings):
            self.advice.clear()

    def _was_about_another(self, before: Findings | None, findings: Findings) -> bool:
        """Whether the offers that are shown no longer hold."""
        if before is None or before.mentioned is None or findings.mentioned is None:
            return True
        same_rules = before.case.ruleset == findings.case.ruleset
        return not same_rules or before.mentioned.in_block is not findings.mentioned.in_block

    def _reveal_failure(self) -> None:
        """Scroll to the step that failed, once the rows have been laid out."""
        self._scroll.verticalScrollBar().setValue(0)
        QTimer.singleShot(0, self, self._scroll_to_failure)

    def _scroll_to_failure(self) -> None:
        row = self.steps.failed
        if row is not None:
            self._scroll.ensureWidgetVisible(row, 0, 0)

    def _show_slow(self, slow: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        if not slow:
            return
        displayed, wanted = self._findings, self._case
        if displayed is None or wanted is None or displayed.case.subject != wanted.subject:
            self._say(WORKING)
        else:
            self.advice.show_looking()

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self._stack.setCurrentIndex(1)
        self.advice.clear()

    def _accept(self, suggestion: Suggestion) -> None:
        if self._findings is None:
            return
        case = self._findings.case
        if not suggestion.change.needs_wording:
            self.change_requested.emit(suggestion.change, case.state, case.ruleset)
        elif isinstance(case.subject, MemorySubject):
            self.wording_requested.emit(case.subject.memory)
        elif isinstance(case.subject, ItemSubject):
            self.text_requested.emit(case.subject.key)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        sides = QHBoxLayout.Direction
        way = sides.TopToBottom if self._is_column else sides.LeftToRight
        self._body.setDirection(way)
        self.advice.set_below(below=self._is_column)
        self._share_height()

    @property
    def _is_column(self) -> bool:
        return self.width() < scaled(_NARROW_PX) and self.height() > self.width()

    def _share_height(self) -> None:
        """Above the advice the steps leave to it what they do not need of the height."""
        steps, advice = _USUAL_SHARES
        if self._is_column:
            above = height_at(self.header, self.width()) + height_at(self.steps, self.width())
            wanted = self.advice.height_of_all(self.width())
            advice = min(wanted, max(self.height() - above, self.height() // 3))
            steps = self.height() - advice
        self._body.setStretch(0, steps)
        self._body.setStretch(1, advice)

    def _lay_out(self) -> None:
        let_scroll(self._scroll, self.steps, see_through=True)
        self._scroll.setAccessibleName(_("Checks that were passed or failed"))
        self.setAccessibleName(_("Why"))
        left = vbox(None, self.header, (self._scroll, 1), spacing=0)
        body = QWidget(self)
        self._body = hbox(
            body, (left, _USUAL_SHARES[0]), (self.advice, _USUAL_SHARES[1]), margins=0, spacing=0
        )
        nothing = QWidget(self)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(nothing, 2, self.words, 3, margins=(24, 12, 24, 12))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(body)
        self._stack.addWidget(nothing)
