"""The menu of what can be done to the selected memories."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.memory import GREATEST_IMPORTANCE
from inspector.gui.kit.actions import WHY_NOT
from inspector.gui.panels.memories.columns import COLUMNS, Location
from inspector.gui.panels.memories.copying import Copying
from inspector.gui.panels.memories.edit_controller import EditController
from inspector.gui.panels.memories.making import Making
from inspector.gui.panels.memories.table import MemoryTable
from inspector.gui.panels.memories.values import value_of
from inspector.language import _

MOST_NAMES = 40
_KEYS: dict[str, str] = {"is_secret": "X", "summary": "F2"}


class MemoryMenu:
    """Fills menus: the table's context menu, and the window's menu of memories."""

    def __init__(
        self, controller: EditController, table: MemoryTable, copying: Copying, making: Making
    ) -> None:
        self._controller = controller
        self._table = table
        self._copying = copying
        self._making = making

    def fill(self, menu: QMenu) -> None:
        """Add every action to a menu; those that cannot be done now are disabled."""
        menu.clear()
        for spec in self._controller.document.fields:
            self._add_field(menu, spec)
        menu.addSeparator()
        count = len(self._controller.targets())
        chosen, making = count > 0, self._making
        self._add(menu, _("Duplicate"), making.duplicate, "D", enabled=chosen)
        one, several = _("select one memory"), _("select two or more memories")
        self._add(menu, _("Split…"), making.split, "S", enabled=count == 1, why_not=one)
        self._add(menu, _("Merge into one"), making.merge, "M", enabled=count > 1, why_not=several)
        self._add(menu, _("Delete"), making.delete, "Del", enabled=chosen)
        self._add(menu, _("Change many…"), making.change_many, "C", enabled=True)
        menu.addSeparator()
        self._add(menu, _("Copy summary"), self._copying.copy_summaries, "Ctrl+C", enabled=chosen)
        lines = bool(self._copying.lines())
        why = _("none of them has a line in the block") if chosen else ""
        self._add(menu, _("Copy line"), self._copying.copy_lines, enabled=lines, why_not=why)
        first = self._copying.first_message()
        self._add(menu, _("Show messages"), self._copying.show_messages, enabled=first is not None)

    def _add_field(self, menu: QMenu, spec: FieldSpec) -> None:
        chosen = bool(self._controller.targets())
        match spec.kind:
            case FieldKind.IMPORTANCE:
                self._add_importance(menu, spec, enabled=chosen)
            case FieldKind.FLAG:
                self._add_flag(menu, spec, enabled=chosen)
            case FieldKind.NAMES:
                self._add_names(menu, spec, enabled=chosen)
            case FieldKind.MESSAGES | FieldKind.EMOTIONS:
                pass
            case FieldKind.TEXT | FieldKind.OPTIONAL_TEXT:
                edit = partial(self._begin_edit, spec)
                title = _("Edit {lower}").format(lower=spec.within)
                self._add(menu, title, edit, _KEYS.get(spec.key, ""), enabled=chosen)

    def _add_importance(self, menu: QMenu, spec: FieldSpec, *, enabled: bool) -> None:
        stars = menu.addMenu(_("Set {lower}").format(lower=spec.within))
        stars.setEnabled(enabled)
        held = {value_of(memory, spec) for memory in self._controller.memories()}
        for value in range(GREATEST_IMPORTANCE, 0, -1):
            stars_text = f"{'★' * value}{'☆' * (GREATEST_IMPORTANCE - value)}"
            do = partial(self._controller.set_value, spec.key, value)
            action = self._add(stars, stars_text, do, str(value))
            action.setCheckable(True)
            action.setChecked(held == {value})

    def _add_flag(self, menu: QMenu, spec: FieldSpec, *, enabled: bool) -> None:
        held = {bool(value_of(memory, spec)) for memory in self._controller.memories()}
        do = partial(self._controller.toggle, spec.key)
        if spec.key == COLUMNS[Location.ARCHIVED].field:
            self._add(menu, _("Restore") if held == {True} else _("Archive"), do, enabled=enabled)
            return
        action = self._add(menu, _(spec.title), do, _KEYS.get(spec.key, ""), enabled=enabled)
        action.setCheckable(True)
        action.setChecked(held == {True})

    def _add_names(self, menu: QMenu, spec: FieldSpec, *, enabled: bool) -> None:
        title = spec.within
        self._add(
            menu,
            _("Edit {lower}").format(lower=title),
            partial(self._begin_edit, spec),
            enabled=enabled,
        )
        if not spec.known_events:
            return
        names = self._controller.document.names[:MOST_NAMES]
        adding = menu.addMenu(_("Add witness to selection"))
        adding.setEnabled(enabled and bool(names))
        for name in names:
            do = partial(self._controller.change_names, spec.key, (name,), ())
            self._add(adding, name.replace("&", "&&"), do)

    def _begin_edit(self, spec: FieldSpec) -> None:
        for index, column in enumerate(COLUMNS):
            if column.field == spec.key:
                self._table.header.show_column(index, visible=True)
                current = self._table.currentIndex()
                self._table.begin_edit(current.siblingAtColumn(index))

    def _add(
        self,
        menu: QMenu,
        title: str,
        do: Callable[[], None],
        keys: str = "",
        *,
        enabled: bool = True,
        why_not: str = "",
    ) -> QAction:
        """An action that shows its keys; the table itself acts on them."""
        action = menu.addAction(title)
        action.setEnabled(enabled)
        action.setProperty(WHY_NOT, why_not)
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setShortcutVisibleInContextMenu(True)

        def run() -> None:
            do()

        action.triggered.connect(run)
        return action
