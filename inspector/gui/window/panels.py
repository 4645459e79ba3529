"""All panels of the window: the one list that docks, menus and the presenter are made from."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import partial

from PySide6.QtGui import QUndoStack

from inspector.gui.kit.panel import Panel
from inspector.gui.panels.budget.panel import CurvePanel
from inspector.gui.panels.characters.panel import CharactersPanel
from inspector.gui.panels.check.panel import CheckPanel
from inspector.gui.panels.compare.panel import ComparePanel
from inspector.gui.panels.context.panel import ContextPanel
from inspector.gui.panels.history.panel import HistoryPanel
from inspector.gui.panels.knowledge.panel import KnowledgePanel
from inspector.gui.panels.leaks.panel import LeaksPanel
from inspector.gui.panels.listen.panel import ListenPanel
from inspector.gui.panels.lore.panel import LorePanel
from inspector.gui.panels.memories.detail import MemoryDetail
from inspector.gui.panels.memories.panel import MemoriesPanel
from inspector.gui.panels.messages.panel import MessagesPanel
from inspector.gui.panels.model.panel import ModelPanel
from inspector.gui.panels.preview.panel import PreviewPanel
from inspector.gui.panels.problems.panel import ProblemsPanel
from inspector.gui.panels.recaps.panel import RecapsPanel
from inspector.gui.panels.retrieval.panel import RetrievalPanel
from inspector.gui.panels.rewrite.panel import RewritePanel
from inspector.gui.panels.sending.panel import SendingPanel
from inspector.gui.panels.settings.panel import SettingsPanel
from inspector.gui.panels.stability.panel import StabilityPanel
from inspector.gui.panels.timeline.panel import TimelinePanel
from inspector.gui.panels.why.panel import WhyPanel
from inspector.gui.state.edit_words import NOUNS
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.selection import Selection
from inspector.gui.tables.filter_menu import FilterMenu


@dataclass(init=False)
class Panels:
    """One panel a concern, in the order of menus and tabs; none knows another.

    They are there once all steps of `make` are done.
    """

    timeline: TimelinePanel
    memories: MemoriesPanel
    messages: MessagesPanel
    recaps: RecapsPanel
    lore: LorePanel
    rewrite: RewritePanel
    context: ContextPanel
    compare: ComparePanel
    check: CheckPanel
    stability: StabilityPanel
    listen: ListenPanel
    characters: CharactersPanel
    preview: PreviewPanel
    why: WhyPanel
    leaks: LeaksPanel
    sending: SendingPanel
    details: MemoryDetail
    problems: ProblemsPanel
    knowledge: KnowledgePanel
    curve: CurvePanel
    settings: SettingsPanel
    retrieval: RetrievalPanel
    model: ModelPanel
    history: HistoryPanel

    def make(self, selection: Selection, stack: QUndoStack) -> Iterator[None]:
        """Make all panels, none of them with a chat, one or two a step."""
        self.timeline = TimelinePanel(selection)
        yield
        self.memories = MemoriesPanel(selection)
        yield
        self.messages = MessagesPanel(selection)
        yield
        self.recaps = RecapsPanel()
        yield
        self.lore = LorePanel(selection)
        yield
        self.rewrite = RewritePanel(selection)
        yield
        self.context = ContextPanel(selection)
        yield
        self.compare = ComparePanel(selection)
        yield
        self.check = CheckPanel()
        self.stability = StabilityPanel()
        yield
        self.listen = ListenPanel()
        self.characters = CharactersPanel()
        self.preview = PreviewPanel(selection)
        yield
        self.why = WhyPanel(selection)
        self.leaks = LeaksPanel(selection)
        yield
        self.sending = SendingPanel()
        self.details = MemoryDetail(selection)
        yield
        self.problems = ProblemsPanel(selection)
        self.knowledge = KnowledgePanel(selection)
        yield
        self.curve = CurvePanel()
        self.settings = SettingsPanel()
        yield
        self.retrieval = RetrievalPanel()
        yield
        self.model = ModelPanel()
        self.history = HistoryPanel(stack)

    @property
    def all(self) -> tuple[Panel, ...]:
        """Every panel."""
        return tuple(getattr(self, one.name) for one in fields(self))

    @property
    def filter_menus(self) -> dict[str, FilterMenu]:
        """The menus of filters, by what these are of."""
        lore = {NOUNS[kind][1]: page.filter_row.menu for kind, page in self.lore.pages.items()}
        return {
            "memories": self.memories.filter_row.menu,
            "messages": self.messages.bar.menu,
            "problems": self.problems.filter_row.menu,
            **lore,
        }

    def keep_filters(self, store: PreferencesStore) -> None:
        """Let filters that were kept or used come back at the next start."""
        for noun, menu in self.filter_menus.items():
            menu.named = store.filters_of(noun)
            menu.named_changed.connect(partial(store.keep_filters, noun))
            menu.former = store.preferences.former_filters.get(noun, ())
            menu.used.connect(partial(store.remember_filters, noun))

    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        for panel in self.all:
            panel.commit()

    def commit_fields(self) -> None:
        """Take over what is typed into fields; wordings wait in their queue for a decision."""
        for panel in self.all:
            if panel is not self.rewrite:
                panel.commit()
