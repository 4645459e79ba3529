"""All panels of the window: the one list that docks, menus and the presenter are made from."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar, cast, overload

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoStack

from inspector.gui.kit.panel import Panel, Worker
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
from inspector.gui.panels.recaps.counting import Counting
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

_Kind = TypeVar("_Kind", bound=Panel)


class _MadeOnce(Generic[_Kind]):
    """A panel of the window, made when it is first asked for.

    Args:
        kind: what it is.
        make: makes it with what all views share; None where it needs nothing of that.
    """

    def __init__(self, kind: type[_Kind], make: "Callable[[Panels], _Kind] | None" = None) -> None:
        self.kind = kind
        self._make = make

    def __set_name__(self, owner: "type[Panels]", name: str) -> None:
        owner.makers[self.kind] = self.make

    def make(self, panels: "Panels") -> _Kind:
        """Make it for these."""
        return self.kind() if self._make is None else self._make(panels)

    @overload
    def __get__(self, panels: None, owner: type[object]) -> "_MadeOnce[_Kind]": ...

    @overload
    def __get__(self, panels: "Panels", owner: type[object]) -> _Kind: ...

    def __get__(self, panels: "Panels | None", owner: type[object]) -> "_Kind | _MadeOnce[_Kind]":
        return self if panels is None else panels.of(self.kind)


def _selecting(kind: Callable[[Selection], _Kind]) -> _MadeOnce[_Kind]:
    """A panel that takes part in the one selection; `kind` is its class."""
    return _MadeOnce(cast("type[_Kind]", kind), lambda panels: kind(panels.selection))


_FIRST = (
    TimelinePanel,
    MemoriesPanel,
    PreviewPanel,
    WhyPanel,
    LeaksPanel,
    SendingPanel,
    ProblemsPanel,
    RetrievalPanel,
    ModelPanel,
)
"""What is seen at first, and what has more to say than it shows: how many, or what is chosen."""


class Panels:
    """One panel a concern, in the order of menus and tabs; none knows another.

    Each is made when it is first asked for, be it to be seen: most are in few sessions. Whoever
    hears a panel waits until it is made (`when_made`).

    Args:
        selection: what they look at together.
        stack: the edits, to be listed.
        parent: as for any object; of what panels share.

    Attributes:
        makers: what makes each panel of a kind.
        recap_counts: the tokens of recaps, which others show as well.
    """

    makers: ClassVar[dict[type[Panel], "Callable[[Panels], Panel]"]] = {}

    timeline = _selecting(TimelinePanel)
    memories = _selecting(MemoriesPanel)
    messages = _selecting(MessagesPanel)
    recaps = _MadeOnce(RecapsPanel, lambda panels: RecapsPanel(panels.recap_counts))
    lore = _selecting(LorePanel)
    rewrite = _selecting(RewritePanel)
    context = _selecting(ContextPanel)
    compare = _selecting(ComparePanel)
    check = _MadeOnce(CheckPanel)
    stability = _MadeOnce(StabilityPanel)
    listen = _MadeOnce(ListenPanel)
    characters = _MadeOnce(CharactersPanel)
    preview = _selecting(PreviewPanel)
    why = _selecting(WhyPanel)
    leaks = _selecting(LeaksPanel)
    sending = _MadeOnce(SendingPanel)
    details = _selecting(MemoryDetail)
    problems = _selecting(ProblemsPanel)
    knowledge = _selecting(KnowledgePanel)
    curve = _MadeOnce(CurvePanel)
    settings = _MadeOnce(SettingsPanel)
    retrieval = _MadeOnce(RetrievalPanel)
    model = _MadeOnce(ModelPanel)
    history = _MadeOnce(HistoryPanel, lambda panels: HistoryPanel(panels.stack))

    def __init__(self, selection: Selection, stack: QUndoStack, parent: QObject) -> None:
        self.selection, self.stack = selection, stack
        self.recap_counts = Counting(parent)
        self._made: dict[type[Panel], Panel] = {}
        self._acts: list[tuple[type[Panel], Callable[[Any], object]]] = []

    def make_first(self) -> Iterator[None]:
        """Make the panels that every window has use for, one a step."""
        for kind in _FIRST:
            self.of(kind)
            yield

    @property
    def kinds(self) -> tuple[type[Panel], ...]:
        """What every panel is, made or not."""
        return tuple(self.makers)

    @property
    def all(self) -> tuple[Panel, ...]:
        """Every panel; those that are not there yet are made."""
        return tuple(map(self.of, self.kinds))

    @property
    def made(self) -> tuple[Panel, ...]:
        """The panels that are made, in the order of all."""
        return tuple(self._made[kind] for kind in self.kinds if kind in self._made)

    @property
    def awaited(self) -> tuple[type[Panel], ...]:
        """What those are that are not made."""
        return tuple(kind for kind in self.kinds if kind not in self._made)

    def of(self, kind: type[_Kind]) -> _Kind:
        """The panel of a kind, made if it is not there yet."""
        found = self._made.get(kind)
        if found is None:
            found = self._made[kind] = self.makers[kind](self)
            for wanted, act in self._acts:
                if isinstance(found, wanted):
                    act(found)
        return cast("_Kind", found)

    def found(self, kind: type[_Kind]) -> _Kind | None:
        """The panel of a kind; None as long as it is not made."""
        return cast("_Kind | None", self._made.get(kind))

    def when_made(self, kind: type[_Kind], act: Callable[[_Kind], object]) -> None:
        """Do something with a panel once it is made, or at once, in the order of the calls.

        Args:
            kind: which panel; `Panel` for each of them.
            act: does it.
        """
        self._acts.append((kind, act))
        for panel in self.made:
            if isinstance(panel, kind):
                act(panel)

    @property
    def workers(self) -> tuple[Worker, ...]:
        """All work that is done off the UI thread for them."""
        own = (worker for panel in self.made for worker in panel.workers)
        return (*own, self.recap_counts.worker)

    def keep_choices(self, store: PreferencesStore) -> None:
        """Let filters and presets that were kept or used come back at the next start."""

        def keep(noun: str, menu: FilterMenu) -> None:
            menu.named = store.filters_of(noun)
            menu.named_changed.connect(partial(store.keep_filters, noun))
            menu.former = store.preferences.former_filters.get(noun, ())
            menu.used.connect(partial(store.remember_filters, noun))

        def keep_of_lore(panel: LorePanel) -> None:
            for kind, page in panel.pages.items():
                keep(NOUNS[kind][1], page.filter_row.menu)

        def keep_compared(panel: ComparePanel) -> None:
            panel.presets = store.presets_of

        self.when_made(MemoriesPanel, lambda panel: keep("memories", panel.filter_row.menu))
        self.when_made(MessagesPanel, lambda panel: keep("messages", panel.bar.menu))
        self.when_made(ProblemsPanel, lambda panel: keep("problems", panel.filter_row.menu))
        self.when_made(LorePanel, keep_of_lore)
        self.when_made(SettingsPanel, lambda panel: panel.presets.keep_in(store))
        self.when_made(ComparePanel, keep_compared)

    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        for panel in self.made:
            panel.commit()

    def commit_fields(self) -> None:
        """Take over what is typed into fields; wordings wait in their queue for a decision."""
        for panel in self.made:
            if not isinstance(panel, RewritePanel):
                panel.commit()
