"""The backups of the open chat: what differs in each, and its values brought back as edits."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.differences import diff
from inspector.core.document import Document
from inspector.core.errors import InspectorError
from inspector.files.backups import KeptBackup
from inspector.gui.kit.dialogs import fit_to_screen
from inspector.gui.kit.diff_rows import aligned
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.gui.state.file_words import size_in_words, when_changed
from inspector.gui.state.workers import CancelToken, WorkQueue
from inspector.language import _
from inspector.loading import OpenChat
from inspector.merging.chats import ValueDifference
from inspector.merging.restoring import ComparedBackup, compared_backup
from inspector.merging.words import change_in_words, row_title, side_in_words, value_in_words

_WIDTH_PX, _HEIGHT_PX = 1100, 720
_MOST_ROWS = 2_000
_ROW_PX, _MOST_LISTED = 24, 9
_LIST_WIDTHS = (200, 90)
_VALUE_WIDTHS = (320, 300)
_ROLE = Qt.ItemDataRole.UserRole


class BackupsDialog(QDialog):
    """Backups at the top, newest first; below, values of the chosen one beside those of now.

    Args:
        parent: over which window.
        chat: the open chat.
        document: as it is shown.
        backups: of it, newest first.

    Signals:
        restore_requested: (`ComparedBackup`, keys of the values that are wanted).
    """

    restore_requested = Signal(object, object)

    def __init__(
        self,
        parent: QWidget,
        chat: OpenChat,
        document: Document,
        backups: Sequence[KeptBackup],
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Backups — {name}").format(name=chat.path.name))
        self._compared: dict[int, ComparedBackup | str] = {}
        self._queue = WorkQueue(self)
        self.backups = self._list(
            _("Backups, newest first"), [_("Made"), _("Size"), _("What differs now")]
        )
        self.values = self._list(
            _("Values that differ"), [_("Value"), _("Now"), _("In the backup")]
        )
        self.values.itemChanged.connect(self._count)
        self.values.currentItemChanged.connect(self._show_difference)
        self.difference = DiffView(self)
        self._lay_out(len(backups))
        for index, (widget, widths) in enumerate(
            ((self.backups, _LIST_WIDTHS), (self.values, _VALUE_WIDTHS))
        ):
            for column, width in enumerate(widths):
                widget.setColumnWidth(column, scaled(width))
            widget.setMinimumHeight(scaled(70 + 50 * index))
        for index, backup in enumerate(backups):
            day = when_changed(backup.time.timestamp()).removesuffix(f" {backup.time:%H:%M}")
            item = QTreeWidgetItem(
                [f"{day}, {backup.time:%H:%M:%S}", size_in_words(backup.size), "…"]
            )
            item.setData(0, _ROLE, index)
            self.backups.addTopLevelItem(item)
            self._queue.start(
                partial(_compare, chat, document, backup),
                partial(self._take, item, index),
                partial(self._refuse, item, index),
            )
        self.backups.currentItemChanged.connect(self._show_values)
        self.finished.connect(self._end)
        latest = self.backups.topLevelItem(0)
        if latest is not None:
            self.backups.setCurrentItem(latest)
        self._count()
        fit_to_screen(self, _WIDTH_PX, _HEIGHT_PX)

    def _list(self, name: str, titles: Sequence[str]) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setHeaderLabels(list(titles))
        tree.setAccessibleName(name)
        tree.setRootIsDecorated(False)
        tree.setUniformRowHeights(True)
        return tree

    def _lay_out(self, number: int) -> None:
        column = QVBoxLayout(self)
        title = counted(number, "{n} backup", "{n} backups") if number else _("No backups yet")
        column.addWidget(plain_label(title, 15, bold=True))
        column.addWidget(
            plain_label(
                _(
                    "Every save keeps what the file held before. Values that are brought back are "
                    "edits, together one step to undo; nothing is written until you save."
                )
                if number
                else _("The first save of this chat makes one: it keeps what the file held before.")
            )
        )
        parts = QSplitter(Qt.Orientation.Vertical)
        for part, stretch in ((self.backups, 0), (self.values, 3), (self.difference, 2)):
            parts.addWidget(part)
            parts.setStretchFactor(parts.count() - 1, stretch)
        listed = scaled(_ROW_PX) * (1 + min(max(number, 2), _MOST_LISTED))
        parts.setSizes([listed, scaled(_HEIGHT_PX) // 2, scaled(_HEIGHT_PX) // 4])
        column.addWidget(parts, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.whole = buttons.addButton(
            _("Restore all of it"), QDialogButtonBox.ButtonRole.ResetRole
        )
        self.whole.clicked.connect(self._restore_all)
        self.restore = QPushButton(_("Restore"))
        self.restore.setDefault(True)
        make_primary(self.restore)
        self.restore.clicked.connect(self._restore_checked)
        buttons.addButton(self.restore, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    @property
    def _chosen(self) -> ComparedBackup | None:
        item = self.backups.currentItem()
        found = None if item is None else self._compared.get(item.data(0, _ROLE))
        return found if isinstance(found, ComparedBackup) else None

    def _take(self, item: QTreeWidgetItem, index: int, found: ComparedBackup) -> None:
        self._compared[index] = found
        item.setText(2, found.summary)
        if self.backups.currentItem() is item:
            self._show_values()

    def _refuse(self, item: QTreeWidgetItem, index: int, error: InspectorError) -> None:
        self._compared[index] = str(error)
        item.setText(2, str(error))

    def _show_values(self, *_: object) -> None:
        chosen = self._chosen
        with QSignalBlocker(self.values):
            self.values.clear()
            if chosen is not None:
                rows = [_row(one, chosen.document) for one in chosen.found[:_MOST_ROWS]]
                self.values.addTopLevelItems(rows)
        first = self.values.topLevelItem(0)
        if first is not None:
            self.values.setCurrentItem(first)
        self._show_difference()
        self._count()

    def _show_difference(self, *_rest: object) -> None:
        item = self.values.currentItem()
        if item is None:
            self.difference.say(_("Nothing to compare.") if self._chosen else "")
            return
        one: ValueDifference = item.data(0, _ROLE)
        now, then = (_whole(one, side) for side in (one.value.theirs, one.value.mine))
        self.difference.show_rows(aligned(diff(now, then)), is_inline=False)

    def _checked(self) -> list[ValueDifference]:
        items = (self.values.topLevelItem(row) for row in range(self.values.topLevelItemCount()))
        return [
            item.data(0, _ROLE)
            for item in items
            if item is not None and item.checkState(0) is Qt.CheckState.Checked
        ]

    def _count(self, *_rest: object) -> None:
        number, chosen = len(self._checked()), self._chosen
        self.restore.setEnabled(number > 0)
        self.restore.setText(
            _("Restore {values}").format(values=counted(number, "{n} value", "{n} values"))
            if number
            else _("Restore")
        )
        self.whole.setEnabled(chosen is not None and bool(chosen.found))

    def _restore_checked(self) -> None:
        self._request(self._checked())

    def _restore_all(self) -> None:
        self._request(() if self._chosen is None else self._chosen.found)

    def _request(self, wanted: Sequence[ValueDifference]) -> None:
        chosen = self._chosen
        if chosen is not None and wanted:
            self.restore_requested.emit(chosen, [one.key for one in wanted])
            self.accept()

    def _end(self) -> None:
        self._queue.cancel()
        self._queue.wait()


def _compare(
    chat: OpenChat, document: Document, backup: KeptBackup, token: CancelToken
) -> ComparedBackup:
    token.check()
    found = compared_backup(chat, document, backup.path)
    _ = found.found
    return found


def _row(one: ValueDifference, document: Document) -> QTreeWidgetItem:
    wording = "" if one.is_message else side_in_words(one, one.value.theirs, document)
    now = " ".join(wording.split())[:200]
    item = QTreeWidgetItem([row_title(one, document), now, change_in_words(one, document)])
    item.setData(0, _ROLE, one)
    item.setCheckState(0, Qt.CheckState.Unchecked)
    return item


def _whole(one: ValueDifference, value: object) -> str:
    if one.is_message:
        return "" if value is None else value_in_words(value)
    return side_in_words(one, value)
