"""What verbs that write a file print with `--json`, as pydantic models."""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from inspector.cli.schemas.answers import Model, Stored


class Changed(Model):
    """A value before and after."""

    before: Stored
    after: Stored


class Written(Model):
    """Where an edited chat went; nulls where nothing was written."""

    written: str | None
    backup: str | None
    notes: list[str] | None = None


class RecapChanged(Written):
    """`recap CHAT use|add|edit|delete`."""

    chat: str
    changed: dict[str, Changed]
    warnings: list[str]


class SetOne(Written):
    """`set CHAT ID`: a memory, or with `system` a message."""

    chat: str
    id: str
    system: str | None = None
    changed: dict[str, Changed]


class ChangedMemory(Model):
    """A memory that `set --where` changed."""

    id: str
    index: int
    changed: dict[str, Changed]


class RefusedMemory(Model):
    """A memory on which a change cannot be made."""

    id: str
    index: int
    reason: str


class SetWhere(Written):
    """`set CHAT --where`; `tokens` of the block before and after."""

    chat: str
    where: str
    matched: int
    changed: list[ChangedMemory]
    refused: list[RefusedMemory]
    tokens: Annotated[list[int], Field(min_length=2, max_length=2)]


class Made(Written):
    """`new`, `split`, `merge-memories` and `delete`: ids of memories."""

    chat: str
    made: list[str]
    changed: list[str]
    removed: list[str]
    known_events: list[str] = Field(description="names of characters whose list differs")


class MergedValue(Model):
    """A value that one or both changed; a side that has nothing there is left out."""

    message: int | None
    path: list[str | int]
    base: Stored = None
    theirs: Stored = None
    mine: Stored = None


class Merged(Written):
    """`merge`: what mine alone changed, and what both did."""

    taken: list[MergedValue]
    conflicts: list[MergedValue]


class LintFixed(Written):
    """`lint --fix`: what was put right."""

    chat: str
    fixed: dict[str, int]
    changed: list[ChangedMemory]


class SetKept(Written):
    """`set CHAT character:NAME` and `relationship:A<->B`: what is kept now."""

    chat: str
    id: str
    changed: dict[str, Any]


class EnrichStep(Model):
    """One step of the agent; more keys say what it was about."""

    model_config = ConfigDict(extra="allow")

    kind: str
    words: str


class EnrichReply(Model):
    """One answer of the model."""

    text: str
    calls: list[list[str]]
    finish: str
    tokens: Annotated[list[int], Field(min_length=2, max_length=2)]


class EnrichRun(Model):
    """What the agent did with one exchange."""

    messages: Annotated[list[int], Field(min_length=2, max_length=2)]
    failure: str | None
    tokens: Annotated[list[int], Field(min_length=2, max_length=2)]
    steps: list[EnrichStep]
    replies: list[EnrichReply]


class EnrichEffect(Model):
    """What the next request would make of a proposal."""

    kept: bool
    rank: int
    gate: str | None
    pushed_out: list[str]


class EnrichProposal(Model):
    """An event, an entry, or another text for an entry."""

    kind: Literal["event", "entry", "update"]
    title: str
    content: str
    keywords: list[str]
    time: str | None
    target: str | None
    messages: list[int]
    double: str | None
    state: str
    effect: EnrichEffect | None


class EnrichCall(Model):
    """One request to the endpoint."""

    purpose: str
    tokens: Annotated[list[int], Field(min_length=2, max_length=2)]
    seconds: float
    outcome: str


class EnrichCheck(Model):
    """Whether a message retrieved the right memory: its place among the items; null where not."""

    message: int
    right: str
    title: str
    written: bool
    before: int | None
    after: int | None


class EnrichReplay(Model):
    """What the agent would have done to the whole chat."""

    tokens: Annotated[list[int], Field(min_length=2, max_length=2)]
    retrieved_before: int
    retrieved_after: int
    messages: list[EnrichCheck]


class Enriched(Model):
    """`enrich`: what the agent proposed, and how it came to that."""

    chat: str
    agent: str
    exchanges: list[EnrichRun]
    proposals: list[EnrichProposal]
    calls: list[EnrichCall]
    written: list[Written]
    replay: EnrichReplay | None


class LostFacts(Model):
    """What a paragraph does not say of one memory."""

    memory: str
    names: list[str]
    numbers: list[str]


class SummedUp(Model):
    """`sum-up`: what a paragraph in the place of memories saves and loses."""

    chat: str
    ruleset: str
    text: str
    memories: list[str]
    tokens: Annotated[list[int], Field(min_length=2, max_length=2)]
    saved: int
    lost: list[LostFacts]
    unjudged: int
    returned: list[str]
    kept: bool
    calls: list[EnrichCall]


class ModelRequest(Model):
    """`enrich` and `sum-up` where nobody is asked: a request to be given to a model by hand."""

    request: str
    tokens: int
