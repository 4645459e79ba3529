"""The Regex extension's scripts, and what they make of a message.

specs/send-path.md §3.7: scripts of `extension_settings.regex`, by placement and depth.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, IntEnum

from inspector.core.decoded import is_list, is_object, items, members, names, text
from inspector.core.javascript import UNDEFINED, to_number, truthy
from inspector.sillytavern.js_regex import Found, JsRegex, compiled

Record = Mapping[str, object]
Substitute = Callable[[str], str]
"""Expands macros in a text."""

_WRITTEN = re.compile(r"(/?)(.+)\1([a-z]*)", re.IGNORECASE)
_KNOWN_FLAGS = re.compile(r"[gmixXsuUAJ]+")
_MATCH = re.compile(r"\{\{match\}\}", re.IGNORECASE)
_GROUP = re.compile(r"\$([0-9]+)|\$<([^>]+)>")
_SPECIAL = re.compile(r"[\n\r\t\v\f\0.^$*+?{}\[\]\\/|()]")
_SPELLED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", "\f": "\\f", "\0": "\\0"}


class Placement(IntEnum):
    """What a script is for."""

    USER_INPUT = 1
    AI_OUTPUT = 2
    SLASH_COMMAND = 3
    WORLD_INFO = 5
    REASONING = 6


class Target(Enum):
    """When scripts run.

    Attributes:
        PROMPT: as a prompt is made of the chat.
        STORED: as a message comes into the chat, for good.
    """

    PROMPT = "prompt"
    STORED = "stored"


def active_scripts(
    settings: Record,
    target: Target = Target.PROMPT,
    card: Record | None = None,
    avatar: str = "",
) -> list[Record]:
    """The scripts that run, in order: global ones, then those of the card.

    Args:
        settings: SillyTavern's `settings.json`.
        target: when they run.
        card: the card's `data`, if a character answers.
        avatar: the card's file; its scripts run only where the user has allowed them.
    """
    stored = members(settings.get("extension_settings"))
    if "regex" in names(stored.get("disabledExtensions")):
        return []
    scripts = items(stored.get("regex"))
    if card is not None and avatar in names(stored.get("character_allowed_regex")):
        scripts = [*scripts, *items(members(card.get("extensions")).get("regex_scripts"))]
    return [one for one in scripts if is_object(one) and _runs(one, target)]


def _runs(script: Record, target: Target) -> bool:
    if truthy(script.get("disabled")):
        return False
    for_prompts = truthy(script.get("promptOnly"))
    if target is Target.PROMPT:
        return for_prompts
    return not for_prompts and not truthy(script.get("markdownOnly"))


def run_scripts(
    message: str,
    scripts: Iterable[Record],
    placement: Placement,
    depth: int | None,
    substitute: Substitute,
) -> str:
    """A message as the scripts leave it.

    Args:
        message: the message's text.
        scripts: what `active_scripts` found.
        placement: whether the user wrote it or a reply it is.
        depth: how many visible messages lie below it; 0 for the last; None runs all.
        substitute: expands macros in patterns and replacements.
    """
    for script in scripts:
        placed = script.get("placement")
        if is_list(placed) and placement in placed and _is_at(script, depth):
            message = run_script(script, message, substitute)
    return message


def _is_at(script: Record, depth: int | None) -> bool:
    if depth is None:
        return True
    least = _limit(script.get("minDepth", UNDEFINED))
    most = _limit(script.get("maxDepth", UNDEFINED))
    if least is not None and least >= -1 and depth < least:
        return False
    return not (most is not None and most >= 0 and depth > most)


def _limit(value: object) -> float | None:
    number = to_number(value)
    return None if value is None or math.isnan(number) else number


def run_script(script: Record, message: str, substitute: Substitute) -> str:
    """A message as one script leaves it; unchanged where its pattern is none.

    Args:
        script: the script as stored.
        message: the message's text.
        substitute: expands macros.
    """
    written = text(script.get("findRegex"))
    if not written or not message or truthy(script.get("disabled")):
        return message
    match to_number(script.get("substituteRegex")):
        case 1:
            written = substitute(written)
        case 2:
            written = _substituted_escaped(written, substitute)
        case _:
            pass
    pattern = _pattern(written)
    if pattern is None:
        return message
    trims = [one for one in map(substitute, names(script.get("trimStrings"))) if one]
    template = _MATCH.sub("$0", text(script.get("replaceString")))

    def replaced(found: Found) -> str:
        return substitute(_filled(template, found, message, trims))

    return pattern.sub(message, replaced)


def _substituted_escaped(written: str, substitute: Substitute) -> str:
    """The pattern with what macros put in taken literally."""
    parts = re.split(r"(\{\{[^{}]*\}\})", written)
    return "".join(
        _SPECIAL.sub(lambda one: _SPELLED.get(one[0], f"\\{one[0]}"), substitute(part))
        if index % 2 and substitute(part) != part
        else part
        for index, part in enumerate(parts)
    )


def _pattern(written: str) -> JsRegex | None:
    """A pattern as the extension reads it: between slashes with flags, or bare."""
    found = _WRITTEN.search(written)
    if found is None:
        return None
    flags = found[3]
    if flags and (not _KNOWN_FLAGS.fullmatch(flags) or len(set(flags)) < len(flags)):
        return compiled(written)
    return compiled(found[2], flags)


def _filled(template: str, found: Found, message: str, trims: list[str]) -> str:
    # JavaScript hands on the place and the whole text behind the groups, and `$n` reaches them.
    values: list[str | None] = [*found.groups, str(found.start) if found.start else "", message]

    def value(one: re.Match[str]) -> str:
        if one[1]:
            number = int(one[1])
            group = values[number] if number < len(values) else None
        else:
            group = found.named.get(one[2])
        for trim in trims:
            group = (group or "").replace(trim, "")
        return group or ""

    return _GROUP.sub(value, template)
