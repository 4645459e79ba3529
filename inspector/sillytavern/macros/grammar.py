r"""How the nested engine reads a text: macros with flags, names and arguments.

`{{name}}`, `{{name::a::b}}`, `{{name:one}}`, `{{name one}}`, `{{/name}}`, `{{.variable += 1}}`.
Arguments may hold macros again; they lose the space around them. What is not closed or has no
name is plain text, as is `\{\{`.
"""

import re
from dataclasses import dataclass

from inspector.core.javascript import WHITE_SPACE

_HEADER = re.compile(
    r"\s*(?P<flags>(?:(?!//)[!?~#/>]\s*)*)(?:(?P<name>//|[a-zA-Z][\w-]*)|(?P<scope>[.$]))",
    re.ASCII,
)
_BRACES = re.compile(r"\{\{(?!\{)|\}\}")
_AFTER_NAME = re.compile(r"[^\s:|}]*")
_VARIABLE = re.compile(
    r"\s*(?P<name>[a-zA-Z](?:[\w-]*\w)?)\s*"
    r"(?:(?P<step>\+\+|--)|(?P<sign>\?\?=|\?\?|\|\|=|\|\||-=|==|!=|>=|>|<=|<|\+=|=)(?P<value>.*))?",
    re.ASCII | re.DOTALL,
)
COMMENT = "//"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a text, in code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Variable:
    """`.name` or `$name` with what is done to it.

    Attributes:
        name: the variable's name.
        shared: whether it is a global one.
        sign: the operator; empty only reads it.
        value: the value's place; None without one.
    """

    name: str
    shared: bool
    sign: str
    value: Span | None


@dataclass(frozen=True, slots=True)
class Macro:
    """One macro of a text.

    Attributes:
        span: from brace to brace.
        name: as written; `//` for a comment.
        flags: the signs before the name.
        arguments: their places, without the space around them.
        variable: set instead of a name for a variable's short form.
    """

    span: Span
    name: str
    flags: str = ""
    arguments: tuple[Span, ...] = ()
    variable: Variable | None = None

    def closes(self, text: str) -> bool:
        """Whether it is the closing one of a pair: `{{/if}}`, `{{///}}`."""
        if "/" in self.flags:
            return True
        first = self.arguments[0] if self.arguments else None
        return self.name == COMMENT and first is not None and text.startswith("/", first.start)


def macros_of(text: str) -> list[Macro]:
    """The outermost macros of a text, in order."""
    ends = _matching_braces(text)
    found: list[Macro] = []
    cursor = 0
    for start in sorted(ends):
        if start < cursor:
            continue
        macro = _read(text, Span(start, ends[start]), ends)
        if macro is not None:
            found.append(macro)
            cursor = macro.span.end
    return found


def _matching_braces(text: str) -> dict[int, int]:
    """Where each pair of braces that begins a macro ends: the place behind it."""
    ends: dict[int, int] = {}
    unclosed: list[int] = []
    for braces in _BRACES.finditer(text):
        if braces[0] == "}}":
            if unclosed:
                ends[unclosed.pop()] = braces.end()
        elif _HEADER.match(text, braces.end()):
            unclosed.append(braces.start())
    return ends


def _read(text: str, span: Span, ends: dict[int, int]) -> Macro | None:
    header = _HEADER.match(text, span.start + 2, span.end - 2)
    if header is None:
        return None
    flags = "".join(header["flags"].split())
    if header["scope"]:
        return _variable(text, span, header)
    name = header["name"]
    begin = header.end()
    if name != COMMENT:
        after = _AFTER_NAME.match(text, begin, span.end - 2)
        begin = begin if after is None else after.end()
    arguments = _arguments(text, Span(begin, span.end - 2), ends)
    return None if arguments is None else Macro(span, name, flags, arguments)


def _variable(text: str, span: Span, header: re.Match[str]) -> Macro | None:
    found = _VARIABLE.fullmatch(text, header.end(), span.end - 2)
    if found is None:
        return None
    value = None
    if found["sign"]:
        value = _trimmed(text, Span(found.start("value"), found.end("value")))
    sign = found["step"] or found["sign"] or ""
    return Macro(span, "", "", (), Variable(found["name"], header["scope"] == "$", sign, value))


def _arguments(text: str, inner: Span, ends: dict[int, int]) -> tuple[Span, ...] | None:
    inner = _trimmed(text, inner)
    if inner.start == inner.end:
        return ()
    if text.startswith("::", inner.start):
        return tuple(_split(text, Span(inner.start + 2, inner.end), ends))
    if text.startswith(":", inner.start):
        rest = _trimmed(text, Span(inner.start + 1, inner.end))
        return None if rest.start == rest.end else (rest,)
    return (inner,)


def _split(text: str, span: Span, ends: dict[int, int]) -> list[Span]:
    """Parts between `::` that stand in no inner macro."""
    parts: list[Span] = []
    start = index = span.start
    while index < span.end:
        if index in ends:
            index = min(ends[index], span.end)
        elif text.startswith("::", index, span.end):
            parts.append(_trimmed(text, Span(start, index)))
            index += 2
            start = index
        else:
            index += 1
    parts.append(_trimmed(text, Span(start, span.end)))
    return parts


def _trimmed(text: str, span: Span) -> Span:
    start, end = span.start, span.end
    while start < end and text[start] in WHITE_SPACE:
        start += 1
    while end > start and text[end - 1] in WHITE_SPACE:
        end -= 1
    return Span(start, end)
