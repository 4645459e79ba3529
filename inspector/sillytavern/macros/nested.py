"""The nested engine: `power_user.experimental_macro_engine` on (specs/send-path.md §8)."""

import math
import re
from collections.abc import Callable
from dataclasses import replace

import regex

from inspector.core.javascript import WHITE_SPACE, to_number, truthy
from inspector.sillytavern.macros.context import Expansion, MacroContext, Variables
from inspector.sillytavern.macros.functions import (
    ELSE_MARK,
    FUNCTIONS,
    BadArgumentError,
    Call,
    Function,
    Run,
)
from inspector.sillytavern.macros.grammar import Macro, Span, Variable, macros_of
from inspector.sillytavern.macros.marked import Marked, joined
from inspector.sillytavern.macros.store import VariableStore, macro_text
from inspector.sillytavern.macros.values import OF_THE_MOMENT

_DEEPEST = 60
_LEGACY = (
    (re.compile(r"\{\{time_(UTC[+-][0-9]+)\}\}", re.IGNORECASE), r"{{time::\1}}"),
    (re.compile(r"<USER>", re.IGNORECASE), "{{user}}"),
    (re.compile(r"<(?:BOT|CHAR)>", re.IGNORECASE), "{{char}}"),
    (re.compile(r"<GROUP>", re.IGNORECASE), "{{group}}"),
    (re.compile(r"<CHARIFNOTGROUP>", re.IGNORECASE), "{{charIfNotGroup}}"),
)
_ESCAPED = regex.compile(r"\\([{}])")
_TRIM = regex.compile(r"(?:\r?\n)*\{\{trim\}\}(?:\r?\n)*", regex.IGNORECASE)
_ELSE = regex.compile(regex.escape(ELSE_MARK))
_SHORT_VARIABLE = re.compile(r"([.$])([a-zA-Z](?:[\w-]*\w)?)", re.ASCII)
_INDENT = re.compile(r"[ \t]*")

_FunctionOf = Callable[[str], Function | None]


def expand_nested(text: str, context: MacroContext) -> Expansion:
    """A text with its macros expanded.

    Args:
        text: any text.
        context: what to expand it with.
    """
    given = context.variables
    run = Run(context, text, text, VariableStore(given.local), VariableStore(given.shared))
    done = _Engine(run).document(text, 0, 0)
    return Expansion(done.text, done.fields, Variables(run.local.values, run.shared.values))


def _is_false(value: str) -> bool:
    return value.strip(WHITE_SPACE).lower() in ("", "off", "false", "0")


class _Engine:
    """Expands texts within one run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        given = {**run.context.registered, **run.context.extra}
        self._given = {name.lower(): text for name, text in given.items()}
        self._original_used = False

    def document(self, text: str, offset: int, depth: int) -> Marked:
        """A text as a whole: old forms first, what macros leave behind taken out at the end.

        Args:
            text: the text.
            offset: where it stands in the outermost text.
            depth: in how many macros.
        """
        if not text:
            return Marked("")
        if "{" not in text and "<" not in text and "}" not in text:
            return Marked(text)
        for pattern, new in _LEGACY:
            text = pattern.sub(new, text)
        if depth == 0:
            self._run.content = text
        done = self._content(text, offset, depth)
        done = done.sub(_ESCAPED, lambda found: Marked(found[1]))
        if "{{" in done.text:
            done = done.sub(_TRIM, lambda _found: Marked(""))
        return done.sub(_ELSE, lambda _found: Marked("")) if "\0" in done.text else done

    def _content(self, text: str, offset: int, depth: int) -> Marked:
        macros = macros_of(text) if depth <= _DEEPEST else []
        if not macros:
            return Marked(text)
        pairs, raw = _paired(macros, text, self._function)
        parts: list[Marked] = []
        cursor = 0
        for index, macro in enumerate(macros):
            if macro.span.start < cursor:
                continue
            parts.append(Marked(text[cursor : macro.span.start]))
            closing = pairs.get(index)
            if index in raw:
                parts.append(Marked(text[macro.span.start : macro.span.end]))
            else:
                content = None
                if closing is not None:
                    content = Span(macro.span.end, macros[closing].span.start)
                parts.append(self._macro(text, macro, content, offset, depth + 1))
            cursor = macro.span.end if closing is None else macros[closing].span.end
        parts.append(Marked(text[cursor:]))
        return joined(parts)

    def _function(self, name: str) -> Function | None:
        lower = name.lower()
        given = self._given.get(lower)
        if given is None:
            return FUNCTIONS.get(lower)
        return Function(lambda _call: self._original(given) if lower == "original" else given)

    def _original(self, text: str) -> str:
        """The replaced text, but only once."""
        again = self._original_used
        self._original_used = True
        return "" if again else text

    def _macro(
        self, text: str, macro: Macro, content: Span | None, offset: int, depth: int
    ) -> Marked:
        if macro.variable is not None:
            return self._variable(text, macro, macro.variable, offset, depth)
        written = text[macro.span.start : macro.span.end]
        lower = macro.name.lower()
        if lower == "if" and len(macro.arguments) + (content is not None) == 2:
            return self._if(text, macro, content, offset, depth)
        keeps_space = "#" in macro.flags
        arguments = [
            self._content(text[one.start : one.end], offset + one.start, depth)
            for one in macro.arguments
        ]
        spans = list(macro.arguments)
        if content is not None:
            inner = self._content(text[content.start : content.end], offset + content.start, depth)
            trimmed = inner if keeps_space else _trimmed_block(inner, written)
            arguments.append(trimmed)
            spans.append(content)
        function = self._function(macro.name)
        if function is None:
            return _as_written(text, macro, spans, arguments)
        uncertain = any(one.depends for one in arguments)
        call = Call(
            self._run,
            [one.text for one in arguments],
            offset + macro.span.start,
            content is not None,
            uncertain,
        )
        try:
            is_taken = function.takes(len(arguments))
            value = Marked(macro_text(function.made(call))) if is_taken else None
        except BadArgumentError:
            value = None
        if value is None:
            return _as_written(text, macro, spans, arguments)
        depends = uncertain or lower in OF_THE_MOMENT or self._reads_uncertain(lower, call)
        return value.as_field(written) if depends else value

    def _reads_uncertain(self, name: str, call: Call) -> bool:
        if not name.endswith("var") or not call.arguments:
            return False
        store = self._run.shared if name.endswith("globalvar") else self._run.local
        return name.startswith(("get", "inc", "dec")) and call.arguments[0] in store.uncertain

    def _if(self, text: str, macro: Macro, content: Span | None, offset: int, depth: int) -> Marked:
        first = macro.arguments[0]
        branches = content if content is not None else macro.arguments[1]
        condition = text[first.start : first.end]
        inverted = condition.lstrip(WHITE_SPACE).startswith("!")
        if inverted:
            condition = condition.lstrip(WHITE_SPACE)[1:].lstrip(WHITE_SPACE)
        decided = self.document(condition, offset, depth)
        short = _SHORT_VARIABLE.fullmatch(decided.text)
        function = self._function(decided.text)
        if short:
            name = "getvar" if short[1] == "." else "getglobalvar"
            decided = self.document(f"{{{{{name}::{short[2]}}}}}", offset, depth)
        elif function is not None and function.least == 0:
            decided = self.document(f"{{{{{decided.text}}}}}", offset, depth)
        holds = _is_false(decided.text) == inverted
        whole = text[branches.start : branches.end]
        then, otherwise = _branches(whole)
        chosen = then if holds else otherwise
        if chosen is None:
            return Marked("")
        result = self.document(chosen, offset + branches.start, depth)
        written = text[macro.span.start : macro.span.end]
        if "#" not in macro.flags:
            result = _trimmed_block(result, written)
        return result.as_field(written) if decided.depends else result

    def _variable(
        self, text: str, macro: Macro, variable: Variable, offset: int, depth: int
    ) -> Marked:
        store = self._run.shared if variable.shared else self._run.local
        value = Marked("")
        if variable.value is not None and _needs_value(store, variable):
            span = variable.value
            inner = self._content(text[span.start : span.end], offset + span.start, depth)
            value = Marked(inner.text.strip(WHITE_SPACE), inner.fields)
        depends = value.depends or variable.name in store.uncertain
        result = _operated(store, variable, replace(value, fields=()), uncertain=value.depends)
        if depends and result:
            return Marked(result).as_field(text[macro.span.start : macro.span.end])
        return Marked(result)


def _as_written(text: str, macro: Macro, spans: list[Span], values: list[Marked]) -> Marked:
    """A macro that stays, with the macros in its arguments expanded."""
    parts = [Marked("{{")]
    cursor = macro.span.start + 2
    for span, value in zip(spans, values, strict=True):
        parts += [Marked(text[cursor : span.start]), value]
        cursor = span.end
    parts.append(Marked(text[cursor : macro.span.end - 2] if cursor < macro.span.end else ""))
    parts.append(Marked("}}"))
    return joined(parts)


def _accepts_content(macro: Macro, function: Function | None) -> bool:
    if function is None:
        return True
    return not function.lists and function.takes(len(macro.arguments) + 1)


def _paired(
    macros: list[Macro], text: str, function: _FunctionOf
) -> tuple[dict[int, int], set[int]]:
    """Which opening macros have which closing ones, and which macros stay as written."""
    named = [location for location, one in enumerate(macros) if one.variable is None]
    pairs: dict[int, int] = {}
    raw: set[int] = set()
    matched: set[int] = set()
    until = -1
    closing_names = {
        macros[location].name.lower() for location in named if macros[location].closes(text)
    }
    for index, location in enumerate(named):
        macro = macros[location]
        if macro.closes(text) or location in matched or location < until:
            continue
        if macro.name.lower() not in closing_names:
            continue
        found = _closing(macros, named[index + 1 :], macro.name.lower(), text, function, matched)
        if found is None:
            continue
        matched |= {location, found}
        if _accepts_content(macro, function(macro.name)):
            pairs[location] = found
            until = found
        else:
            raw |= {location, found}
    raw |= {
        location for location in named if macros[location].closes(text) and location not in matched
    }
    return pairs, raw


def _closing(
    macros: list[Macro],
    later: list[int],
    name: str,
    text: str,
    function: _FunctionOf,
    matched: set[int],
) -> int | None:
    depth = 1
    for index in later:
        macro = macros[index]
        if macro.name.lower() != name or index in matched:
            continue
        if macro.closes(text):
            depth -= 1
            if depth == 0:
                return index
        elif _accepts_content(macro, function(macro.name)):
            depth += 1
    return None


def _branches(content: str) -> tuple[str, str | None]:
    """What stands before and behind the `{{else}}` that belongs to an `{{if}}`."""
    depth = 0
    for macro in macros_of(content):
        if macro.name == "if" and macro.closes(content):
            depth -= 1
        elif macro.name == "if" and len(macro.arguments) == 1:
            depth += 1
        elif macro.name == "else" and depth == 0:
            return content[: macro.span.start], content[macro.span.end :]
    return content, None


def _trimmed_block(block: Marked, macro: str) -> Marked:
    """Content between two macros without the space around it and its first line's indent."""
    lines = block.text.split("\n")
    first = next((line for line in lines if line.strip(WHITE_SPACE)), "")
    indent = _leading(first)
    if indent:
        lines = [
            line[indent:] if _leading(line) >= indent else line.lstrip(WHITE_SPACE)
            for line in lines
        ]
    trimmed = "\n".join(lines).strip(WHITE_SPACE)
    if trimmed == block.text:
        return block
    if not block.depends:
        return Marked(trimmed)
    if indent == 0 and block.text.count(trimmed) == 1:
        start = block.text.index(trimmed)
        return block.cut(start, start + len(trimmed))
    return Marked(trimmed).as_field(macro)


def _leading(line: str) -> int:
    found = _INDENT.match(line)
    return 0 if found is None else found.end()


def _needs_value(store: VariableStore, variable: Variable) -> bool:
    match variable.sign:
        case "||" | "||=":
            return _is_falsy(store.get(variable.name))
        case "??" | "??=":
            return variable.name not in store.values
        case _:
            return True


def _is_falsy(value: object) -> bool:
    return not truthy(value) or _is_false(macro_text(value))


def _operated(store: VariableStore, variable: Variable, value: Marked, *, uncertain: bool) -> str:
    """What a variable's short form prints, and does."""
    name, new = variable.name, value.text
    match variable.sign:
        case "":
            return macro_text(store.get(name))
        case "++" | "--":
            return macro_text(store.add(name, 1 if variable.sign == "++" else -1))
        case "=":
            store.put(name, new, uncertain=uncertain)
            return ""
        case "+=":
            store.add(name, new, uncertain=uncertain)
            return ""
        case "-=":
            number = to_number(new)
            if not math.isnan(number):
                store.add(name, -number, uncertain=uncertain)
            return ""
        case "||" | "??" | "||=" | "??=":
            return _defaulted(store, variable, new, uncertain=uncertain)
        case _:
            return _compared(variable.sign, store.get(name), new)


def _defaulted(store: VariableStore, variable: Variable, new: str, *, uncertain: bool) -> str:
    if not _needs_value(store, variable):
        return macro_text(store.get(variable.name))
    if variable.sign.endswith("="):
        store.put(variable.name, new, uncertain=uncertain)
    return new


def _compared(sign: str, held: object, new: str) -> str:
    if sign in ("==", "!="):
        return "true" if (macro_text(held) == new) == (sign == "==") else "false"
    left, right = to_number(held), to_number(new)
    if math.isnan(left) or math.isnan(right):
        return "false"
    holds = {">": left > right, ">=": left >= right, "<": left < right, "<=": left <= right}
    return "true" if holds[sign] else "false"
