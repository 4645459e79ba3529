"""Wires what happens before the next request: events, the line above the block, the data folder."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.core.errors import InspectorError
from inspector.gui.state.before_sending import Difference, one_line
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Answer
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.session import Session
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.sillytavern.data_root import user_folders


class SendController(QObject):
    """Hears the list of events and the line above the block."""

    at_once = Part.CHAT | Part.ANSWER

    def __init__(
        self,
        window: QWidget,
        session: Session,
        commands: Commands,
        panels: Panels,
        store: PreferencesStore,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._commands = commands
        self._preview = panels.preview
        self._line = panels.preview.event_line
        self._store = store
        self._answer: Answer | None = None
        self._tried: Answer | None = None
        self._difference: Difference | None = None
        self._preview.keeping_changed.connect(self._show_line)
        panels.sending.compared.connect(self._show_difference)
        panels.sending.folder_requested.connect(self.choose_folder)

    def follow(self, docks: Docks, status: Status) -> None:
        """Ask these for what concerns more than the list."""
        self._status = status
        self._line.opened.connect(lambda: docks.show("sending"))

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Say above the block what happens before; see `Viewer`."""
        if Part.CHAT in changes:
            self._answer = self._tried = self._difference = None
            self._line.show_events(None, "")
        if Part.WHAT_IF in changes:
            self._tried = view.what_if
            self._show_line()
        if Part.ANSWER in changes and view.answer is not None:
            self._answer = view.answer
            self._show_difference(None)

    def choose_folder(self) -> None:
        """Let a person name SillyTavern's data folder for this chat."""
        start = self._store.preferences.sillytavern or self._store.preferences.last_folder
        chosen = QFileDialog.getExistingDirectory(
            self._window, _("SillyTavern's data folder"), start
        )
        if chosen:
            self.use_folder(Path(chosen))

    def use_folder(self, folder: Path) -> None:
        """Take what stands around the chat from this folder: a user's, or one that holds users."""
        state = self._session.state
        try:
            found = next(iter(user_folders(folder)), None)
            if found is None:
                self._status.say(
                    _("{folder} holds no user of SillyTavern, only other files.").format(
                        folder=folder
                    )
                )
                return
            question = state.question.with_data_folder(found, state.document.chat)
        except InspectorError as error:
            self._status.say(str(error))
            return
        self._store.remember_sillytavern(str(found))
        self._commands.submit(
            SetQuestion(question, _("Data folder {name}").format(name=found.name))
        )

    def _show_difference(self, difference: Difference | None) -> None:
        self._difference = difference
        if difference is not None:
            self._preview.show_entering(frozenset(difference.entering))
        self._show_line()

    def _show_line(self) -> None:
        """Say what happens before the request that the block under the line is of."""
        is_tried = self._preview.tries(self._tried)
        displayed = self._tried if is_tried else self._answer
        if displayed is None or displayed.prediction is None:
            self._line.show_events(None, "")
            return
        events = displayed.prediction.events
        # Of what is tried out the difference is not worked out.
        difference = None if is_tried else self._difference
        self._line.show_events(len(events), one_line(events, difference))
