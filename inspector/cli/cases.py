"""Verbs that take one JSON case a line and print one JSON result a line (DESIGN §4)."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from inspector.arguments import STANDARD_INPUT
from inspector.cli.input_bytes import json_value, standard_input
from inspector.console import print_json
from inspector.core.decoded import is_object
from inspector.core.errors import ChatFileError, InspectorError
from inspector.sillytavern.values import NotJsonError
from inspector.small_files import why

Record = Mapping[str, object]


class NoCaseError(InspectorError):
    """A line is no case; the text says why."""


def run_cases(name: str, answer: Callable[[Record], Record]) -> int:
    """Print the answer to every case of a file.

    A line that is no case gives `{"id": null, "error": …}`.

    Args:
        name: the file, or `-` for standard input.
        answer: what a case's result has beside its `id`; raises `NoCaseError`.

    Returns:
        the exit status: 2 if a line was no case.

    Raises:
        ChatFileError: the file cannot be read.
    """
    bad = 0
    for number, line in enumerate(_lines(name), start=1):
        if not line.strip():
            continue
        try:
            case = _case(line)
            print_json({"id": case.get("id"), **answer(case)})
        except NoCaseError as error:
            bad += 1
            print_json({"id": None, "error": f"line {number}: {error}"})
    return 2 if bad else 0


def _lines(name: str) -> Iterator[bytes]:
    try:
        if name == STANDARD_INPUT:
            yield from standard_input()
            return
        with Path(name).open("rb") as file:
            yield from file
    except OSError as error:
        raise ChatFileError(name, why(error)) from error


def _case(line: bytes) -> Record:
    try:
        case = json_value(line)
    except NotJsonError as error:
        raise NoCaseError(f"this is no JSON: {error}") from error
    if not is_object(case):
        raise NoCaseError("a case is a JSON object")
    return case
