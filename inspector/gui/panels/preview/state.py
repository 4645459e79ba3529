"""What the preview is asked to show: a derivation, perhaps a what-if, and one slot of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection
from inspector.core.request import RequestDerivation
from inspector.gui.panels.preview.delivered import Fields, Outcome, SentSlots, expanded
from inspector.gui.panels.preview.figures import Figure, Total, figures, total
from inspector.gui.state.page import LEFT_OUT, NO_PAGE, Ghost, Page, compared_page, slot


@dataclass(frozen=True, eq=False)
class PreviewState:
    """All that the preview shows, as one value.

    Attributes:
        derivation: what goes into the prompt.
        document: what it was derived from.
        what_if: another derivation and its document, shown instead and compared.
        rest: what the chat's further systems derive; their slots stand behind.
        key: the slot that a person chose; None for the first that has a text.
        is_open: whether there is a chat at all.
        sent: what the next request makes of the slots.
        tried: the same of the what-if's.
        entering: memories that are in because of what happens before sending.
        leaks: what a memory's line tells that its reader cannot know, by the memory.
    """

    derivation: Derivation = field(default_factory=Derivation)
    document: Document = field(default_factory=Document)
    what_if: tuple[Derivation, Document] | None = None
    rest: tuple[Derivation, ...] = ()
    key: str | None = None
    is_open: bool = False
    sent: SentSlots = field(default_factory=SentSlots)
    tried: SentSlots = field(default_factory=SentSlots)
    entering: frozenset[int] = frozenset()
    leaks: Mapping[int, str] = field(default_factory=dict[int, str])

    @property
    def current(self) -> Derivation:
        """The derivation whose text is shown."""
        return self.what_if[0] if self.what_if else self.derivation

    @property
    def refusal(self) -> str:
        """Why nothing at all is sent, as the request's own system says it; else empty."""
        current = self.current
        return current.error or "" if isinstance(current, RequestDerivation) else ""

    @cached_property
    def injections(self) -> tuple[Injection, ...]:
        """Every slot of every system, those of the ruleset that is asked first."""
        return (*self.current.injections, *self._further)

    @property
    def _further(self) -> Iterator[Injection]:
        return (one for other in self.rest for one in other.injections)

    @cached_property
    def injection(self) -> Injection | None:
        """The slot whose text is shown; while something is tried out it stays the same one."""
        held = (*self.derivation.injections, *self._further)
        filled = (one.key for one in held if one.text)
        found = {one.key: one for one in reversed(self.injections)}
        first = next(iter(self.injections), None)
        return found.get(self.key or "") or found.get(next(filled, ""), first)

    @property
    def outcomes(self) -> Mapping[str, Outcome]:
        """What becomes of each slot in the next request; empty for the file as it lies."""
        if self.what_if is None:
            return self.sent.outcomes
        own = {one.key for one in self.current.injections}
        rest = {key: one for key, one in self.sent.outcomes.items() if key not in own}
        return rest | {key: one for key, one in self.tried.outcomes.items() if key in own}

    @property
    def outcome(self) -> Outcome | None:
        """What becomes of the shown slot; None for the file as it lies."""
        injection = self.injection
        return None if injection is None else self.outcomes.get(injection.key)

    @property
    def fields(self) -> Fields:
        """The shown values that depend on the moment, by line."""
        return {} if self.what_if is not None else self._expanded[1]

    @cached_property
    def _expanded(self) -> tuple[Injection | None, Fields]:
        """The shown slot as it is sent."""
        injection, macros = self.injection, self.sent.macros
        if injection is None or macros is None:
            return injection, {}
        return expanded(injection, macros)

    @property
    def page(self) -> Page:
        """The slot's page, marked if a what-if is shown."""
        injection = self.injection
        if injection is None:
            return NO_PAGE
        if self.what_if is None:
            displayed = self._expanded[0] or injection
            return Page(displayed, self.document, sent_only=self.entering, leaks=self.leaks)
        derivation, document = self.what_if
        return compared_page(injection, document, derivation, slot(self.derivation, injection.key))

    @property
    def reason(self) -> str:
        """Why nothing is injected, as the rules say it; empty if they say nothing."""
        displayed = self.injection
        owners = (one for one in self.rest if displayed in one.injections)
        return next((one.text for one in next(owners, self.current).warnings), "")

    def numbers(self, injection: Injection) -> tuple[tuple[Figure, ...], Total]:
        """Figures of the slot's parts, and its total by the budget that the slot has."""
        before = slot(self.derivation, injection.key) if self.what_if else None
        own = injection in self.current.injections
        budget = self.current.budget_of(injection) if own else None
        return figures(injection, before), total(injection, budget)

    def ghosts(self, page: Page, current: int | None) -> Sequence[Ghost]:
        """What leaves, and the place of the current memory if it is left out."""
        verdict = None if current is None else self.current.verdict_for(current)
        if verdict is None or verdict.in_block or current in page.line_of:
            return page.leaving
        if not page.has_buckets or any(one.memory == current for one in page.leaving):
            return page.leaving
        ghost = page.ghost_of(verdict, LEFT_OUT)
        return (*page.leaving, ghost) if ghost else page.leaving

    def slot_of(self, memory: int) -> str | None:
        """The slot that holds a memory's line, if any does."""
        for injection in self.current.injections:
            if any(line.memory == memory for line in injection.lines):
                return injection.key
        return None
