"""The part of Handlebars that story strings are written in: names, comments and blocks.

What is neither a name that is given nor a block stays as it is, for the macro engine.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.sillytavern.completion.sourced import NOTHING, Sourced, joined, sourced

_TAG: Final = re.compile(
    r"\{\{\{(?P<raw>[^{}]*)\}\}\}|\{\{(?P<before>~?)(?P<tag>!--.*?--|[^{}]*?)(?P<after>~?)\}\}",
    re.DOTALL,
)
_LINE_END: Final = re.compile(r"[ \t]*\r?\n")
_LINE_START: Final = re.compile(r"(?:^|\n)[ \t]*$")
_BLOCKS: Final = ("if", "unless", "with", "each")


class TemplateError(InspectorError):
    """A template whose blocks do not match; the text says which."""


@dataclass
class _Token:
    """A stretch of text, or a tag without its braces."""

    text: str
    is_tag: bool = False
    strips_before: bool = False
    strips_after: bool = False

    @property
    def is_block(self) -> bool:
        """Whether it opens, parts or closes a block, or is a comment: it may have its own line."""
        return self.is_tag and (self.text[:1] in "#/!^" or self.text == "else")


def rendered(template: str, values: Mapping[str, Sourced], source: str) -> Sourced:
    """A template with its values.

    Args:
        template: as written; nothing is escaped.
        values: texts by name; an empty one counts as false.
        source: where the template's own text comes from.

    Raises:
        TemplateError: a block is not closed, or closed where none is open.
    """
    tokens = _without_own_lines(_tokens(template))
    found, rest = _render(tokens, 0, values, source, until=None)
    if rest < len(tokens):
        raise TemplateError(
            _("The story string closes {{{{{text}}}}} too early.").format(text=tokens[rest].text)
        )
    return found


def _tokens(template: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    for found in _TAG.finditer(template):
        tokens.append(_Token(template[at : found.start()]))
        raw = found["raw"]
        tag = (raw if raw is not None else found["tag"]).strip()
        before, after = bool(found["before"]), bool(found["after"])
        tokens.append(_Token(tag, is_tag=True, strips_before=before, strips_after=after))
        at = found.end()
    tokens.append(_Token(template[at:]))
    return tokens


def _without_own_lines(tokens: list[_Token]) -> list[_Token]:
    """The tokens with the line taken away on which a block's tag stands alone."""
    last = len(tokens) - 1
    own_lines: list[int] = []
    for index in range(1, last, 2):
        before, after = tokens[index - 1].text, tokens[index + 1].text
        begins = _LINE_START.search(before) and (before or index == 1)
        ends = _LINE_END.match(after) or (index + 1 == last and not after.strip(" \t"))
        if tokens[index].is_block and begins and ends:
            own_lines.append(index)
    for index in own_lines:
        before, after = tokens[index - 1], tokens[index + 1]
        before.text = before.text.rstrip(" \t")
        after.text = _LINE_END.sub("", after.text, count=1) if _LINE_END.match(after.text) else ""
    for index in range(1, last, 2):
        if tokens[index].strips_before:
            tokens[index - 1].text = tokens[index - 1].text.rstrip()
        if tokens[index].strips_after:
            tokens[index + 1].text = tokens[index + 1].text.lstrip()
    return tokens


def _render(
    tokens: Sequence[_Token],
    index: int,
    values: Mapping[str, Sourced],
    source: str,
    until: str | None,
) -> tuple[Sourced, int]:
    """What stands until a block ends; answers the token at which it does."""
    parts: list[Sourced] = []
    while index < len(tokens):
        token = tokens[index]
        if not token.is_tag:
            parts.append(sourced(token.text, source))
        elif token.text == "else" or token.text.startswith(("/", "^")):
            return joined(parts, ""), index
        elif token.text.startswith("#"):
            part, index = _block(tokens, index, values, source)
            parts.append(part)
        elif not token.text.startswith("!"):
            parts.append(_value(token, values, source))
        index += 1
    if until is not None:
        raise TemplateError(
            _("The story string does not close {{{{#{until}}}}}.").format(until=until)
        )
    return joined(parts, ""), index


def _block(
    tokens: Sequence[_Token], index: int, values: Mapping[str, Sourced], source: str
) -> tuple[Sourced, int]:
    kind, _space, name = tokens[index].text[1:].strip().partition(" ")
    if kind not in _BLOCKS:
        raise TemplateError(
            _("The story string has a block {{{{#{kind}}}}}, which nobody knows.").format(kind=kind)
        )
    first, index = _render(tokens, index + 1, values, source, until=kind)
    second = NOTHING
    if tokens[index].text in ("else", "^"):
        second, index = _render(tokens, index + 1, values, source, until=kind)
    if tokens[index].text[1:].strip() != kind:
        raise TemplateError(_("The story string does not close {{{{#{kind}}}}}.").format(kind=kind))
    holds = bool(values.get(name.strip(), NOTHING))
    chosen = first if holds is not (kind == "unless") else second
    return chosen, index


def _value(token: _Token, values: Mapping[str, Sourced], source: str) -> Sourced:
    name = token.text.lstrip("&").strip()
    if name in values:
        return values[name]
    return sourced(f"{{{{{token.text}}}}}", source)
