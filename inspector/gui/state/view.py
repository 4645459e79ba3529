"""What all panels show, as one value (`View`), and what of it is new (`ViewChanges`)."""

from dataclasses import dataclass, field
from enum import Flag, auto

from inspector.analysis.leak_report import LeakReport
from inspector.core.document import Document
from inspector.core.edits import Changes
from inspector.core.problems import Problem
from inspector.gui.state.derivation import Answer
from inspector.gui.state.session import Question


class Part(Flag):
    """The parts of a view, each of which can be new by itself.

    Attributes:
        CHAT: the chat: another one is open, and every panel starts afresh.
        DOCUMENT: the document, by an edit of the chat that is open.
        QUESTION: what is asked of it.
        ANSWER: what holds.
        WHAT_IF: what would hold, while something is tried out.
        PROBLEMS: what was found.
        LEAKS: what the reader of the block cannot know.
    """

    CHAT = auto()
    DOCUMENT = auto()
    QUESTION = auto()
    ANSWER = auto()
    WHAT_IF = auto()
    PROBLEMS = auto()
    LEAKS = auto()


NO_PART = Part(0)


@dataclass(frozen=True, eq=False)
class View:
    """Everything that panels show.

    Attributes:
        document: the chat as it is edited.
        question: what is asked of it.
        answer: the last answer to a question that holds; None before the first.
        what_if: the answer to a question that is only tried out; None while none is.
        problems: what loading, the checks and the rules found.
        leaks: what the reader of the block cannot know; None while that is looked for.
    """

    document: Document = field(default_factory=Document)
    question: Question = field(default_factory=Question)
    answer: Answer | None = None
    what_if: Answer | None = None
    problems: tuple[Problem, ...] = ()
    leaks: LeakReport | None = None

    @property
    def point_of_view(self) -> str:
        """The character who is about to answer; empty for nobody."""
        return self.question.moment.resolved(self.document.chat).character or ""


@dataclass(frozen=True)
class ViewChanges:
    """What of a view is new to a panel.

    Attributes:
        parts: which parts are.
        edits: what of the document differs, where that part does.
    """

    parts: Part = NO_PART
    edits: Changes = field(default_factory=Changes)

    def __bool__(self) -> bool:
        return self.parts != NO_PART

    def __contains__(self, part: Part) -> bool:
        return part in self.parts

    def __or__(self, other: "ViewChanges") -> "ViewChanges":
        if not self:
            return other
        return ViewChanges(self.parts | other.parts, self.edits | other.edits)

    def of(self, parts: Part) -> "ViewChanges":
        """The same changes, of these parts alone."""
        kept = self.parts & parts
        return ViewChanges(kept, self.edits if Part.DOCUMENT in kept else Changes())
