"""`format`: the formatter alone, a JSON case a line in, a JSON result a line out."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.arguments import Parser, file_name
from inspector.console import print_json
from inspector.core.decoded import is_object
from inspector.core.errors import ChatFileError, InspectorError, ReleaseThrowsError
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer


class NoCaseError(InspectorError):
    """A line is no case; the text says why."""


def format_parser() -> Parser:
    """What `format` understands."""
    parser = Parser(
        "format",
        "Run a ruleset's formatter alone: one JSON case a line in, one JSON result a line out.",
        'a case: {"id": "a", "ruleset": "openvault/26", "input": {"memories": [], '
        '"chat_length": 10, "budget": 100}}',
    )
    parser.add_argument(
        "file", type=file_name, nargs="?", default="-", metavar="FILE", help="- for standard input"
    )
    return parser


def run_format(arguments: Sequence[str]) -> int:
    """Format cases; answers 2 if a line was no case."""
    options = format_parser().parse(arguments)
    bad = 0
    for number, line in enumerate(_lines(options.file), start=1):
        if not line.strip():
            continue
        try:
            print_json(_result(line))
        except NoCaseError as error:
            bad += 1
            print_json({"id": None, "error": f"line {number}: {error}"})
    return 2 if bad else 0


def _lines(name: str) -> Iterator[bytes]:
    if name == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(name).open("rb") as file:
            yield from file
    except OSError as error:
        raise ChatFileError(name, error.strerror or "it cannot be read") from error


def _result(line: bytes) -> dict[str, object]:
    try:
        case: object = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise NoCaseError(f"this is no JSON: {error}") from error
    if not is_object(case):
        raise NoCaseError("a case is a JSON object")
    given, name = case.get("input"), case.get("ruleset")
    if not is_object(given) or not isinstance(name, str):
        raise NoCaseError("a case has a ruleset and an input")
    try:
        ruleset = ruleset_named(name)
    except InspectorError as error:
        raise NoCaseError(str(error)) from error
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    try:
        return {"id": case.get("id"), **ruleset.format(given, tokenizer)}
    except ReleaseThrowsError as error:
        return {"id": case.get("id"), "error": str(error)}
