"""The window: at first its welcome page alone, so that it is there at once."""

import gc
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMainWindow, QPushButton
from typing_extensions import override

from inspector.gui.kit.dialogs import reject_dialogs
from inspector.gui.kit.dragged_files import dragged_files
from inspector.gui.kit.style import style_sheet
from inspector.gui.kit.theme import CONTRAST, DARK, LIGHT, Theme, use_theme
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.window.actions import MENUS
from inspector.gui.window.making import Making
from inspector.gui.window.welcome import WelcomePage
from inspector.language import _
from inspector.preferences import Preferences

if TYPE_CHECKING:
    from inspector.gui.state.session import Question
    from inspector.gui.window.workbench import Workbench
    from inspector.lore_files import Beside

DEFAULT_SIZE = QSize(1440, 900)
LEAST_WIDTH = 320
"""No person left a window narrower than that."""


class MainWindow(QMainWindow):
    """The one window of the program.

    The workbench, which takes far longer to read and to make than a welcome page, is made once
    that is seen, a part a turn of the event loop, so that the window breathes between them. What
    a person wants of it meanwhile is done when it is there.

    Args:
        preferences: what was remembered.
        question: asked of every chat that is opened.
        beside: opened beside the first chat.
        keep_preferences: whether changes of the preferences are kept on disk.
        by_writer: whether a chat is put to the release that wrote it, where no question is given.

    Attributes:
        is_placed: whether it stands where it was closed; not on the first start, nor where the
            screens are too small for that.
    """

    def __init__(
        self,
        preferences: Preferences,
        question: "Question | None" = None,
        *,
        beside: "Beside | None" = None,
        keep_preferences: bool = True,
        by_writer: bool = False,
    ) -> None:
        super().__init__()
        self._question, self._beside, self._by_writer = question, beside, by_writer
        self.preferences_store = PreferencesStore(preferences, self, keep=keep_preferences)
        self._making = Making(self._make, self)
        use_theme(self.theme)
        self.welcome = WelcomePage()
        self.setCentralWidget(self.welcome)
        for title in MENUS:
            self.menuBar().addMenu(_(title)).setObjectName(title)
        self.statusBar().setSizeGripEnabled(False)
        self.setAcceptDrops(True)
        self._hear_welcome()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_theme)
        kept = QByteArray.fromBase64(preferences.geometry.encode("ascii", "ignore"))
        # Of a state that is cut short Qt makes a window of no size.
        self.is_placed = self.restoreGeometry(kept) and self.width() >= LEAST_WIDTH
        if not self.is_placed:
            self.resize(DEFAULT_SIZE)
        self.setStyleSheet(style_sheet(self.theme))
        self.welcome.set_recent(self.preferences_store.recent_rows())
        self.welcome.folder.set_folder(preferences.sillytavern)
        self.setWindowTitle(_("Welcome — Memory Inspector"))

    @property
    def bench(self) -> "Workbench":
        """All that a chat needs; what of it is not there yet is made at once."""
        return self._making.finish()

    def when_made(self, act: "Callable[[Workbench], object]") -> None:
        """Do something with the workbench as soon as that is there, in the order of the calls."""
        self._making.when_made(act)

    def open_first(self, names: list[str]) -> None:
        """Open chats that the program is started for; no welcome is shown meanwhile."""
        self.statusBar().showMessage(_("Reading {path}").format(path=names[0]))
        self.welcome.show_nothing()
        self.when_made(lambda bench: bench.flow.open_many(names))

    @property
    def theme(self) -> Theme:
        """The colours in use."""
        name = self.preferences_store.preferences.theme
        if name == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme is Qt.ColorScheme.Dark else LIGHT
        return {"dark": DARK, "contrast": CONTRAST}.get(name, LIGHT)

    def choose_theme(self, name: str) -> None:
        """Use a theme: light, dark, of high contrast, or as the system has it."""
        self.preferences_store.change(theme=name)
        self._follow_theme()

    def take_start(self, names: list[str]) -> None:
        """Come to the front for a later start of the program, and open its chats."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()
        if names:
            self.when_made(lambda bench: bench.flow.open_many(names))

    def offer_crash_report(self, text: str) -> None:
        """Say that an earlier run died, and offer what it could still write."""
        self.statusBar().addPermanentWidget(
            button := QPushButton(_("The program crashed: report…"))
        )
        button.clicked.connect(lambda: self._show_crash_report(text))
        button.clicked.connect(button.deleteLater)

    def _show_crash_report(self, text: str) -> None:
        from inspector.gui.window.crash_report import show_crash_report  # noqa: PLC0415 - see the class

        show_crash_report(self, text)

    def _hear_welcome(self) -> None:
        welcome = self.welcome
        welcome.open_requested.connect(self._choose_chat)
        welcome.sample_requested.connect(self._open_sample)
        welcome.tiers_requested.connect(self._open_sample_of_tiers)
        welcome.folder_requested.connect(self._look_into_sillytavern)
        welcome.recent_requested.connect(self._open)
        welcome.clear_recent_requested.connect(self._clear_recent)
        welcome.files_dropped.connect(self._drop)

    def _choose_chat(self) -> None:
        self.when_made(lambda bench: bench.flow.choose_and_open())

    def _open_sample(self) -> None:
        self.when_made(lambda bench: bench.flow.open_sample())

    def _open_sample_of_tiers(self) -> None:
        self.when_made(lambda bench: bench.flow.open_sample_of_tiers())

    def _look_into_sillytavern(self) -> None:
        self.when_made(lambda bench: bench.open_from.show())

    def _open(self, path: str) -> None:
        self.when_made(lambda bench: bench.flow.open(path))

    def _drop(self, names: list[str]) -> None:
        self.when_made(lambda bench: bench.file_services.dropping.drop(names))

    def _clear_recent(self) -> None:
        self.preferences_store.change(recent=())
        self.welcome.set_recent([])

    def _follow_theme(self) -> None:
        # Where a sheet takes the place of another, Qt puts the palettes back that the first found,
        # over those that the new theme has just given.
        self.setStyleSheet("")
        use_theme(self.theme)
        self.setStyleSheet(style_sheet(self.theme))
        if self._making.bench is not None:
            self._making.bench.menus.check(self.preferences_store.preferences)

    def _make(self) -> "Generator[None, None, Workbench]":
        from inspector.gui.state.session import Question  # noqa: PLC0415 - see the class
        from inspector.gui.window.workbench import Workbench  # noqa: PLC0415
        from inspector.lore_files import Beside  # noqa: PLC0415

        question = self._question or Question(by_writer=self._by_writer)
        bench = Workbench(self, self.preferences_store, question, self._beside or Beside())
        yield from bench.make()
        bench.welcome_left.connect(self.welcome.setHidden)
        bench.keeper.idle.connect(self.welcome.show_all)
        bench.theme_chosen.connect(self.choose_theme)
        bench.recent_cleared.connect(self._clear_recent)
        return bench

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._making.has_begun:
            self._making.begin()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._making.bench is not None:
            self._making.bench.settle_docks()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        bench = self._making.bench
        if bench is not None and not bench.flow.may_leave(self.close):
            event.ignore()
            return
        self._making.stop()
        reject_dialogs(self)
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        self.preferences_store.change(geometry=geometry)
        if bench is not None:
            bench.remember_layout()
            bench.wait()
        gc.unfreeze()  # what was put aside with its chats, itself included, may be garbage now
        super().closeEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        bench = self._making.bench
        if bench is None or self.welcome.isVisible():
            return super().focusNextPrevChild(next)
        return bench.dock_focus.step(forwards=next)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_files(event):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._drop(dragged_files(event))
