"""All panels of the window, and what reaches every one of them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QMainWindow, QUndoView

from inspector.core.document import Document
from inspector.core.edits import Changes
from inspector.core.problems import Problem
from inspector.gui.panels.budget.panel import CurvePanel
from inspector.gui.panels.context.panel import ContextPanel
from inspector.gui.panels.knowledge.panel import KnowledgePanel
from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.panels.memories.detail import MemoryDetail
from inspector.gui.panels.memories.panel import MemoriesPanel
from inspector.gui.panels.messages.panel import MessagesPanel
from inspector.gui.panels.preview.panel import PreviewPanel
from inspector.gui.panels.problems.panel import ProblemsPanel
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.retrieval.panel import RetrievalPanel
from inspector.gui.panels.settings.panel import SettingsPanel
from inspector.gui.panels.timeline.panel import TimelinePanel
from inspector.gui.panels.why.panel import WhyPanel
from inspector.gui.state.derivation import Answer
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question
from inspector.gui.window.docks import Docks, PanelDock
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
    why: WhyPanel
    knowledge: KnowledgePanel
    curve: CurvePanel
    recaps: RecapsPanel
    context: ContextPanel
    retrieval: RetrievalPanel
    lore: LorePanel

    def docks(self, window: QMainWindow) -> Docks:
        """A dock for each panel, not yet arranged."""
        height = self.timeline.sizeHint().height()
        timeline = PanelDock("timeline", "Timeline", self.timeline, window, height)
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
            why=PanelDock("why", "Why", self.why, window),
            knowledge=PanelDock("knowledge", "Who knows", self.knowledge, window),
            curve=PanelDock("curve", "Budget", self.curve, window),
            recaps=PanelDock("recaps", "Recaps", self.recaps, window),
            context=PanelDock("context", "Context", self.context, window),
            retrieval=PanelDock("retrieval", "Retrieval", self.retrieval, window),
            lore=PanelDock("lore", "Lore", self.lore, window),
        )

    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        self.memories.commit()
        self.details.commit()
        self.messages.commit()
        self.recaps.commit()
        self.lore.commit()

    def opening_steps(self, document: Document) -> tuple[Callable[[], object], ...]:
        """What makes every panel start afresh with another chat, in steps that are each short."""
        return (
            partial(self.memories.set_document, document),
            partial(self.details.set_document, document),
            partial(self.timeline.set_document, document),
            partial(self.messages.set_document, document),
            partial(self.why.set_document, document),
            partial(self.knowledge.set_document, document),
            partial(self.lore.set_document, document),
            self.curve.clear,
        )

    def refresh(self, document: Document, changes: Changes) -> None:
        """Show an edit of the chat that is open where it was made."""
        self.memories.refresh(document, changes.memories)
        self.details.refresh(document, changes.memories)
        if changes.lore:
            self.lore.refresh(document)

    def refresh_others(self, document: Document, memories: frozenset[int]) -> None:
        """Show an edit where its effect on the block is not read first."""
        self.timeline.set_memories(document, memories)
        self.messages.set_document(document)
        self.knowledge.refresh(document)

    def show_question(self, question: Question, document: Document) -> None:
        """Show what is asked."""
        ruleset = ruleset_named(question.ruleset)
        self.settings.set_taken(question.taken.in_words(ruleset.name), question.usual_settings)
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
        self.knowledge.set_ruleset(ruleset.name)
        self.knowledge.set_point_of_view(point_of_view)
        self.messages.set_playhead(question.moment.at)
        self.context.set_settings(question.moment.settings)
        self.preview.set_estimate(question.encoding is not None and "/" in question.encoding)

    def show_what_if(self, answer: Answer) -> None:
        """Show what the ruleset would answer."""
        self.timeline.show_what_if(answer.derivation)
        self.preview.set_what_if(answer.derivation, answer.state.document)
        self.curve.show_what_if(answer)

    def show_block(self, answer: Answer) -> None:
        """Show the block that the ruleset answered."""
        self.preview.set_what_if(None, answer.state.document)
        others = tuple(other.derivation for other in answer.others)
        self.preview.set_derivation(answer.derivation, answer.state.document, others)

    def show_verdicts(self, answer: Answer) -> None:
        """Show everywhere else what the ruleset answered."""
        derivation = answer.of_memories
        if derivation is answer.derivation:
            self.timeline.set_derivation(derivation)
        else:
            # Its boundaries are not the asked ruleset's to be dragged.
            self.timeline.set_derivation(replace(derivation, boundaries=None))
        self.memories.set_derivation(derivation)
        self.details.set_derivation(derivation)
        self.why.set_answer(answer)
        self.curve.set_answer(answer)
        self.lore.set_answer(answer)

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show what loading, the checks and the rules found."""
        self.problems.set_problems(problems)
        about: dict[int, str] = {}
        for problem in problems:
            if problem.memory is not None:
                first = about.get(problem.memory)
                about[problem.memory] = f"{first}\n{problem.text}" if first else problem.text
        self.memories.set_problem_memories(about)


def make_panels(selection: Selection, stack: QUndoStack) -> Panels:
    """All panels, none of them with a chat."""
    history = QUndoView(stack)
    history.setEmptyLabel("As opened")
    history.setAccessibleName("History of edits")
    return Panels(
        timeline=TimelinePanel(selection),
        memories=MemoriesPanel(selection),
        details=MemoryDetail(selection),
        messages=MessagesPanel(selection),
        preview=PreviewPanel(selection),
        settings=SettingsPanel(),
        problems=ProblemsPanel(),
        history=history,
        why=WhyPanel(selection),
        knowledge=KnowledgePanel(selection),
        curve=CurvePanel(),
        recaps=RecapsPanel(),
        context=ContextPanel(selection),
        retrieval=RetrievalPanel(),
        lore=LorePanel(),
    )
