"""A text whose parts that depend on the moment are followed through replacements."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import regex

from inspector.sillytavern.macros.context import MomentField


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with the places of values that depend on the moment."""

    text: str
    fields: tuple[MomentField, ...] = ()

    @property
    def depends(self) -> bool:
        """Whether any part depends on the moment."""
        return bool(self.fields)

    def as_field(self, macro: str) -> "Marked":
        """The whole text as one value that depends on the moment."""
        return Marked(self.text, (MomentField(0, len(self.text), macro),))

    def sub(
        self, pattern: "regex.Pattern[str]", replaced: "Callable[[regex.Match[str]], Marked]"
    ) -> "Marked":
        """The text with every match replaced.

        A value that a match cuts into becomes one with what replaces the match.
        """
        parts: list[Marked] = []
        cursor = 0
        for found in pattern.finditer(self.text):
            start, end = found.span()
            parts.append(self.cut(cursor, start))
            new = replaced(found)
            inside = [one for one in self.fields if one.start < end and one.end > start]
            parts.append(new.as_field(inside[0].macro) if inside and not new.depends else new)
            cursor = end
        if not parts:
            return self
        parts.append(self.cut(cursor, len(self.text)))
        return joined(parts)

    def cut(self, start: int, end: int) -> "Marked":
        """A part of the text."""
        fields = tuple(
            MomentField(max(one.start, start) - start, min(one.end, end) - start, one.macro)
            for one in self.fields
            if (one.start < end and one.end > start) or start <= one.start == one.end < end
        )
        return Marked(self.text[start:end], fields)


def joined(parts: Iterable[Marked]) -> Marked:
    """Texts one behind the other."""
    texts: list[str] = []
    fields: list[MomentField] = []
    length = 0
    for part in parts:
        texts.append(part.text)
        fields += [
            MomentField(one.start + length, one.end + length, one.macro) for one in part.fields
        ]
        length += len(part.text)
    return Marked("".join(texts), tuple(fields))
