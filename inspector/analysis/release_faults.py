"""What a release does wrong on this chat, said plainly (issue 4, item 7)."""

from dataclasses import dataclass

from inspector.analysis.asked import Asked
from inspector.core.edits import Edit
from inspector.core.moment import Moment
from inspector.core.problems import Problem


@dataclass(frozen=True, eq=False)
class Fault:
    """One fault of a release that shows on this chat.

    Attributes:
        code: short stable name.
        text: one or two plain sentences: what it does, and what avoids it.
        memories: indexes of the memories that it hits.
        remedy: verb and value, as a button says it; empty where nothing avoids it.
        edit: the edit that avoids it, if one does.
        moment: the moment with the setting that avoids it, if one does.
    """

    code: str
    text: str
    memories: tuple[int, ...] = ()
    remedy: str = ""
    edit: Edit | None = None
    moment: Moment | None = None

    @property
    def problem(self) -> Problem:
        """The same as a line of the Problems list, at the first memory that it hits."""
        memory = self.memories[0] if self.memories else None
        title = self.remedy if self.edit is not None else ""
        return Problem(self.code, self.text, memory=memory, fix=self.edit, fix_title=title)


def release_faults(asked: Asked) -> tuple[Fault, ...]:
    """The faults of a release that show on this chat at this moment; none for a design."""
    raise NotImplementedError
