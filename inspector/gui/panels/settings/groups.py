"""Rows of settings in groups: the changed ones first, then what belongs together."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QToolButton, QWidget
from typing_extensions import override

from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import Themed, font, scaled
from inspector.gui.panels.settings.row import SettingRow
from inspector.language import _

CHANGED = _("Changed")
OTHERS = _("Others")
_HEIGHT_PX = 24


class GroupHead(Themed, FilledWidget):
    """The title of a group, which folds it."""

    fill = "window"
    has_bottom_line = True

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = title
        self.fold = QToolButton(self)
        self.fold.setCheckable(True)
        set_role(self.fold, "flat")
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.row = hbox(self, self.fold, 1, margins=(4, 0, 10, 0))
        self.setFixedHeight(scaled(_HEIGHT_PX))
        self.restyle()

    def show_count(self, count: int) -> None:
        """Say how many settings it holds."""
        self.fold.setText(f"{self.title}  {count}")
        arrows = Qt.ArrowType
        self.fold.setArrowType(arrows.RightArrow if self.fold.isChecked() else arrows.DownArrow)

    @override
    def restyle(self) -> None:
        self.fold.setFont(font(11, bold=True))
        self.update()


class GroupedRows(QWidget):
    """Puts rows under the heads of their groups, what a person changed before all others.

    Args:
        rows: by the names of their settings, in order.
        reset: gives every setting its usual value; it stands at the head of what was changed.
        parent: as for any widget.
    """

    def __init__(self, rows: Mapping[str, SettingRow], reset: QPushButton, parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = rows
        self._words = ""
        self._changed: frozenset[str] = frozenset()
        titles = (CHANGED, *dict.fromkeys(row.words.group or OTHERS for row in rows.values()))
        self._heads = {title: GroupHead(title, self) for title in titles}
        self._heads[CHANGED].row.addWidget(reset)
        for head in self._heads.values():
            head.fold.clicked.connect(self.refresh)
        self._column = vbox(self, margins=0, spacing=0)
        self.arrange()

    def arrange(self) -> None:
        """Put what was changed first, unless a person is in it right now."""
        self._changed = self._differing
        while self._column.count():
            self._column.takeAt(0)
        for title, head in self._heads.items():
            self._column.addWidget(head)
            for row in self._rows_of(title):
                self._column.addWidget(row)
        self._column.addStretch(1)
        self.refresh()

    @property
    def changed(self) -> int:
        """How many settings a person changed."""
        return len(self._differing)

    @property
    def is_behind(self) -> bool:
        """Whether other settings are changed than stand under that head."""
        return self._changed != self._differing

    @property
    def _differing(self) -> frozenset[str]:
        return frozenset(name for name, row in self._rows.items() if row.differs)

    def filter(self, words: str) -> int:
        """Show what holds these words; answers how many rows there are."""
        self._words = words
        return self.refresh()

    def refresh(self) -> int:
        """Show and hide rows and heads as filter and folding say."""
        found = 0
        for title, head in self._heads.items():
            rows = [row for row in self._rows_of(title) if row.matches(self._words)]
            found += len(rows)
            head.setVisible(bool(rows) and (title == CHANGED or len(self._heads) > 2))
            head.show_count(len(rows))
            is_open = bool(self._words) or not head.fold.isChecked()
            for row in self._rows_of(title):
                row.setVisible(row in rows and (is_open or head.isHidden()))
        return found

    def _rows_of(self, title: str) -> Sequence[SettingRow]:
        if title == CHANGED:
            return [row for name, row in self._rows.items() if name in self._changed]
        return [
            row
            for name, row in self._rows.items()
            if name not in self._changed and (row.words.group or OTHERS) == title
        ]
