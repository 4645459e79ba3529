"""The part of Handlebars that story strings are written in (specs/send-path.md §7.1).

Names, escaped braces, comments, blocks with their chains, and sections. What is neither a name
that is given nor a block stays as it is, for the macro engine. Source: Handlebars 4.7, by what it
makes of templates.
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
_AFTER_ESCAPED: Final = re.compile(r"\\{0,2}\{\{|\Z")
_LINE_END: Final = re.compile(r"[ \t]*\r?\n")
_LINE_START: Final = re.compile(r"\n[ \t]*$")
_CHAIN: Final = re.compile(r"else\s")
_NUMBER: Final = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_PLACED: Final = re.compile(r"(?:\.\.?|this)/|this\.|\.\.$")
_NOT_WORKED_OUT: Final = re.compile(r"[()=|]")

_Scope = tuple[Sourced, ...]
"""The texts that blocks have made the present one, outermost first; empty among the names."""


class TemplateError(InspectorError):
    """A template whose blocks do not match, or are none; the text says which."""


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
        return self.is_tag and (self.text[:1] in "#/!^" or self.parts)

    @property
    def parts(self) -> bool:
        """Whether it stands between what a block holds and what it holds otherwise."""
        return self.is_tag and (self.text in ("else", "^") or self.chains)

    @property
    def chains(self) -> bool:
        """Whether what a block holds otherwise is another block."""
        return self.is_tag and _CHAIN.match(self.text) is not None


def rendered(template: str, values: Mapping[str, Sourced], source: str) -> Sourced:
    """A template with its values.

    Args:
        template: as written; nothing is escaped.
        values: texts by name; to `if`, `unless` and `with` an empty one is false.
        source: where the template's own text comes from.

    Raises:
        TemplateError: a block is not closed, is closed where none is open, or is none.
    """
    return _Rendering(_without_own_lines(_tokens(template)), values, source).whole()


def _tokens(template: str) -> list[_Token]:
    tokens: list[_Token] = []
    written = ""
    at = found_at = 0
    while (found_at := template.find("{{", found_at)) >= 0:
        before = template[at:found_at]
        if before.endswith("\\") and not before.endswith("\\\\"):
            end = _AFTER_ESCAPED.search(template, found_at + 2)
            at, start = len(template) if end is None else end.start(), found_at
            written += before[:-1] + template[start:at]
            found_at = at
            continue
        tag = _TAG.match(template, found_at)
        if tag is None:
            found_at += 1
            continue
        # Of two backslashes one stays, and the tag is one.
        written += before.removesuffix("\\")
        tokens += [_Token(written), _tag(tag)]
        written = ""
        at = found_at = tag.end()
    tokens.append(_Token(written + template[at:]))
    return tokens


def _tag(found: re.Match[str]) -> _Token:
    raw = found["raw"]
    written = (raw if raw is not None else found["tag"]).strip()
    before, after = bool(found["before"]), bool(found["after"])
    return _Token(written, is_tag=True, strips_before=before, strips_after=after)


def _without_own_lines(tokens: list[_Token]) -> list[_Token]:
    """The tokens with the line taken away on which a block's tag stands alone."""
    last = len(tokens) - 1
    own_lines: list[int] = []
    ends_of_chains = _ends_of_chains(tokens)
    for index in range(1, last, 2):
        before, after = tokens[ends_of_chains.get(index, index) - 1].text, tokens[index + 1].text
        begins = _LINE_START.search(before) or (index == 1 and not before.strip(" \t"))
        ends = _LINE_END.match(after) or (index + 1 == last and not after.strip(" \t"))
        if tokens[index].is_block and begins and ends:
            own_lines.append(index)
    for index in own_lines:
        before, after = tokens[index - 1], tokens[index + 1]
        if index not in ends_of_chains:
            before.text = before.text.rstrip(" \t")
        after.text = _LINE_END.sub("", after.text, count=1) if _LINE_END.match(after.text) else ""
    for index in range(1, last, 2):
        if tokens[index].strips_before:
            tokens[index - 1].text = tokens[index - 1].text.rstrip()
        if tokens[index].strips_after:
            tokens[index + 1].text = tokens[index + 1].text.lstrip()
    return tokens


def _ends_of_chains(tokens: Sequence[_Token]) -> dict[int, int]:
    """By the tag that closes a chain, the one that ends the second block in it.

    Whether the line of the closing tag is its own Handlebars tells by what stands there, and it
    leaves the blanks before it.
    """
    found: dict[int, int] = {}
    opened: list[list[int]] = []
    for index, token in enumerate(tokens):
        if token.parts and opened:
            opened[-1].append(index)
        elif token.is_tag and token.text.startswith(("#", "^")):
            opened.append([])
        elif token.is_tag and token.text.startswith("/") and opened:
            parting = opened.pop()
            if len(parting) > 1:
                found[index] = parting[1]
            elif parting and tokens[parting[0]].chains:
                found[index] = index
    return found


@dataclass(frozen=True)
class _Rendering:
    """A template on its way to a text."""

    tokens: Sequence[_Token]
    values: Mapping[str, Sourced]
    source: str

    def whole(self) -> Sourced:
        """The whole template's text."""
        found, rest = self._until_end(0, (), until=None)
        if rest < len(self.tokens):
            raise TemplateError(
                _("The story string closes {{{{{text}}}}} too early.").format(
                    text=self.tokens[rest].text
                )
            )
        return found

    def _until_end(self, index: int, scope: _Scope, until: str | None) -> tuple[Sourced, int]:
        """What stands until a block is parted or closed; answers the token at which it is."""
        parts: list[Sourced] = []
        while index < len(self.tokens):
            token = self.tokens[index]
            if not token.is_tag:
                parts.append(sourced(token.text, self.source))
            elif token.parts or token.text.startswith("/"):
                return joined(parts, ""), index
            elif token.text.startswith(("#", "^")):
                part, index = self._block(index, scope)
                parts.append(part)
            elif not token.text.startswith("!"):
                parts.append(self._value(token, scope))
            index += 1
        if until is not None:
            raise TemplateError(
                _("The story string does not close {{{{#{until}}}}}.").format(until=until)
            )
        return joined(parts, ""), index

    def _block(self, index: int, scope: _Scope, opened: str = "") -> tuple[Sourced, int]:
        """A block's text; answers the token that closes it.

        Args:
            index: the tag that opens it.
            scope: where it stands.
            opened: the block in whose chain it stands, which the closing tag names; empty for none.
        """
        tag = self.tokens[index]
        head = (tag.text[len("else") :] if tag.chains else tag.text[1:]).strip()
        kind, *arguments = head.split() or [""]
        opened = opened or kind
        holds, inner = self._decided(kind, arguments, scope)
        inverted = tag.text.startswith("^")
        first, index = self._until_end(index + 1, scope if inverted else inner, until=opened)
        second = NOTHING
        parting = self.tokens[index]
        if parting.chains and not inverted:
            second, index = self._block(index, scope, opened)
        elif parting.parts and not parting.chains:
            second, index = self._until_end(index + 1, inner if inverted else scope, until=opened)
        closing = self.tokens[index].text
        if not closing.startswith("/") or closing[1:].strip() != opened:
            raise TemplateError(
                _("The story string does not close {{{{#{kind}}}}}.").format(kind=opened)
            )
        return (first if holds is not inverted else second), index

    def _decided(self, kind: str, arguments: Sequence[str], scope: _Scope) -> tuple[bool, _Scope]:
        """Whether a block holds, and what is the present text in it then."""
        match kind, arguments:
            case "if" | "unless", [one] if not _NOT_WORKED_OUT.search(one):
                return bool(self._argument(one, scope)) is not (kind == "unless"), scope
            case "with", [one] if not _NOT_WORKED_OUT.search(one):
                value = self._argument(one, scope)
                return bool(value), (*scope, value)
            case "each", [one] if not _NOT_WORKED_OUT.search(one):
                return False, scope  # A text holds no items.
            case _, []:
                value = self._found(kind, scope)
                if value is not None:
                    # Only what is no value at all makes a section not hold: no text does.
                    return True, (*scope, value)
            case _:
                pass
        raise TemplateError(
            _("The story string has a block {{{{#{kind}}}}}, which nobody knows.").format(
                kind=" ".join([kind, *arguments])
            )
        )

    def _argument(self, written: str, scope: _Scope) -> Sourced:
        """What a block is asked about; nothing where it is false."""
        if written[:1] in ('"', "'"):
            return sourced(written[1:-1], self.source)
        if written in ("false", "null", "undefined"):
            return NOTHING
        if written == "true" or _NUMBER.fullmatch(written):
            return sourced(written if written == "true" or float(written) else "", self.source)
        return self._found(written, scope) or NOTHING

    def _found(self, written: str, scope: _Scope) -> Sourced | None:
        """A value by its path; None for what is not given there."""
        if written.startswith("@root."):
            scope, written = (), written.removeprefix("@root.")
        while written.startswith("..") and scope:
            scope, written = scope[:-1], written[2:].removeprefix("/") or "this"
        for here in ("./", "this.", "this/"):
            written = written.removeprefix(here)
        if written in ("this", "."):
            return scope[-1] if scope else None
        if (written[:1], written[-1:]) in (("[", "]"), ('"', '"'), ("'", "'")):
            written = written[1:-1]
        return None if scope else self.values.get(written)

    def _value(self, token: _Token, scope: _Scope) -> Sourced:
        written = token.text.lstrip("&").strip()
        value = self._found(written, scope)
        if value is not None:
            return value
        # What is looked for in one place alone is no macro where it is not there.
        is_path = _PLACED.match(written)
        return NOTHING if is_path else sourced(f"{{{{{token.text}}}}}", self.source)
