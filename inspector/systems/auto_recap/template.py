"""The template around the running recap (specs/auto-recap.md §5.3, specs/as-designed.md §4)."""

import re

from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import WHITE_SPACE, first_truthy, to_string, truthy
from inspector.systems.auto_recap.settings import MACRO

_PATTERN = re.compile(r"\$([$&`'])")


def designed_text(template: str, content: object) -> str:
    """The template with the recap in every place of the macro; `$` has no meaning.

    Content that is missing or no text counts as empty; empty content gives empty text.
    """
    if not isinstance(content, str) or not content:
        return ""
    return template.replace(MACRO, content) if template.strip(WHITE_SPACE) else content


def released_text(template: object, content: object) -> str:
    """What JavaScript's `replace` makes of it: the recap is a pattern, in which `$` counts.

    Content is any value; what is not falsy is printed as JavaScript would. A blank template
    gives the content as it is.

    Raises:
        ReleaseThrowsError: the template is no text.
    """
    if not truthy(content):
        return ""
    content = to_string(content)
    shape = first_truthy(template, "")
    if not isinstance(shape, str):
        raise ReleaseThrowsError("TypeError: template.trim is not a function")
    if not shape.strip(WHITE_SPACE):
        return content
    if "$" not in content:
        return shape.replace(MACRO, content)
    return _replaced(shape, content)


def _replaced(template: str, content: str) -> str:
    """Every macro replaced; text before and after it is the original template's."""
    parts: list[str] = []
    at = 0
    found = template.find(MACRO)
    while found >= 0:
        parts += template[at:found], _expanded(template, content, found)
        at = found + len(MACRO)
        found = template.find(MACRO, at)
    return "".join([*parts, template[at:]])


def _expanded(template: str, content: str, found: int) -> str:
    """The content for the macro at `found`, with the patterns of ECMA-262 GetSubstitution."""
    meant = {
        "$": "$",
        "&": MACRO,
        "`": template[:found],
        "'": template[found + len(MACRO) :],
    }
    return _PATTERN.sub(lambda pattern: meant[pattern[1]], content)


def dollar_patterns(content: str) -> tuple[str, ...]:
    """The patterns in a recap that a release would not print as they stand."""
    return tuple(dict.fromkeys(pattern[0] for pattern in _PATTERN.finditer(content)))
