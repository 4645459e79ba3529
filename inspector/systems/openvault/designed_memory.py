"""A memory as the designs read it."""

from dataclasses import dataclass

from inspector.core.decoded import members
from inspector.core.injection import Line, LineKind, Verdict
from inspector.core.javascript import round_half_up
from inspector.core.memory import Memory
from inspector.core.tokens import Tokenizer
from inspector.systems.openvault.lines import line_cost
from inspector.systems.openvault.surroundings import is_felt, one_line


@dataclass(slots=True, eq=False)
class DesignedMemory:
    """A memory with all that a derivation asks of it; kept in the memory's memo.

    Attributes:
        memory: the memory.
        texts: its line, then what stands below it.
        costs: of each of these.
        cost: of all of them.
        position: in messages.
        rounded: the same as a whole number; halves go up.
        sequence: its order number.
        importance: 1 to 5.
        archived: whether it is put away.
        oldest: its oldest source message, None without sources.
        verdict: the newest verdict made of it, given again while it still holds.
    """

    memory: Memory
    texts: tuple[str, ...]
    costs: tuple[int, ...]
    cost: int
    position: float
    rounded: int
    sequence: float
    importance: int
    archived: bool
    oldest: int | None
    verdict: Verdict | None = None
    _lines: tuple[Line, ...] = ()
    _knowers: frozenset[str] | None = None
    _impacts: tuple[tuple[str, str], ...] | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its line, then what stands below it."""
        if not self._lines:
            index = self.memory.index
            first, *notes = zip(self.texts, self.costs, strict=True)
            below = [Line(text, cost, index, LineKind.ANNOTATION) for text, cost in notes]
            self._lines = (Line(*first, index), *below)
        return self._lines

    @property
    def knowers(self) -> frozenset[str]:
        """Names without case of those who saw it or, unless it is secret, took part."""
        if self._knowers is None:
            memory = self.memory
            involved = () if memory.is_secret else memory.characters_involved
            names = (*memory.witnesses, *involved)
            self._knowers = frozenset(name.casefold() for name in names)
        return self._knowers

    @property
    def impacts(self) -> tuple[tuple[str, str], ...]:
        """What it says about emotions that are known and not neutral: names and emotions."""
        if self._impacts is None:
            stored = members(self.memory.record.get("emotional_impact"))
            self._impacts = tuple(
                (one_line(name), one_line(emotion))
                for name, emotion in stored.items()
                if isinstance(emotion, str) and is_felt(one_line(emotion))
            )
        return self._impacts


def designed_memory(memory: Memory, texts: tuple[str, ...], tokenizer: Tokenizer) -> DesignedMemory:
    """Read a memory that a design renders as these lines."""
    costs = tuple([line_cost(tokenizer, text) for text in texts])
    sources = memory.sources
    position = float(memory.position)
    return DesignedMemory(
        memory=memory,
        texts=texts,
        costs=costs,
        cost=sum(costs),
        position=position,
        rounded=int(round_half_up(position)),
        sequence=float(memory.sequence),
        importance=memory.importance,
        archived=memory.is_archived,
        oldest=int(min(sources)) if sources else None,
    )
