"""The panel of retrieval: who scores the items, what that would send, and what came of it."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from inspector.core.document import sources_of
from inspector.core.injection import Derivation
from inspector.core.request import RequestDerivation
from inspector.gui.kit.choosing import ChoicePanel
from inspector.gui.kit.form_fields import Choices, KeyField
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import let_scroll, vbox
from inspector.gui.kit.panel import NO_ANSWER
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.retrieval.action_row import ActionRow
from inspector.gui.panels.retrieval.forms import MethodForms
from inspector.gui.panels.retrieval.request import Inspection, RetrievalRequest
from inspector.gui.panels.retrieval.result_view import ResultView
from inspector.gui.panels.retrieval.vault_view import VaultView
from inspector.gui.panels.retrieval.words import METHODS
from inspector.gui.state.derivation import Answer
from inspector.gui.state.session import State
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _
from inspector.preferences import RetrievalChoice
from inspector.retrieval.installed import is_installed, needs_qdrant
from inspector.systems import query_embedder, retrieving_ruleset

_WIDE_PX = 640
"""Pixels from which on the forms stand beside what came of them."""

"""The other system that is asked with a vector."""


class RetrievalPanel(Themed, ChoicePanel[RetrievalChoice]):
    """Chooses where the items' scores come from; it changes and sends nothing itself.

    Signals:
        looked_at: it is on the screen again, and what it shows is out of date.
    """

    name = "retrieval"
    title = _("Retrieval")
    shows_kept = True
    has_surface = True

    looked_at = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_open = False
        self._has_scores = False
        self.seen = WhenSeen(self, self.looked_at.emit)
        self.seen.forget()
        self.method = Choices(self)
        self.meaning = StatusLabel(self, Tone.QUIET)
        self.missing = StatusLabel(self, Tone.WARNING)
        self.forms = MethodForms(self)
        self.action_row = ActionRow(self)
        self.result = ResultView(self)
        self.vault = VaultView(self)
        self._lines = [QFrame(self) for _ in range(2)]
        self._lay_out()
        self.method.activated.connect(self._edit)
        self.forms.edited.connect(self._edit)
        self.restyle()
        self.show_choice(RetrievalChoice())
        self.clear()

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.CHAT in changes:
            self.clear()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        for line in self._lines:
            line.setStyleSheet(f"background: {theme.line.name()}; border: none;")

    @property
    @override
    def choice(self) -> RetrievalChoice:
        """Who scores the items, with all that stands in the forms."""
        return self.forms.choice

    @property
    @override
    def keys(self) -> tuple[KeyField, ...]:
        """Where keys are typed."""
        return self.forms.keys

    @override
    def show_choice(self, choice: RetrievalChoice) -> None:
        """Show what is chosen."""
        self.method.setCurrentIndex(list(METHODS).index(choice.method))
        self.forms.show_choice(choice)
        self.vault.show_choice(choice)
        self.meaning.say(METHODS[choice.method][1])
        lacks = choice.method == "qdrant" and not is_installed()
        self.missing.say(needs_qdrant() if lacks else "")
        self.forms.setEnabled(not lacks)
        self._enable()

    def clear(self) -> None:
        """Show that another chat is being opened, or none."""
        self._is_open = self._has_scores = False
        self.seen.forget()
        self.action_row.forget()
        self.forms.show_inspection(None)
        self.result.clear(NO_ANSWER)
        self.vault.clear()
        self._enable()

    def show_state(self, state: State, answer: Answer | Derivation) -> None:
        """Show the scores of a state, and the vector that OpenVault is asked with.

        Args:
            state: the document and the question.
            answer: what was answered about it.
        """
        self._is_open = True
        scores = sources_of(state.document).scores
        self._has_scores = scores is not None
        self.result.show_scores(_of_scribe(answer), scores)
        vector = state.question.moment.query_vector
        self.vault.show_vector(None if vector is None else len(vector))
        embedder = query_embedder()
        name = "" if embedder is None else embedder[0].name
        concerned = name in state.document.carried or state.question.ruleset_of(name) is not None
        self.vault.setVisible(embedder is not None and concerned)
        self._lines[1].setVisible(concerned)
        ruleset = RetrievalRequest(state, self.choice).ruleset
        self.forms.show_older(offered=retrieving_ruleset(ruleset).retrieves_messages)
        self._enable()

    def show_inspection(self, inspection: Inspection, made_of: str | None) -> None:
        """Show what a look at the newest state found.

        Args:
            inspection: what was looked at.
            made_of: the text that OpenVault's vector was made of; None if nobody knows.
        """
        self.forms.show_inspection(inspection)
        self.result.show_inspection(inspection)
        self.vault.show_inspection(inspection, made_of)

    def show_running(self, words: str | None) -> None:
        """Say what is being done; None for nothing."""
        self.action_row.show_running(words)
        self._enable()

    def _edit(self) -> None:
        method = list(METHODS)[self.method.currentIndex()]
        self.show_choice(replace(self.choice, method=method))
        self.action_row.forget()
        self.edited.emit()

    def _enable(self) -> None:
        deeds = self.action_row
        ready = self._is_open and not deeds.is_busy
        asks = self.forms.method != "bm25"
        deeds.score_button.setVisible(asks)
        deeds.score_button.setEnabled(ready and not self.missing.words)
        deeds.back_button.setEnabled(ready and self._has_scores)
        self.result.again_button.setEnabled(ready and asks and not self.missing.words)
        self.vault.setEnabled(not deeds.is_busy)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Retrieval"))
        self.method.addItems([title for title, _rest in METHODS.values()])
        self.method.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.method.setAccessibleName(_("Where the scores come from"))
        left = _column(self.method, self.meaning, self.missing, self.forms)
        right = _column(self.action_row, self._lines[0], self.result, self._lines[1], self.vault)
        for line in self._lines:
            line.setFixedHeight(1)
        body = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.TopToBottom, body)
        self._sides.setContentsMargins(scaled(12), scaled(10), scaled(12), scaled(12))
        for side in (left, right):
            self._sides.addWidget(side)
        self._sides.addStretch(1)
        vbox(self, let_scroll(QScrollArea(self), body, see_through=True), margins=0)
        self.setFocusProxy(self.method)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_wide = self.width() >= scaled(_WIDE_PX)
        direction = QBoxLayout.Direction
        self._sides.setDirection(direction.LeftToRight if is_wide else direction.TopToBottom)
        self._sides.setSpacing(scaled(24 if is_wide else 8))
        for index in range(2):
            self._sides.setStretch(index, 1 if is_wide else 0)
        self._sides.setStretch(2, 0 if is_wide else 1)


def _column(*widgets: QWidget) -> QWidget:
    side = QWidget()
    column = vbox(side, margins=0, spacing=8)
    for widget in widgets:
        column.addWidget(widget)
    column.addStretch(1)
    return side


def _of_scribe(answer: Answer | Derivation) -> RequestDerivation | None:
    """What Scribe derived, whichever ruleset was asked."""
    found = answer.derivations.values() if isinstance(answer, Answer) else (answer,)
    return next((one for one in found if isinstance(one, RequestDerivation)), None)
