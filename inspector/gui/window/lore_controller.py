"""Wires the dock of lore: to edits, to files, and to what opening a file is good for."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from inspector.core.lore import LoreKind
from inspector.gui.files.lore_service import OF_LORE
from inspector.gui.files.services import FileServices
from inspector.gui.kit.notice import Notice
from inspector.gui.kit.text import join_names
from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.state.session import Session
from inspector.gui.window.controller import Controller
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.language import _
from inspector.lore_files import FileKind
from inspector.systems import sources_users


class LoreController(QObject):
    """Hears the dock of lore, and tells it what its files are called."""

    def __init__(
        self,
        session: Session,
        panels: Panels,
        docks: Docks,
        file_services: FileServices,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._panels = panels
        self._docks = docks
        self._keeper = file_services.lore
        self._flow = file_services.beside
        file_services.beside.opened.connect(self._show_opened)
        panels.when_made(LorePanel, self._hear)
        panels.why.text_requested.connect(self.edit_text)
        session.opened.connect(self.show_files)
        session.changed.connect(self.show_files)
        file_services.lore.idle.connect(self.show_files)

    def _hear(self, panel: LorePanel) -> None:
        panel.open_requested.connect(self._choose)
        panel.turned.connect(self.show_files)
        self.show_files()

    def follow(
        self, controller: Controller, notice: Notice, show_title: Callable[[], object]
    ) -> None:
        """Ask these for what concerns more than the dock."""
        self._controller, self._notice = controller, notice
        self._keeper.idle.connect(show_title)

    def show_files(self) -> None:
        """Say what the file of the page in front is called, and whether it is saved."""
        panel = self._panels.found(LorePanel)
        if panel is None:
            return
        document = self._session.document
        is_book = panel.kind is LoreKind.LOREBOOK
        lore = document.lorebook if is_book else document.chronicle
        reading = self._keeper.readings.of(lore)
        if lore is None or reading is None:
            panel.set_file("")
            return
        parts = [reading.path.name]
        parts += [_(document.lorebook.form)] if is_book and document.lorebook else []
        parts += [_("● unsaved edits")] if lore in self._keeper.readings.modified(document) else []
        panel.set_file(" · ".join(parts))

    def show_item(self, row_id: str) -> None:
        """Bring an entry or an event to the front, by what a request calls it."""
        if self._panels.lore.show_item(row_id):
            self._docks.show("lore")

    def edit_text(self, key: str) -> None:
        """Let a person write the text of an entry or event anew."""
        self._docks.show("lore")
        self._panels.lore.edit_text(key)

    def choose_item(self) -> None:
        """Select what a picture of the window best shows: the first entry or event."""
        page = self._panels.lore.pages[self._panels.lore.kind]
        if page.model.items and not page.table.selected.places:
            page.show_item(0)

    def _choose(self, kind: LoreKind) -> None:
        self._flow.choose(FileKind(kind.value))

    def _show_opened(self, kind: FileKind) -> None:
        """Show what was opened, and offer the rulesets that make use of it."""
        if kind in OF_LORE:
            self._panels.lore.show_kind(LoreKind(kind.value))
            self._docks.show("lore")
        users = sources_users()
        if users and not any(self._session.question.ruleset_of(one.name) for one in users):
            names = join_names([one.title for one in users])
            first = users[0].rulesets[0].name
            self._notice.ask(
                _("The {kind} is open. Of all rulesets only {names}'s make use of it.").format(
                    kind=kind, names=names
                ),
                [
                    (
                        _("Ask {first}").format(first=first),
                        partial(self._controller.use_ruleset, first),
                    ),
                    (_("Stay with this ruleset"), _stay),
                ],
            )


def _stay() -> None:
    """The choice to leave things as they are."""
