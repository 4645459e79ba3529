"""The pattern engine: `power_user.experimental_macro_engine` off (specs/send-path.md §8).

One pattern after the other is replaced in the whole text, so that what one puts in is seen by
those behind it. Nothing nests, and names bear no space.
"""

from collections.abc import Callable, Iterator

import regex

from inspector.core.javascript import WHITE_SPACE
from inspector.core.tokens import utf16_length
from inspector.sillytavern.hashing import cyrb53
from inspector.sillytavern.macros.chance import choices, rolled, seeded
from inspector.sillytavern.macros.clock import at_offset, formatted
from inspector.sillytavern.macros.context import Expansion, MacroContext, Variables
from inspector.sillytavern.macros.marked import Marked
from inspector.sillytavern.macros.store import VariableStore, macro_text
from inspector.sillytavern.macros.values import (
    CARD,
    CHAT,
    CLOCK,
    INSTRUCT,
    NAMES,
    NOTES,
    OF_THE_MOMENT,
    Value,
    chat_hash,
    time_difference,
)

_Found = regex.Match[str]
_Replacement = tuple[regex.Pattern[str], Callable[[_Found], Marked]]


def expand_patterns(text: str, context: MacroContext) -> Expansion:
    """A text with its macros expanded.

    Args:
        text: any text.
        context: what to expand it with.
    """
    local = VariableStore(context.variables.local)
    shared = VariableStore(context.variables.shared)
    done = Marked(text)
    for pattern, replaced in _replacements(text, context, local, shared):
        if not done.text or ("{{" not in done.text and not pattern.pattern.startswith("<")):
            break
        done = done.sub(pattern, replaced)
    return Expansion(done.text, done.fields, Variables(local.values, shared.values))


def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.IGNORECASE)


def _named(name: str, value: Value, context: MacroContext) -> _Replacement:
    def replaced(found: _Found) -> Marked:
        made = Marked(macro_text(value(context)))
        return made.as_field(found[0]) if name in OF_THE_MOMENT else made

    return _compiled(rf"\{{\{{{regex.escape(name)}\}}\}}"), replaced


def _fixed(pattern: str, value: Callable[[_Found], str]) -> _Replacement:
    return _compiled(pattern), lambda found: Marked(value(found))


def _momentary(pattern: str, value: Callable[[_Found], str]) -> _Replacement:
    return _compiled(pattern), lambda found: Marked(value(found)).as_field(found[0])


def _replacements(
    text: str, context: MacroContext, local: VariableStore, shared: VariableStore
) -> Iterator[_Replacement]:
    """Every pattern with what replaces it, in the order of the engine."""
    group = context.group or context.character
    yield _fixed("<USER>", lambda _found: context.user)
    yield _fixed("<BOT>", lambda _found: context.character)
    yield _fixed("<CHAR>", lambda _found: context.character)
    yield _fixed("<CHARIFNOTGROUP>", lambda _found: group)
    yield _fixed("<GROUP>", lambda _found: group)
    yield _momentary(
        r"\{\{roll[ : ]([^}]+)\}\}", lambda found: rolled(found[1].strip(), context.chance)
    )
    for name, value in INSTRUCT.items():
        yield _named(name, value, context)
    yield from _variables("", local)
    yield from _variables("global", shared)
    yield _fixed(r"\{\{newline\}\}", lambda _found: "\n")
    yield _fixed(r"(?:\r?\n)*\{\{trim\}\}(?:\r?\n)*", lambda _found: "")
    yield _fixed(r"\{\{noop\}\}", lambda _found: "")
    yield _momentary(r"\{\{input\}\}", lambda _found: "")
    yield from _environment(context)
    yield from _later(text, context)


def _environment(context: MacroContext) -> Iterator[_Replacement]:
    """Names that have one value each.

    What is registered hides what is handed over for one text (specs/summarize.md §3).
    """
    registered = context.registered
    handed_over = {name.lower() for name in context.extra}
    if "original" in context.extra:
        given = iter([context.extra["original"]])
        yield _fixed(r"\{\{original\}\}", lambda _found: next(given, ""))
    for name, value in CARD.items():
        yield _named(name, value, context)
        if name == "charinstruction":
            yield _named("charjailbreak", value, context)
    for name, value in NAMES.items():
        yield _named(name, value, context)
    for name, text in context.extra.items():
        if name != "original":
            yield _named(name, _fixed_value(registered.get(name.lower(), text)), context)
    yield _named("ismobile", lambda _context: "false", context)
    yield _named("lastgenerationtype", lambda _context: context.generation, context)
    for name, value in NOTES.items():
        yield _named(name, value, context)
    for name, text in registered.items():
        if name not in handed_over:
            yield _named(name, _fixed_value(text), context)


def _fixed_value(text: str) -> Value:
    return lambda _context: text


def _variables(infix: str, store: VariableStore) -> Iterator[_Replacement]:
    def put(found: _Found) -> str:
        store.put(_name(found), found[2])
        return ""

    def add(found: _Found) -> str:
        store.add(_name(found), found[2])
        return ""

    yield _fixed(rf"\{{\{{set{infix}var::([^:]+)::([^}}]*)\}}\}}", put)
    yield _fixed(rf"\{{\{{add{infix}var::([^:]+)::([^}}]+)\}}\}}", add)
    for step, by in (("inc", 1), ("dec", -1)):
        yield _fixed(
            rf"\{{\{{{step}{infix}var::([^}}]+)\}}\}}",
            lambda found, by=by: macro_text(store.add(_name(found), by)),
        )
    yield _fixed(
        rf"\{{\{{get{infix}var::([^}}]+)\}}\}}",
        lambda found: macro_text(store.get(_name(found))),
    )


def _name(found: _Found) -> str:
    return found[1].strip(WHITE_SPACE)


def _later(text: str, context: MacroContext) -> Iterator[_Replacement]:
    for name, value in CHAT.items():
        yield _named(name, value, context)
    yield _fixed(
        r"\{\{outlet::(.+?)\}\}",
        lambda found: context.outlets.get(found[1].strip(WHITE_SPACE), ""),
    )
    yield _fixed(r"\{\{reverse:(.+?)\}\}", lambda found: found[1][::-1])
    yield _fixed(r"\{\{//([\s\S]*?)\}\}", lambda _found: "")
    for name, value in CLOCK.items():
        if name == "idle_duration":
            yield _momentary(
                r"\{\{datetimeformat +([^}]*)\}\}",
                lambda found: formatted(context.now(), found[1]),
            )
        yield _named(name, value, context)
    yield _momentary(
        r"\{\{time_UTC([-+][0-9]+)\}\}",
        lambda found: formatted(at_offset(context.now(), int(found[1])), "LT"),
    )
    yield _fixed(
        r"\{\{timeDiff::(.*?)::(.*?)\}\}", lambda found: time_difference(found[1], found[2])
    )
    yield _fixed(r"\{\{banned \"(.*)\"\}\}", lambda _found: "")
    yield _momentary(
        r"\{\{random\s?::?([^}]+)\}\}", lambda found: _drawn(found[1], context.chance())
    )
    yield _fixed(r"\{\{pick\s?::?([^}]+)\}\}", lambda found: _picked(found, text, context))


def _drawn(written: str, number: float) -> str:
    items = choices(written, trimmed=False)
    return items[int(number * len(items))]


def _picked(found: _Found, text: str, context: MacroContext) -> str:
    """A choice that stays the same for chat, text and place; its seed is a number here."""
    location = utf16_length(found.string[: found.start()])
    seed = cyrb53(f"{macro_text(chat_hash(context))}-{cyrb53(text)}-{location}")
    return _drawn(found[1], seeded(f"{seed}\0"))
