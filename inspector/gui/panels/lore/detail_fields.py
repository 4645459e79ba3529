"""One editor a field of an item: what the selected items hold, and what they shall."""

from collections import Counter
from collections.abc import Sequence

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.core.lore import LoreField, LoreFieldKind
from inspector.gui.kit.selection_fields import FlagField, NamesField, SelectionField, TextField
from inspector.gui.panels.lore.columns import value_text
from inspector.gui.panels.lore.verdicts import Item
from inspector.language import _, ngettext

_TEXT_LINES = 6
_MOST_CHIPS, _MOST_CHIPS_OF_ONE = 20, 200
"""Keywords that are shown of several items, and of one: more would take long to lay out."""

_KEYWORDS = (LoreFieldKind.KEYWORDS, LoreFieldKind.COMMA_KEYWORDS)


class LoreTextField(TextField):
    """A text, which can be read and copied where it cannot be edited; not so a line."""

    def __init__(self, field: LoreField, parent: QWidget | None = None) -> None:
        self._is_long = field.kind is LoreFieldKind.TEXT
        lines = _TEXT_LINES if self._is_long else 1
        super().__init__(_(field.title), lines=lines, grows=self._is_long, parent=parent)

    @override
    def set_usable(self, *, usable: bool) -> None:
        super().set_usable(usable=usable)
        self.edit.setEnabled(usable or self._is_long)


class KeywordsField(NamesField):
    """Keywords; of very many only some are shown."""

    def __init__(self, field: LoreField, parent: QWidget | None = None) -> None:
        super().__init__(_(field.title), parent=parent)
        self._left_out = 0
        self.names.input.setPlaceholderText(_("Add a keyword"))

    @property
    @override
    def remark(self) -> str:
        left_out = self._left_out
        more = ngettext(
            "{left_out:,} more keyword is not shown, and stays.",
            "{left_out:,} more keywords are not shown, and stay.",
            left_out,
        )
        return more.format(left_out=left_out) if left_out else ""

    @override
    def load(self, values: Sequence[tuple[str, ...]]) -> None:
        counts = Counter(one for held in values for one in dict.fromkeys(held))
        most = _MOST_CHIPS if len(values) > 1 else _MOST_CHIPS_OF_ONE
        commonest = {one for one, _ in counts.most_common(most)}
        self._left_out = len(counts) - len(commonest)
        super().load([tuple(one for one in held if one in commonest) for held in values])


def value_in(item: Item, field: LoreField) -> object:
    """What an item holds in a field, as the field's editor takes it."""
    if field.kind is LoreFieldKind.FLAG:
        return bool(getattr(item, field.key))
    return item.keywords if field.kind in _KEYWORDS else value_text(item, field)


def typed_value(field: LoreField, text: str) -> object:
    """What typed text stands for; a number that is none stays text, and is refused as such."""
    if field.kind is not LoreFieldKind.WHOLE:
        return text
    try:
        return int(text.strip())
    except ValueError:
        return text


def editor_of(field: LoreField) -> SelectionField:
    """The editor for a kind of field."""
    if field.kind is LoreFieldKind.FLAG:
        return FlagField(_(field.title))
    return KeywordsField(field) if field.kind in _KEYWORDS else LoreTextField(field)
