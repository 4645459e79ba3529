"""All that a chat needs: the parts of the window behind its welcome page, made and wired."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QToolBar

from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.services import make_file_services
from inspector.gui.kit.notice import Notice
from inspector.gui.kit.painting_pause import PaintingPause
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.compare.panel import ComparePanel
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.state.checking import Checker
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.secondary import starting_question
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, Session, State, StateChange
from inspector.gui.state.what_if import WhatIf
from inspector.gui.window.check_controller import CheckController
from inspector.gui.window.context_bar import ContextBar
from inspector.gui.window.context_controller import ContextController
from inspector.gui.window.controller import Controller
from inspector.gui.window.dock_focus import DockFocus
from inspector.gui.window.docks import Docks
from inspector.gui.window.enrichment_controller import EnrichmentController
from inspector.gui.window.explanation_controller import ExplanationController
from inspector.gui.window.follow_controller import FollowController
from inspector.gui.window.frame import Frame, OpenDialogs
from inspector.gui.window.keys_sheet import KeysSheet
from inspector.gui.window.layouts import Layouts
from inspector.gui.window.listen_controller import ListenController
from inspector.gui.window.lore_controller import LoreController
from inspector.gui.window.menus import MenuMaker
from inspector.gui.window.model_controller import ModelController
from inspector.gui.window.open_from.opening import OpenFrom
from inspector.gui.window.palette.controller import PaletteController
from inspector.gui.window.panels import Panels
from inspector.gui.window.presenter import Presenter
from inspector.gui.window.recap_controller import RecapController
from inspector.gui.window.retrieval_controller import RetrievalController
from inspector.gui.window.send_controller import SendController
from inspector.gui.window.shortcuts import Shortcuts
from inspector.gui.window.stability_controller import StabilityController
from inspector.gui.window.status import Status
from inspector.gui.window.view_keys import ViewKeys
from inspector.gui.window.writing_controllers import (
    HistoryWriting,
    RecapWriting,
    RewritingController,
)
from inspector.language import _
from inspector.loading import OpenChat
from inspector.lore_files import Beside

_LOW_WINDOW_PX = 640
"""A window that is lower shows the timeline folded, unless a person chose otherwise."""
_MOST_PAUSE_MS = 150
"""By then the first chat is shown, or another one is opened after all."""


class Workbench(QObject):
    """Makes the parts, lays them out in the window, and wires them; decides nothing.

    It is of use once all steps of `make` are done.

    Args:
        window: where they stand.
        remembering: what the window remembers.
        question: asked of every chat that is opened.
        beside: opened beside the first chat.

    Signals:
        welcome_left: whether a chat is shown, or about to be; else the welcome is.
        theme_chosen: a person chose a theme in the menu (its name).
        recent_cleared: a person wants the recent chats to be forgotten.
    """

    welcome_left = Signal(bool)
    theme_chosen = Signal(str)
    recent_cleared = Signal()

    def __init__(
        self,
        window: QMainWindow,
        preferences_store: PreferencesStore,
        question: Question,
        beside: Beside,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._question = question
        self._has_shown = False
        self._painting_pause = PaintingPause(window)
        self._remembered: Path | None = None
        self.preferences_store = preferences_store
        self.session = Session(self)
        self.selection = Selection(self)
        self.commands = Commands(self.session, self)
        self.deriver = Deriver(self)
        self.deriver.warm_up()
        self.checker = Checker(self)
        self.keeper = ChatKeeper(self)
        self.keeper.settings_file = question.settings_file
        self.keeper.arriving.connect(self._arrange)
        self.keeper.idle.connect(self._go_back)
        self.what_if = WhatIf(self.session, self.commands, self.deriver, self)
        self.notice = Notice()
        self.file_services = make_file_services(
            window, self.keeper, self.session, self.commands, self.notice
        )
        self.flow, self.lore = self.file_services.chat, self.file_services.lore
        self.flow.pending = beside
        self.deriver.presses.connect(self.file_services.spilling.hold)
        self.flow.folder = self.preferences_store.preferences.last_folder
        self.open_from = OpenFrom(window, self.flow, self.preferences_store)
        self.presenter = Presenter(
            self.session, self.commands, self.deriver, self.checker, self.selection
        )

    def make(self) -> Iterator[None]:
        """Make the views and wire everything, a part a step."""
        yield from self._make_views()
        yield
        yield from self._wire()
        self._wire_timeline()
        # Last: until now it says which chat is read as soon as all this is done.
        self._window.setStatusBar(self.status)

    def remember_layout(self) -> None:
        """Keep where everything stands, once a chat was shown."""
        if self._has_shown:
            self.preferences_store.change(
                layout=self.docks.state(),
                layout_width=self._window.width(),
                parts=self.preferences_store.preferences.parts | self.docks.parts(),
                fold_below=self.docks.below.is_folded,
            )

    def show_keys(self) -> None:
        """Show all keys, to be searched and changed."""
        KeysSheet(self.shortcuts, self.view_keys, self._window).open()

    def settle_docks(self) -> None:
        """Share out the window's room anew."""
        QTimer.singleShot(0, self, self._settle)

    def fold_timeline(self, folded: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Show the timeline down to its buckets alone, or whole, whatever the window's height."""
        self.preferences_store.change(fold_timeline=folded)
        self._settle()

    def _settle(self) -> None:
        chosen = self.preferences_store.preferences.fold_timeline
        folded = self._window.height() < scaled(_LOW_WINDOW_PX) if chosen is None else chosen
        timeline = self.panels.timeline
        timeline.set_folded(folded=folded)
        self.docks.set_timeline_height(timeline.maximumHeight())
        self.menus.fold.setChecked(folded)
        self.layouts.fit(self._window.width())
        self.docks.settle()

    def wait(self) -> None:
        """Let all that runs end, before the program does."""
        self.controller.stop()
        self.presenter.stop()
        self.open_from.stop()
        self.file_services.wait()
        self.follow_controller.wait()
        self.keeper.cancel()
        for worker in (
            self.keeper,
            self.lore,
            self.deriver,
            self.checker,
            self.explanation_controller,
            self.context_controller,
            self.retrieval_controller,
            self.model_controller,
            self.enrichment_controller,
            self.check_controller,
            self.stability_controller,
            self.listen_controller,
            self.palette_controller.worker,
        ):
            worker.wait()

    def _make_views(self) -> Iterator[None]:
        window = self._window
        self.panels = Panels(self.selection, self.commands.stack, self)
        yield from self.panels.make_first()
        self.panels.preview.wrap_action.setChecked(self.preferences_store.preferences.wrap_preview)
        window.setDockNestingEnabled(True)
        window.setAnimated(False)
        self.docks = Docks(window, self.panels)
        # Before all others who wait for panels: these find a panel that shows what is open.
        self.panels.when_made(Panel, self.presenter.take_in)
        self.panels.when_made(Panel, self.docks.mark)
        self.dock_focus = DockFocus(self.docks, self.selection)
        yield
        self.context = ContextBar()
        window.addToolBar(self.context)
        window.addToolBarBreak()
        self.context.hide()
        self._notice_bar = QToolBar(_("Notice"))
        self._notice_bar.setObjectName("notice_bar")
        self._notice_bar.setMovable(False)
        notice = self._notice_bar.addWidget(self.notice)
        for follow in (notice.setVisible, self._notice_bar.setVisible, self.settle_docks):
            self.notice.visibility_changed.connect(follow)
        self.notice.focus_left.connect(self.dock_focus.give_back)
        window.addToolBar(self._notice_bar)
        self._notice_bar.hide()
        self.status = Status()
        yield
        self.check_controller = CheckController(
            window, self.session, self.file_services, self.docks, self.notice
        )
        self.listen_controller = ListenController(
            window, self.check_controller, self._question.settings_file, self.preferences_store
        )
        maker = MenuMaker(
            window,
            self.flow,
            self.commands,
            self.docks,
            self.panels,
            self.open_from,
            self.file_services.beside,
            self.file_services.restoring,
            self.file_services.open_tab,
            self.check_controller,
            self.listen_controller,
        )
        self.menus = maker.make(self.theme_chosen.emit, self._choose_language, self.docks.show)
        self.menus.check(self.preferences_store.preferences)
        self.menus.actions.set_chat_open(is_open=False)
        self.menus.fold.triggered.connect(self.fold_timeline)

    def _wire(self) -> Iterator[None]:
        keeper, flow, status = self.keeper, self.flow, self.status
        keeper.arrived.connect(self._open)
        keeper.opened.connect(self._remember)
        keeper.exchanged.connect(self._exchange)
        self.frame = Frame(self._window, self.session, self.context, status, keeper, flow)
        self.presenter.opened.connect(self.panels.timeline.load_plot)
        self.deriver.failed.connect(status.say)
        self.deriver.busy_changed.connect(self.panels.preview.set_busy)
        self.controller = Controller(
            self.session, self.commands, self.selection, self.panels, self.docks, status
        )
        self.session.changed.connect(self._keep_settings)
        self.panels.when_made(ComparePanel, self.file_services.restoring.offer_in)
        self.context.edit_requested.connect(self.commands.submit)
        self.context.ruleset_requested.connect(self.controller.use_ruleset)
        self.recap_controller = RecapController(self.commands, self.panels, self.docks, status)
        self.deriver.answered.connect(self.checker.take_answer)
        self.deriver.presses.connect(self.checker.worker.hold)
        self.lore_controller = LoreController(
            self.session, self.panels, self.docks, self.file_services
        )
        self.lore_controller.follow(self.controller, self.notice, self.frame.show_title)
        self.explanation_controller = ExplanationController(self, self.controller, self.what_if)
        self.explanation_controller.follow(self.deriver, self.panels, self.selection)
        self.context_controller = ContextController(self, self.session, self.commands, self.what_if)
        self.context_controller.follow(
            self.deriver, self.panels, self.docks, self.controller, status
        )
        self.context_controller.counted.connect(self.frame.show_title)
        status.cancel.clicked.connect(self.context_controller.cancel_counting)
        self.retrieval_controller = RetrievalController(
            self, self.session, self.commands, self.panels.retrieval, status, self.preferences_store
        )
        yield
        self._wire_palette()
        yield from self._wire_requests()
        self._wire_files()
        self.presenter.follow(
            (self.frame, self.docks, OpenDialogs(self._window)),
            (
                self.recap_controller,
                self.explanation_controller,
                self.context_controller,
                self.retrieval_controller,
                self.check_controller,
                self.send_controller,
                self.stability_controller,
                self.palette_controller,
                self.enrichment_controller,
            ),
        )
        self.what_if.ended.connect(self.presenter.end_what_if)
        flow.about_to_leave.connect(self.panels.commit)
        self.panels.preview.about_to_copy.connect(self.panels.commit)
        self.docks.room.stack_changed.connect(self.panels.preview.set_stack)
        flow.folder_used.connect(self.preferences_store.remember_folder)
        self.panels.preview.wrap_action.toggled.connect(self.preferences_store.remember_wrapping)
        self.panels.keep_choices(self.preferences_store)
        self.menus.recent.aboutToShow.connect(self._fill_recent)

    def _wire_files(self) -> None:
        """What reads files, keeps unsaved edits, and follows what others write."""
        keeper, status = self.keeper, self.status
        keeper.opening.connect(status.show_opening)
        keeper.progressed.connect(partial(status.show_progress, _("Reading the chat")))
        keeper.idle.connect(partial(status.show_progress, "", None))
        keeper.idle.connect(self.frame.show_title)
        status.cancel.clicked.connect(keeper.cancel)
        outside, unsaved = self.file_services.outside, self.file_services.unsaved
        outside.selection = self.selection
        self.follow_controller = FollowController(self.session, self.deriver)
        for changes in (outside, self.file_services.lore_changes):
            changes.followed.connect(self.follow_controller.follow)
        announcing = (outside, self.file_services.lore_changes, self.follow_controller, self.flow)
        for signal in (*(one.announced for one in announcing), unsaved.failed):
            signal.connect(status.say)
        self.panels.when_made(RewritePanel, self.flow.drafts.hear)
        self.file_services.other_window.changed.connect(self.frame.show_title)
        open_tab = self.file_services.open_tab
        open_tab.choice = self.preferences_store.preferences.open_tab
        open_tab.chosen.connect(self.preferences_store.remember_open_tab)

    def _wire_palette(self) -> None:
        """What finds anything there is."""
        self.palette_controller = PaletteController(
            self._window, self.controller, self.docks, self.panels, self.selection
        )
        self.palette_controller.palette.closed.connect(self.dock_focus.give_back)
        self.menus.find.triggered.connect(self.palette_controller.open)
        self.shortcuts = Shortcuts(self._window.menuBar(), self.preferences_store)
        self.view_keys = ViewKeys(self.panels, self.preferences_store, self)
        self.menus.keys.triggered.connect(self.show_keys)
        self.layouts = Layouts(
            self._window,
            self.docks,
            self.preferences_store,
            self.fold_timeline,
            self.menus.find,
        )
        for action in self.menus.layouts:
            action.triggered.connect(partial(self.layouts.use, action.objectName()))
        for part in (self.context, self.layouts.corner):
            self.welcome_left.connect(part.setVisible)

    def _wire_requests(self) -> Iterator[None]:
        """What shows the next request, and lays captured ones beside the chat."""
        yield
        self.send_controller = SendController(
            self._window, self.session, self.commands, self.panels, self.preferences_store
        )
        self.send_controller.follow(self.docks, self.status)
        self.check_controller.follow(self.panels, self.status, self.keeper)
        self.check_controller.moment_found.connect(self.context.send.offer_moment)
        self.stability_controller = StabilityController(self, self.session)
        self.stability_controller.follow(self.panels, self.docks, self.controller)
        self.stability_controller.problem_found.connect(self.presenter.show_cache_problem)
        self.listen_controller.follow(self.panels, self.docks)
        self.listen_controller.kept_changed.connect(self.stability_controller.hear)
        self.deriver.presses.connect(self.stability_controller.reader.worker.hold)
        yield
        self._wire_model()
        for controller in (
            self.check_controller,
            self.stability_controller,
            self.listen_controller,
            self.enrichment_controller,
        ):
            self.keeper.opened.connect(controller.hold_chat)
        for controller in (self.check_controller, self.stability_controller):
            self.keeper.exchanged.connect(controller.exchange_chat)

    def _wire_model(self) -> None:
        """What asks the person's own language model, and what is asked of it."""
        self.model_controller = ModelController(
            self._window, self.panels.model, self.docks, self.status, self.preferences_store
        )
        self.session.opened.connect(self.model_controller.cancel)
        self.rewriting_controller = RewritingController(
            self.model_controller, self.session, self.panels
        )
        self.enrichment_controller = EnrichmentController(
            self.model_controller,
            self.session,
            self.commands,
            self.panels,
            self.status,
            self.retrieval_controller.searching,
        )
        self.deriver.presses.connect(self.enrichment_controller.looker.hold)
        self.enrichment_controller.follow(self.file_services)
        models, commands, drafts = self.model_controller, self.commands, self.flow.drafts
        take_entities = self.enrichment_controller.take_entities
        self.recap_writing = RecapWriting(models, commands, self.panels, take_entities, drafts)
        self.history_writing = HistoryWriting(
            self._window, models, self.session, commands, self.status, drafts
        )
        self.menus.sum_up.triggered.connect(self.history_writing.show)

    def _wire_timeline(self) -> None:
        timeline, what_if = self.panels.timeline, self.what_if
        timeline.boundary_dragged.connect(what_if.drag_boundary)
        timeline.boundary_dropped.connect(what_if.drop_boundary)
        timeline.boundary_cancelled.connect(what_if.cancel)
        timeline.boundary_reset_requested.connect(what_if.reset_boundaries)
        timeline.playhead_dragged.connect(what_if.drag_end)
        timeline.playhead_dropped.connect(what_if.drop_end)
        timeline.playhead_cancelled.connect(what_if.cancel)
        timeline.importance_set.connect(self.controller.set_importance)
        timeline.secret_toggled.connect(self.controller.toggle_secret)
        timeline.wording_requested.connect(self.controller.edit_wording)

    def _arrange(self) -> None:
        if not self._has_shown:
            self._has_shown = True
            # No view says meanwhile that no chat is open; unless another one is opened after all.
            self._painting_pause.start(_MOST_PAUSE_MS)
            self.welcome_left.emit(self._has_shown)
            self._lay_out()

    def _go_back(self) -> None:
        """Show the welcome again where nothing came of a first chat that was about to be shown."""
        if self._has_shown and self.keeper.chat is None:
            self._has_shown = False
            for dock in self.docks.all:
                dock.hide()
            self.welcome_left.emit(self._has_shown)

    def _open(self, chat: OpenChat) -> None:
        """Show another chat; if that cannot be done, the former stays, its file as well."""
        self._painting_pause.end_soon()
        question = starting_question(
            self._question.taking(chat.around),
            chat.document,
            self._question.moment.settings,
            self.preferences_store.ruleset_in(chat.path),
        )
        if not self._question.moment.settings:
            question = question.keeping(self.preferences_store.settings_in(chat.path))
        question = self.preferences_store.with_send(chat.path, chat.document.chat, question)
        self.commands.stack.clear()
        self.checker.set_loaded(chat.document)
        self.keeper.hold(chat)
        self.session.open(State(chat.document, question))

    def _exchange(self, chat: OpenChat) -> None:
        """Another reading of the open chat's file is shown next."""
        self.checker.set_loaded((chat.other or chat).document, is_followed=True)
        before, self._remembered = self._remembered, chat.path
        if before is not None and before != chat.path:
            self.preferences_store.remember_renamed(before, chat.path)

    def _keep_settings(self, change: StateChange) -> None:
        """Keep what a person set, unless it was asked for on the command line alone."""
        chat, question = self.keeper.chat, self.session.question
        if change.question and chat is not None:
            self.preferences_store.remember_send(chat.path, question)
            self.preferences_store.remember_ruleset(chat.path, question.ruleset)
        if change.question and chat is not None and not self._question.moment.settings:
            self.preferences_store.remember_settings(chat.path, question)

    def _remember(self, chat: OpenChat) -> None:
        self.menus.actions.set_chat_open(is_open=True)
        self.notice.close_notice()
        self._remembered = chat.path
        self.preferences_store.remember_chat(chat.path)

    def _lay_out(self) -> None:
        """Put everything where it stood when the window was closed last."""
        kept = self.preferences_store.preferences
        self._settle()
        if kept.layout and self.docks.restore(kept.layout):
            self.docks.restore_parts(kept.parts)
            self.docks.below.fold(folded=kept.fold_below)
            self.docks.room.resume(kept.layout_width)
        else:
            self.docks.arrange()

    def _choose_language(self, code: str) -> None:
        self.preferences_store.change(language=code)
        self.status.say(_("The window speaks this language from its next start on."))
        self.menus.check(self.preferences_store.preferences)

    def _fill_recent(self) -> None:
        menu = self.menus.recent
        menu.clear()
        for path, _rest, exists, _rest in self.preferences_store.recent_rows():
            action = menu.addAction(Path(path).name, partial(self.flow.open, path))
            action.setEnabled(exists)
            action.setToolTip(path)
        menu.addSeparator()
        menu.addAction(_("Clear the list"), self.recent_cleared.emit)
