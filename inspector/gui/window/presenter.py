"""Between session and panels: shows them what holds, and has the edits that they ask for made."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.analysis.problem_list import problem_list
from inspector.core.document import Document
from inspector.core.problems import Problem
from inspector.core.readings import memory_places
from inspector.gui.kit.layouts import scroll_to_top
from inspector.gui.kit.panel import Panel, Viewer
from inspector.gui.kit.visibility import is_on_screen
from inspector.gui.state.checking import Checked, Checker
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Answer, Deriver
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Session, StateChange
from inspector.gui.state.view import NO_PART, Part, View, ViewChanges

_AFTER_THE_BLOCK = Part.DOCUMENT | Part.ANSWER
"""What waits until the block is painted, but where it is read first."""

_AFTER_THE_SEEN = Part.WHAT_IF | Part.PROBLEMS | Part.LEAKS
"""What a panel that nobody sees gets later, too."""

_REST_MS = 120
"""So long after the last step of a drag, those whom nobody sees are shown what is tried out."""

_ANOTHER_CHAT = ViewChanges(Part.CHAT | Part.QUESTION)


class Presenter(QObject):
    """Keeps the view in step with session, deriver and checker, and shows it to every viewer.

    Panels ask for edits; it hands these to commands, and says at the panels what was refused.

    The block of the prompt is painted first; a table and a timeline take as long again, so that
    they get an edit and its answer a turn later, together, but where the answer is slow to come.
    What nobody sees comes last, a panel a turn, and not while something is being derived or
    dragged: the next answer would overtake it.

    Attributes:
        is_behind: whether an answer is there that not every viewer shows yet.

    Signals:
        opened: every viewer shows the chat that was opened.
        displayed: an `Answer` that every viewer shows.
        settled: every viewer shows the open chat's block and its problems.
    """

    opened = Signal()
    displayed = Signal(object)
    settled = Signal()

    def __init__(
        self,
        session: Session,
        commands: Commands,
        deriver: Deriver,
        checker: Checker,
        selection: Selection,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._commands = commands
        self._deriver = deriver
        self._selection = selection
        self._viewers: list[Viewer] = []
        self._late: list[ViewChanges] = []
        self._opening: deque[Viewer] = deque()
        self._prepared: Viewer | None = None
        self._preparing: Iterator[None] = iter(())
        self._steps_to_request = 0
        # Not `QTimer.singleShot`, which Qt serves before painting and input.
        self._step = QTimer(self, singleShot=True, interval=0)
        self._step.timeout.connect(self._take_step)
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._show_late)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._go_on)
        self._is_open = False
        self.is_behind = self._is_checked = self._is_seen_behind = self._is_stepping = False
        self._of_document: tuple[Problem, ...] = ()
        self._of_block: tuple[Problem, ...] = ()
        self._of_cache: Problem | None = None
        self.view = View()
        session.opened.connect(self._open)
        session.changed.connect(self._take_change)
        deriver.answered.connect(self._take_answer)
        deriver.busy_changed.connect(self._go_on)
        deriver.slow_changed.connect(self._go_on)
        checker.checked.connect(self._take_problems)

    def follow(self, before: Sequence[Viewer], after: Sequence[Viewer]) -> None:
        """Show the view to these from now on: before the panels, and after them."""
        self._viewers = [*before, *self._viewers, *after]
        self._late = [ViewChanges() for _ in self._viewers]

    def take_in(self, panel: Panel) -> None:
        """Show the view to a panel from now on, and at once all that the others show."""
        panels = [index for index, one in enumerate(self._viewers) if isinstance(one, Panel)]
        after = panels[-1] + 1 if panels else len(self._viewers)
        self._viewers.insert(after, panel)
        self._late.insert(after, ViewChanges())
        panel.edit_requested.connect(self._commands.submit)
        panel.edits_requested.connect(self._commands.submit_all)
        self._commands.refused.connect(panel.show_refusal)
        self._commands.refused.connect(panel.refused)
        self._commands.read_only_changed.connect(panel.set_read_only)
        panel.set_read_only(self._commands.read_only)
        if self._is_open:
            panel.show_view(View(self.view.document, self.view.question), _ANOTHER_CHAT)
            panel.show_view(self.view, _of_answer(self.view))

    def stop(self) -> None:
        """Show nothing any more: what ends now must not start new work in a panel."""
        self._opening.clear()
        self._step.stop()
        self._turn.stop()
        self._rest.stop()
        self._viewers, self._late, self._is_open = [], [], False

    def show_cache_problem(self, problem: Problem | None) -> None:
        """Say of what costs most turns their cache what would help, once that was worked out.

        Args:
            problem: what takes the place of the one that the check found; it adds none, so that
                the number of problems does not depend on what somebody looked at.
        """
        if problem != self._of_cache:
            self._of_cache = problem
            self._list_problems()

    def end_what_if(self) -> None:
        """Take away what was only tried out."""
        self.view = replace(self.view, what_if=None)
        self._show(ViewChanges(Part.WHAT_IF))

    def _open(self) -> None:
        """Let every viewer start afresh, one a turn, so that the window breathes between them."""
        self._selection.clear()
        self._is_open = True
        self._of_document = self._of_block = ()
        self._of_cache = None
        self.is_behind = self._is_checked = self._is_seen_behind = self._is_stepping = False
        self._late = [ViewChanges() for _ in self._viewers]
        self.view = View(self._session.document, self._session.question)
        first = [one for one in self._viewers if Part.CHAT in one.at_once]
        rest = [one for one in self._viewers if one not in first]
        seen = [one for one in rest if isinstance(one, Panel) and is_on_screen(one)]
        self._opening = deque([*seen, *(one for one in rest if one not in seen)])
        self._prepared = None
        self._steps_to_request = 1 + len(seen)
        for viewer in first:
            self._start_afresh(viewer)
        self._step.start()

    def _start_afresh(self, viewer: Viewer) -> None:
        if isinstance(viewer, Panel):
            scroll_to_top(viewer)
        viewer.show_view(self.view, _ANOTHER_CHAT)

    def _take_step(self) -> None:
        following = self._opening[0] if self._opening else None
        if isinstance(following, Panel) and following is not self._prepared:
            self._prepared, self._preparing = following, following.prepare(self.view)
        if following is not None and next(self._preparing, self) is not self:
            self._step.start()
            return
        # What is seen is shown and painted first: beside work on a thread that takes twice as long.
        self._steps_to_request -= 1
        if self._steps_to_request == 0:
            self._deriver.request(self._session.state)
        if self._opening:
            self._show_opened()
            self._step.start()

    def _show_opened(self) -> None:
        self._start_afresh(self._opening.popleft())
        if not self._opening:
            self.opened.emit()
            self._go_on()

    def _take_change(self, change: StateChange) -> None:
        while self._opening:
            self._show_opened()
        edits, state = change.document, self._session.state
        before = self.view.document
        if edits.chat_replaced:
            self._forget_places()
        self.view = replace(self.view, document=state.document, question=state.question)
        self._of_cache = None
        self._deriver.request(state)
        parts = Part.DOCUMENT if edits else NO_PART
        parts |= Part.QUESTION if change.question else NO_PART
        chosen = self._selection.memories
        if edits.chat_replaced:
            self._selection.select(())
        # Those in which memories are edited show at once that some came or went.
        self._is_stepping = self._is_stepping or edits.chat_replaced
        pending = NO_PART if edits.hidden and not edits.chat_replaced else _AFTER_THE_BLOCK
        self._show(ViewChanges(parts, edits), pending=pending)
        if edits.chat_replaced:
            self._selection.select(still_chosen(before, state.document, chosen))

    def _forget_places(self) -> None:
        """Where memories came or went, nothing that was found out before names them rightly."""
        self._late = [one.of(~Part.DOCUMENT) for one in self._late]
        self._of_document = self._of_block = ()
        self._selection.hover(None)
        self.view = replace(self.view, answer=None, what_if=None, leaks=None)
        self._show(ViewChanges(Part.LEAKS), unseen=NO_PART)
        self._list_problems(unseen=NO_PART)

    def _take_answer(self, answer: Answer) -> None:
        if answer.what_if:
            self.view = replace(self.view, what_if=answer)
            self._rest.start()
            self._show(ViewChanges(Part.WHAT_IF))
            return
        self._rest.stop()
        tried = self.view.what_if is not None
        self._is_stepping = self._is_stepping or self.view.answer is None
        self.view = replace(self.view, answer=answer, what_if=None)
        parts = Part.ANSWER | Part.WHAT_IF if tried else Part.ANSWER
        self.is_behind = self._is_seen_behind = True
        self._show(ViewChanges(parts), pending=_AFTER_THE_BLOCK)
        self._turn.start()

    def _take_problems(self, checked: Checked) -> None:
        if checked.document is not self._session.document:
            return  # Said of memories that may have other places by now, or none.
        self._of_document = checked.of_document
        if checked.of_block is not None:
            self._of_block = checked.of_block
        if checked.leaks is not None and checked.leaks is not self.view.leaks:
            self.view = replace(self.view, leaks=checked.leaks)
            self._show(ViewChanges(Part.LEAKS))
        self._list_problems()
        if checked.of_block is not None:
            self._is_checked = True
            self._settle()

    def _settle(self) -> None:
        if self._is_checked and not self.is_behind and not any(self._late):
            self._is_checked = False
            self.settled.emit()

    def _list_problems(self, unseen: Part = _AFTER_THE_SEEN) -> None:
        answer = self.view.answer
        warnings = () if answer is None else answer.derivation.warnings
        better = self._of_cache
        of_block = [
            better if better is not None and better.code == one.code else one
            for one in self._of_block
        ]
        problems = problem_list(of_block, warnings, self._of_document)
        if problems != self.view.problems:
            self.view = replace(self.view, problems=problems)
            self._show(ViewChanges(Part.PROBLEMS), unseen=unseen)

    def _show(
        self, changes: ViewChanges, pending: Part = NO_PART, unseen: Part = _AFTER_THE_SEEN
    ) -> None:
        """Show to every viewer what does not wait for the block.

        Args:
            changes: what of the view is new.
            pending: what is shown later, but to viewers that show it at once.
            unseen: what else is shown later where nobody sees it.
        """
        unseen &= changes.parts
        known: dict[
            tuple[Part, bool, bool, bool], tuple[ViewChanges | None, ViewChanges | None]
        ] = {}
        for index, viewer in enumerate(self._viewers):
            late = self._late[index].parts
            if unseen == changes.parts and (unseen == late or unseen in late):
                continue  # What waits already is shown with it.
            waits, is_opening = bool(unseen) and not _is_seen(viewer), viewer in self._opening
            key = viewer.at_once, waits, is_opening, Part.DOCUMENT in late
            parted = known.get(key)
            if parted is None:
                later = (pending | unseen if waits else pending) & ~viewer.at_once
                if Part.DOCUMENT in (late | (later & changes.parts)):
                    # The view holds the document: nothing else of it comes before that is shown.
                    later = ~viewer.at_once
                later = ~NO_PART if is_opening else later
                parted = changes.of(later) or None, changes.of(~later) or None
                known[key] = parted
            after, now = parted
            if after is not None:
                self._late[index] |= after
            if now is not None:
                viewer.show_view(self.view, now)
        self._go_on()

    def _go_on(self) -> None:
        """Show what is late, unless an answer is about to come with which all of it is shown."""
        waits = self._opening or self._deriver.is_imminent or self._rest.isActive()
        if any(self._late) and (self._is_stepping or not waits):
            self._turn.start()

    def _show_late(self) -> None:
        """Show in one turn all that is seen; then what is not, a panel a turn.

        With the first answer, or where memories came or went, what is seen has much to do and is
        shown a panel a turn, too.
        """
        is_due = self._is_seen_behind or self._is_stepping or not self._deriver.is_imminent
        if self._opening or not is_due:
            return
        self._is_seen_behind = False
        late = [index for index, changes in enumerate(self._late) if changes]
        seen = [index for index in late if _is_seen(self._viewers[index])]
        due = seen or ([] if self._deriver.is_busy else late[:1])
        was_stepping = self._is_stepping
        if was_stepping:
            due, self._is_stepping = seen[:1], len(seen) > 1
        for index in due:
            changes, self._late[index] = self._late[index], ViewChanges()
            self._viewers[index].show_view(self.view, changes)
        if seen and not self._is_stepping:
            self._list_problems()
        if due or was_stepping:
            self._go_on()
        if self.is_behind and not any(self._late):
            self.is_behind = False
            self.displayed.emit(self.view.answer)
        self._settle()


def _is_seen(viewer: Viewer) -> bool:
    """Whether anybody sees what it shows; what wires several panels counts as seen."""
    return not isinstance(viewer, Panel) or is_on_screen(viewer)


def _of_answer(view: View) -> ViewChanges:
    """What came of a chat after it was opened."""
    parts = Part.PROBLEMS
    parts |= Part.ANSWER if view.answer is not None else NO_PART
    parts |= Part.WHAT_IF if view.what_if is not None else NO_PART
    parts |= Part.LEAKS if view.leaks is not None else NO_PART
    return ViewChanges(parts)


def still_chosen(before: Document, after: Document, chosen: Sequence[int]) -> Sequence[int]:
    """What is selected once memories came or went: what was made, else what stayed selected.

    Args:
        before: the document as it was.
        after: as it is.
        chosen: indexes of the memories that were selected.
    """
    if before.memories is after.memories:
        return chosen
    known = {id(memory.record) for memory in before.memories}
    made = [one.index for one in after.memories if one.location < 0 and id(one.record) not in known]
    if made or not chosen or not after.memories:
        return made
    places = memory_places(before, after)
    stayed = sorted(places[index] for index in chosen if index in places)
    return stayed or [min(chosen[0], len(after.memories) - 1)]
