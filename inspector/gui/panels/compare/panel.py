"""The panel that lays two blocks side by side."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.files.backups import KeptBackup
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.find_bar import with_find_bar
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.panel import Area, Panel, Worker
from inspector.gui.kit.theme import fixed_font, scaled
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.compare.causes import CausesView
from inspector.gui.panels.compare.costs_page import Costs, CostsPage, costs_of
from inspector.gui.panels.compare.found import Displayed, found_between, report_of
from inspector.gui.panels.compare.head import Head
from inspector.gui.panels.compare.sides import Choices, Difference, Stored, choices_of
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.state.workers import LatestWorker

_CAUSES_PX = 290
_NOTHING = "Open a chat to compare two blocks of it."
_NO_SIDES = {
    Difference.RECAPS: "This chat keeps no running recap.",
    Difference.BACKUPS: "There is no backup of this chat yet: saving makes one.",
    Difference.FILES: "Choose a file, such as a backup, to lay beside this chat.",
    Difference.CHARACTERS: "Nobody else is known in this chat.",
}
_SAME_SIDES = "There is nothing to choose between here."
_VIEW_KEYS = (
    ("F8", "Next difference"),
    ("Shift+F8", "Previous difference"),
    ("Alt+X", "Swap the sides"),
)


class ComparePanel(Panel):
    """Lays any two blocks side by side; it changes nothing.

    Attributes:
        backups: answers the backups of the chat's file, oldest first.
        presets: answers the settings that were saved for a ruleset, by name.
    """

    name = "compare"
    title = "Compare"
    view_keys = _VIEW_KEYS
    area = Area.TABLES
    folds_below = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: View | None = None
        self._choices = Choices()
        self._file: Path | None = None
        self.backups: Callable[[], Sequence[KeptBackup]] = tuple
        self.presets: Callable[[str], Mapping[str, Mapping[str, object]]] = _none_saved
        self._seen = WhenSeen(self, self._set_choices)
        self._displayed: Displayed | Costs | None = None
        self.head = Head(self)
        self.text = DiffView(self, text_font=fixed_font)
        self.causes = CausesView(self)
        self.words = plain_label("", 11)
        self.costs = CostsPage(self)
        self._pages = QStackedWidget(self)
        self._worker = LatestWorker(self)
        self._lay_out()
        self._connect()
        self.text.say(_NOTHING)

    def _lay_out(self) -> None:
        self.setAccessibleName("Compare")
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        column.addWidget(self.causes)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidget(right)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFixedWidth(scaled(_CAUSES_PX))
        sides = QWidget(self)
        body = QHBoxLayout(sides)
        body.setContentsMargins(0, 0, 0, 0)
        body.addWidget(with_find_bar(self.text, self), 1)
        body.addWidget(scroll)
        self._pages.addWidget(sides)
        self._pages.addWidget(self.costs)
        whole = QVBoxLayout(self)
        margin = scaled(6)
        whole.setContentsMargins(margin, margin, margin, margin)
        whole.addWidget(self.head)
        whole.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.head.kind.activated.connect(self._set_choices)
        self.head.a.activated.connect(self._ask)
        self.head.b.activated.connect(self._ask)
        self.head.file.clicked.connect(self._choose_file)
        self.head.swap.clicked.connect(self._swap)
        self.head.inline.toggled.connect(self._show_rows)
        self.head.next.clicked.connect(lambda: self.text.step(1))
        self.head.copy.clicked.connect(lambda: self.copy_requested.emit(self.report()))
        self._worker.answered.connect(self._take)
        self._worker.failed.connect(self._say)
        for keys, act in (
            ("F8", lambda: self.text.step(1)),
            ("Shift+F8", lambda: self.text.step(-1)),
            ("Alt+X", self._swap),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(act)

    @property
    def difference(self) -> Difference:
        """In what the two sides differ."""
        return tuple(Difference)[self.head.kind.currentIndex()]

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
        if self._seen.is_now():
            self._set_choices(keep=Part.CHAT not in changes)

    def choose_file(self, path: Path) -> None:
        """Lay a file beside the chat, such as a backup."""
        self._file = path
        self.head.kind.setCurrentIndex(tuple(Difference).index(Difference.FILES))
        self._set_choices()

    def report(self) -> str:
        """The difference as text: totals, causes, lines with marks."""
        if isinstance(self._displayed, Costs):
            return "\n".join(self._displayed.report)
        labels = (self.head.a.currentText(), self.head.b.currentText())
        return (
            "" if self._displayed is None else report_of(self._displayed, labels, self.text.text())
        )

    def _set_choices(self, _kind: int = 0, *, keep: bool = False) -> None:
        """Offer what can be chosen; what was chosen stays, where it is asked to."""
        if self._view is None:
            return
        self._seen.forget()
        kept = (self.head.a.currentText(), self.head.b.currentText())
        presets = self.presets(self._view.question.ruleset)
        stored = Stored(self._file, self.backups(), presets)
        self._choices = choices_of(self._view, self.difference, stored)
        starts = (self._choices.a, self._choices.b)
        for picker, start, before in zip((self.head.a, self.head.b), starts, kept, strict=True):
            blocker = QSignalBlocker(picker)
            picker.clear()
            for choice in self._choices.of:
                picker.addItem(choice.label, choice.note)
                picker.setItemData(picker.count() - 1, choice.note, Qt.ItemDataRole.ToolTipRole)
            there = picker.findText(before) if keep else -1
            picker.setCurrentIndex(there if there >= 0 else start)
            blocker.unblock()
        self.head.show_difference(self.difference)
        self._pages.setCurrentIndex(int(self.difference is Difference.SYSTEMS))
        self._ask()

    def _ask(self) -> None:
        offered, view = self._choices.of, self._view
        if view is not None and self.difference is Difference.SYSTEMS:
            self._worker.ask(lambda token: costs_of(view, token))
            return
        a, b = self.head.a.currentIndex(), self.head.b.currentIndex()
        if len(offered) < 2 or min(a, b) < 0:
            self._worker.cancel()
            self._say(_NO_SIDES.get(self.difference, _SAME_SIDES))
            return
        make_a, make_b = offered[a].query, offered[b].query
        self._worker.ask(lambda token: found_between(make_a, make_b, token))

    def _take(self, displayed: Displayed | Costs) -> None:
        self._displayed = displayed
        if isinstance(displayed, Costs):
            self.costs.show_costs(displayed)
            self.head.copy.setEnabled(True)
            return
        before, after = displayed.found.tokens
        self.head.tokens_a.setText(f"{before:,} tokens")
        self.head.tokens_b.setText(f"{after:,} tokens")
        self.causes.show_comparison(displayed.found)
        self.words.setText(displayed.words)
        self.head.next.setEnabled(not displayed.found.is_same)
        self.head.copy.setEnabled(True)
        self._show_rows()

    def _show_rows(self) -> None:
        if isinstance(self._displayed, Displayed):
            self.text.show_rows(self._displayed.rows, is_inline=self.head.inline.isChecked())

    def _say(self, words: str) -> None:
        self._displayed = None
        self.text.say(words)
        self.costs.say(words)
        self.causes.show_comparison(None)
        for label in (self.head.tokens_a, self.head.tokens_b, self.words):
            label.setText("")
        self.head.next.setEnabled(False)
        self.head.copy.setEnabled(False)

    def _swap(self) -> None:
        a, b = self.head.a.currentIndex(), self.head.b.currentIndex()
        self.head.a.setCurrentIndex(b)
        self.head.b.setCurrentIndex(a)
        self._ask()

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Compare with a file", "", "Chats (*.jsonl)")
        if name:
            self.choose_file(Path(name))


def _none_saved(_ruleset: str) -> Mapping[str, Mapping[str, object]]:
    return {}
