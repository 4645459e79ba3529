"""The window: makes the parts, lays them out, and wires them; decides nothing."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QToolBar
from typing_extensions import override

from inspector.gui.asking import Asking
from inspector.gui.chat_keeper import ChatKeeper
from inspector.gui.checking import Checker
from inspector.gui.commands import Commands
from inspector.gui.context_bar import ContextBar
from inspector.gui.context_mapping import ContextMapping
from inspector.gui.derivation import Deriver
from inspector.gui.explaining import Explaining
from inspector.gui.flows import make_flows
from inspector.gui.lore_desk import LoreDesk
from inspector.gui.menus import MenuMaker
from inspector.gui.notice import Notice
from inspector.gui.open_from.opening import OpenFrom
from inspector.gui.others import starting_question
from inspector.gui.panels import make_panels
from inspector.gui.presenter import Presenter
from inspector.gui.recapping import Recapping
from inspector.gui.remembering import Remembering
from inspector.gui.retrieval.asking import Retrieving
from inspector.gui.selection import Selection
from inspector.gui.session import DEFAULT_RULESET, Question, Session, State
from inspector.gui.status import Status
from inspector.gui.style import style_sheet
from inspector.gui.theme import DARK, LIGHT, Theme
from inspector.gui.welcome import WelcomePage
from inspector.gui.what_if import WhatIf
from inspector.loading import OpenChat
from inspector.lore_files import Beside
from inspector.preferences import Preferences
from inspector.systems import writers_of

DEFAULT_SIZE = QSize(1440, 900)
_QUIET_START = 150
"""Milliseconds after which the first frame is surely painted."""


class MainWindow(QMainWindow):
    """The one window of the program.

    Args:
        preferences: what was remembered.
        keep_preferences: whether changes of them are kept on disk.
        question: asked of every chat that is opened.
        beside: opened beside the first chat.
    """

    def __init__(
        self,
        preferences: Preferences,
        question: Question | None = None,
        *,
        beside: Beside | None = None,
        keep_preferences: bool = True,
    ) -> None:
        super().__init__()
        self._question = question or Question()
        self.remembering = Remembering(preferences, self, keep=keep_preferences)
        self.session = Session(self)
        self.selection = Selection(self)
        self.commands = Commands(self.session, self)
        self.deriver = Deriver(self)
        self.checker = Checker(self)
        self.keeper = ChatKeeper(self)
        self.keeper.settings_file = self._question.settings_file
        self.what_if = WhatIf(self.session, self.commands, self.deriver, self)
        self.notice = Notice()
        self.flows = make_flows(self, self.keeper, self.session, self.commands, self.notice)
        self.flow, self.lore = self.flows.chat, self.flows.lore
        self.flow.waiting = beside or Beside()
        self.flow.folder = preferences.last_folder
        self.open_from = OpenFrom(self, self.flow, self.remembering)
        self.presenter = Presenter(self, self.session, self.deriver, self.checker, self.selection)
        self._make_views()
        self._wire()
        self.resize(DEFAULT_SIZE)
        self.restoreGeometry(QByteArray.fromBase64(preferences.geometry.encode("ascii")))
        self.choose_theme(preferences.theme)
        self.show_welcome()
        QTimer.singleShot(_QUIET_START, self, self.deriver.warm_up)
        QTimer.singleShot(_QUIET_START, self, self.panels.timeline.preload)

    def _make_views(self) -> None:
        theme, selection = self._theme(), self.selection
        self.panels = make_panels(theme, selection, self.commands.stack)
        self.panels.preview.wrap_action.setChecked(self.remembering.preferences.wrap_preview)
        self.welcome = WelcomePage(theme)
        self.setCentralWidget(self.welcome)
        self.setDockNestingEnabled(True)
        self.setAnimated(False)
        self.docks = self.panels.docks(self)
        self.context = ContextBar()
        self.addToolBar(self.context)
        self.addToolBarBreak()
        self._notice_bar = QToolBar("Notice")
        self._notice_bar.setObjectName("notice_bar")
        self._notice_bar.setMovable(False)
        notice = self._notice_bar.addWidget(self.notice)
        self.notice.shown_changed.connect(notice.setVisible)
        self.notice.shown_changed.connect(self._notice_bar.setVisible)
        self.notice.shown_changed.connect(self._settle_docks)
        self.addToolBar(self._notice_bar)
        self._notice_bar.hide()
        self.status = Status()
        self.setStatusBar(self.status)
        maker = MenuMaker(
            self,
            self.flow,
            self.commands,
            self.docks,
            self.panels,
            self.open_from,
            self.flows.beside,
        )
        self.menus = maker.make(self.choose_theme, self.docks.show)
        self.setAcceptDrops(True)

    def _wire(self) -> None:
        keeper, flow, status = self.keeper, self.flow, self.status
        # Before the presenter, which shows into docks that stand where they belong.
        keeper.opened.connect(self._open)
        self.presenter.follow(self.panels, self.docks, self.context, status, keeper, flow)
        self.asking = Asking(
            self.session, self.commands, self.selection, self.panels, self.docks, status
        )
        self.context.question_asked.connect(self.asking.ask)
        self.recapping = Recapping(self.session, self.commands, self.panels, self.docks, status)
        self.presenter.shown.connect(self.recapping.show_answer)
        self.deriver.answered.connect(self.checker.take_answer)
        self.deriver.busy_changed.connect(self.checker.worker.hold)
        self.lore_desk = LoreDesk(self.session, self.commands, self.panels, self.docks, self.flows)
        self.lore_desk.follow(self.asking, self.notice, self.presenter.show_title)
        self.explaining = Explaining(self, self.asking, self.what_if)
        self.explaining.follow(self.session, self.deriver, self.panels, self.selection)
        self.mapping = ContextMapping(self, self.session, self.commands, self.what_if)
        self.mapping.follow(self.deriver, self.panels, self.docks, self.asking, status)
        self.presenter.shown.connect(self.mapping.take)
        self.mapping.counted.connect(self.presenter.show_title)
        status.cancel.clicked.connect(self.mapping.cancel_counting)
        self.retrieving = Retrieving(
            self, self.session, self.commands, self.panels.retrieval, status, self.remembering
        )
        self.presenter.shown.connect(self.retrieving.show_answer)
        self._wire_timeline()
        self.what_if.ended.connect(self.presenter.end_what_if)
        keeper.opening.connect(status.show_opening)
        keeper.progressed.connect(partial(status.show_progress, "Reading the chat"))
        keeper.idle.connect(partial(status.show_progress, "", None))
        keeper.idle.connect(self.presenter.show_title)
        status.cancel.clicked.connect(keeper.cancel)
        flow.said.connect(status.say)
        flow.about_to_leave.connect(self.panels.commit)
        flow.folder_used.connect(self.remembering.remember_folder)
        self.panels.preview.wrap_action.toggled.connect(self.remembering.remember_wrapping)
        self.panels.problems.count_changed.connect(self.docks.problems.show_count)
        self.menus.recent.aboutToShow.connect(self._fill_recent)
        self.welcome.open_requested.connect(flow.choose_and_open)
        self.welcome.sample_requested.connect(flow.open_sample)
        self.welcome.folder_requested.connect(self.open_from.show)
        self.welcome.recent_requested.connect(flow.open)
        self.welcome.clear_recent_requested.connect(self._clear_recent)
        self.welcome.files_dropped.connect(self.flows.dropping.drop)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._dress)

    def _wire_timeline(self) -> None:
        timeline, what_if = self.panels.timeline, self.what_if
        timeline.boundary_dragged.connect(what_if.drag_boundary)
        timeline.boundary_dropped.connect(what_if.drop_boundary)
        timeline.boundary_cancelled.connect(what_if.cancel)
        timeline.boundary_reset_requested.connect(what_if.reset_boundaries)
        timeline.playhead_dragged.connect(what_if.drag_end)
        timeline.playhead_dropped.connect(what_if.drop_end)
        timeline.playhead_cancelled.connect(what_if.cancel)

    def show_welcome(self) -> None:
        """Show the welcome page; no chat is open."""
        for dock in self.docks.all:
            dock.hide()
        self.context.hide()
        self.welcome.set_recent(self.remembering.recent_rows())
        self.welcome.folder.set_folder(self.remembering.preferences.sillytavern)
        self.welcome.show()
        self.menus.actions.set_chat_open(is_open=False)
        self.setWindowTitle("Welcome — Memory Inspector")

    def _open(self, chat: OpenChat) -> None:
        if not self.welcome.isHidden():
            self.welcome.hide()
            self.context.show()
            layout = self.remembering.preferences.layout
            if not (layout and self.docks.restore(layout)):
                self.docks.arrange()
        self.menus.actions.set_chat_open(is_open=True)
        self.commands.stack.clear()
        self.notice.close_notice()
        self.checker.set_loaded(chat.document)
        self.remembering.remember_chat(chat.path)
        question = starting_question(self._question.taking(chat.around), chat.document)
        self.session.open(State(chat.document, question))
        self._offer_writer(chat, question)

    def _offer_writer(self, chat: OpenChat, question: Question) -> None:
        """Offer the release that wrote the chat's data (DESIGN §1)."""
        system = question.ruleset.partition("/")[0]
        writers = (name for name in writers_of(chat.document) if name.startswith(f"{system}/"))
        writer = next(writers, None)
        if writer is not None and self._question.ruleset == DEFAULT_RULESET:
            self.notice.ask(
                f"{writer} wrote this chat's data. The block below is as the design has it.",
                [
                    (
                        "Show the release's block",
                        partial(self._ask_writer, question.with_ruleset(writer)),
                    ),
                    ("Stay with the design", _stay),
                ],
            )

    def _ask_writer(self, question: Question) -> None:
        self.asking.ask(question, f"Ruleset {question.ruleset}", "")

    # What is remembered

    def choose_theme(self, name: str) -> None:
        """Dress in a theme: light, dark, or as the system has it."""
        self.remembering.change(theme=name)
        self.menus.check_theme(name)
        self._dress()

    def _theme(self) -> Theme:
        name = self.remembering.preferences.theme
        if name == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme is Qt.ColorScheme.Dark else LIGHT
        return DARK if name == "dark" else LIGHT

    def _dress(self) -> None:
        theme = self._theme()
        QApplication.setPalette(theme.palette())
        self.setStyleSheet(style_sheet(theme))
        self.panels.set_theme(theme)
        self.welcome.set_theme(theme)

    def _fill_recent(self) -> None:
        menu = self.menus.recent
        menu.clear()
        for path, _, exists, _ in self.remembering.recent_rows():
            action = menu.addAction(Path(path).name, partial(self.flow.open, path))
            action.setEnabled(exists)
            action.setToolTip(path)
        menu.addSeparator()
        menu.addAction("Clear the list", self._clear_recent)

    def _clear_recent(self) -> None:
        self.remembering.change(recent=())
        self.welcome.set_recent([])

    # Events of the window itself

    def _settle_docks(self) -> None:
        QTimer.singleShot(0, self, self.docks.settle)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle_docks()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.flow.may_leave(self.close):
            event.ignore()
            return
        if self.keeper.chat is not None:
            self.remembering.change(layout=self.docks.state())
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        self.remembering.change(geometry=geometry)
        self.open_from.stop()
        self.keeper.cancel()
        self.keeper.wait()
        self.lore.wait()
        self.deriver.wait()
        self.checker.wait()
        self.explaining.wait()
        self.mapping.wait()
        self.retrieving.wait()
        self.recapping.wait()
        super().closeEvent(event)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.flows.dropping.drop(names)


def _stay() -> None:
    """The choice to leave things as they are."""
