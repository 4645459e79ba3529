"""The sheet of keys: every action and every view with its keys, to be searched and changed."""

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.theme import scaled
from inspector.gui.window.action_list import ListedAction
from inspector.gui.window.shortcuts import Shortcuts, name_of
from inspector.gui.window.view_keys import ViewKey, ViewKeys
from inspector.language import _

_ROW = Qt.ItemDataRole.UserRole
_NATIVE = QKeySequence.SequenceFormat.NativeText
_TITLES = (_("What"), _("Keys"), _("Where"))
_CHOOSE = _("Choose a row to give it other keys.")


class KeysSheet(QDialog):
    """Lists all keys, those of the menus and those of the views; each can be changed."""

    def __init__(self, shortcuts: Shortcuts, view_keys: ViewKeys, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shortcuts = shortcuts
        self._view_keys = view_keys
        self._model = QStandardItemModel(0, len(_TITLES), self)
        self._rows = QSortFilterProxyModel(self)
        self._rows.setSourceModel(self._model)
        self._rows.setFilterKeyColumn(-1)
        self._rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = LineEdit(self)
        self.table = QTableView(self)
        self.table.setTabKeyNavigation(False)
        self.edit = QKeySequenceEdit(self)
        self.set_button = QPushButton(_("Use these keys"), self)
        self.reset_button = QPushButton(_("Reset"), self)
        self.reset_all_button = QPushButton(_("Reset all"), self)
        self.words = plain_label(_CHOOSE)
        self._lay_out()
        self._fill()
        self.filter.textChanged.connect(self._rows.setFilterFixedString)
        self.table.selectionModel().currentRowChanged.connect(self._show_current)
        self.edit.keySequenceChanged.connect(self._say)
        self.set_button.clicked.connect(self._set)
        self.reset_button.clicked.connect(self._reset)
        self.reset_all_button.clicked.connect(self._reset_all)
        self._show_current()

    @property
    def current(self) -> ListedAction | ViewKey | None:
        """What the table stands on."""
        row = self._rows.mapToSource(self.table.currentIndex()).row()
        item = self._model.item(row, 0) if row >= 0 else None
        return item.data(_ROW) if isinstance(item, QStandardItem) else None

    def _fill(self, current: str = "") -> None:
        """List all anew, and stand where a person stood."""
        self._model.clear()
        self._model.setHorizontalHeaderLabels(_TITLES)
        for one in self._shortcuts.actions():
            self._add(one.words, _all_keys(one), one.menu, one)
        for key in self._view_keys.keys:
            held = self._view_keys.held(key).toString(_NATIVE)
            self._add(key.words, held, key.panel.title, key)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row in range(self._rows.rowCount()):
            found = self._rows.index(row, 0).data(_ROW)
            if _name_of(found) == current:
                self.table.setCurrentIndex(self._rows.index(row, 0))

    def _add(self, words: str, keys: str, where: str, row: ListedAction | ViewKey) -> None:
        changed = "" if self._is_usual(row) else f" · {_('changed')}"
        items = [QStandardItem(text) for text in (words, keys, f"{where}{changed}")]
        for item in items:
            item.setEditable(False)
        items[0].setData(row, _ROW)
        self._model.appendRow(items)

    def _is_usual(self, row: ListedAction | ViewKey) -> bool:
        if isinstance(row, ViewKey):
            return self._view_keys.is_usual(row)
        return self._shortcuts.is_usual(row)

    def _held(self, row: ListedAction | ViewKey | None) -> QKeySequence:
        if isinstance(row, ViewKey):
            return self._view_keys.held(row)
        return QKeySequence() if row is None else row.action.shortcut()

    def _show_current(self, _current: QModelIndex | None = None) -> None:
        self.edit.setEnabled(self.current is not None)
        self.edit.setKeySequence(self._held(self.current))
        self._say()

    def _say(self) -> None:
        row, keys = self.current, self.edit.keySequence()
        is_new = row is not None and keys != self._held(row)
        self.set_button.setEnabled(is_new)
        self.reset_button.setEnabled(row is not None and not self._is_usual(row))
        if row is None:
            self.words.setText(_CHOOSE)
        else:
            trouble = self._trouble(row, keys) if is_new and not keys.isEmpty() else ""
            self.words.setText(trouble or _("Type the keys for “{words}”.").format(words=row.words))

    def _trouble(self, row: ListedAction | ViewKey, keys: QKeySequence) -> str:
        """What other keys would cost; empty for nothing."""
        everywhere = self._shortcuts.owner(keys)
        if isinstance(row, ListedAction):
            found = everywhere
        else:
            found = self._view_keys.owner(row.panel, keys)
            if found is None and everywhere is not None:
                view = row.panel.title
                return _("“{words}” has these keys, but not in {view} any more.").format(
                    words=everywhere.words, view=view
                )
        return (
            ""
            if found is None
            else _("“{words}” has these keys, and would lose them.").format(words=found.words)
        )

    def _set(self) -> None:
        row, keys = self.current, self.edit.keySequence()
        if isinstance(row, ViewKey):
            self._view_keys.change(row, keys)
        elif row is not None:
            self._shortcuts.change(row, keys)
        self._fill(_name_of(row))

    def _reset(self) -> None:
        row = self.current
        if isinstance(row, ViewKey):
            self._view_keys.reset(row)
        elif row is not None:
            self._shortcuts.reset(row)
        self._fill(_name_of(row))

    def _reset_all(self) -> None:
        self._view_keys.reset()
        self._shortcuts.reset()
        self._fill()

    def _lay_out(self) -> None:
        self.resize(scaled(640), scaled(560))
        self.filter.setPlaceholderText(_("Filter: words, a key, a view"))
        self.filter.setAccessibleName(_("Filter keys"))
        self.filter.setClearButtonEnabled(True)
        self.table.setModel(self._rows)
        self.table.setAccessibleName(_("Keys"))
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(scaled(24))
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        self.table.horizontalHeader().setDefaultSectionSize(scaled(150))
        self.edit.setAccessibleName(_("New keys"))
        # Qt's own words are too long for the field in German, and address the reader.
        for line in self.edit.findChildren(QLineEdit):
            line.setPlaceholderText(_("New keys"))
        self.edit.setMaximumSequenceLength(1)
        for button in (self.set_button, self.reset_button, self.reset_all_button):
            button.setAutoDefault(False)
        row = hbox(
            None, (self.edit, 1), self.set_button, self.reset_button, 1, self.reset_all_button
        )
        vbox(self, self.filter, (self.table, 1), self.words, row)


def _all_keys(one: ListedAction) -> str:
    return ", ".join(keys.toString(_NATIVE) for keys in one.action.shortcuts())


def _name_of(row: object) -> str:
    """What it is called in the preferences; empty for nothing."""
    if isinstance(row, ListedAction):
        return name_of(row)
    return row.name if isinstance(row, ViewKey) else ""
