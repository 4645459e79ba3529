"""What a scan is given, and what it answers (specs/world-info.md)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from inspector.sillytavern.macros.context import MacroContext, Variables

Record = Mapping[str, object]
"""Decoded JSON."""


@dataclass(frozen=True, slots=True)
class BookSources:
    """Names of the lorebooks that are scanned.

    Attributes:
        shared: those selected for all chats, in order.
        chat: the chat's own.
        persona: the persona's.
        character: the card's main book.
        extra: further books of the character, in order.
    """

    shared: tuple[str, ...] = ()
    chat: str | None = None
    persona: str | None = None
    character: str | None = None
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ScanMessage:
    """A visible message as it is sent.

    Attributes:
        name: who speaks.
        text: the text, after regex scripts.
        index: which message of the chat it is; None for one that is not in the file.
    """

    name: str
    text: str
    index: int | None = None


@dataclass(frozen=True, slots=True)
class ScanFields:
    """Texts that entries may also be matched against, and the kind of generation.

    Attributes:
        persona: the persona's description.
        description: the character's.
        personality: the character's.
        depth_prompt: the character's note at depth.
        scenario: the scenario.
        creator_notes: what the card's maker says.
        trigger: normal, continue, impersonate, swipe, regenerate or quiet.
    """

    persona: str = ""
    description: str = ""
    personality: str = ""
    depth_prompt: str = ""
    scenario: str = ""
    creator_notes: str = ""
    trigger: str = "normal"


@dataclass(frozen=True, slots=True)
class Injected:
    """The text of a prompt slot that the scan reads.

    Attributes:
        key: the slot.
        text: its text, macros not yet expanded.
    """

    key: str
    text: str


def _same(content: str, _depth: int | None) -> str:
    return content


def _as_stored(_book: str, entry: Record) -> Record:
    return entry


@dataclass(frozen=True)
class ScanInput:
    """One scan.

    Attributes:
        books: lorebooks as stored, by name.
        sources: which of them are scanned.
        settings: `world_info_settings`.
        messages: the visible messages, oldest first.
        fields: further texts.
        injected: slots that are scanned, in order of registration.
        max_context: what the budget is a percentage of: context less response, in tokens.
        count: the host's token counter; 0 for an empty text.
        timed: `chat_metadata.timedWorldInfo`.
        character_file: the card's file name without `.png`.
        tags: the character's tags by id.
        macros: what macros in keys and contents are expanded with.
        chance: a number from 0 up to 1, as `Math.random()` gives.
        forced: entries that an extension activates.
        dry_run: whether the host only counts.
        rewritten: changes an entry as an extension does when books are loaded.
        regexed: an active content after regex scripts; told the depth of one at depth.
    """

    books: Mapping[str, Record]
    sources: BookSources
    settings: Record
    messages: Sequence[ScanMessage]
    max_context: int
    count: Callable[[str], int]
    fields: ScanFields = field(default_factory=ScanFields)
    injected: Sequence[Injected] = ()
    timed: object = None
    character_file: str = ""
    tags: tuple[str, ...] = ()
    macros: MacroContext = field(default_factory=MacroContext)
    chance: Callable[[], float] = random.random
    forced: Sequence[Record] = ()
    dry_run: bool = False
    rewritten: Callable[[str, Record], Record] = _as_stored
    regexed: Callable[[str, int | None], str] = _same


class Position(IntEnum):
    """Where an entry's content goes."""

    BEFORE = 0
    AFTER = 1
    NOTE_TOP = 2
    NOTE_BOTTOM = 3
    AT_DEPTH = 4
    EXAMPLES_TOP = 5
    EXAMPLES_BOTTOM = 6
    OUTLET = 7


class PassKind(StrEnum):
    """What a pass of the scan is for."""

    INITIAL = "INITIAL"
    RECURSION = "RECURSION"
    MIN_ACTIVATIONS = "MIN_ACTIVATIONS"


class Stage(IntEnum):
    """Where an entry was left out, in the order in which the scan asks."""

    DISABLED = 0
    TRIGGER = 1
    CHARACTER = 2
    DELAY = 3
    COOLDOWN = 4
    RECURSION = 5
    DECORATOR = 6
    NO_KEYS = 7
    KEYS = 8
    SECONDARY = 9
    GROUP = 10
    PROBABILITY = 11
    BUDGET = 12


class Cause(StrEnum):
    """Why an entry is a candidate."""

    KEY = "key"
    CONSTANT = "constant"
    STICKY = "sticky"
    DECORATOR = "decorator"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Where a key was found.

    Attributes:
        source: `message`, `persona`, `description` and the like, `slot:<key>` or `recursion`.
        message: which message of the chat; None elsewhere.
        start: where the match begins in that text, in code points.
        end: where it ends.
        text: what was matched.
    """

    source: str
    message: int | None
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one entry.

    Attributes:
        key: `<book>.<uid>`.
        book: the book's name.
        uid: the entry's uid as text.
        record: the entry as stored.
        active: whether it is in.
        cause: why it was a candidate; None if it never was one.
        match: the key that matched and where; None without one.
        written_key: that key as the entry spells it.
        stage: where it was left out; None if it is in.
        detail: the same in words.
        passed_in: the pass, from 1, in which it came in; 0 if it did not.
        probability: in percent, where chance had a say in it; None otherwise.
        content: the content as it is sent: decorators cut, macros expanded.
        tokens: of the content with a line break.
    """

    key: str
    book: str
    uid: str
    record: Record
    active: bool
    cause: Cause | None
    match: MatchPlace | None
    written_key: str
    stage: Stage | None
    detail: str
    passed_in: int
    probability: float | None
    content: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass of the scan.

    Attributes:
        kind: what it was for.
        candidates: `<book>.<uid>` of entries after inclusion groups.
        successful: those of them whose roll did not fail; the budget may still refuse them.
    """

    kind: PassKind
    candidates: tuple[str, ...]
    successful: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A content at its place.

    Attributes:
        key: the entry, `<book>.<uid>`.
        content: the text.
    """

    key: str
    content: str


@dataclass(frozen=True, slots=True)
class AtDepth:
    """Contents that share a depth and a role, from top to bottom.

    Attributes:
        depth: as the first entry has it; None where it has none, which acts as 0.
        role: 0 system, 1 user, 2 assistant.
        entries: the contents.
    """

    depth: object
    role: object
    entries: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class ScanOutput:
    """What a scan answers.

    Attributes:
        active: the active entries in the order of activation.
        verdicts: every scanned entry, in the order of the scan.
        before: above the character's description, top to bottom.
        after: below it.
        note_top: above the author's note.
        note_bottom: below it.
        at_depth: among the messages, in the order in which the groups arise.
        examples: dialogue examples, in the order in which they are handed on; those of the top
            are then put in front one by one.
        outlets: by name.
        passes: what each pass found.
        budget: limit in tokens; a cap may be broken.
        overflowed: whether it was ever hit.
        refused: `<book>.<uid>` of entries that only the budget kept out.
        random_calls: how often chance was asked.
        timed: `timedWorldInfo` afterwards.
        variables: as macros in contents left them.
    """

    active: tuple[Verdict, ...]
    verdicts: tuple[Verdict, ...]
    before: tuple[Placed, ...]
    after: tuple[Placed, ...]
    note_top: tuple[Placed, ...]
    note_bottom: tuple[Placed, ...]
    at_depth: tuple[AtDepth, ...]
    examples: tuple[tuple[Position, Placed], ...]
    outlets: Mapping[str, tuple[Placed, ...]]
    passes: tuple[Pass, ...]
    budget: float
    overflowed: bool
    refused: tuple[str, ...]
    random_calls: int
    timed: Record
    variables: Variables
