"""`activate`: SillyTavern's lorebook scan alone, a JSON case and a JSON result a line."""

from collections.abc import Callable, Mapping, Sequence

from inspector.arguments import Parser, add_input
from inspector.cli.cases import NoCaseError, run_cases
from inspector.core.decoded import members, text
from inspector.sillytavern.lore_scan.cases import BadCaseError, scan_answer, scan_input
from inspector.sillytavern.lore_scan.scan import scan
from inspector.tokenizer import load_tokenizer

_CHAT_COMPLETION = "openai:"
_FIXED_COST = 6
"""What the host's count of one text adds in chat completion (specs/world-info.md, *Budget*)."""
_OLDER = ("gpt-4", "gpt-3.5")
_NEWER = ("gpt-4o", "gpt-4.1", "gpt-4.5")


def activate_parser() -> Parser:
    """What `activate` understands."""
    parser = Parser(
        "activate",
        "Run SillyTavern's lorebook scan alone: one JSON case a line in, one JSON result a line "
        "out.",
        'a case: {"id": "a", "input": {"books": {"W": {"entries": {}}}, "sources": {"global": '
        '["W"]}, "settings": {}, "chat": [], "max_context": 8192, "tokenizer": "none"}}',
    )
    add_input(parser)
    return parser


def run_activate(arguments: Sequence[str]) -> int:
    """Scan cases; answers 2 if a line was no case."""
    return run_cases(activate_parser().parse(arguments).file, _result)


def _result(case: Mapping[str, object]) -> Mapping[str, object]:
    from inspector.cli.schemas.inputs import (  # noqa: PLC0415 - quick start
        ActivateCase,
        BadJsonError,
        checked,
    )

    try:
        checked(case, ActivateCase)
    except BadJsonError as error:
        raise NoCaseError(str(error)) from error
    given = members(case.get("input"))
    tokenizer = text(given.get("tokenizer")) or "none"
    count = _counter(tokenizer)
    if count is None:
        return {"error": f"no tokenizer is called {tokenizer!r}; try none or openai:gpt-4o"}
    try:
        requested = scan_input(given, count)
    except BadCaseError as error:
        raise NoCaseError(str(error)) from error
    _, is_chat, model = tokenizer.partition(_CHAT_COMPLETION)
    return scan_answer(scan(requested), model if is_chat else None)


def _counter(name: str) -> Callable[[str], int] | None:
    """The host's count of one text; an empty one costs nothing."""
    if name == "none":
        return load_tokenizer("bytes/3.35").count
    if not name.startswith(_CHAT_COMPLETION):
        return None
    model = name.removeprefix(_CHAT_COMPLETION)
    is_older = model.startswith(_OLDER) and not model.startswith(_NEWER)
    count = load_tokenizer("cl100k_base" if is_older else "o200k_base").count
    return lambda written: count(written) + _FIXED_COST if written else 0
