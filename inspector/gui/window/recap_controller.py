"""Wires the recaps panel: to edits and settings, to the timeline, messages and preview."""

from PySide6.QtCore import QObject

from inspector.core.recap import Scene
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.panels.messages.panel import MessagesPanel
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.recaps.state import RecapsState, VersionRow
from inspector.gui.panels.timeline.recap_marks import RecapMarks, SceneMark, VersionMark
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Answer
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.gui.window.docks import Docks
from inspector.gui.window.panels import Panels
from inspector.gui.window.status import Status
from inspector.systems import system_of


class RecapController(QObject):
    """Hears what is asked for in recaps, and shows them elsewhere too."""

    at_once = Part.CHAT

    def __init__(self, commands: Commands, panels: Panels, docks: Docks, status: Status) -> None:
        super().__init__(commands)
        self._panels = panels
        self._docks = docks
        self._status = status
        self._stack = commands.stack
        self._displayed = RecapsState()
        self._answer: Answer | None = None
        self._is_opening = False
        panels.recap_counts.counted.connect(self._mark_timeline)
        docks["recaps"].visibilityChanged.connect(self._follow_dock)
        panels.when_made(RecapsPanel, self._hear)
        panels.when_made(MessagesPanel, self._show_judged)

    def _hear(self, recaps: RecapsPanel) -> None:
        recaps.restore_requested.connect(self._stack.undo)
        self._stack.indexChanged.connect(recaps.take_step)
        recaps.tabs.currentChanged.connect(lambda: self._follow_dock(visible=True))

    def show_view(self, view: View, changes: ViewChanges) -> None:
        """Show what an answer says about recaps; see `Viewer`."""
        if Part.CHAT in changes:
            self._is_opening = True
            self._show(RecapsState(view.document, is_open=True), None)
        if Part.ANSWER in changes and view.answer is not None:
            self._show(RecapsState.of(view.answer), view.answer)
            self._bring_messages(view)

    def _bring_messages(self, view: View) -> None:
        """Open a chat that keeps memories with its messages alone where these can be read."""
        is_first, self._is_opening = self._is_opening, False
        empty = not view.document.memories and bool(view.document.message_data)
        if is_first and empty and is_on_screen(self._panels.memories):
            self._docks["messages"].raise_()

    def _show(self, displayed: RecapsState, answer: Answer | None) -> None:
        self._displayed, self._answer = displayed, answer
        displayed.count(self._panels.recap_counts)
        messages = self._panels.found(MessagesPanel)
        if messages is not None:
            self._show_judged(messages)
        self._mark_timeline()

    def _show_judged(self, messages: MessagesPanel) -> None:
        answer = self._answer
        judged = None if answer is None else answer.of_messages
        name = None if answer is None else answer.judging_messages
        is_kept = judged is not None and (judged.injects_memories or bool(self._displayed.recaps))
        system = system_of(name) if name is not None and is_kept else None
        messages.show_judged(judged, system)

    def _mark_timeline(self) -> None:
        displayed, tokens = self._displayed, self._panels.recap_counts.tokens
        if displayed.ruleset is None or not displayed.recaps:
            self._panels.timeline.set_recaps(None)
            return
        versions = (_version_mark(row, tokens(row.text)) for row in displayed.rows)
        self._panels.timeline.set_recaps(
            RecapMarks(
                tuple(_scene_mark(number, one) for number, one in enumerate(displayed.scenes, 1)),
                tuple(mark for mark in versions if mark is not None),
            )
        )

    def _follow_dock(self, visible: bool) -> None:  # noqa: FBT001 - a slot's signature
        """While recaps are looked at, the preview shows their slot."""
        slots = self._displayed.derivation.injections
        if visible and slots:
            self._panels.preview.show_slot(slots[0].key)


def _scene_mark(number: int, scene: Scene) -> SceneMark:
    return SceneMark(number, scene.name, scene.shown_start, scene.end, scene.visible)


def _version_mark(row: VersionRow, tokens: int | None) -> VersionMark | None:
    if row.end is None:
        return None
    return VersionMark(row.name, row.end, tokens, row.is_current, by_count=row.is_by_count)
