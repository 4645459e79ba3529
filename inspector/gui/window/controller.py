"""Turns what people do to the question into commands, and jumps to what they point at."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from inspector.core.edits import Edit, SetField
from inspector.core.errors import InspectorError
from inspector.core.problems import Problem, RecapPart
from inspector.core.recap import RecapVersion
from inspector.core.settings import accepted_settings
from inspector.core.suggestion import SuggestedChange
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.panels.settings.panel import SettingsPanel
from inspector.gui.state.commands import Commands
from inspector.gui.state.query import query_of
from inspector.gui.state.question_edits import QuestionEdit, SetQuestion
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Session, State
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.language import _
from inspector.source_edits import PinScores
from inspector.systems import ruleset_named


class Controller(QObject):
    """Hears the panels and asks commands and selection for what was meant."""

    def __init__(
        self,
        session: Session,
        commands: Commands,
        selection: Selection,
        panels: Panels,
        docks: Docks,
        status: Status,
    ) -> None:
        super().__init__(commands)
        self._session = session
        self._commands = commands
        self._selection = selection
        self._panels = panels
        self._docks = docks
        self._status = status
        self._hear(panels)

    def _hear(self, panels: Panels) -> None:
        self._commands.refused.connect(self._say_refusal)
        panels.when_made(Panel, self._hear_any)
        panels.when_made(
            SettingsPanel, lambda panel: panel.presets.preset_chosen.connect(self._use_preset)
        )
        panels.when_made(RewritePanel, self._hear_rewrite)
        panels.problems.jump_requested.connect(self.jump)
        panels.memories.selected_bar.rewrite_requested.connect(self.rewrite_selected)
        panels.preview.leaks_requested.connect(lambda: self._docks.show("leaks"))
        panels.leaks.viewpoint_requested.connect(self.answer_as)
        panels.leaks.recap_requested.connect(self.edit_recap)

    def _hear_any(self, panel: Panel) -> None:
        panel.memory_activated.connect(self.show_memory)
        panel.message_activated.connect(self.show_message)
        panel.copy_requested.connect(self.copy)
        panel.copied.connect(self._say_copied)
        panel.announced.connect(self._status.say)

    def _hear_rewrite(self, panel: RewritePanel) -> None:
        dock = self._docks["rewrite"]
        panel.set_seen(is_on_screen(dock))
        dock.visibilityChanged.connect(panel.set_seen)
        panel.split_requested.connect(self.split)

    def stop(self) -> None:
        """Try no wordings out any more, before the program ends."""
        rewrite = self._panels.found(RewritePanel)
        if rewrite is not None:
            rewrite.set_seen(False)

    def edit_recap(self, version: RecapVersion) -> None:
        """Open the editor of a version of the running recap."""
        self._docks.show("recaps")
        self._panels.recaps.show_versions(version)
        self._panels.recaps.versions.start_editing()

    def make_change(self, change: SuggestedChange, state: State, ruleset: str) -> None:
        """Make a change that was offered for a state, as one step to undo.

        Args:
            change: of a memory, or of a message or an item of a Scribe request.
            state: what was asked about.
            ruleset: by whose rules it was found; it may be another than the one that is asked.
        """
        if state is not self._session.state:
            self._status.say(_("The chat has changed since; look again."))
            return
        adjustment, query = change.adjustment, query_of(state, ruleset)
        try:
            moment = change.applied(query).moment
            query.ruleset.check_settings(moment.settings)
        except InspectorError as error:
            self._status.say(str(error))
            return
        question = state.question
        if ruleset == question.ruleset:
            question = question.with_moment(moment)
        elif moment != query.moment:
            question = question.with_settings_of(ruleset, moment.settings)
        pins = (PinScores(adjustment.scores),) if adjustment.scores else ()
        edits = (*adjustment.edits, *pins, SetQuestion(question, change.title))
        self._commands.submit_all(edits, change.title)

    def set_importance(self, importance: int) -> None:
        """Give all selected memories an importance."""
        self._set_on_selection("importance", importance)

    def toggle_secret(self) -> None:
        """Give all selected memories the opposite of what the current one has."""
        current = self._selection.current
        if current is not None:
            is_secret = self._session.document.memories[current].is_secret
            self._set_on_selection("is_secret", not is_secret)

    def edit_wording(self) -> None:
        """Open the editor of the current memory's summary in the table."""
        if self._selection.current is not None:
            self._docks.show("memories")
            self._panels.memories.edit_current()

    def _set_on_selection(self, key: str, value: object) -> None:
        memories = tuple(self._selection.memories)
        if memories and any(field.key == key for field in self._session.document.fields):
            self._commands.submit(SetField(memories, key, value))

    def use_ruleset(self, name: str) -> None:
        """Let a ruleset answer, about what is typed as well."""
        self._panels.commit_fields()
        question = self._session.question
        if name != question.ruleset:
            self._commands.submit(
                SetQuestion(question.with_ruleset(name), _("Ruleset {name}").format(name=name))
            )

    def answer_as(self, name: str) -> None:
        """Let a character be the one about to answer."""
        question = self._session.question
        moment = replace(question.moment, character=name)
        edit = SetQuestion(
            question.with_moment(moment), _("Point of view {name}").format(name=name)
        )
        self._commands.submit(edit)

    def split(self, memory: int) -> None:
        """Let a memory be parted in two."""
        self._selection.select([memory])
        self._panels.memories.making.split()

    def rewrite_selected(self) -> None:
        """Let the selected memories be worded anew, one after the other."""
        self._panels.rewrite.rewrite_selected()
        self._docks.show("rewrite")

    def show_wording(self, memory: int) -> None:
        """Bring a memory's summary to the front, to be written anew."""
        self.show_memory(memory)
        self._panels.details.setFocus()

    def show_memory(self, memory: int) -> None:
        """Select a memory and bring its fields to the front."""
        self._selection.select([memory])
        self._docks.show("memories")
        self._docks.show("details")

    def show_message(self, message: int) -> None:
        """Bring a message to the front."""
        self._docks.show("messages")
        self._panels.messages.show_message(message)
        self._selection.select_message(message)

    def jump(self, problem: Problem) -> None:
        """Go to the place that a problem names."""
        if problem.memory is not None:
            self._selection.select([problem.memory])
        if problem.recap is not None:
            self._show_recap(problem.recap, problem.message)
        elif problem.memory is not None:
            self._docks.show("memories")
        elif problem.message is not None:
            self.show_message(problem.message)
        elif problem.line is not None:
            self._status.say(_("Line {line} of the file.").format(line=problem.line))

    def _show_recap(self, part: RecapPart, message: int | None) -> None:
        recaps = self._panels.recaps
        if part is RecapPart.MESSAGE and message is not None:
            self.show_message(message)
            return
        self._docks.show("recaps")
        if part is RecapPart.SCENE and message is not None:
            recaps.show_scene(message)
        else:
            recaps.show_versions()

    def copy(self, text: str) -> None:
        """Put text on the clipboard."""
        QGuiApplication.clipboard().setText(text)
        self._status.say(_("Copied"))

    def _say_copied(self, tokens: int, what: str) -> None:
        self._status.say(
            _("Copied {tokens:,} tokens").format(tokens=tokens) + (f": {what}" if what else "")
        )

    def _use_preset(self, settings: Mapping[str, object]) -> None:
        question = self._session.question
        check = ruleset_named(question.ruleset).check_settings
        accepted, refused = accepted_settings(check, settings)
        preset = question.with_settings({**question.usual_settings, **accepted})
        self._commands.submit(SetQuestion(preset, _("Preset")))
        if refused:
            self._status.say(" ".join(map(str, refused)))

    def _say_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        if isinstance(edit, QuestionEdit):
            self._status.say(reason)
