"""What the reader of a block cannot know, line by line, and what puts each of it right."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from inspector.analysis.knowledge import ways_of
from inspector.analysis.leaks import (
    INVOLVEMENT,
    cause_of,
    leaked,
    only_known,
    reader_of,
    secret_fixes,
    stay_out,
)
from inspector.analysis.recap_leaks import RecapLeak
from inspector.analysis.same_words import words_in, words_of_memory
from inspector.core.deadline import Deadline
from inspector.core.decoded import items
from inspector.core.document import Document
from inspector.core.edits import ChangeNames, Edit, SetField
from inspector.core.errors import EditError
from inspector.core.injection import Bucket, Derivation
from inspector.core.knowledge import Way, WayOf
from inspector.core.memory import Memory
from inspector.core.query import Query
from inspector.core.settings import SetSetting
from inspector.core.system import TellsWhoKnows
from inspector.language import N_, _
from inspector.systems import memory_maker

_CLAUSE = re.compile(
    r"[,;:.!?…。，、；：！？]+|\b(?:and|but|that|because|while|who|which)\b", re.IGNORECASE
)
_WORD = re.compile(r"\w+")
_BY_SETTING = N_("The setting candidates lets every memory in, whoever knows it.")
_IN_VAIN = N_(
    "Archived, it would be in the block all the same: by these rules only deleting it helps."
)
_SHARED = 0.25
"""What a word that the reader has met elsewhere tells, beside one that is new to the reader."""


class Remedy(Enum):
    """How a leak is put right."""

    TAKE_OUT = auto()
    KNOWS = auto()
    NOT_INVOLVED = auto()
    SETTING = auto()


@dataclass(frozen=True, slots=True)
class Leak:
    """One line of the block that its reader cannot know.

    Attributes:
        memory: index of the memory that it renders.
        bucket: where it lies; None for what has no bucket.
        summary: what it says.
        is_secret: whether it is flagged as one.
        knowers: who knows it, by their witnessing it or taking part.
        slot: key of the slot in which it stands.
        line: number of its line there, from 1.
        tokens: what that costs.
        telling: the part of the summary that tells most, in code points (start, end).
        remedy: what is proposed; None where nothing is known to help.
        detail: why that, in a sentence.
    """

    memory: int
    bucket: Bucket | None
    summary: str
    is_secret: bool
    knowers: tuple[str, ...]
    slot: str
    line: int
    tokens: int
    telling: tuple[int, int]
    remedy: Remedy | None
    detail: str

    @property
    def phrase(self) -> str:
        """The part of the summary that tells most."""
        return self.summary[slice(*self.telling)]


@dataclass(frozen=True, eq=False)
class LeakReport:
    """All leaks of a block.

    Attributes:
        reader: who reads it; empty for nobody.
        cause: why it says what the reader cannot know; empty without leaks.
        leaks: in the order of the lines.
        tokens: of each slot that the remedies change: key, now, afterwards.
        left: how many leaks there are afterwards, such as lines that get the room.
        is_judged: whether the rules ask who knows what.
        recaps: what the running recap in the prompt tells besides.
    """

    reader: str = ""
    cause: str = ""
    leaks: tuple[Leak, ...] = ()
    tokens: tuple[tuple[str, int, int], ...] = ()
    left: int = 0
    is_judged: bool = True
    recaps: tuple[RecapLeak, ...] = ()

    @property
    def count(self) -> int:
        """How many there are, of memories and of the recap."""
        return len(self.leaks) + len(self.recaps)

    def edits_for(
        self, document: Document, ruleset: str, leaks: Sequence[Leak] | None = None
    ) -> tuple[Edit | SetSetting, ...]:
        """What puts leaks right, to be done as one step.

        Args:
            document: the chat.
            ruleset: whose block it is.
            leaks: which of them; None for all.
        """
        chosen = self.leaks if leaks is None else leaks
        return tuple(_edits(document, ruleset, self.reader, chosen))


def leak_report(query: Query, deadline: Deadline | None = None) -> LeakReport:
    """What the reader of a block cannot know, and what puts it right.

    A secret that the reader took part in, by a release's rules, is put right by taking the reader
    off; what happened in a message that names the reader, and is no secret, by making a witness
    of the reader; all else by archiving the memory. A design lets everything in by a setting,
    which is set back.

    Args:
        query: whose block it is.
        deadline: how long remedies are tried.
    """
    until = deadline or Deadline()
    reader, found = reader_of(query), leaked(query)
    if not found:
        return LeakReport(reader, is_judged=isinstance(query.ruleset, TellsWhoKnows))
    fixes = secret_fixes(query, found, until)
    by_setting = query.ruleset.is_release or stay_out(query, [memory for memory, _ in found])
    tells = _Telling(query.document, ways_of(query.ruleset, query.document, reader), until)
    places = _places(query.derivation)
    leaks: list[Leak] = []
    for memory, way in found:
        remedy, detail = _remedy(query, memory, way, fixes)
        remedy = None if remedy is Remedy.SETTING and not by_setting else remedy
        verdict = query.derivation.verdict_for(memory.index)
        slot, line, tokens = places[memory.index]
        names = dict.fromkeys((*memory.witnesses, *memory.characters_involved))
        leaks.append(
            Leak(
                memory.index,
                None if verdict is None else verdict.bucket,
                memory.summary,
                memory.is_secret,
                tuple(one for one in names if one.casefold() != reader.casefold()),
                slot,
                line,
                tokens,
                tells.span(memory),
                remedy,
                detail,
            )
        )
    report = LeakReport(reader, _cause(query, found), tuple(leaks))
    return report if until.is_over else _with_effect(query, report)


def ways_to_know(document: Document, memory: Memory, reader: str) -> Mapping[Way, Edit]:
    """What makes it no leak, by how the reader knows of it; what cannot be kept is left out.

    Args:
        document: the chat.
        memory: the leak.
        reader: who reads it.
    """
    which = (memory.index,)
    found: dict[Way, Edit] = {
        Way.WITNESS: ChangeNames(which, "witnesses", add=(reader,)),
        Way.INVOLVED: ChangeNames(which, "characters_involved", add=(reader,)),
    }
    state = document.characters.get(reader)
    if memory.is_secret:
        del found[Way.INVOLVED]
    if state is not None and memory.id:
        known = [*items(state.record.get("known_events")), memory.id]
        try:
            maker = memory_maker(document)
            found[Way.TOLD] = maker.with_state(document, reader, {"known_events": known})
        except EditError:
            pass
    return found


def _with_effect(query: Query, report: LeakReport) -> LeakReport:
    edits = report.edits_for(query.document, query.ruleset.name)
    settings = dict(query.moment.settings)
    settings |= {one.name: one.value for one in edits if isinstance(one, SetSetting)}
    requested = query.edited([one for one in edits if not isinstance(one, SetSetting)])
    requested = requested.at(replace(query.moment, settings=settings))
    after = {one.key: one.tokens for one in requested.derivation.injections}
    tokens = tuple(
        (one.key, one.tokens, after.get(one.key, 0))
        for one in query.derivation.injections
        if one.tokens != after.get(one.key, 0)
    )
    left = {memory.index for memory, _rest in leaked(requested)}
    leaks = tuple(
        replace(one, remedy=None, detail=_(_IN_VAIN)) if one.memory in left and one.remedy else one
        for one in report.leaks
    )
    return replace(report, leaks=leaks, tokens=tokens, left=len(left))


def _remedy(
    query: Query, memory: Memory, way: Way, fixes: Mapping[int, ChangeNames]
) -> tuple[Remedy | None, str]:
    reader = reader_of(query)
    if not query.ruleset.is_release:
        return Remedy.SETTING, _(_BY_SETTING)
    if way is Way.INVOLVED:
        known = Remedy.NOT_INVOLVED if memory.index in fixes else Remedy.TAKE_OUT
        return known, _("It is a secret, and {involvement}.").format(involvement=_(INVOLVEMENT))
    named = None if memory.is_secret else _named_in(query.document, memory, reader)
    if named is not None:
        return Remedy.KNOWS, _("It is no secret, and message {message} names {reader}.").format(
            message=named, reader=reader
        )
    return Remedy.TAKE_OUT, (
        _(
            "{reader} is no witness, took no part, and was told by nobody. Archived, it stays out "
            "of every prompt until you bring it back."
        ).format(reader=reader)
    )


def _named_in(document: Document, memory: Memory, reader: str) -> int | None:
    """The first source of a memory whose text names the reader; None without one."""
    name = re.compile(rf"(?<!\w){re.escape(reader)}(?!\w)", re.IGNORECASE)
    there = (int(one) for one in memory.sources if 0 <= one < len(document.chat))
    return next((one for one in there if name.search(document.chat.message(one).text)), None)


def _edits(
    document: Document, ruleset: str, reader: str, leaks: Sequence[Leak]
) -> Iterator[Edit | SetSetting]:
    by_remedy: dict[Remedy | None, list[int]] = {}
    for leak in leaks:
        by_remedy.setdefault(leak.remedy, []).append(leak.memory)
    for remedy, memories in by_remedy.items():
        match remedy:
            case Remedy.TAKE_OUT:
                yield SetField(tuple(memories), "archived", value=True)
            case Remedy.KNOWS:
                yield ChangeNames(tuple(memories), "witnesses", add=(reader,))
            case Remedy.NOT_INVOLVED:
                wanted = reader.casefold()
                held = {n for m in memories for n in document.memories[m].characters_involved}
                off = tuple(sorted(one for one in held if one.casefold() == wanted))
                yield ChangeNames(tuple(memories), "characters_involved", remove=off)
            case Remedy.SETTING:
                yield only_known(ruleset)
            case None:
                pass


def _cause(query: Query, found: Sequence[tuple[Memory, Way]]) -> str:
    if not query.ruleset.is_release:
        return _(_BY_SETTING)
    if all(way is Way.INVOLVED for _rest, way in found):
        return f"{INVOLVEMENT[0].upper()}{INVOLVEMENT[1:]}."
    cause = cause_of(query)
    return f"{cause[0].upper()}{cause[1:]}"


def _places(derivation: Derivation) -> dict[int, tuple[str, int, int]]:
    """Slot, line and its tokens, by memory; the first where there are several."""
    found: dict[int, tuple[str, int, int]] = {}
    for injection in derivation.injections:
        if injection.key not in derivation.unsent:
            for number, line in enumerate(injection.lines, start=1):
                if line.memory is not None:
                    found.setdefault(line.memory, (injection.key, number, line.tokens))
    return found


class _Telling:
    """Finds the clause of a summary that tells its reader most that is new."""

    def __init__(self, document: Document, way: WayOf, deadline: Deadline) -> None:
        deadline.rest()
        known = (one for one in document.memories if way(one) is not Way.UNKNOWN)
        self._known = frozenset[str]().union(*map(words_of_memory, known))
        self._names = frozenset(
            word for name in document.names for word in _WORD.findall(name.casefold())
        )

    def span(self, memory: Memory) -> tuple[int, int]:
        """Where that stands in the summary, in code points; all of it where nothing tells more."""
        summary = memory.summary
        whole = (0, len(summary))
        return max(
            self._clauses(summary), key=lambda one: self._weight(summary, one), default=whole
        )

    def _clauses(self, summary: str) -> Iterator[tuple[int, int]]:
        start = 0
        ends = [*((one.start(), one.end()) for one in _CLAUSE.finditer(summary))]
        for end, following in (*ends, (len(summary), len(summary))):
            words = list(_WORD.finditer(summary, start, end))
            while words and words[0][0].casefold() in self._names:
                del words[0]
            if words:
                yield words[0].start(), len(summary[:end].rstrip())
            start = following

    def _weight(self, summary: str, span: tuple[int, int]) -> float:
        stems = words_in(summary[slice(*span)]) - self._names
        return sum(_SHARED if one in self._known else 1 for one in stems)
