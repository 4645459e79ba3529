"""The lower half of the panel: rows, curves, the request or the faults, one at a time."""

from collections.abc import Sequence

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Label
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.segmented import Segmented
from inspector.gui.kit.theme import Themed, current_theme, scaled
from inspector.gui.panels.context.budgets import Held
from inspector.gui.panels.context.curves_page import CurvesPage
from inspector.gui.panels.context.faults_page import FaultsPage
from inspector.gui.panels.context.request_page import RequestPage
from inspector.gui.panels.context.rows_page import RowsPage
from inspector.gui.panels.context.state import ContextState
from inspector.gui.state.selection import Selection
from inspector.gui.state.workers import LatestWorker
from inspector.language import N_, _

ROWS, CURVES, REQUEST, FAULTS = N_("Rows"), N_("Curves"), N_("Request"), N_("Faults")


class Pages(Themed, QWidget):
    """Switches between the pages; their own controls stand beside the switch."""

    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.switch = Segmented(_("What to show below the map"), self)
        self.title = Label(self, bold=True)
        self.rows = RowsPage(selection, self)
        self.curves = CurvesPage(self)
        self.request = RequestPage(self)
        self.faults = FaultsPage(self)
        self._controls = QStackedWidget(self)
        self._stack = QStackedWidget(self)
        self._pages: dict[str, tuple[QWidget, QWidget]] = {
            ROWS: (self.rows, self.rows.filter),
            CURVES: (self.curves, _at_right(self.curves.chooser)),
            REQUEST: (self.request, self.request.copier),
            FAULTS: (self.faults, QWidget()),
        }
        self._lay_out()
        self.switch.set_choices([ROWS])
        self.switch.chosen.connect(self._turn)
        self.restyle()

    @override
    def restyle(self) -> None:
        self.switch.apply_style()
        self._controls.setFixedHeight(scaled(26))

    def clear(self) -> None:
        """Show nothing of any chat."""
        self.rows.show_page(None)
        self.rows.filter.clear()
        self.curves.show_answer(None, ())
        self.request.show_answer(None)
        self.faults.show_answer(None)
        self.set_choices(None)

    def show_answer(self, displayed: ContextState, budgets: Sequence[Held]) -> None:
        """Show another answer everywhere but in the rows."""
        self.curves.show_answer(displayed, budgets)
        self.request.show_answer(displayed)
        self.faults.show_answer(displayed)
        self.set_choices(displayed)

    def show_what_if(self, displayed: ContextState | None) -> None:
        """Show what is tried out, where that is shown at all; None takes it back."""
        self.curves.show_what_if(displayed)

    def set_choices(self, displayed: ContextState | None) -> None:
        """Offer the pages that an answer has something for."""
        names = [ROWS]
        if displayed is not None and displayed.request is not None:
            names += [CURVES, REQUEST]
        if self.faults.rows:
            names.append(FAULTS)
        self.switch.set_choices(names)
        self.switch.setVisible(len(names) > 1)
        self.title.setVisible(len(names) == 1)
        working = self.faults.working
        faults = _("Faults {n:,}").format(n=working) if working else _("Faults")
        self.switch.call(FAULTS, faults)
        self._turn(self.switch.current)

    def name_rows(self, title: str) -> None:
        """Say of which part the rows are."""
        self.switch.call(ROWS, _("Rows: {title}").format(title=title) if title else _("Rows"))
        self.title.setText(title)

    def show_rows(self) -> None:
        """Turn to the rows."""
        self.switch.choose(ROWS)
        self._turn(ROWS)

    @property
    def workers(self) -> tuple[LatestWorker, ...]:
        """The work that the pages have done off the UI thread."""
        request = self.request
        return (self.rows.worker, self.curves.worker, request.worker, request.copier.worker)

    def _turn(self, name: str) -> None:
        page, controls = self._pages[name]
        self._stack.setCurrentWidget(page)
        self._controls.setCurrentWidget(controls)

    def _lay_out(self) -> None:
        row = hbox(
            None, self.switch, self.title, (self._controls, 1), margins=(10, 3, 10, 3), spacing=12
        )
        for page, controls in self._pages.values():
            self._stack.addWidget(page)
            self._controls.addWidget(controls)
        vbox(self, row, (self._stack, 1), margins=0, spacing=0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(0, 0, self.width(), 1, current_theme().line)
        painter.end()


def _at_right(widget: QWidget) -> QWidget:
    """The widget at the right end of a row of its own."""
    holder = QWidget()
    hbox(holder, 1, widget, margins=0)
    return holder
