"""The dialog that offers unsaved edits which a killed program left behind."""

from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
)

from inspector.core.document import Document
from inspector.files.unsaved import Unsaved
from inspector.gui.files.block_effect import BlockEffect
from inspector.gui.files.effect_view import EffectView
from inspector.gui.kit.dialogs import fit_to_screen
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.text import counted
from inspector.language import _
from inspector.lore_files import Lore
from inspector.merging.chats import Merged
from inspector.merging.words import change_in_words, row_title
from inspector.recovery import Recovery

_WIDTH_PX, _HEIGHT_PX = 900, 640
_MOST_ROWS = 7


@dataclass(frozen=True, eq=False)
class FoundEdits:
    """Unsaved edits that can be brought back.

    Attributes:
        unsaved: as they were found.
        recovery: of them; None where nothing but drafts was left.
        merged: what comes of it.
        whole: the file, which knows what its values are called; empty where it is gone.
        effect: what they do to the block; None where that cannot be told.
    """

    unsaved: Unsaved
    recovery: Recovery | None = None
    merged: Merged = field(default_factory=lambda: Merged(()))
    whole: Document | Lore = field(default_factory=Document)
    effect: BlockEffect | None = None


class RecoveryDialog(QDialog):
    """The edits, what they change in the file as it is now, and the difference in the block."""

    def __init__(self, parent: QMainWindow, found: FoundEdits) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        unsaved, merged = found.unsaved, found.merged
        self.setWindowTitle(_("Unsaved edits — {name}").format(name=unsaved.path.name))
        column = QVBoxLayout(self)
        title = _("Bring back {what} to {name}").format(
            what=what_was_left(unsaved), name=unsaved.path.name
        )
        column.addWidget(plain_label(title, 15, bold=True))
        column.addWidget(
            plain_label(
                _("Nothing is written until you save; one step to undo.")
                if found.recovery is None
                else _circumstances(found.recovery, merged)
            )
        )
        edits = QListWidget()
        edits.setAccessibleName(_("Edits that were not saved"))
        edits.addItems([f"{one.time[11:16]}  {one.text}" for one in unsaved.edits])
        if edits.count():
            _fit_rows(edits, _MOST_ROWS)
            column.addWidget(edits)
        if unsaved.drafts:
            column.addWidget(plain_label(_("What was typed and not kept"), bold=True))
            column.addWidget(_drafts(unsaved))
        values = QListWidget()
        values.setAccessibleName(_("What they change in the file as it is now"))
        both = _("Both changed {title}: {words}")
        for row, differences in ((both, merged.conflicts), ("{title}: {words}", merged.accepted)):
            rows = (
                (row_title(one, found.whole), change_in_words(one, found.whole))
                for one in differences
            )
            values.addItems([row.format(title=title, words=words) for title, words in rows])
        if values.count():
            column.addWidget(plain_label(_("What they change"), bold=True))
            _fit_rows(values, _MOST_ROWS)
            column.addWidget(values)
        self.effect = EffectView(self)
        self.effect.setVisible(found.effect is not None)
        if found.effect is not None:
            self.effect.show_effect(found.effect)
            column.addWidget(self.effect, 1)
        else:
            column.addStretch(1)
        column.addWidget(self._buttons())
        fit_to_screen(self, _WIDTH_PX, _HEIGHT_PX)

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        buttons.addButton(_("Not now"), QDialogButtonBox.ButtonRole.RejectRole)
        bring = QPushButton(_("Bring back"))
        bring.setDefault(True)
        make_primary(bring)
        buttons.addButton(bring, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons


def what_was_left(unsaved: Unsaved) -> str:
    """How many edits and drafts there are."""
    number = number_of_edits(unsaved)
    edits = counted(number, "{n} edit", "{n} edits")
    drafts = counted(len(unsaved.drafts), "{n} draft", "{n} drafts")
    if not unsaved.drafts:
        return edits
    return _("{edits} and {drafts}").format(edits=edits, drafts=drafts) if number else drafts


def number_of_edits(unsaved: Unsaved) -> int:
    """How many edits there are; what was undone while it was saved is one without words."""
    return max(len(unsaved.edits), int(unsaved.has_edits))


def _drafts(unsaved: Unsaved) -> QPlainTextEdit:
    """What was typed, to be read and copied; what has a place is put there."""
    words = QPlainTextEdit("\n\n".join(f"{one.title}: {one.text}" for one in unsaved.drafts))
    words.setReadOnly(True)
    words.setAccessibleName(_("What was typed and not kept"))
    words.setMaximumHeight(words.fontMetrics().lineSpacing() * _MOST_ROWS)
    return words


def _fit_rows(rows: QListWidget, most: int) -> None:
    """Make a list as high as its rows, up to some."""
    height = max(rows.sizeHintForRow(0), 1) * min(rows.count(), most)
    rows.setFixedHeight(height + 2 * rows.frameWidth() + 4)


def _circumstances(recovery: Recovery, merged: Merged) -> str:
    unsaved = recovery.unsaved
    lost = f" {_('The very last one was cut off and is lost.')}" if unsaved.cut_off else ""
    if unsaved.damaged:
        damaged = _("{damaged:,} more of what was kept is damaged on the disk and left out.")
        lost += f" {damaged.format(damaged=unsaved.damaged)}"
    if recovery.is_gone:
        return _(
            "The file is gone, or no chat any more; it is brought back whole, with the edits, "
            "under a name that you choose.{lost}"
        ).format(lost=lost)
    if recovery.is_unchanged:
        return _(
            "The file is what it was. Nothing is written until you save; one step to undo.{lost}"
        ).format(lost=lost)
    if merged.conflicts:
        values = counted(len(merged.conflicts), "{n} value", "{n} values")
        return _(
            "The file was written since. What that changed stays, but for "
            "{values} that both changed, which you decide next.{lost}"
        ).format(values=values, lost=lost)
    return _(
        "The file was written since. What that changed stays; your edits are put into it.{lost}"
    ).format(lost=lost)
