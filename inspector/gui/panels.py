"""All panels of the window, and what reaches every one of them."""

from dataclasses import dataclass

from PySide6.QtWidgets import QMainWindow, QUndoView

from inspector.core.document import Document
from inspector.core.edits import Changes
from inspector.core.problems import Problem
from inspector.gui.derivation import Answer
from inspector.gui.docks import Docks, PanelDock
from inspector.gui.memories.detail import MemoryDetail
from inspector.gui.memories.panel import MemoriesPanel
from inspector.gui.messages.panel import MessagesPanel
from inspector.gui.preview.panel import PreviewPanel
from inspector.gui.problems_panel import ProblemsPanel
from inspector.gui.session import Question
from inspector.gui.settings_panel import SettingsPanel
from inspector.gui.theme import Theme
from inspector.gui.timeline.panel import TimelinePanel
from inspector.systems import ruleset_named


@dataclass(frozen=True)
class Panels:
    """One panel a concern; none knows another."""

    timeline: TimelinePanel
    memories: MemoriesPanel
    details: MemoryDetail
    messages: MessagesPanel
    preview: PreviewPanel
    settings: SettingsPanel
    problems: ProblemsPanel
    history: QUndoView

    def docks(self, window: QMainWindow) -> Docks:
        """A dock for each panel, not yet arranged."""
        timeline = PanelDock("timeline", "Timeline", self.timeline, window)
        timeline.keep_height()
        return Docks(
            window=window,
            timeline=timeline,
            memories=PanelDock("memories", "Memories", self.memories, window),
            messages=PanelDock("messages", "Messages", self.messages, window),
            preview=PanelDock("preview", "Preview", self.preview, window),
            details=PanelDock("details", "Details", self.details, window),
            problems=PanelDock("problems", "Problems", self.problems, window),
            settings=PanelDock("settings", "Settings", self.settings, window),
            history=PanelDock("history", "History", self.history, window),
        )

    def set_theme(self, theme: Theme) -> None:
        """Dress in other colours."""
        self.timeline.set_theme(theme)
        self.memories.set_theme(theme)
        self.details.set_theme(theme)
        self.messages.set_theme(theme)
        self.preview.set_theme(theme)
        self.settings.set_theme(theme)
        self.problems.set_theme(theme)

    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        self.memories.commit()
        self.details.commit()

    def set_document(self, document: Document) -> None:
        """Start afresh with another chat."""
        self.preview.clear()
        self.problems.set_problems(())
        self.timeline.set_document(document)
        self.memories.set_document(document)
        self.details.set_document(document)
        self.messages.set_document(document)

    def refresh(self, document: Document, changes: Changes) -> None:
        """Show an edit of the chat that is open."""
        self.memories.refresh(document, changes.memories)
        self.details.refresh(document, changes.memories)
        self.timeline.set_memories(document, changes.memories)
        self.messages.set_document(document)

    def show_question(self, question: Question, document: Document) -> None:
        """Show what is asked."""
        ruleset = ruleset_named(question.ruleset)
        self.settings.set_ruleset(
            ruleset.name,
            ruleset.title,
            ruleset.is_release,
            ruleset.settings,
            question.moment.settings,
        )
        point_of_view = question.moment.resolved(document.chat).character or ""
        self.memories.set_point_of_view(point_of_view)
        self.details.set_point_of_view(point_of_view)
        self.messages.set_playhead(question.moment.at)
        self.preview.set_estimate(question.encoding is not None and "/" in question.encoding)

    def show_answer(self, answer: Answer) -> None:
        """Show what the ruleset answered, or what it would answer."""
        derivation, document = answer.derivation, answer.state.document
        if answer.what_if:
            self.timeline.show_what_if(derivation)
            self.preview.set_what_if(derivation, document)
            return
        self.timeline.set_derivation(derivation)
        self.preview.set_what_if(None, document)
        self.preview.set_derivation(derivation, document)
        self.memories.set_derivation(derivation)
        self.details.set_derivation(derivation)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show what loading, the checks and the rules found."""
        self.problems.set_problems(problems)
        about: dict[int, str] = {}
        for problem in problems:
            if problem.memory is not None:
                first = about.get(problem.memory)
                about[problem.memory] = f"{first}\n{problem.text}" if first else problem.text
        self.memories.set_problem_memories(about)
