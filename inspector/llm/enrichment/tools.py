"""The agent's five tools, with the seed's names; each only looks, judges or proposes."""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.core.decoded import is_list, is_object, text
from inspector.llm.exchange import Tool, ToolCall

SEARCH: Final = "SearchKnowledgeBaseTool"
EVENT: Final = "CreateChronicleEventTool"
ENTRY: Final = "CreateLorebookEntryTool"
SIGNIFICANCE: Final = "AnalyzeTextSignificanceTool"
UPDATE: Final = "UpdateLorebookEntryTool"

_TEXT: Mapping[str, object] = {"type": "string"}
_WORDS: Mapping[str, object] = {"type": "array", "items": {"type": "string"}}


def _tool(name: str, meaning: str, required: Sequence[str], **fields: Mapping[str, object]) -> Tool:
    schema = {"type": "object", "properties": dict(fields), "required": list(required)}
    return Tool(name, meaning, schema)


TOOLS: Final = (
    _tool(
        SIGNIFICANCE,
        "Judge, before anything else, whether the exchange changes the story for good.",
        ("significance", "reason"),
        significance={"type": "number", "minimum": 0, "maximum": 1},
        reason=_TEXT,
    ),
    _tool(
        SEARCH,
        "Look what is known already, before you create or update anything.",
        ("query",),
        query=_TEXT,
        kind={"type": "string", "enum": ["all", "lorebook", "chronicle"]},
    ),
    _tool(
        EVENT,
        "Propose an event: what happened, in one or two sentences of the past tense.",
        ("summary", "keywords"),
        summary=_TEXT,
        event_type=_TEXT,
        keywords=_WORDS,
        time=_TEXT,
    ),
    _tool(
        ENTRY,
        "Propose an entry for a person, place or thing that the lorebook does not have.",
        ("title", "keywords", "content"),
        title=_TEXT,
        keywords=_WORDS,
        content=_TEXT,
    ),
    _tool(
        UPDATE,
        "Propose another text for an entry that a search has found, by its uid.",
        ("uid", "content"),
        uid=_TEXT,
        content=_TEXT,
        keywords=_WORDS,
    ),
)

NAMES: Final = frozenset(tool.name for tool in TOOLS)
_REQUIRED: Final = {tool.name: tool.parameters.get("required") for tool in TOOLS}


class ToolError(ValueError):
    """A call that cannot be carried out; the text is told to the model."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of a call that were read and found to be of their kinds."""

    values: Mapping[str, object]

    def text(self, name: str) -> str:
        """A text; empty without one."""
        return text(self.values.get(name)).strip()

    def number(self, name: str) -> float:
        """A number.

        Raises:
            ToolError: it is none.
        """
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ToolError(f"{name} is no number")
        # Python's JSON takes NaN, Infinity, and integers that no float holds.
        if not abs(value) <= sys.float_info.max:
            raise ToolError(f"{name} is no finite number")
        return float(value)

    def words(self, name: str) -> tuple[str, ...]:
        """A list of words, as a list or as a text with commas."""
        value = self.values.get(name)
        listed = value.split(",") if isinstance(value, str) else value
        if not is_list(listed):
            return ()
        stripped = (text(one).strip() for one in listed)
        return tuple(dict.fromkeys(one for one in stripped if one))


def arguments_of(call: ToolCall) -> Arguments:
    """What a call says.

    Raises:
        ToolError: there is no such tool, its arguments are no JSON object, or one is missing.
    """
    if call.name not in NAMES:
        raise ToolError(f"there is no tool {call.name!r}; there are {', '.join(sorted(NAMES))}")
    try:
        values: object = json.loads(call.arguments or "{}", strict=False)
    except (ValueError, RecursionError) as error:
        raise ToolError("the arguments are no JSON") from error
    if not is_object(values):
        raise ToolError("the arguments are no JSON object")
    required = _REQUIRED[call.name]
    for name in required if is_list(required) else ():
        if values.get(text(name)) in (None, "", []):
            raise ToolError(f"{name} is missing")
    return Arguments(values)
