"""Texts that can only differ by clock, chance or screen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from inspector.sillytavern.macros.context import Expansion, MacroContext
from inspector.sillytavern.macros.expansion import expand


@dataclass(frozen=True)
class MomentTexts:
    """The texts of a predicted request before their macros were expanded.

    Attributes:
        written: by source, the text as it is written.
        context: what its macros were expanded with.
    """

    written: Mapping[str, str]
    context: MacroContext

    def expansion(self, source: str) -> Expansion | None:
        """A source's text, expanded; None where it holds no macros."""
        text = self.written.get(source, "")
        if "{{" not in text and "<" not in text:
            return None
        expanded = expand(text, self.context)
        return expanded if expanded.text != text else None

    def can_be(self, source: str, expected: str, found: str) -> bool:
        """Whether a captured text is the predicted one but for what depends on the moment.

        Args:
            source: whose text it is.
            expected: the predicted text, which may begin with a name and the like.
            found: the captured text.
        """
        expansion = self.expansion(source)
        if expansion is None or not expansion.fields:
            return False
        pattern = _pattern(expansion)
        inside = re.search(pattern, expected)
        if inside is None:
            return False
        before, after = expected[: inside.start()], expected[inside.end() :]
        whole = re.escape(before) + pattern + re.escape(after)
        return re.fullmatch(whole, found) is not None


def _pattern(expansion: Expansion) -> str:
    """Matches the text whatever stands in its fields; ends may be trimmed.

    A field ends where the text behind it stands first, for no later end matches more: what comes
    next could have begun earlier. To try them all would take longer with every field, without end.
    """
    text = expansion.text
    at = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    field, last = "", text[at:end]
    parts = [r"\s*"]
    for one in expansion.fields:
        if one.start >= at and one.end <= end:
            known = re.escape(text[at : one.start])
            parts.append(f"(?>{field}{known})" if field else known)
            field = r"[^\n]*?"
            at, last = one.end, text[one.end : end]
    # Behind a field that ends the text, only its line's end says where it ends.
    field = field if last else field.removesuffix("?")
    return "".join([*parts, field, re.escape(last), r"\s*"])
