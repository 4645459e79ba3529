"""A suggested change: what turns a verdict, what it costs, and how it is found.

Whoever knows a kind of thing (`Goal`) says how far one of it comes and which drafts may help;
`analysis.trial` tries them on the real rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from inspector.core.change_kinds import ChangeKind
from inspector.core.document import sources_of, with_sources
from inspector.core.edits import Edit
from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.language import _


@dataclass(frozen=True)
class Adjustment:
    """What a change does; everything that it does not name stays as it is.

    Attributes:
        edits: edits of the chat and of what is beside it, in order.
        moment: the moment with other boundaries, or without a setting; None where it stays.
        settings: settings of the ruleset, by name.
        scores: scores to pin, by item key.
    """

    edits: tuple[Edit, ...] = ()
    moment: Moment | None = None
    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    scores: Mapping[str, float] = field(default_factory=dict[str, float])

    def then(self, other: "Adjustment") -> "Adjustment":
        """This one and after it another; a moment of the other was made after this one."""
        return Adjustment(
            (*self.edits, *other.edits),
            other.moment or self.moment,
            other.settings if other.moment else {**self.settings, **other.settings},
            {**self.scores, **other.scores},
        )

    def applied(self, query: Query) -> Query:
        """The query after it; the document and the moment are the new ones.

        Raises:
            EditError: the document has changed since, and an edit no longer fits.
        """
        after = query.edited(self.edits)
        if self.scores:
            before = sources_of(after.document)
            sources = replace(before, pinned={**before.pinned, **self.scores})
            after = replace(after, document=with_sources(after.document, sources))
        if self.moment is not None:
            after = after.at(self.moment)
        if self.settings:
            settings = {**after.moment.settings, **self.settings}
            after = after.at(replace(after.moment, settings=settings))
        return after


@dataclass(frozen=True)
class Draft:
    """A change that has yet to be tried.

    Attributes:
        clause: what is then the case, as the start of a sentence: "With importance 4".
        note: a sentence to add; empty for none. The others are those of `SuggestedChange`.
    """

    kind: ChangeKind
    title: str
    clause: str
    adjustment: Adjustment
    note: str = ""
    is_what_if: bool = False
    needs_wording: bool = False

    def then(self, other: "Draft") -> "Draft":
        """This one and after it another, as one change."""
        return Draft(
            ChangeKind.SEVERAL,
            _("{title}, {then}").format(title=self.title, then=_lower(other.title)),
            _("{clause} and {then}").format(clause=self.clause, then=_lower(other.clause)),
            self.adjustment.then(other.adjustment),
            f"{self.note}{other.note}",
            self.is_what_if or other.is_what_if,
            self.needs_wording or other.needs_wording,
        )


def _lower(text: str) -> str:
    """As it stands within a sentence; a translation begins with a word that may be lowered."""
    return f"{text[:1].lower()}{text[1:]}"


@dataclass(frozen=True, eq=False)
class SuggestedChange:
    """A change that was tried on the real rules and did what it says.

    Attributes:
        kind: what sort of change it is.
        title: verb and value, as a button says it: "Raise importance to 4".
        detail: one or two whole sentences with their numbers.
        adjustment: what it does.
        entering: what else comes in with it: indexes of memories, or ids.
        leaving: what drops out for it.
        tokens: by how much what is used grows.
        is_what_if: whether it is nothing that a person could set in the system itself, such as
            a release's boundary, a pinned score or a mended fault.
        needs_wording: whether a person should write the new text: the edit's own is only cut
            short to show that the length is right.
    """

    kind: ChangeKind
    title: str
    detail: str
    adjustment: Adjustment
    entering: tuple[int | str, ...] = ()
    leaving: tuple[int | str, ...] = ()
    tokens: int = 0
    is_what_if: bool = False
    needs_wording: bool = False

    @property
    def memories_entering(self) -> list[int]:
        """Indexes of the memories that come in with it."""
        return [one for one in self.entering if isinstance(one, int)]

    @property
    def memories_leaving(self) -> list[int]:
        """Indexes of the memories that drop out for it."""
        return [one for one in self.leaving if isinstance(one, int)]

    @property
    def ids_entering(self) -> list[str]:
        """Ids of the messages and items that come in with it."""
        return [one for one in self.entering if isinstance(one, str)]

    @property
    def ids_leaving(self) -> list[str]:
        """Ids of the messages and items that drop out for it."""
        return [one for one in self.leaving if isinstance(one, str)]

    def applied(self, query: Query) -> Query:
        """The query after the change; a window makes one undoable step of it.

        Raises:
            EditError: the document has changed since, and an edit no longer fits.
        """
        return self.adjustment.applied(query)


@dataclass(frozen=True)
class Effects:
    """What a change does besides turning the verdict.

    Attributes:
        entering: what else comes in.
        leaving: what drops out.
        tokens: by how much what is used grows.
        words: the two lists as sentences, each with a space before it.
    """

    entering: tuple[int | str, ...]
    leaving: tuple[int | str, ...]
    tokens: int
    words: str


class Goal(Protocol):
    """That one memory, message or item comes in, or goes out."""

    @property
    def most_steps(self) -> int:
        """So many gates a change of several parts gets it past; 0 for single changes alone."""
        ...

    @property
    def by_gate(self) -> bool:
        """Whether a part of several is the least that gets past one gate.

        Else it is whatever does alone, or gets farther at all.
        """
        ...

    @property
    def result(self) -> str:
        """What is then the case, as the end of a sentence: "it is in the block"."""
        ...

    def is_met(self, query: Query) -> bool:
        """Whether it is where it is wanted."""
        ...

    def reach(self, query: Query) -> float:
        """How far it comes; more is farther."""
        ...

    def effects(self, before: Query, after: Query) -> Effects:
        """What changes besides."""
        ...

    def ways(self, query: Query) -> "Sequence[Way]":
        """What may help as things stand, the cheapest first."""
        ...


class Trials(Protocol):
    """Tries drafts for one goal, none of them twice; see `analysis.trial`."""

    @property
    def query(self) -> Query:
        """As things stand."""
        ...

    def turns(self, draft: Draft) -> bool:
        """Whether a draft does what is wanted."""
        ...

    def gets_farther(self, draft: Draft) -> bool:
        """Whether a draft gets past the last gate that was met."""
        ...

    def after(self, draft: Draft) -> Query | None:
        """The query after a draft, answered; None where an edit or a setting is refused."""
        ...

    def least(
        self, makes: Callable[[int], Draft], low: int, high: int, guess: int | None = None
    ) -> Draft | None:
        """The draft of the smallest number above `low` up to `high` that does what is wanted."""
        ...


Way = Callable[[Trials], Iterator[Draft]]
"""Yields drafts that may do, the smallest first."""
