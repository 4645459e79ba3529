"""Which memories a design considers: specs/as-designed.md §1, *Candidates* and *Gates*."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.memory import Memory

ALL, HIDDEN, POV = "all", "hidden", "pov"
ARCHIVED_GATE, CANDIDATES_GATE, BUDGET_GATE = "archived", "candidates", "budget"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why a memory is no candidate: the gate that it failed, and a plain sentence."""

    gate: str
    reason: str


ARCHIVED = Exclusion(ARCHIVED_GATE, "It is archived.")


@dataclass(frozen=True)
class CandidateRule:
    """The setting `candidates` at one moment.

    Attributes:
        rule: `all`, `hidden` or `pov`.
        chat: whose hidden messages count.
        length: number of messages that the chat has at the moment.
        viewpoint: the character about to answer; nobody is left out for an unknown one.
        known_events: ids of the memories that this character knows.
    """

    rule: str
    chat: Chat
    length: int
    viewpoint: str
    known_events: Collection[str]

    def exclusion(self, memory: Memory) -> Exclusion | None:
        """Why the memory is left out; None for a candidate."""
        if memory.is_archived:
            return ARCHIVED
        if self.rule == ALL:
            return None
        visible = self._visible_source(memory)
        if visible is not None:
            return Exclusion(
                CANDIDATES_GATE,
                f"It is still visible: message {visible} is in the chat that is sent.",
            )
        if self.rule == HIDDEN or not self.viewpoint or self._knows(memory):
            return None
        return Exclusion(CANDIDATES_GATE, self._ignorance(memory))

    def _visible_source(self, memory: Memory) -> int | None:
        """The oldest source message, if it stands in the chat and is not hidden."""
        if memory.span is None:
            return None
        oldest = memory.span[0]
        if not 0 <= oldest < self.length or self.chat.hidden[oldest]:
            return None
        return oldest

    def _knows(self, memory: Memory) -> bool:
        if _holds(memory.witnesses, self.viewpoint):
            return True
        if not memory.is_secret and _holds(memory.characters_involved, self.viewpoint):
            return True
        return bool(memory.id) and memory.id in self.known_events

    def _ignorance(self, memory: Memory) -> str:
        witnesses = memory.witnesses
        if not witnesses:
            return f"{self.viewpoint} does not know it: it has no witness."
        if len(witnesses) == 1:
            return f"{self.viewpoint} does not know it: only {witnesses[0]} is a witness."
        told = f"{', '.join(witnesses[:-1])} and {witnesses[-1]}"
        return f"{self.viewpoint} does not know it: only {told} are witnesses."


def candidate_rule(rule: str, document: Document, length: int, viewpoint: str) -> CandidateRule:
    """The rule for a character; names are compared without case."""
    folded = viewpoint.casefold()
    known: set[str] = set()
    for name, state in document.characters.items():
        if viewpoint and name.casefold() == folded:
            known.update(state.known_events)
    return CandidateRule(rule, document.chat, length, viewpoint, known)


def _holds(names: Sequence[str], wanted: str) -> bool:
    folded = wanted.casefold()
    return any(name.casefold() == folded for name in names)
