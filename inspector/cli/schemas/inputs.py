"""The JSON that verbs read, as pydantic models, and errors that name the path."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from inspector.cli.input_bytes import json_value
from inspector.core.errors import InspectorError
from inspector.sillytavern.values import NotJsonError

Value = TypeVar("Value")

FiniteNumber = Annotated[float, Field(allow_inf_nan=False)]


class BadJsonError(InspectorError):
    """A JSON value is not what it should be; the text names the path."""


class _Given(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)


class FormatInput(_Given):
    """Arguments of a formatter; a release converts other types as its JavaScript would."""

    memories: Any = Field(default=None, description="a list of memories")
    chat_length: Any = Field(default=None, description="a number of messages")
    budget: Any = Field(default=None, description="a number of tokens")
    present: Any = Field(default=None, description="a list of names")
    emotional_info: Any = None
    relationships: Any = None
    fingerprints: Any = None


class FormatCase(_Given):
    """A case of `format`."""

    id: Any = None
    ruleset: str
    input: FormatInput


class ActivateInput(_Given):
    """A scan; all that is not named here is in `goldens/world-info.json`."""

    books: dict[str, Any] = Field(description="lorebooks by name")
    max_context: FiniteNumber = Field(description="a number of tokens")
    random: Annotated[float, Field(ge=0, lt=1)] | None = None


class ActivateCase(_Given):
    """A case of `activate`."""

    id: Any = None
    input: ActivateInput


class BaselineProblem(BaseModel):
    """A problem that is known."""

    model_config = ConfigDict(extra="forbid", strict=True)

    code: str
    place: str


class Baseline(BaseModel):
    """The file of `lint --baseline`: problems that are not told."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: Literal[1]
    chats: dict[str, list[BaselineProblem]] = Field(description="by file name of the chat")


class SettingsFile(_Given):
    """SillyTavern's `settings.json`, as far as it is read; what is not named here may be anything.

    Extensions' own settings are checked by the ruleset that reads them.
    """

    extension_settings: dict[str, Any] = Field(default={}, description="by extension")
    power_user: dict[str, Any] = Field(default={}, description="personas, instruct, context")
    oai_settings: dict[str, Any] = Field(default={}, description="chat completion")
    main_api: str | None = None
    max_context: Any = Field(default=None, description="a number of tokens")
    amount_gen: Any = Field(default=None, description="a number of tokens")


class RequestMessage(_Given):
    """A message of a captured request; its content may be a text or parts."""

    role: Any = None
    content: Any = None

    @model_validator(mode="after")
    def _needs_one(self) -> "RequestMessage":
        if not self.model_fields_set & {"role", "content"}:
            raise ValueError("field required: role or content")
        return self


class RequestBody(_Given):
    """The body of a request: messages of chat completion, or the prompt of text completion."""

    messages: list[RequestMessage] | None = None
    prompt: Any = Field(default=None, description="a text, or a list of messages")

    @model_validator(mode="after")
    def _needs_one(self) -> "RequestBody":
        if not self.model_fields_set & {"messages", "prompt"}:
            raise ValueError("field required: messages or prompt")
        return self


class LorebookEntry(_Given):
    """An entry of a lorebook; all that is not named here may be anything, and stays."""

    key: Any = Field(default=None, description="a list of keywords")
    content: Any = Field(default=None, description="a text")


class ChronicleEvent(_Given):
    """An event of a chronicle; all that is not named here may be anything, and stays."""

    id: Any = None
    event_type: Any = Field(default=None, description="such as NARRATIVE.EVENT")
    summary: Any = Field(default=None, description="a text")


class CardFile(_Given):
    """A character card of version 2 or 3; one of version 1 has the fields of `data` at the top."""

    data: dict[str, Any] = Field(default={}, description="the character")


class EnrichRun(_Given):
    """What one exchange with a model came to."""

    replies: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []


class EnrichLog(_Given):
    """The file of `enrich --log`: what `enrich --json` printed."""

    exchanges: list[EnrichRun]


_LIST, _OBJECT = "<list>", "<object>"
"""Tags of forms; they stand in no path."""


def _form(value: object) -> str:
    return _LIST if isinstance(value, list) else _OBJECT


Entries = Annotated[
    Annotated[list[LorebookEntry], Tag(_LIST)] | Annotated[dict[str, LorebookEntry], Tag(_OBJECT)],
    Discriminator(_form),
]


class LorebookObject(_Given):
    """A lorebook of SillyTavern, its entries by their numbers, or a minimal one with a list."""

    entries: Entries


RequestFile = Annotated[
    Annotated[list[RequestMessage], Tag(_LIST)] | Annotated[RequestBody, Tag(_OBJECT)],
    Discriminator(_form),
]
LorebookFile = Annotated[
    Annotated[list[LorebookEntry], Tag(_LIST)] | Annotated[LorebookObject, Tag(_OBJECT)],
    Discriminator(_form),
]
ChronicleFile = list[ChronicleEvent]
Scores = dict[str, FiniteNumber]
QueryVector = Annotated[list[FiniteNumber], Field(min_length=1)]


def fault_in(data: bytes, adapter: TypeAdapter[Any]) -> str:
    """At which path the JSON of a file is not what its model has there.

    Args:
        data: the file's bytes.
        adapter: of one of the models above.

    Returns:
        the path and what is wrong; empty where nothing is, or where they are no JSON at all.
    """
    try:
        value = json_value(data)
    except NotJsonError:
        return ""
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        return _first_fault(error)
    return ""


def checked(value: object, kind: type[Value]) -> Value:
    """A decoded value as a model.

    Raises:
        BadJsonError: it is none; the text names the path of the first fault.
    """
    try:
        return TypeAdapter(kind).validate_python(value)
    except ValidationError as error:
        raise BadJsonError(_first_fault(error)) from error


def parsed(data: bytes, kind: type[Value]) -> Value:
    """The bytes of a file as a model.

    Raises:
        BadJsonError: they are no JSON, or not such a value.
    """
    try:
        value = json_value(data)
    except NotJsonError as error:
        raise BadJsonError(f"this is no JSON: {error}") from error
    return checked(value, kind)


def _first_fault(error: ValidationError) -> str:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    first = faults[0]
    path = "".join(
        f"[{one}]" if isinstance(one, int) else f".{one}"
        for one in first["loc"]
        if one not in (_LIST, _OBJECT)
    ).lstrip(".")
    words = first["msg"].removeprefix("Value error, ")
    message = words[:1].lower() + words[1:]
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"{path or 'the value'}: {message}{more}"
