"""The dialog *Open from SillyTavern…*: a folder, whose chats there are, and the chats."""

from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.gui.kit.layouts import nest
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.style import make_primary
from inspector.gui.kit.theme import scaled
from inspector.gui.window.open_from.lists import ChatsTable, OwnersList
from inspector.gui.window.open_from.model import ChatsModel
from inspector.gui.window.open_from.rows import Row, owners_of, shown_rows
from inspector.gui.window.open_from.scanner import FolderScanner, Found, Seen
from inspector.gui.window.open_from.words import (
    NOTHING_FOUND,
    found_nothing,
    progress,
    search_found,
)
from inspector.language import _

_TYPING_MS = 60
_TO_TABLE = (Qt.Key.Key_Down, Qt.Key.Key_Up)


class OpenFromDialog(QDialog):
    """Chooses a chat out of a SillyTavern folder. It reads, and writes nothing.

    Args:
        scanner: finds and lists; it belongs to the window and keeps what it has seen.
        remembered: the user folder in which a chat was chosen last.

    Signals:
        chosen: a chat to open (str path).
        folder_used: the user folder that it lies in (str path).
    """

    chosen = Signal(str)
    folder_used = Signal(str)

    def __init__(
        self, scanner: FolderScanner, remembered: Path | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._scanner = scanner
        self._remembered = remembered
        self._seen: Seen | None = None
        self._trouble = ""
        self._model = ChatsModel()
        self.folders = QComboBox(self)
        self.browse_button = QPushButton(_("Another folder…"), self)
        self.search = LineEdit(self)
        self.owners = OwnersList(self)
        self.table = ChatsTable(self._model, self)
        self.status = QLabel(self)
        self.open_button = QPushButton(_("Open"), self)
        self.cancel_button = QPushButton(_("Cancel"), self)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._lay_out()
        self._wire()
        self.status.setText(_("Looking for SillyTavern's folders…"))
        scanner.find(remembered)

    @property
    def user(self) -> Path | None:
        """The user folder that is shown; None while none is known."""
        folder: object = self.folders.currentData()
        return folder if isinstance(folder, Path) else None

    # What is found

    def show_found(self, found: Found) -> None:
        """Offer folders; what a person pointed at comes first and is shown."""
        held = [self.folders.itemData(index) for index in range(self.folders.count())]
        with QSignalBlocker(self.folders):
            for folder in found.users:
                if folder not in held:
                    self.folders.addItem(str(folder), folder)
            if found.users and (found.location is not None or not held):
                wanted = self._remembered if found.location is None else None
                first = wanted if wanted in found.users else found.users[0]
                self.folders.setCurrentIndex(self.folders.findText(str(first)))
        self.folders.setEnabled(self.folders.count() > 0)
        if self.user is not None:
            self._list()
        if not found.users and (found.location is not None or self.user is None):
            self._trouble = found.trouble or (
                found_nothing(found.location) if found.location else NOTHING_FOUND
            )
            self.status.setText(self._trouble)
            self.browse_button.setFocus()

    def show_seen(self, seen: Seen) -> None:
        """Show what has been seen of a folder, if it is still the one that is shown."""
        if seen.user != self.user:
            return
        before, self._seen = self._seen, seen
        if before is None or before.user != seen.user or before.entries != seen.entries:
            self.owners.set_owners(owners_of(seen.entries))
            self._show_rows()
        else:
            self._model.scan_again(self._rows(), settled=seen.is_complete)
            self._say()

    def _list(self) -> None:
        if self.user is not None:
            self._scanner.list_chats(self.user)

    def _change_folder(self) -> None:
        self._seen, self._trouble = None, ""
        self.status.setText(_("Listing the chats…"))
        self.owners.set_owners({})
        self._model.show_items([])
        self._list()

    def _rows(self) -> list[Row]:
        seen = self._seen
        if seen is None:
            return []
        return shown_rows(seen.entries, seen.contents, self.owners.owner, self.search.text())

    def _show_rows(self) -> None:
        before = self.table.chosen
        self.table.show_owners(visible=self.owners.owner is None)
        self._model.show_items(self._rows())
        self.table.choose(before)
        self._say()

    def _say(self) -> None:
        if self._seen is None or self._trouble:
            return
        if self._seen.is_complete:
            visible, all_chats = self._model.count, len(self._seen.entries)
            self.status.setText(search_found(visible, all_chats, self.search.text()))
        else:
            self.status.setText(progress(len(self._seen.contents), len(self._seen.entries)))

    # What a person does

    def browse(self) -> None:
        """Let the person point at a folder: an installation, a data root or a user folder."""
        start = str(self.user or Path.home())
        name = QFileDialog.getExistingDirectory(self, _("SillyTavern's folder"), start)
        if name:
            self._trouble = ""
            self.status.setText(_("Looking through {name}…").format(name=name))
            self._scanner.look_at(Path(name))

    def _type(self) -> None:
        self._trouble = ""
        self._typing.start()

    def open_chosen(self) -> None:
        """Open the chat that is chosen."""
        if self.table.chosen is not None:
            self._open(self.table.chosen)

    def _open(self, path: Path) -> None:
        if self.user is not None:
            self.folder_used.emit(str(self.user))
        self.accept()
        self.chosen.emit(str(path))

    def _enable(self, path: Path | None) -> None:
        self.open_button.setEnabled(path is not None)

    @override
    def done(self, arg__1: int) -> None:
        self._scanner.stop()
        super().done(arg__1)

    @override
    def keyPressEvent(self, arg__1: QKeyEvent) -> None:
        if arg__1.key() in _TO_TABLE and self.search.hasFocus():
            self.table.setFocus()
        else:
            super().keyPressEvent(arg__1)

    # How it is made

    def _wire(self) -> None:
        self._scanner.found.connect(self.show_found)
        self._scanner.seen.connect(self.show_seen)
        self.folders.currentIndexChanged.connect(self._change_folder)
        self.browse_button.clicked.connect(self.browse)
        self.search.textChanged.connect(self._type)
        self.search.returnPressed.connect(self.open_chosen)
        self._typing.timeout.connect(self._show_rows)
        self.owners.owner_chosen.connect(self._show_rows)
        self.table.opened.connect(self._open)
        self.table.chosen_changed.connect(self._enable)
        self.open_button.clicked.connect(self.open_chosen)
        self.cancel_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        self.setWindowTitle(_("Open from SillyTavern"))
        self.resize(scaled(1000), scaled(560))
        self.folders.setAccessibleName(_("SillyTavern's folder"))
        self.folders.setEnabled(False)
        self.folders.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.search.setPlaceholderText(_("Search: words of a chat's, character's or group's name"))
        self.search.setAccessibleName(_("Search chats"))
        self.search.setClearButtonEnabled(True)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        self.status.setWordWrap(True)
        make_primary(self.open_button)
        self.open_button.setEnabled(False)
        for button in (self.open_button, self.cancel_button, self.browse_button):
            button.setAutoDefault(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        nest(column, _row(QLabel(_("Folder")), self.folders, self.browse_button))
        column.addWidget(self.search)
        column.addWidget(self._lists(), 1)
        nest(column, _row(None, self.status, self.cancel_button, self.open_button))
        self.search.setFocus()

    def _lists(self) -> QSplitter:
        lists = QSplitter(Qt.Orientation.Horizontal, self)
        lists.setChildrenCollapsible(False)
        lists.addWidget(self.owners)
        lists.addWidget(self.table)
        lists.setSizes([210, 750])
        lists.setStretchFactor(1, 1)
        return lists


def _row(title: QLabel | None, wide: QWidget, *rest: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(8)
    if title is not None:
        title.setBuddy(wide)
        row.addWidget(title)
    row.addWidget(wide, 1)
    for widget in rest:
        row.addWidget(widget)
    return row
