"""The preview panel: one slot's exact text, its numbers, and the way to copy it."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedLayout, QVBoxLayout, QWidget
from typing_extensions import override

from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection
from inspector.gui.preview.block_view import BlockView
from inspector.gui.preview.budget_bar import BudgetBar
from inspector.gui.preview.copying import Copier, refill
from inspector.gui.preview.counts import CountsRow
from inspector.gui.preview.empty import EmptyBlock
from inspector.gui.preview.figures import figures, total
from inspector.gui.preview.gutter import Gutter
from inspector.gui.preview.page import LEFT_OUT, Ghost, Page, compared_page, slot
from inspector.gui.preview.text_view import NO_PAGE
from inspector.gui.preview.title_bar import TitleBar
from inspector.gui.selection import Selection
from inspector.gui.theme import Theme

_BUSY_AFTER = 150


class PreviewPanel(QWidget):
    """Shows what a derivation puts into the prompt, slot by slot.

    Signals:
        copied: tokens and what was copied, in words (int, str).
        edit_jump_requested: a memory's line was opened, to edit it (int index).
    """

    copied = Signal(int, str)
    edit_jump_requested = Signal(int)

    def __init__(self, theme: Theme, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._selection = selection
        self._derivation = Derivation()
        self._document = Document()
        self._what_if: tuple[Derivation, Document] | None = None
        self._key: str | None = None
        self._estimate = False
        self._is_open = False

        self.view = BlockView(theme, selection, self)
        self.gutter = Gutter(self.view, theme, self)
        self._copier = Copier(self.view, self)
        self.copy_action = self._make_copy_action()
        self.wrap_action = QAction("Wrap long lines", self)
        self.wrap_action.setCheckable(True)
        self.wrap_action.setChecked(True)
        parts = QMenu(self)
        parts.aboutToShow.connect(lambda: refill(parts, self._copier))
        self.title_bar = TitleBar(theme, self.copy_action, parts, self)
        self.counts = CountsRow(theme, self)
        self.bar = BudgetBar(theme, self)
        self.empty = EmptyBlock(theme, self)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(_BUSY_AFTER)
        self._lay_out()
        self._connect()
        self.set_theme(theme)
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Dress in other colours."""
        self._theme = theme
        self.title_bar.set_theme(theme, what_if=self._what_if is not None)
        self.view.set_theme(theme)
        self.gutter.set_theme(theme)
        self.bar.set_theme(theme)
        self.empty.set_theme(theme)
        self._refresh_numbers()
        self.update()

    def clear(self) -> None:
        """Show that no chat is open."""
        self._derivation, self._document = Derivation(), Document()
        self._what_if, self._key, self._is_open = None, None, False
        self.set_busy(False)
        self._refresh()

    def set_derivation(self, derivation: Derivation, document: Document) -> None:
        """Show what goes into the prompt; the view stays where it is."""
        self._derivation, self._document, self._is_open = derivation, document, True
        self._refresh()

    def set_what_if(self, derivation: Derivation | None, document: Document) -> None:
        """Show a what-if in place, marked against the derivation; None ends it."""
        self._what_if = (derivation, document) if derivation is not None else None
        self._refresh()

    def set_busy(self, busy: bool) -> None:  # noqa: FBT001 (a slot for a signal of one flag)
        """Say that newer numbers are on their way, unless they come at once."""
        if busy:
            self._busy.start()
        else:
            self._busy.stop()
            self.title_bar.set_busy(busy=False)

    def set_estimate(self, estimate: bool) -> None:  # noqa: FBT001 (see `set_busy`)
        """Say whether tokens are estimated; such numbers carry a ~."""
        self._estimate = estimate
        self._refresh_numbers()

    def show_slot(self, key: str) -> None:
        """Show the slot of this name."""
        self._key = key
        self._refresh()

    @property
    def _shown(self) -> tuple[Derivation, Document]:
        return self._what_if or (self._derivation, self._document)

    @property
    def _injection(self) -> Injection | None:
        derivation = self._shown[0]
        chosen = slot(derivation, self._key) if self._key is not None else None
        if chosen is None:
            filled = (one for one in derivation.injections if one.text)
            chosen = next(filled, next(iter(derivation.injections), None))
        return chosen

    def _page(self) -> Page:
        injection = self._injection
        derivation, document = self._shown
        if injection is None:
            return NO_PAGE
        if self._what_if is None:
            return Page(injection, document)
        before = slot(self._derivation, injection.key)
        return compared_page(injection, document, derivation, before)

    def _refresh(self) -> None:
        derivation, injection = self._shown[0], self._injection
        page = self._page()
        self.title_bar.show_slots(derivation.injections, injection)
        self.title_bar.copy_button.dress(self._theme, primary=self._what_if is None)
        self._copier.what_if = self._what_if is not None
        self.copy_action.setEnabled(bool(page.lines))
        self.view.show_page(page, self._ghosts(page))
        reason = next((one.text for one in derivation.warnings), "")
        self.empty.show_reason(reason, is_open=self._is_open)
        self._body.setCurrentIndex(0 if page.lines else 1)
        self._refresh_numbers()

    def _refresh_numbers(self) -> None:
        derivation, injection = self._shown[0], self._injection
        self._head.setVisible(injection is not None)
        if injection is None:
            return
        compared = slot(self._derivation, injection.key) if self._what_if else None
        parts = figures(injection, compared)
        is_main = injection is derivation.injections[0]
        whole = total(injection, derivation.budget if is_main else None)
        self.counts.show_figures(parts, whole, self._theme, estimate=self._estimate)
        self.bar.show_figures(parts, whole)

    def _ghosts(self, page: Page) -> tuple[Ghost, ...]:
        """What leaves, and the place of the current memory if it is left out."""
        current = self._selection.current
        verdict = None if current is None else self._shown[0].verdict_of.get(current)
        if verdict is None or verdict.in_block or current in page.line_of:
            return page.leaving
        if not page.has_buckets or any(one.memory == current for one in page.leaving):
            return page.leaving
        ghost = page.ghost_of(verdict, LEFT_OUT)
        return (*page.leaving, ghost) if ghost else page.leaving

    def _follow_selection(self) -> None:
        current = self._selection.current
        if current is not None and current not in self.view.page.line_of:
            self._show_slot_of(current)
        self.view.show_ghosts(self._ghosts(self.view.page))
        self.view.reveal(self.view.page)

    def _show_slot_of(self, memory: int) -> None:
        for injection in self._shown[0].injections:
            if any(line.memory == memory for line in injection.lines):
                self.show_slot(injection.key)
                return

    def _show_part(self, part: str) -> None:
        for start, section in self.view.page.starts:
            if (section.bucket or "other") == part:
                self.view.scroll_to_top(start)
                return

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        refill(menu, self._copier, self.copy_action)
        menu.addSeparator()
        menu.addAction(self.wrap_action)
        menu.popup(place)

    def _make_copy_action(self) -> QAction:
        action = QAction("Copy block", self)
        action.setShortcut("Ctrl+Shift+C")
        action.triggered.connect(self._copier.copy_block)
        self.addAction(action)
        return action

    def _connect(self) -> None:
        self._copier.copied.connect(self.copied)
        self.view.edit_jump_requested.connect(self.edit_jump_requested)
        self.view.menu_requested.connect(self._show_menu)
        self.view.focus_changed.connect(self.update)
        self.wrap_action.toggled.connect(self.view.set_wrap)
        self.title_bar.slots.chosen.connect(self.show_slot)
        self.counts.part_clicked.connect(self._show_part)
        self._selection.memories_changed.connect(self._follow_selection)
        self._busy.timeout.connect(lambda: self.title_bar.set_busy(busy=True))

    def _lay_out(self) -> None:
        self._head = QWidget(self)
        head = QVBoxLayout(self._head)
        head.setContentsMargins(8, 8, 10, 10)
        head.setSpacing(6)
        head.addWidget(self.counts)
        head.addWidget(self.bar)
        block = QWidget(self)
        row = QHBoxLayout(block)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        row.addWidget(self.gutter)
        row.addWidget(self.view, 1)
        self._body = QStackedLayout()
        self._body.addWidget(block)
        self._body.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.title_bar)
        column.addWidget(self._head)
        column.addLayout(self._body, 1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.surface)
        if self._head.isVisible():
            bottom = self._head.geometry().bottom()
            painter.setPen(self._theme.line)
            painter.drawLine(0, bottom, self.width(), bottom)
        if self.view.hasFocus():
            painter.setPen(self._theme.accent)
            painter.drawRect(self._body.geometry().adjusted(0, 0, -1, -1))
        painter.end()
