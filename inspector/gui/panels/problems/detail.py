"""What stands below the list of problems: the current one in full, and what puts it right."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.problems import Problem
from inspector.gui.kit.explaining import explain
from inspector.gui.kit.filled import FilledWidget
from inspector.gui.kit.labels import plain_label
from inspector.gui.kit.layouts import hbox, nest
from inspector.gui.kit.style import set_role
from inspector.gui.kit.text import tooltip
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.problems.words import place_of
from inspector.language import _

_WIDEST_FIX_PX = 280
_UNDO = _("One step like any other: Ctrl+Z takes it back.")


class ProblemDetail(Themed, FilledWidget):
    """Shows one problem; it changes nothing itself.

    Signals:
        jump_requested: a person wants to see its place.
        fix_requested: it is to be put right.
        fix_all_requested: all of its kind are.
    """

    has_top_line = True

    jump_requested = Signal()
    fix_requested = Signal()
    fix_all_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = plain_label()
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # Otherwise the longest id would say how narrow the window may be.
        self.text.setMinimumWidth(1)
        self.fix_button = QPushButton(self)
        self.fix_all_button = QPushButton(self)
        self.fix_all_button.clicked.connect(self.fix_all_requested)
        self.jump_button = QPushButton(self)
        set_role(self.jump_button, "link")
        self.jump_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.fix_button.clicked.connect(self.fix_requested)
        self.jump_button.clicked.connect(self.jump_requested)
        self._lay_out()
        self.restyle()
        self.show_problem(None)

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.alt)
        self.setPalette(palette)

    def show_problem(self, problem: Problem | None, of_kind: int = 0) -> None:
        """Show a problem in full.

        Args:
            problem: the current one; None hides everything.
            of_kind: how many of its kind can be put right together.
        """
        self.setVisible(problem is not None)
        location = "" if problem is None else place_of(problem)
        self.text.setText("" if problem is None else problem.text)
        self.jump_button.setText(_("Go to {location}").format(location=location))
        self.jump_button.setVisible(bool(location))
        self.fix_button.setVisible(problem is not None and problem.fix is not None)
        self.fix_all_button.setText(_("All {of_kind:,} of this kind").format(of_kind=of_kind))
        self.fix_all_button.setToolTip(
            tooltip(_("Puts all {of_kind:,} right. {UNDO}").format(of_kind=of_kind, UNDO=_UNDO))
        )
        self.fix_all_button.setVisible(of_kind > 1)
        if problem is not None:
            self._name_fix(problem.fix_title or _("Fix"))

    def _name_fix(self, title: str) -> None:
        metrics, room = self.fix_button.fontMetrics(), scaled(_WIDEST_FIX_PX)
        displayed = metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, room)
        # A button takes an ampersand for the mark of a key.
        self.fix_button.setText(displayed.replace("&", "&&"))
        self.fix_button.setAccessibleName(title)
        explain(self.fix_button, f"{title}. {_UNDO}")

    def _lay_out(self) -> None:
        self.setAccessibleName(_("The current problem"))
        buttons = QVBoxLayout()
        buttons.setSpacing(scaled(2))
        right = Qt.AlignmentFlag.AlignRight
        buttons.addWidget(self.fix_button, 0, right)
        buttons.addWidget(self.fix_all_button, 0, right)
        buttons.addWidget(self.jump_button, 0, right)
        buttons.addStretch(1)
        row = hbox(self, margins=(10, 6, 8, 6), spacing=12)
        row.addWidget(self.text, 1, Qt.AlignmentFlag.AlignTop)
        nest(row, buttons)
