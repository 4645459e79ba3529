"""What every verb prints with `--json`, a value a line (DESIGN §4), as pydantic models.

Values that come from files of other people, such as stored ids, may be anything.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Bucket = Literal["old", "mid", "recent"]
Stored = Annotated[Any, Field(description="as it stands in the file, of any type")]
Number = Annotated[float | None, Field(description="null where it is not finite")]
Range = Annotated[list[int], Field(min_length=2, max_length=2, description="first and last")]


class Model(BaseModel):
    """All that a value has, and nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Line(Model):
    """One line of a block."""

    text: str
    tokens: int
    memory: Stored


class Section(Model):
    """Lines that belong together; `bucket` is null for tags, header and closing."""

    bucket: Bucket | None
    title: str | None
    tokens: int
    lines: list[Line]


class Prompt(Model):
    """One prompt slot; `delivered` and `message` with `--send` only."""

    key: str
    position: int | None
    depth: Stored
    role: int
    scan: bool
    text: str
    tokens: int
    sections: list[Section]
    delivered: Literal["exact", "inside", "dropped", "off"] | None = None
    message: int | None = None


class MemoryVerdict(Model):
    """Whether a memory is in the block, and if not, why."""

    id: Stored
    bucket: Bucket | None
    in_block: bool
    gate: str | None
    reason: str
    tokens: int
    score: Number


class Budget(Model):
    """A token budget and what is used of it."""

    limit: Number
    used: int


class MessageRow(Model):
    """A row of `messages`; the last three where messages' memories are injected themselves."""

    index: int
    name: str
    is_user: bool
    hidden: bool
    recap: str | None
    recap_tokens: int
    included: bool | None
    reason: str
    scene: int | None
    include: str | None = None
    lagging: bool | None = None
    kept: bool | None = None


class InjectedRow(MessageRow):
    """A row of `messages` in `inject`."""

    gate: str | None


class SentMessage(Model):
    """A message of a whole request."""

    index: int
    tokens: int
    kept: bool
    gate: str | None


class RetrievedItem(Model):
    """An item of a whole request."""

    id: str
    kind: Literal["constant", "lorebook", "chronicle", "chat"]
    tokens: int
    composite: Number
    kept: bool
    gate: str | None


class Event(Model):
    """What happens between Send and the request."""

    step: Literal["open", "send"]
    system: str
    kind: str
    messages: list[Range]
    text: str


class Inject(Model):
    """`inject`: what goes into the prompt; `ruleset` is null where nobody answers."""

    chat: str
    ruleset: str | None
    encoding: str | None
    chat_length: int
    at: int | None
    prompts: list[Prompt]
    memories: list[MemoryVerdict]
    budget: Budget | None
    messages: list[InjectedRow] | list[SentMessage] | None = None
    rag: list[RetrievedItem] | None = None
    error: str | None = None
    events: list[Event] | None = None
    warnings: list[str]


class Part(Model):
    """Where a part of a request comes from; places in code points."""

    message: int | None
    start: int
    end: int
    source: str
    tokens: int


class RequestMessage(Model):
    """A message as it is sent."""

    role: str
    content: Stored
    name: str | None = None


class Request(Model):
    """`request`: the body that would be sent."""

    messages: list[RequestMessage] | None = None
    prompt: str | None = None
    parts: list[Part] | None = None


class Gate(Model):
    """A gate that was passed or failed."""

    gate: str
    passed: bool
    detail: str


class SmallestChange(Model):
    """What gets it in."""

    kind: str
    detail: str


class Why(Model):
    """`why`: a line a memory, message or item."""

    id: Stored
    in_block: bool
    gates: list[Gate]
    smallest_change: SmallestChange | None


class Memory(Model):
    """A row of `memories`."""

    id: Stored
    index: int
    summary: str
    importance: int
    secret: bool
    witnesses: list[str]
    characters_involved: list[str]
    messages: list[Number]
    bucket: Bucket | None
    in_block: bool
    gate: str | None
    tokens: int


class Scene(Model):
    """A finished scene."""

    break_: int = Field(alias="break")
    start: int
    end: int
    shown_start: int
    name: str
    recap_tokens: int


class AutoHide(Model):
    """What auto-hide would do."""

    hide: list[Range]
    unhide: list[Range]


class Scenes(Model):
    """`scenes`; `chat` and `ruleset` where there are several."""

    chat: str | None = None
    ruleset: str | None = None
    scenes: list[Scene]
    auto_hide: AutoHide


class RecapVersion(Model):
    """A version of the running recap."""

    version: Stored
    timestamp: Stored
    scene_count: Stored
    excluded_count: Stored
    tokens: int
    current: bool


class RecapText(RecapVersion):
    """`recap CHAT show`."""

    content: str


class RecapList(Model):
    """`recap CHAT list`."""

    chat_id: Stored
    current_version: Stored
    state: Literal["ok", "none", "reset", "branch", "import", "unknown"]
    versions: list[RecapVersion]


class RecapDiff(Model):
    """`recap CHAT diff`."""

    before: RecapVersion
    after: RecapVersion
    diff: list[str]


class Problem(Model):
    """One finding."""

    code: str
    severity: Literal["error", "warning", "hint"]
    text: str
    memory: Stored
    memory_index: int | None
    message: int | None
    line: int | None


class Lint(Model):
    """`lint`; `known` with a baseline: how many it holds back."""

    chat: str
    problems: list[Problem]
    known: int | None = None


class Ruleset(Model):
    """A row of `rulesets`."""

    ruleset: str
    title: str
    release: bool
    encoding: str


class Setting(Model):
    """A row of `settings`."""

    name: str
    kind: str
    default: Stored
    unit: str
    least: float | None
    greatest: float | None
    choices: list[Any]
    meaning: str


class Send(Model):
    """What the check takes to have been pressed."""

    pending: str
    member: int
    opened: bool
    at: int | None


class Slot(Model):
    """What became of a prompt slot."""

    key: str
    delivered: Literal["exact", "inside", "macros", "differs", "absent"]
    message: int | None
    cause: str | None
    diff: list[str]
    macros: list[str]


class History(Model):
    """How far the history reaches back."""

    first_in: int | None
    predicted_first_in: int | None
    agrees: bool
    next_out: int | None
    needed: int | None


class Coverage(Model):
    """How much of the request is known."""

    tokens: int
    attributed: int


class Difference(Model):
    """Something that is not as predicted."""

    kind: str
    source: str
    message: int | None
    diff: list[str]


class Check(Model):
    """`check`."""

    kind: str
    form: str
    send: Send
    slots: list[Slot]
    history: History
    parts: list[Part]
    coverage: Coverage
    differences: list[Difference]
    remarks: list[str]


class Listening(Model):
    """The first line of `listen`."""

    listening: str
    to: str


class ListenRequest(Model):
    """A request that `listen` forwards."""

    number: int
    path: str
    when: str
    saved: str | None = None
    chat: str | None = None
    check: Check | None = None
    error: str | None = None


class ListenAnswer(Model):
    """An answer that `listen` forwards."""

    number: int
    status: int | None
    bytes: int
    seconds: float
    problem: str | None


class FirstChange(Model):
    """Where two requests part."""

    message: int
    offset: int
    source: str


class Kept(Model):
    """What a prompt cache can keep of a turn."""

    tokens: int
    kept: int
    first_change: FirstChange | None


class Turn(Kept):
    """A row of `stability`."""

    at: int
    what_if: Kept | None = None


class Tokens(Model):
    """`tokens`; `characters` in code points."""

    tokens: int
    encoding: str
    characters: int


class Formatted(Model):
    """A result of `format`: a text, or an error."""

    id: Stored
    text: str | None = None
    reflections: str | None = None
    error: str | None = None


class AtDepth(Model):
    """Entries at a depth of the chat."""

    depth: Stored
    role: Stored
    entries: list[str]


class Example(Model):
    """An entry among the example messages."""

    position: Literal["top", "bottom"]
    content: str


class Pass(Model):
    """A pass of the scan."""

    state: Stored
    candidates: list[str]
    successful: list[str]


class Activated(Model):
    """A result of `activate`."""

    id: Stored
    activated: list[Any]
    activated_keys: list[str]
    before: str
    after: str
    an_top: list[str]
    an_bottom: list[str]
    at_depth: list[AtDepth]
    examples: list[Example]
    outlets: dict[str, list[str]]
    not_activated_budget: list[str]
    overflowed: bool
    budget: Number
    passes: list[Pass]
    random_calls: int
    entry_tokens: dict[str, Any] | None = None
    timed_after: Stored


class CaseError(Model):
    """A line that is no case, or a case that cannot be answered."""

    id: Stored
    error: str
