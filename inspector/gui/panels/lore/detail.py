"""The form beside a table: all fields of the selected entries or events."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.lore import LorebookEntry, LoreField, LoreFieldKind, LoreKind
from inspector.core.request import ItemRow
from inspector.gui.kit.gate_words import gate_in_words
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import nest
from inspector.gui.kit.selection_fields import NamesChange, SelectionField
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.lore.columns import DETAIL_FIELDS
from inspector.gui.panels.lore.detail_fields import editor_of, typed_value, value_in
from inspector.gui.panels.lore.verdicts import Item, LoreVerdicts
from inspector.gui.panels.lore.words import nothing_selected, several_selected
from inspector.language import _
from inspector.sillytavern.server_times import shown_time


def facts_of(item: Item, row: ItemRow | None) -> str:
    """A line or two: what it is called in the file, and what the request made of it."""
    if isinstance(item, LorebookEntry):
        facts = [_("Uid {uid}").format(uid=item.uid)]
    else:
        facts = [_("Id {id}").format(id=item.id)]
        recorded = shown_time(item.created_at)
        facts.append(
            _("recorded {recorded}").format(recorded=recorded)
            if recorded
            else _("no time of recording")
        )
    if row is not None:
        facts += [
            _("score {score:.3g}").format(score=row.score),
            _("{tokens:,} tokens").format(tokens=row.tokens),
        ]
        facts.append(
            _("in the request")
            if row.kept
            else _("left out: {gate_in_words}").format(gate_in_words=gate_in_words(row.gate))
        )
    return " · ".join(facts)


_SHORT = (LoreFieldKind.FLAG, LoreFieldKind.WHOLE)


class LoreDetail(Themed, QScrollArea):
    """Shows one item, or the selection with mixed values shown as such.

    Its fields are made with the first item: most chats have no lore beside them.

    Signals:
        value_requested: the items should hold another value (`LoreField`, value).
        keywords_requested: keywords that all items gain, and that all lose (two tuples of str).
    """

    value_requested = Signal(object, object)
    keywords_requested = Signal(object, object)

    def __init__(self, kind: LoreKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._items: Sequence[Item] = ()
        self._verdicts = LoreVerdicts(kind)
        self._why_not: Callable[[LoreField], str] = lambda _: ""
        self.editors: dict[str, SelectionField] = {}
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.restyle()
        self._build()

    @override
    def restyle(self) -> None:
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, current_theme().surface)
        self.setPalette(palette)

    def show_items(
        self, items: Sequence[Item], verdicts: LoreVerdicts, why_not: Callable[[LoreField], str]
    ) -> None:
        """Show what items hold.

        Args:
            items: those that are selected.
            verdicts: what the request made of them.
            why_not: why a field cannot be edited; empty if it can.
        """
        self._items, self._verdicts, self._why_not = items, verdicts, why_not
        if items and not self.editors:
            self._build()
            return
        indexes = tuple(item.index for item in items)
        for field in DETAIL_FIELDS[self._kind] if self.editors else ():
            editor, values = self.editors[field.key], [value_in(item, field) for item in items]
            editor.setVisible(bool(items))
            editor.show_values(indexes, values, why_not(field))
        self._show_facts()

    def set_verdicts(self, verdicts: LoreVerdicts) -> None:
        """Show what a new request made of the items."""
        self._verdicts = verdicts
        self._show_facts()

    def refuse(self, why: str) -> bool:
        """Say why what a field asked for is refused; answers whether one had asked."""
        controller = next((one for one in self.editors.values() if one.is_submitting), None)
        if controller is not None:
            controller.refuse(why)
        return controller is not None

    def commit(self) -> None:
        """Ask for what is typed and not kept yet."""
        for editor in self.editors.values():
            editor.commit()

    def revert(self) -> None:
        """Forget what is typed."""
        for editor in self.editors.values():
            editor.revert()

    def focus_field(self, field: LoreField) -> None:
        """Go to a field, if there is an item that has it."""
        if field.key in self.editors:
            self.ensureWidgetVisible(self.editors[field.key])
            self.editors[field.key].setFocus()

    def _build(self) -> None:
        self.editors = {}
        form = QWidget()
        column = QVBoxLayout(form)
        margin = scaled(10)
        column.setContentsMargins(margin, scaled(8), margin, margin)
        column.setSpacing(scaled(8))
        short, below = QHBoxLayout(), QVBoxLayout()
        short.setSpacing(scaled(14))
        for field in DETAIL_FIELDS[self._kind] if self._items else ():
            editor = editor_of(field)
            editor.committed.connect(partial(self._request, field))
            self.editors[field.key] = editor
            if field.kind in _SHORT:
                short.addWidget(editor, 0, Qt.AlignmentFlag.AlignBottom)
                editor.column.removeWidget(editor.note)
                below.addWidget(editor.note)
            else:
                column.addWidget(editor, 1 if field.kind is LoreFieldKind.TEXT else 0)
        nest(column, short)
        nest(column, below)
        self.heading = plain_label("", 11, Tone.QUIET)
        column.addWidget(self.heading)
        self.setWidget(form)
        self.show_items(self._items, self._verdicts, self._why_not)

    def _request(self, field: LoreField, value: object) -> None:
        if isinstance(value, NamesChange):
            self.keywords_requested.emit(*value)
        else:
            wanted = typed_value(field, value) if isinstance(value, str) else value
            self.value_requested.emit(field, wanted)

    def _show_facts(self) -> None:
        if not self._items:
            self.heading.setText(nothing_selected(self._kind))
        elif len(self._items) == 1:
            item = self._items[0]
            self.heading.setText(facts_of(item, self._verdicts.of(item.index)))
        else:
            self.heading.setText(several_selected(self._kind, len(self._items)))
