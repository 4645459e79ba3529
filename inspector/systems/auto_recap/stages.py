"""Recaps as readable text: scene recaps that are JSON built in stages, plain text, old forms.

Specs: specs/auto-recap.md §1.3 and §5.5.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

from inspector.core.decoded import is_list, is_object, items, text
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import WHITE_SPACE, entries, printed, truthy
from inspector.jsonbytes.spelling import spell

_FENCED = re.compile(r"```[a-zA-Z0-9_-]*[ \t]*\n?(.*?)\n?[ \t]*```", re.DOTALL)

_STAGE_3 = ("developments", "open", "state", "resolved")
_STAGE_2 = ("outcomes", "threads", "state")
_ENTITY_NAMES = {"t": "type", "n": "name", "k": "keywords", "c": "content", "u": "uid"}


def parsed(data: object) -> object:
    """A scene recap as the object that it spells; its trimmed text where it spells none."""
    if not isinstance(data, str):
        return data
    trimmed = data.strip(WHITE_SPACE)
    fenced = _FENCED.fullmatch(trimmed)
    inner = fenced[1].strip(WHITE_SPACE) if fenced else trimmed
    if not inner.startswith(("{", "[")):
        return trimmed
    try:
        return cast("object", json.loads(inner, strict=False))
    except (ValueError, RecursionError):
        return trimmed


def readable(data: object) -> str:
    """A recap in readable form: `extractRecapString`. The most advanced stage wins."""
    if not truthy(data):
        return ""
    value = parsed(data)
    if not is_object(value):
        # A number or `true` stands for its text (specs/auto-recap.md §9, 5).
        return "" if is_list(value) else printed(value)
    for stage in (_of_stage_3, _of_stage_2, _of_stage_1, _of_root):
        found = stage(value)
        if found:
            return found
    return ""


def _of_stage_3(value: Mapping[str, object]) -> str:
    stage = value.get("stage3")
    return _blocks(_unwrapped(stage), _STAGE_3) if is_object(stage) else ""


def _unwrapped(stage: Mapping[str, object]) -> Mapping[str, object]:
    inner = stage.get("recap")
    if is_object(inner):
        return inner
    legacy = text(stage.get("rc"))
    return {"developments": [legacy]} if legacy and not _has_any(stage, _STAGE_3) else stage


def _of_stage_2(value: Mapping[str, object]) -> str:
    stage = value.get("stage2")
    if not is_object(stage):
        return ""
    recap = stage.get("recap")
    if is_object(recap):
        legacy = {"outcomes": recap["plot"]} if "plot" in recap else {}
        return _blocks({**legacy, **recap}, _STAGE_2)
    return text(recap)


def _of_stage_1(value: Mapping[str, object]) -> str:
    stage = value.get("stage1")
    if not is_object(stage):
        return ""
    return "\n".join(_lines(stage.get("extracted")) or _lines(stage.get("chronological_items")))


def _of_root(value: Mapping[str, object]) -> str:
    if _has_any(value, ("developments", "open", "state")):
        return _blocks(value, _STAGE_3)
    recap = value.get("recap")
    if is_object(recap):
        return _blocks(recap, _STAGE_3) or _blocks(recap, _STAGE_2)
    return text(recap) or text(value.get("plot")) or text(value.get("rc"))


def _has_any(value: Mapping[str, object], names: Iterable[str]) -> bool:
    return any(_lines(value.get(name)) for name in names)


def _lines(value: object) -> list[str]:
    """The items of a list; a text that is not blank counts as a list of one."""
    if isinstance(value, str):
        return [value] if value.strip(WHITE_SPACE) else []
    return [printed(item) for item in items(value) if truthy(item)]


def _blocks(value: Mapping[str, object], names: Iterable[str]) -> str:
    found = ((name.upper(), _lines(value.get(name))) for name in names)
    return "\n\n".join(f"{label}:\n" + "\n".join(lines) for label, lines in found if lines)


def stage_3(data: object) -> Mapping[str, object] | None:
    """What a running recap takes from a scene recap: `extractStage3FromScene`; None if nothing.

    The third stage of a staged recap, or a bare object of that shape. One that only has
    `resolved` is not recognised.
    """
    value = parsed(data)
    if not is_object(value):
        return None
    stage = value.get("stage3")
    if is_object(stage):
        return stage
    return value if _has_any(value, _STAGE_3[:3]) else None


@dataclass(frozen=True, slots=True)
class RunningOutput:
    """A model's answer for the running recap, normalised.

    Attributes:
        recap: what is stored as a version's content.
        entities: events that are handed to the lorebook.
    """

    recap: str
    entities: tuple[Mapping[str, object], ...] = ()


def normalised_running(answer: Mapping[str, object]) -> RunningOutput:
    """A model's answer as it is stored: `normalizeStageOutput` for the running recap.

    Raises:
        ReleaseThrowsError: the answer holds no recap.
    """
    recap = answer.get("recap")
    content = _blocks(recap, _STAGE_3[:3]) if is_object(recap) else text(recap)
    if not content.strip(WHITE_SPACE):
        keys = ", ".join(key for key, _ in entries(answer))
        raise ReleaseThrowsError(f"Running recap: Empty recap content. Got keys: [{keys}]")
    return RunningOutput(content, entities_of(answer))


def entities_of(answer: Mapping[str, object]) -> tuple[Mapping[str, object], ...]:
    """What a model's answer names for the lorebook (specs/auto-recap.md §5.5)."""
    return tuple(normalised_entity(one) for one in items(answer.get("entities")) if is_object(one))


def staged(answer: Mapping[str, object]) -> str:
    """A model's answer as a scene recap is stored: an object with the third stage (§1.3).

    Raises:
        ReleaseThrowsError: developments, open, state and resolved are all empty.
    """
    stage = _unwrapped(answer)
    if not _blocks(stage, _STAGE_3):
        keys = ", ".join(key for key, _ in entries(answer))
        raise ReleaseThrowsError(f"Scene recap: Empty recap content. Got keys: [{keys}]")
    return spell({"stage3": {name: _lines(stage.get(name)) for name in _STAGE_3}})


def normalised_entity(entity: Mapping[str, object]) -> dict[str, object]:
    """An entity with long field names, keywords and content as lists."""
    named = {_ENTITY_NAMES.get(key, key): value for key, value in entity.items()}
    for name in ("keywords", "content"):
        if name in named:
            value = named[name]
            blank = isinstance(value, str) and not value.strip(WHITE_SPACE)
            single = [value] if isinstance(value, str) and not blank else []
            named[name] = value if is_list(value) else single
    return named


def compacted(wording: str) -> str:
    """An edited scene recap as it is stored: a JSON object without spaces, else the text."""
    try:
        value = cast("object", json.loads(wording))
    except (ValueError, RecursionError):
        return wording
    return spell(value) if is_object(value) else wording


def stage_reached(data: object) -> int | None:
    """How many stages of a scene recap are done, 1 to 4; None for plain text and bare objects."""
    value = parsed(data)
    if not is_object(value):
        return None
    return max((n for n in range(1, 5) if f"stage{n}" in value), default=None)
