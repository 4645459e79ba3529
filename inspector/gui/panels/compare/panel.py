"""The panel that lays two blocks side by side."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QStackedWidget, QWidget
from typing_extensions import override

from inspector.files.backups import KeptBackup
from inspector.gui.kit.find_bar import with_find_bar
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.panel import Area, Panel, Worker
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.compare.block_view import BlockView, Legend
from inspector.gui.panels.compare.costs_page import Costs, CostsPage, costs_of
from inspector.gui.panels.compare.found import Displayed, found_between, report_of
from inspector.gui.panels.compare.head import Head
from inspector.gui.panels.compare.result import Result
from inspector.gui.panels.compare.sides import Choices, Difference, Stored, choices_of
from inspector.gui.state.selection import Selection
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import LatestWorker
from inspector.language import _
from inspector.loading import OpenChat, open_chat

_ROOMY, _RESULT_PX, _NARROW_RESULT_PX, _LOW_RESULT_PX = 1_150, 400, 300, 200
_LEAST_BESIDE_PX = 640
_NOTHING = _("Open a chat to compare two blocks of it.")
_NO_SIDES = {
    Difference.RECAPS: _("This chat keeps no running recap."),
    Difference.BACKUPS: _("There is no backup of this chat yet: saving makes one."),
    Difference.FILES: _("Choose a file, such as a backup, to lay beside this chat."),
    Difference.CHARACTERS: _("Nobody else is known in this chat."),
}
_SAME_SIDES = _("There is nothing to choose between here.")
_VIEW_KEYS = (
    ("F8", _("Next difference")),
    ("Shift+F8", _("Previous difference")),
    ("Alt+X", _("Swap the sides")),
)


class ComparePanel(Panel):
    """Lays any two blocks side by side; it changes nothing.

    Args:
        selection: what is selected in all views; None for a panel on its own.
        parent: as for any widget.

    Attributes:
        backups: answers the backups of the chat's file, oldest first.
        presets: answers the settings that were saved for a ruleset, by name.
    """

    name = "compare"
    title = _("Compare")
    shows_kept = True
    view_keys = _VIEW_KEYS
    area = Area.TABLES
    folds_below = True
    is_wide = True

    def __init__(self, selection: Selection | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._selection = selection or Selection(self)
        self._choices = Choices()
        self._file: OpenChat | None = None
        self.backups: Callable[[], Sequence[KeptBackup]] = tuple
        self.presets: Callable[[str], Mapping[str, Mapping[str, object]]] = _none_saved
        self._seen = WhenSeen(self, self._set_choices)
        self._displayed: Displayed | Costs | None = None
        self.head = Head(self)
        self.text = BlockView(self)
        self.legend = Legend(self.text, self)
        self.result = Result(self)
        self.costs = CostsPage(self)
        self._pages = QStackedWidget(self)
        self._worker = LatestWorker(self)
        self._lay_out()
        self._connect()
        self._say(_NOTHING)

    def _lay_out(self) -> None:
        self.setAccessibleName(_("Compare"))
        found = with_find_bar(self.text, self)
        lines = vbox(None, (found, 1), self.legend, margins=0, spacing=0)
        sides = QWidget(self)
        self._body = hbox(sides, (lines, 1), self.result, margins=0, spacing=1)
        self._pages.addWidget(sides)
        self._pages.addWidget(self.costs)
        vbox(self, self.head, (self._pages, 1), margins=0, spacing=0)
        self.setFocusProxy(self.text)

    def _connect(self) -> None:
        self.head.kind_chosen.connect(self._set_choices)
        self.head.a.activated.connect(self._ask)
        self.head.b.activated.connect(self._ask)
        self.head.file.clicked.connect(self._choose_file)
        self.head.swap.clicked.connect(self._swap)
        self.head.inline.toggled.connect(self.text.show_in_one)
        self.head.changes.toggled.connect(self.text.show_only_changes)
        self.head.next.clicked.connect(partial(self.text.step, 1))
        self.head.copy.clicked.connect(lambda: self.copy_requested.emit(self.report()))
        self.result.cause_chosen.connect(self.text.show_cause)
        for part in (self.result, self.text):
            part.memory_chosen.connect(self._choose_memory)
        self.text.memory_opened.connect(self.memory_activated)
        self._selection.memories_changed.connect(self._follow_selection)
        self._worker.answered.connect(self._take)
        self._worker.failed.connect(self._say)
        self.bind_over("F8", partial(self.text.step, 1))
        self.bind_over("Shift+F8", partial(self.text.step, -1))
        self.bind("Alt+X", self._swap)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self._pages.geometry(), current_theme().line)
        painter.end()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.width()
        is_beside = width >= scaled(_LEAST_BESIDE_PX)
        direction = QBoxLayout.Direction
        self._body.setDirection(direction.LeftToRight if is_beside else direction.TopToBottom)
        result = _RESULT_PX if width >= scaled(_ROOMY) else _NARROW_RESULT_PX
        self.result.setFixedWidth(scaled(result) if is_beside else width)
        self.result.setMaximumHeight(self.height() if is_beside else scaled(_LOW_RESULT_PX))
        self.result.fit(self.height())

    @property
    def difference(self) -> Difference:
        """In what the two sides differ."""
        return self.head.difference

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self._worker,)

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if not changes.of(Part.CHAT | Part.DOCUMENT | Part.QUESTION):
            return
        if Part.CHAT in changes:
            self._file = None
        self._view = view
        self.head.tell_form(is_as_sent=view.question.is_as_sent)
        if self._seen.is_now():
            self._set_choices(keep=Part.CHAT not in changes)

    def choose_file(self, path: Path) -> None:
        """Lay a file beside the chat, such as a backup."""
        if not self.difference.takes_file:
            self.head.choose(Difference.FILES)
        self._worker.ask(lambda _token: open_chat(path))

    def report(self) -> str:
        """The difference as text: totals, causes, lines with marks."""
        if isinstance(self._displayed, Costs):
            return "\n".join(self._displayed.report)
        return "" if self._displayed is None else report_of(self._displayed, self.head.labels)

    def _set_choices(self, *, keep: bool = False) -> None:
        """Offer what can be chosen; what was chosen stays, where it is asked to."""
        if self._view is None:
            return
        self._seen.forget()
        presets = self.presets(self._view.question.ruleset)
        stored = Stored(self._file, self.backups(), presets)
        self._choices = choices_of(self._view, self.difference, stored)
        self.head.show_choices(self._choices, keep=keep)
        self._pages.setCurrentIndex(int(self.difference is Difference.SYSTEMS))
        self._ask()

    def _ask(self) -> None:
        offered, view = self._choices.of, self._view
        if view is None:
            return
        if self.difference is Difference.SYSTEMS:
            self._worker.ask(lambda token: costs_of(view, token))
            return
        a, b = self.head.a.currentIndex(), self.head.b.currentIndex()
        if len(offered) < 2 or min(a, b) < 0:
            self._worker.cancel()
            self._say(_NO_SIDES.get(self.difference, _SAME_SIDES))
            return
        make_a, make_b, own = offered[a].query, offered[b].query, view.document
        self._worker.ask(lambda token: found_between(make_a, make_b, own, token))

    def _take(self, found: Displayed | Costs | OpenChat) -> None:
        if isinstance(found, OpenChat):
            self._file = found
            self._set_choices()
            return
        self._displayed = found
        self.head.copy.setEnabled(True)
        if isinstance(found, Costs):
            self.costs.show_costs(found)
            return
        self.head.show_tokens(found.found.tokens)
        self.result.show_result(found, self.head.short_labels)
        self.text.show_block_rows(found.rows, found.own_side)
        self.legend.count(found.lines)
        for button in (self.head.changes, self.head.next):
            button.setEnabled(not found.found.is_same)
        self._follow_selection()

    def _say(self, words: str) -> None:
        self._displayed = None
        self.text.say(words)
        self.costs.say(words)
        self.result.say_nothing()
        self.legend.count(None)
        self.head.show_tokens(None)
        for button in (self.head.next, self.head.copy, self.head.changes):
            button.setEnabled(False)

    def _choose_memory(self, memory: int) -> None:
        self._selection.select([memory])
        if self.sender() is self.result:
            self.text.show_memory(memory)

    def _follow_selection(self) -> None:
        self.text.show_memories(frozenset(self._selection.memories))

    def _swap(self) -> None:
        self.head.swap_sides()
        self._ask()

    def _choose_file(self) -> None:
        name, _kind = QFileDialog.getOpenFileName(
            self, _("Compare with a file"), "", _("Chats (*.jsonl)")
        )
        if name:
            self.choose_file(Path(name))


def _none_saved(_ruleset: str) -> Mapping[str, Mapping[str, object]]:
    return {}
