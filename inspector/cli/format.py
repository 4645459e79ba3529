"""`format`: the formatter alone, a JSON case a line in, a JSON result a line out."""

from collections.abc import Mapping, Sequence

from inspector.arguments import Parser, add_input
from inspector.cli.cases import NoCaseError, run_cases
from inspector.core.decoded import members
from inspector.core.errors import InspectorError, ReleaseThrowsError
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer


def format_parser() -> Parser:
    """What `format` understands."""
    parser = Parser(
        "format",
        "Run a ruleset's formatter alone: one JSON case a line in, one JSON result a line out.",
        'a case: {"id": "a", "ruleset": "openvault/26", "input": {"memories": [], '
        '"chat_length": 10, "budget": 100}}',
    )
    add_input(parser)
    return parser


def run_format(arguments: Sequence[str]) -> int:
    """Format cases; answers 2 if a line was no case."""
    return run_cases(format_parser().parse(arguments).file, _result)


def _result(case: Mapping[str, object]) -> Mapping[str, object]:
    from inspector.cli.schemas.inputs import FormatCase, checked  # noqa: PLC0415 - quick start

    try:
        ruleset = ruleset_named(checked(case, FormatCase).ruleset)
    except InspectorError as error:
        raise NoCaseError(str(error)) from error
    given = members(case.get("input"))
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    try:
        return ruleset.format(given, tokenizer)
    except ReleaseThrowsError as error:
        return {"error": str(error)}
    except InspectorError as error:
        raise NoCaseError(str(error)) from error
