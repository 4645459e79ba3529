"""A change that turns a verdict: what it is, what it costs, and how to make it."""

from dataclasses import dataclass
from enum import StrEnum

from inspector.analysis.asked import Asked
from inspector.core.edits import Edit
from inspector.core.moment import Moment


class Kind(StrEnum):
    """What sort of change it is; the cheapest first."""

    IMPORTANCE = "importance"
    WITNESS = "witness"
    ARCHIVED = "archived"
    HIDE = "hide"
    BUDGET = "budget"
    BOUNDARY = "boundary"
    SUMMARY = "summary"
    ROOM = "room"
    SETTING = "setting"
    SEVERAL = "several"


@dataclass(frozen=True, eq=False)
class Change:
    """A change that was tried on the real rules and did what it says.

    Attributes:
        kind: what sort of change it is.
        title: verb and value, as a button says it: "Raise importance to 4".
        detail: one or two whole sentences with their numbers.
        edits: what it does to the document, in order.
        moment: the moment with another setting or boundary; None where it stays as it is.
        entering: other memories that come into the block with it.
        leaving: other memories that drop out for it.
        tokens: by how much the used budget grows.
        is_what_if: whether it is no setting of the system, such as a release's boundary.
        needs_wording: whether a person should write the new summary: the edit's own is only
            cut short to show that the length is right.
    """

    kind: Kind
    title: str
    detail: str
    edits: tuple[Edit, ...] = ()
    moment: Moment | None = None
    entering: tuple[int, ...] = ()
    leaving: tuple[int, ...] = ()
    tokens: int = 0
    is_what_if: bool = False
    needs_wording: bool = False

    def applied(self, asked: Asked) -> Asked:
        """The question after the change; a window makes one undoable step of it.

        Raises:
            EditError: the document has changed since, and an edit no longer fits.
        """
        after = asked.edited(self.edits)
        return after if self.moment is None else after.at(self.moment)
