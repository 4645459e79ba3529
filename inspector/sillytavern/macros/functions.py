"""The macros of the nested engine: how many arguments each has, and what it makes of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inspector.core.cached import cached_property
from inspector.core.decoded import text
from inspector.core.tokens import utf16_length
from inspector.sillytavern.hashing import cyrb53
from inspector.sillytavern.macros.chance import choices, rolled, seeded
from inspector.sillytavern.macros.clock import at_offset, formatted
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.store import VariableStore, macro_text
from inspector.sillytavern.macros.values import (
    CARD,
    CHAT,
    CLOCK,
    INSTRUCT,
    NAMES,
    NESTED_ONLY,
    NOTES,
    SCREEN,
    STATE,
    Value,
    chat_hash,
    time_difference,
)

ELSE_MARK = "\0\x1fELSE\x1f\0"
"""What `{{else}}` leaves outside of an `{{if}}`; it is taken out at the end."""

_OFFSET = re.compile(r"UTC([+-][0-9]+)")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_ANY = 1 << 30
_MOST_REPEATED = 1 << 20


class BadArgumentError(Exception):
    """An argument is of the wrong kind: the macro stays as it is written."""


@dataclass
class Run:
    """One expansion under way.

    Attributes:
        context: what macros are expanded with.
        written: the whole text as it was before.
        content: the whole text in which macros are found.
        local: the chat's variables as they are by now.
        shared: the global ones.
    """

    context: MacroContext
    written: str
    content: str
    local: VariableStore
    shared: VariableStore

    @cached_property
    def content_hash(self) -> int:
        """The hash of the whole text as it was before."""
        return cyrb53(self.written)


@dataclass(frozen=True, slots=True)
class Call:
    """One macro that is called.

    Attributes:
        run: the expansion.
        arguments: with their own macros expanded.
        location: where it stands in the whole text.
        scoped: whether the last argument stood between an opening and a closing macro.
        uncertain: whether an argument depends on clock, chance or screen.
    """

    run: Run
    arguments: Sequence[str]
    location: int = 0
    scoped: bool = False
    uncertain: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A macro.

    Attributes:
        made: makes its value; None is nothing.
        least: fewest arguments.
        most: most arguments; without a limit no content between two macros is accepted.
    """

    made: Callable[[Call], object]
    least: int = 0
    most: int = 0

    @property
    def lists(self) -> bool:
        """Whether it takes any number of arguments."""
        return self.most == _ANY

    def takes(self, count: int) -> bool:
        """Whether it can be called with so many arguments."""
        return self.least <= count <= self.most


def _plain(value: Value) -> Function:
    return Function(lambda call: value(call.run.context))


def _repeated(unit: str) -> Function:
    def made(call: Call) -> str:
        count = call.arguments[0] if call.arguments else "1"
        if not _WHOLE.fullmatch(count) or not 0 <= int(count) <= _MOST_REPEATED:
            raise BadArgumentError
        return unit * int(count)

    return Function(made, 0, 1)


def _time(call: Call) -> str:
    now = call.run.context.now()
    offset = _OFFSET.fullmatch(call.arguments[0]) if call.arguments else None
    return formatted(now if offset is None else at_offset(now, int(offset[1])), "LT")


def _items(call: Call) -> list[str]:
    if len(call.arguments) == 1:
        return choices(call.arguments[0], trimmed=True)
    return list(call.arguments)


def _random(call: Call) -> str:
    items = _items(call)
    return items[int(call.run.context.chance() * len(items))] if items else ""


def _pick(call: Call) -> str:
    items = _items(call)
    if not items:
        return ""
    context = call.run.context
    location = utf16_length(call.run.content[: call.location])
    parts: list[object] = [chat_hash(context), call.run.content_hash, location]
    seed = context.metadata.get("pick_reroll_seed")
    whole = "-".join(macro_text(part) for part in (*parts, *([seed] if seed else [])))
    return items[int(seeded(str(cyrb53(whole))) * len(items))]


def _greeting(call: Call) -> str:
    number = call.arguments[0] if call.arguments else "0"
    if not _WHOLE.fullmatch(number):
        raise BadArgumentError
    card, index = call.run.context.card, int(number)
    if index == 0:
        return card.first_message
    return card.greetings[index - 1].strip() if 0 < index <= len(card.greetings) else ""


def _has_extension(call: Call) -> str:
    known = {name.lower(): on for name, on in call.run.context.extensions.items()}
    name = call.arguments[0].lower()
    return "true" if known.get(name, known.get(f"third-party/{name}", False)) else "false"


def _chosen(call: Call, *, shared: bool) -> VariableStore:
    return call.run.shared if shared else call.run.local


def _variable_functions(infix: str, *, shared: bool) -> Mapping[str, Function]:
    def put(call: Call) -> str:
        store = _chosen(call, shared=shared)
        store.put(call.arguments[0], call.arguments[1], uncertain=call.uncertain)
        return ""

    def add(call: Call) -> str:
        store = _chosen(call, shared=shared)
        store.add(call.arguments[0], call.arguments[1], uncertain=call.uncertain)
        return ""

    def stepped(by: int) -> Callable[[Call], object]:
        return lambda call: _chosen(call, shared=shared).add(call.arguments[0], by)

    def read(call: Call) -> object:
        return _chosen(call, shared=shared).get(call.arguments[0])

    def exists(call: Call) -> str:
        return "true" if call.arguments[0] in _chosen(call, shared=shared).values else "false"

    def remove(call: Call) -> str:
        _chosen(call, shared=shared).remove(call.arguments[0])
        return ""

    return {
        f"set{infix}var": Function(put, 2, 2),
        f"add{infix}var": Function(add, 2, 2),
        f"inc{infix}var": Function(stepped(1), 1, 1),
        f"dec{infix}var": Function(stepped(-1), 1, 1),
        f"get{infix}var": Function(read, 1, 1),
        f"has{infix}var": Function(exists, 1, 1),
        f"{infix}varexists": Function(exists, 1, 1),
        f"delete{infix}var": Function(remove, 1, 1),
        f"flush{infix}var": Function(remove, 1, 1),
    }


def _outlet(call: Call) -> str:
    return text(call.run.context.outlets.get(call.arguments[0]))


FUNCTIONS: Mapping[str, Function] = {
    **{
        name: _plain(value)
        for table in (NAMES, CARD, INSTRUCT, CHAT, CLOCK, SCREEN, STATE, NOTES, NESTED_ONLY)
        for name, value in table.items()
    },
    **_variable_functions("", shared=False),
    **_variable_functions("global", shared=True),
    "time": Function(_time, 0, 1),
    "datetimeformat": Function(
        lambda call: formatted(call.run.context.now(), call.arguments[0]), 1, 1
    ),
    "timediff": Function(lambda call: time_difference(call.arguments[0], call.arguments[1]), 2, 2),
    "space": _repeated(" "),
    "newline": _repeated("\n"),
    "noop": Function(lambda _call: ""),
    "trim": Function(lambda call: call.arguments[0] if call.scoped else "{{trim}}", 0, 1),
    "else": Function(lambda _call: ELSE_MARK),
    "reverse": Function(lambda call: call.arguments[0][::-1], 1, 1),
    "//": Function(lambda _call: "", 1, 1),
    "comment": Function(lambda _call: "", 1, 1),
    "roll": Function(lambda call: rolled(call.arguments[0], call.run.context.chance), 1, 1),
    "random": Function(_random, 0, _ANY),
    "pick": Function(_pick, 0, _ANY),
    "banned": Function(lambda _call: "", 1, 1),
    "outlet": Function(_outlet, 1, 1),
    "charfirstmessage": Function(_greeting, 0, 1),
    "greeting": Function(_greeting, 0, 1),
    "hasextension": Function(_has_extension, 1, 1),
    "if": Function(lambda _call: "", 2, 2),
}
"""Every macro of the host itself by its name in lower case; `if` is expanded by the engine."""
