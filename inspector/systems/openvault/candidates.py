"""Which memories a design considers: specs/as-designed.md §1, *Candidates* and *Gates*."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.language import _
from inspector.systems.openvault.designed_memory import DesignedMemory
from inspector.systems.openvault.gates import UNKNOWN, VISIBLE
from inspector.systems.openvault.ranking import Prepared

ALL, HIDDEN, POV = "all", "hidden", "pov"
ARCHIVED_GATE, CANDIDATES_GATE, BUDGET_GATE = "archived", "candidates", "budget"
SUMMARY_GATE = "summary"


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Why a memory is no candidate.

    Attributes:
        gate: the one that it failed.
        reason: a plain sentence.
        variant: which case of the gate it is.
    """

    gate: str
    reason: str
    variant: str = ""


@dataclass(frozen=True)
class CandidateRule:
    """The setting `candidates` at one moment.

    Attributes:
        rule: `all`, `hidden` or `pov`.
        chat: whose hidden messages count.
        length: number of messages that the chat has at the moment.
        name: the character about to answer; nothing is left out where it is unknown.
        viewpoint: the same name without case.
        known_events: ids of the memories that this character knows; read where `pov` asks only.
        summed: places of the memories in whose stead a paragraph stands.
    """

    rule: str
    chat: Chat
    length: int
    name: str
    viewpoint: str
    known_events: Collection[str]
    summed: frozenset[int] = frozenset()

    def excluded(self, prepared: Prepared) -> frozenset[int]:
        """Places of the memories that are no candidates."""
        if self.rule == ALL:
            return prepared.archived | self.summed if self.summed else prepared.archived
        memories, out = prepared.members, set(prepared.archived)
        hidden, length = self.chat.hidden, self.length
        out.update(
            [
                index
                for index, member in enumerate(memories)
                if (oldest := member.oldest) is not None
                and 0 <= oldest < length
                and not hidden[oldest]
            ]
        )
        if self.rule == POV and self.viewpoint:
            viewpoint, known = self.viewpoint, self.known_events
            out.update(
                [
                    index
                    for index, member in enumerate(memories)
                    if viewpoint not in member.knowers and member.memory.id not in known
                ]
            )
        return frozenset(out | self.summed)

    def exclusion(self, member: DesignedMemory) -> Exclusion:
        """Why a memory that is no candidate is left out."""
        if member.archived:
            return Exclusion(ARCHIVED_GATE, _("It is archived."))
        if member.memory.index in self.summed:
            return Exclusion(SUMMARY_GATE, in_its_stead())
        if self._is_visible(member.oldest):
            words = _("It is still visible: message {message} is in the chat that is sent.")
            return Exclusion(CANDIDATES_GATE, words.format(message=member.oldest), VISIBLE)
        return Exclusion(CANDIDATES_GATE, self._ignorance(member.memory.witnesses), UNKNOWN)

    def _is_visible(self, message: int | None) -> bool:
        """Whether a message is sent as it is; a memory without sources has none."""
        return message is not None and 0 <= message < self.length and not self.chat.hidden[message]

    def _ignorance(self, witnesses: Sequence[str]) -> str:
        if not witnesses:
            return _("{name} does not know it: it has no witness.").format(name=self.name)
        if len(witnesses) == 1:
            words = _("{name} does not know it: only {witness} is a witness.")
            return words.format(name=self.name, witness=witnesses[0])
        words = _("{name} does not know it: only {witnesses} and {last} are witnesses.")
        return words.format(name=self.name, witnesses=", ".join(witnesses[:-1]), last=witnesses[-1])


def in_its_stead() -> str:
    """Why a memory of established history is left out."""
    return _("The paragraph of established history stands in its place.")


def candidate_rule(rule: str, document: Document, length: int, name: str) -> CandidateRule:
    """The rule for a character; names are compared without case."""
    viewpoint = name.casefold()
    known: set[str] = set()
    for other, state in document.characters.items() if rule == POV else ():
        if viewpoint and other.casefold() == viewpoint:
            known.update(filter(None, state.known_events))
    return CandidateRule(rule, document.chat, length, name, viewpoint, known)
