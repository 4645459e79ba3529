"""Where two sides changed one value: both are shown, and a person says what stands."""

from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.differences import Kind, diff
from inspector.core.document import Document
from inspector.core.stored import REMOVED
from inspector.gui.files.block_effect import BlockEffect
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.theme import current_theme, scaled
from inspector.gui.state.session import Question
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.jsonbytes.three_way import Resolution, Take, Typed
from inspector.lore_files import Lore
from inspector.merging.chats import Merged, Resolutions, ValueDifference
from inspector.merging.lore import LoreMerge
from inspector.merging.opened import ChatMerge
from inspector.merging.words import change_in_words, named_place, row_title, side_in_words
from inspector.recovery import RecoveryMerge

Merge = ChatMerge | LoreMerge | RecoveryMerge
"""Edits of a file, and what the file holds otherwise."""

_WIDTH, _HEIGHT = 1100, 720
_EDITOR_HEIGHT = 64
_LINE_HEIGHT = 34
_BLOCK_HEIGHT = 130
_SHOWN_AT_ONCE = 20
_LIST_WIDTHS = (260, 60)
_MOST_ROWS = 500


class _Choice(QWidget):
    """One conflict: theirs, mine, or a text that is typed.

    Signals:
        changed: another value stands.
    """

    changed = Signal()

    def __init__(self, conflict: ValueDifference, whole: Document | Lore) -> None:
        super().__init__()
        self.conflict = conflict
        self._whole = whole
        self._group = QButtonGroup(self)
        title, of = named_place(conflict, whole)
        self.label = QWidget()
        column = QVBoxLayout(self.label)
        column.setContentsMargins(0, 4, 8, 4)
        column.addWidget(plain_label(title, bold=True))
        column.addWidget(plain_label(of, 11))
        column.addStretch()
        self._is_text = isinstance(conflict.value.mine, str) and not conflict.is_message
        self.theirs = self._side("theirs", conflict.value.theirs, f"{title}, {of}")
        self.mine = self._side("mine", conflict.value.mine, f"{title}, {of}")
        self.result = PlainTextEdit()
        self.result.setAccessibleName(f"Result: {title}, {of}")
        self.result.setMaximumHeight(scaled(_EDITOR_HEIGHT if self._is_text else _LINE_HEIGHT))
        self.result.setReadOnly(not self._is_text)
        self.result.setPlaceholderText(
            "choose a side, or type" if self._is_text else "choose a side"
        )
        self.result.textChanged.connect(self.changed)

    def _side(self, side: str, value: object, of: str) -> QWidget:
        box = QFrame()
        row = QHBoxLayout(box)
        row.setContentsMargins(6, 4, 8, 4)
        button = QRadioButton()
        button.setAccessibleName(f"{side}: {of}")
        button.setProperty("side", side)
        self._group.addButton(button)
        button.toggled.connect(partial(self._choose, value, box))
        spoken = side_in_words(self.conflict, value, self._whole)
        words = plain_label(spoken)
        words.setMinimumWidth(scaled(200))
        if self._is_text and isinstance(self.conflict.value.base, str):
            words.setTextFormat(Qt.TextFormat.RichText)
            words.setText(_marked(self.conflict.value.base, spoken))
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.addWidget(words)
        if side == "theirs" and self.conflict.value.base is not REMOVED:
            was = side_in_words(self.conflict, self.conflict.value.base, self._whole)
            column.addWidget(plain_label(f"was: {was}", 11))
        column.addStretch()
        row.addLayout(column, 1)
        return box

    def choose(self, side: Take) -> None:
        """Let one side stand."""
        for button in self._group.buttons():
            if button.property("side") == side.value:
                button.setChecked(True)

    @property
    def buttons(self) -> list[QRadioButton]:
        """The two sides, theirs first."""
        return [one for one in self._group.buttons() if isinstance(one, QRadioButton)]

    @property
    def resolution(self) -> Resolution | None:
        """What stands; None as long as nobody said."""
        side = self._side_chosen
        if self._is_text and self.result.is_modified:
            return Typed(self.result.text)
        return side

    @property
    def _side_chosen(self) -> Take | None:
        chosen = self._group.checkedButton()
        return None if chosen is None else Take(chosen.property("side"))

    def _choose(self, value: object, box: QFrame, is_chosen: bool) -> None:  # noqa: FBT001 - a slot
        box.setProperty("chosen", is_chosen)
        box.style().polish(box)
        if is_chosen:
            self.result.load(side_in_words(self.conflict, value, self._whole))
            self.changed.emit()


class MergeDialog(QDialog):
    """Conflicts with both sides and the result; below, what merged by itself, and the block.

    Args:
        parent: over which window.
        merge: of a file's edits with what it holds now.
        question: by which the block is worked out.

    Signals:
        kept: a person keeps the merge (`Merged`).
    """

    kept = Signal(object)

    def __init__(
        self,
        parent: QWidget,
        merge: Merge,
        question: Question,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Merge — {merge.name}")
        self._merge, self._question = merge, question
        merged = merge.merged()
        alone = _merged_alone(merged, merge.added)
        self._alone = len(alone)
        self.choices = [_Choice(one, merge.whole) for one in merged.conflicts]
        column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(
            plain_label("Others changed values that you changed as well.", 15, bold=True), 1
        )
        self.decided = plain_label("", bold=True)
        self.decided.setWordWrap(False)
        head.addWidget(self.decided)
        column.addLayout(head)
        column.addWidget(
            plain_label(
                "Nothing is written until you save, and the merge is one step to undo. "
                "←, → choose a side, Ctrl+Enter keeps the merge."
            )
        )
        column.addWidget(self._table(), 1)
        self._effect = plain_label("", bold=True)
        self.difference = DiffView(self)
        self.difference.setMinimumHeight(scaled(_BLOCK_HEIGHT))
        self.merged_list = _merged_list(alone, merge.whole)
        column.addWidget(self.merged_list, 1)
        column.addWidget(self._effect)
        column.addWidget(self.difference, 1)
        column.addWidget(self._buttons())
        self._worker = LatestWorker(self)
        self._worker.answered.connect(self._show_effect)
        self._worker.failed.connect(self._effect.setText)
        for choice in self.choices:
            choice.changed.connect(self._show_state)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._keep)
        self.finished.connect(self._worker.wait)
        self._show_state()
        self.resize(scaled(_WIDTH), scaled(_HEIGHT))

    def _table(self) -> QScrollArea:
        inside = QFrame()
        inside.setProperty("surface", True)  # noqa: FBT003 - a property of the style sheet
        grid = QGridLayout(inside)
        grid.setVerticalSpacing(2)
        grid.setHorizontalSpacing(10)
        for index, (title, stretch) in enumerate(
            (("Value", 1), ("Theirs", 2), ("Mine", 2), ("Result", 3))
        ):
            grid.addWidget(plain_label(title, 11, bold=True), 0, index)
            grid.setColumnStretch(index, stretch)
        for row, choice in enumerate(self.choices, 1):
            widgets = choice.label, choice.theirs, choice.mine, choice.result
            for index, widget in enumerate(widgets):
                grid.addWidget(widget, row, index)
        grid.setRowStretch(len(self.choices) + 1, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName("Values that both sides changed")
        room = inside.sizeHint().height() + 2
        area.setMinimumHeight(min(room, scaled(_HEIGHT // 2)))
        if room <= scaled(_HEIGHT // 2):
            area.setMaximumHeight(room)
        return area

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        for words, side in (("All theirs", Take.THEIRS), ("All mine", Take.MINE)):
            button = buttons.addButton(words, QDialogButtonBox.ButtonRole.ResetRole)
            button.clicked.connect(partial(self._choose_all, side))
        later = buttons.addButton("Decide later", QDialogButtonBox.ButtonRole.RejectRole)
        later.clicked.connect(self.reject)
        self.keep = QPushButton("Keep the merge")
        self.keep.setDefault(True)
        make_primary(self.keep)
        self.keep.clicked.connect(self._keep)
        buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.AcceptRole)
        return buttons

    @property
    def _resolutions(self) -> Resolutions:
        return {
            one.conflict.key: one.resolution for one in self.choices if one.resolution is not None
        }

    def _merged(self) -> Merged:
        return self._merge.merged(self._resolutions)

    def _choose_all(self, side: Take) -> None:
        for choice in self.choices:
            choice.choose(side)

    def _show_state(self) -> None:
        left = sum(one.resolution is None for one in self.choices)
        number = len(self.choices)
        self.decided.setText(
            f"{number - left} of {number} decided · {self._alone} merged by themselves"
        )
        self.keep.setEnabled(left == 0)
        self.keep.setText("Keep the merge" if left == 0 else f"{left} left to decide")
        merge, question, resolutions = self._merge, self._question, self._resolutions

        def effect(token: CancelToken) -> BlockEffect:
            merged = merge.merged(resolutions)
            token.check()
            return BlockEffect.of(merge.document, merge.displayed(merged), question)

        self._worker.ask(effect)

    def _show_effect(self, effect: BlockEffect) -> None:
        self._effect.setText(effect.in_words)
        effect.show_in(self.difference)

    def _keep(self) -> None:
        if self.keep.isEnabled():
            merged = self._merged()
            self.accept()
            self.kept.emit(merged)


def _marked(base: str, side: str) -> str:
    """A side's text with the words that it does not share with the base marked."""
    background = current_theme().added_background.name()
    pieces = (one for one in diff(base, side).pieces if one.kind is not Kind.REMOVED)
    return "".join(
        escape(one.text).replace("\n", "<br>")
        if one.kind is Kind.SAME
        else f'<u style="background-color:{background}">{escape(one.text)}</u>'
        for one in pieces
    )


def _merged_alone(
    merged: Merged, added: Sequence[ValueDifference]
) -> list[tuple[str, ValueDifference]]:
    """What one side alone changed, and which."""
    both = {each.key for each in merged.conflicts}
    found = [("theirs", one) for one in added if one.key not in both]
    return found + [("mine", one) for one in merged.accepted]


def _merged_list(
    found: Sequence[tuple[str, ValueDifference]], whole: Document | Lore
) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setHeaderLabels(["Value", "By", "What"])
    tree.setAccessibleName("What merged by itself")
    top = QTreeWidgetItem(tree, [f"Merged by themselves, {len(found)}"])
    top.setFirstColumnSpanned(True)
    for side, one in found[:_MOST_ROWS]:
        QTreeWidgetItem(top, [row_title(one, whole), side, change_in_words(one, whole)])
    if len(found) > _MOST_ROWS:
        QTreeWidgetItem(top, [f"and {len(found) - _MOST_ROWS} more"])
    top.setExpanded(len(found) <= _SHOWN_AT_ONCE)
    for index, width in enumerate(_LIST_WIDTHS):
        tree.setColumnWidth(index, scaled(width))
    return tree
