"""A change that gets a message or an item into Scribe's request: what it is, and what it costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from inspector.analysis.asked import Asked
from inspector.core.document import sources_of
from inspector.core.edits import Edit
from inspector.systems import with_sources


class OfferKind(StrEnum):
    """What sort of change it is."""

    SHOW = "show"
    ENABLED = "enabled"
    HISTORY = "history"
    RAG = "rag"
    TOTAL = "total"
    TAIL = "tail"
    LIMIT = "limit"
    THRESHOLD = "threshold"
    SCORE = "score"
    TEXT = "text"
    CONSTANT = "constant"
    ROOM = "room"
    FAULT = "fault"
    SEVERAL = "several"


@dataclass(frozen=True)
class Adjustment:
    """What a change does; everything that it does not name stays as it is.

    Attributes:
        settings: settings of the ruleset, by name, as a what-if.
        scores: scores to pin, by item key.
        edits: edits of the chat and of the lorebook and chronicle beside it, in order.
    """

    settings: Mapping[str, object] = field(default_factory=dict[str, object])
    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    edits: tuple[Edit, ...] = ()

    def then(self, other: "Adjustment") -> "Adjustment":
        """This one and after it another."""
        return Adjustment(
            {**self.settings, **other.settings},
            {**self.scores, **other.scores},
            (*self.edits, *other.edits),
        )

    def applied(self, asked: Asked) -> Asked:
        """The question after it; the document and the moment of the answer are the new ones.

        Raises:
            EditError: the document has changed since, and an edit no longer fits.
        """
        after = asked.edited(self.edits)
        if self.scores:
            before = sources_of(after.document)
            sources = replace(before, pinned={**before.pinned, **self.scores})
            after = replace(after, document=with_sources(after.document, sources))
        if self.settings:
            settings = {**after.moment.settings, **self.settings}
            after = after.at(replace(after.moment, settings=settings))
        return after


@dataclass(frozen=True, eq=False)
class Offer:
    """A change that was tried on the real rules and did what it says.

    Attributes:
        kind: what sort of change it is.
        title: verb and value, as a button says it: "Raise the RAG budget to 812 tokens".
        detail: one or two whole sentences with their numbers.
        adjustment: what it does.
        entering: ids of other messages and items that come in with it.
        leaving: ids of other messages and items that drop out for it.
        tokens: by how much the request grows.
        is_what_if: whether it is nothing that a person could set at the server, such as a
            pinned score or a mended fault.
        needs_wording: whether a person should write the new text: the edit's own is only cut
            short to show that the length is right.
    """

    kind: OfferKind
    title: str
    detail: str
    adjustment: Adjustment
    entering: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()
    tokens: int = 0
    is_what_if: bool = False
    needs_wording: bool = False

    def applied(self, asked: Asked) -> Asked:
        """The question after the change; a window makes one undoable step of it.

        Raises:
            EditError: the document has changed since, and an edit no longer fits.
        """
        return self.adjustment.applied(asked)
