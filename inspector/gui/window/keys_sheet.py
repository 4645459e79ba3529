"""The sheet of keys: every action and every view with its keys, to be searched and changed."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.window.action_list import ListedAction
from inspector.gui.window.shortcuts import Shortcuts, name_of

_ACTION = Qt.ItemDataRole.UserRole
_TITLES = ("What", "Keys", "Where")
_CHOOSE = "Choose an action of the menus to give it other keys."
_FIXED = "A view's own keys are as they are."


class KeysSheet(QDialog):
    """Lists all keys; those of the menus' actions can be changed."""

    def __init__(self, shortcuts: Shortcuts, panels: Sequence[Panel], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shortcuts = shortcuts
        self._panels = panels
        self._model = QStandardItemModel(0, len(_TITLES), self)
        self._rows = QSortFilterProxyModel(self)
        self._rows.setSourceModel(self._model)
        self._rows.setFilterKeyColumn(-1)
        self._rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = QLineEdit(self)
        self.table = QTableView(self)
        self.edit = QKeySequenceEdit(self)
        self.set_button = QPushButton("Use these keys", self)
        self.reset_button = QPushButton("Reset", self)
        self.reset_all_button = QPushButton("Reset all", self)
        self.words = plain_label(_CHOOSE)
        self._lay_out()
        self._fill()
        self.filter.textChanged.connect(self._rows.setFilterFixedString)
        self.table.selectionModel().currentRowChanged.connect(self._show_action)
        self.edit.keySequenceChanged.connect(self._say)
        self.set_button.clicked.connect(self._set)
        self.reset_button.clicked.connect(self._reset)
        self.reset_all_button.clicked.connect(self._reset_all)
        self._show_action()

    @property
    def action(self) -> ListedAction | None:
        """The action that the table stands on; None on a view's own key."""
        row = self._rows.mapToSource(self.table.currentIndex()).row()
        item = self._model.item(row, 0) if row >= 0 else None
        return item.data(_ACTION) if isinstance(item, QStandardItem) else None

    def _fill(self, current: str = "") -> None:
        """List all anew, and stand where a person stood."""
        self._model.clear()
        self._model.setHorizontalHeaderLabels(_TITLES)
        for one in self._shortcuts.actions():
            changed = "" if self._shortcuts.is_usual(one) else " · changed"
            self._add(one.words, _all_keys(one), f"{one.menu}{changed}", one)
        for panel in self._panels:
            for keys, words in panel.view_keys:
                self._add(words, keys, panel.title, None)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row in range(self._rows.rowCount()):
            found = self._rows.index(row, 0).data(_ACTION)
            if isinstance(found, ListedAction) and name_of(found) == current:
                self.table.setCurrentIndex(self._rows.index(row, 0))

    def _add(self, words: str, keys: str, where: str, action: ListedAction | None) -> None:
        items = [QStandardItem(text) for text in (words, keys, where)]
        for item in items:
            item.setEditable(False)
        items[0].setData(action, _ACTION)
        self._model.appendRow(items)

    def _show_action(self, _current: QModelIndex | None = None) -> None:
        action = self.action
        self.edit.setEnabled(action is not None)
        self.edit.setKeySequence(QKeySequence() if action is None else action.action.shortcut())
        self._say()

    def _say(self) -> None:
        action, keys = self.action, self.edit.keySequence()
        is_new = action is not None and keys != action.action.shortcut()
        self.set_button.setEnabled(is_new)
        self.reset_button.setEnabled(action is not None and not self._shortcuts.is_usual(action))
        owner = None if not is_new or keys.isEmpty() else self._shortcuts.owner(keys)
        if action is None:
            self.words.setText(_FIXED if self.table.currentIndex().isValid() else _CHOOSE)
        elif owner is not None:
            self.words.setText(f"“{owner.words}” has these keys, and would lose them.")
        else:
            self.words.setText(f"Type the keys for “{action.words}”.")

    def _set(self) -> None:
        action = self.action
        if action is not None:
            self._shortcuts.change(action, self.edit.keySequence())
            self._fill(name_of(action))

    def _reset(self) -> None:
        action = self.action
        if action is not None:
            self._shortcuts.reset(action)
            self._fill(name_of(action))

    def _reset_all(self) -> None:
        self._shortcuts.reset()
        self._fill()

    def _lay_out(self) -> None:
        self.resize(scaled(640), scaled(560))
        self.filter.setPlaceholderText("Filter: words, a key, a view")
        self.filter.setAccessibleName("Filter keys")
        self.filter.setClearButtonEnabled(True)
        self.table.setModel(self._rows)
        self.table.setAccessibleName("Keys")
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(scaled(24))
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.table.horizontalHeader().setDefaultSectionSize(scaled(150))
        self.edit.setAccessibleName("New keys")
        self.edit.setMaximumSequenceLength(1)
        for button in (self.set_button, self.reset_button, self.reset_all_button):
            button.setAutoDefault(False)
        row = QHBoxLayout()
        row.addWidget(self.edit, 1)
        row.addWidget(self.set_button)
        row.addWidget(self.reset_button)
        row.addStretch(1)
        row.addWidget(self.reset_all_button)
        column = QVBoxLayout(self)
        column.addWidget(self.filter)
        column.addWidget(self.table, 1)
        column.addWidget(self.words)
        column.addLayout(row)


def _all_keys(one: ListedAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(keys.toString(native) for keys in one.action.shortcuts())
