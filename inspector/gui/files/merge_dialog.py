"""Where two sides changed one value: both are shown, and a person says what stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from inspector.core.document import Document
from inspector.gui.files.block_effect import BlockEffect
from inspector.gui.files.conflict_list import ConflictList
from inspector.gui.files.effect_view import EffectView
from inspector.gui.files.merge_choice import ConflictRow, cells
from inspector.gui.files.merged_list import MergedList
from inspector.gui.kit.dialogs import fit_to_screen
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import nest, vbox
from inspector.gui.kit.style import make_primary, set_role
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import font, scaled
from inspector.gui.state.file_words import when_changed
from inspector.gui.state.session import Question
from inspector.gui.state.workers import CancelToken, LatestWorker
from inspector.jsonbytes.three_way import Take
from inspector.language import _, ngettext
from inspector.merging.chats import Merged, Resolutions
from inspector.merging.lore import LoreMerge
from inspector.merging.merged_rows import merged_rows
from inspector.merging.opened import ChatMerge
from inspector.merging.words import memory_of
from inspector.recovery import RecoveryMerge
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer

Merge = ChatMerge | LoreMerge | RecoveryMerge
"""Edits of a file, and what the file holds otherwise."""

_WIDTH_PX, _HEIGHT_PX = 1100, 720
_MOST_MERGED = 500
_MOST_REMARKS = 2


@dataclass(frozen=True)
class _Effect:
    """What decisions come to."""

    resolutions: Resolutions
    merged: Merged
    effect: BlockEffect
    document: Document


class MergeDialog(QDialog):
    """Conflicts with both sides and the result; below, what merged by itself, and the block.

    Args:
        parent: over which window.
        merge: of a file's edits with what it holds now.
        merged: what came of it, nothing decided.
        question: by which the block is worked out.

    Signals:
        kept: a person keeps the merge (`Merged`).
    """

    kept = Signal(object)

    def __init__(self, parent: QWidget, merge: Merge, merged: Merged, question: Question) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Merge — {name}").format(name=merge.name))
        self._merge, self._question = merge, question
        self._found: _Effect | None = None
        settled = merged_rows(merged, merge.added, merge.whole, _MOST_MERGED)
        self._alone = settled.number
        ruleset = ruleset_named(question.ruleset)
        count = load_tokenizer(question.encoding or ruleset.encoding, ruleset.dialect).count
        self.conflicts = ConflictList(merged.conflicts, merge.whole, count)
        self.decided = plain_label("", bold=True)
        self.merged_list = MergedList(settled.rows, settled.number)
        self.effect = EffectView()
        self._lay_out(settled.own + len(merged.conflicts))
        self._worker = LatestWorker(self)
        self._worker.answered.connect(self._show_effect)
        self._worker.failed.connect(self.effect.say)
        self.conflicts.changed.connect(self._show_state)
        self.conflicts.committed.connect(self._keep)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self._keep)
        self.finished.connect(self._worker.wait)
        self._show_state()
        fit_to_screen(self, _WIDTH_PX, _HEIGHT_PX)

    def _lay_out(self, edits: int) -> None:
        vbox(
            self,
            self._head(edits),
            self._titles(),
            (self.conflicts, 3),
            self.merged_list,
            (self.effect, 2),
            self._foot(edits),
            margins=0,
            spacing=0,
        )

    def _head(self, edits: int) -> QWidget:
        head = QFrame()
        set_role(head, "surface")
        rows = vbox(head, margins=(16, 12, 16, 12), spacing=4)
        first = QHBoxLayout()
        first.addWidget(plain_label(_title(self._merge, edits), 15, bold=True), 1)
        self.decided.setWordWrap(False)
        first.addWidget(self.decided)
        nest(rows, first)
        since = ""
        if not isinstance(self._merge, RecoveryMerge):
            since = _("Both start from the file of {time}.").format(
                time=_time(self._merge.base.on_disk.modified)
            )
            since += " "
        rows.addWidget(
            plain_label(
                since
                + _(
                    "Nothing is written until you save, and the merge is one step to undo. "
                    "← → choose a side, ↑ ↓ another value, Ctrl+Enter keeps the merge."
                )
            )
        )
        return head

    def _titles(self) -> QWidget:
        head = QFrame()
        set_role(head, "band")
        written = _time(self._merge.theirs.on_disk.modified)
        labels: list[QWidget] = []
        for words in (
            _("Value"),
            _("Theirs, written {written}").format(written=written),
            _("Mine, not saved yet"),
            _("Result"),
        ):
            label = QLabel(words)
            label.setFont(font(11))
            label.setContentsMargins(scaled(12), scaled(4), scaled(4), scaled(4))
            labels.append(label)
        cells(labels, QHBoxLayout(head))
        return head

    def _foot(self, edits: int) -> QWidget:
        foot = QFrame()
        set_role(foot, "band")
        row = QHBoxLayout(foot)
        row.setContentsMargins(scaled(16), scaled(10), scaled(16), scaled(10))
        yours = ngettext(
            "Your edit stays on the disk until then.",
            "Your {edits:,} edits stay on the disk until then.",
            edits,
        ).format(edits=edits)
        for words, side in ((_("All theirs"), Take.THEIRS), (_("All mine"), Take.MINE)):
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(partial(self.conflicts.choose_all, side))
            row.addWidget(button)
        row.addWidget(plain_label(yours, 11), 1)
        later = QPushButton(_("Decide later"))
        later.setAutoDefault(False)
        later.clicked.connect(self.reject)
        row.addWidget(later)
        self.keep = QPushButton(_("Keep the merge"))
        self.keep.setDefault(True)
        make_primary(self.keep)
        self.keep.clicked.connect(self._keep)
        row.addWidget(self.keep)
        return foot

    @override
    def showEvent(self, arg__1: QShowEvent) -> None:
        super().showEvent(arg__1)
        self.conflicts.take_focus()

    @property
    def choices(self) -> Sequence[ConflictRow]:
        """The conflicts that were seen, to be decided."""
        return self.conflicts.rows

    def _show_state(self) -> None:
        resolutions = self.conflicts.resolutions
        number = len(self.conflicts.conflicts)
        left = number - len(resolutions)
        self.decided.setText(
            _("{number:,} of {number2:,} decided · {alone:,} merged by themselves").format(
                number=number - left, number2=number, alone=self._alone
            )
        )
        self.keep.setEnabled(left == 0)
        self.keep.setText(
            _("Keep the merge") if left == 0 else _("{left:,} left to decide").format(left=left)
        )
        merge, question = self._merge, self._question

        def effect(token: CancelToken) -> _Effect:
            merged = merge.merged(resolutions)
            token.check()
            document = merge.displayed(merged)
            token.check()
            effect = BlockEffect.of(merge.before, document, question)
            return _Effect(resolutions, merged, effect, document)

        self._worker.ask(effect)

    def _show_effect(self, found: _Effect) -> None:
        self._found = found
        self.merged_list.show_notes(found.effect.notes)
        self.effect.show_effect(found.effect, self._remarks(found))

    def _remarks(self, found: _Effect) -> Sequence[str]:
        """Which of the memories that are decided about are not in the block, and why."""
        memories = {memory_of(one, self._merge.whole) for one in self.conflicts.conflicts}
        left_out = [
            _("Memory {index} is not in the block: {left_out}").format(
                index=memory.index, left_out=found.effect.left_out[memory.id]
            )
            for memory in found.document.memories
            if memory.id in memories and memory.id in found.effect.left_out
        ]
        more = len(left_out) - _MOST_REMARKS
        return [
            *left_out[:_MOST_REMARKS],
            *([_("and {more:,} more").format(more=more)] if more > 0 else []),
        ]

    def _keep(self) -> None:
        if self.keep.isEnabled():
            resolutions, found = self.conflicts.resolutions, self._found
            is_known = found is not None and found.resolutions == resolutions
            merged = found.merged if found and is_known else self._merge.merged(resolutions)
            self.accept()
            self.kept.emit(merged)


def _title(merge: Merge, edits: int) -> str:
    """What came to pass, in one sentence."""
    if isinstance(merge, RecoveryMerge):
        return counted(
            edits,
            "This file was written since {n} edit of yours was left unsaved.",
            "This file was written since {n} edits of yours were left unsaved.",
        )
    return counted(
        edits,
        "Somebody else saved this file while {n} edit of yours was waiting.",
        "Somebody else saved this file while {n} edits of yours were waiting.",
    )


def _time(nanoseconds: int) -> str:
    """When a file was written, in words."""
    return when_changed(nanoseconds / 1e9).removeprefix("Today ")
