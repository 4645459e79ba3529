"""The element that Auto-Recap puts around every lorebook entry (specs/send-path.md §6.10)."""

from collections.abc import Iterator, Mapping

from inspector.core.decoded import names, text
from inspector.core.javascript import UNDEFINED, WHITE_SPACE, to_string

_ELEMENT = "setting_lore"
_UNNAMED = "Unnamed Entry"
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})
_DECORATOR = "@@"


def wrapped_entry(book: str, entry: Mapping[str, object]) -> Mapping[str, object]:
    """An entry whose content stands in an element that says what it is.

    Lines of decorators stay above the element. An entry without content is left as it is.

    Args:
        book: the lorebook's name.
        entry: as stored.
    """
    lines = text(entry.get("content")).split("\n")
    decorators = 0
    while decorators < len(lines) and lines[decorators].startswith(_DECORATOR):
        decorators += 1
    content = "\n".join(lines[decorators:]).strip(WHITE_SPACE)
    if not content:
        return entry
    attributes = "".join(
        f' {name}="{value.translate(_ESCAPED)}"' for name, value in _attributes(book, entry)
    )
    element = f"<{_ELEMENT}{attributes}>\n{content}\n</{_ELEMENT}>"
    return {**entry, "content": "\n".join([*lines[:decorators], element])}


def _attributes(book: str, entry: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    yield "name", text(entry.get("comment")) or _UNNAMED
    for name in ("uid", "world", "position", "order", "depth", "role"):
        value = entry.get(name, book if name == "world" else None)
        if value is not None and value is not UNDEFINED and value != "":
            yield name, to_string(value)
    keys = names(entry.get("key"))
    if keys:
        yield "keys", "|".join(keys)
