"""`schema NAME`: the JSON Schema of what a verb prints or reads."""

import json
from collections.abc import Sequence

from inspector.arguments import Parser, UsageError
from inspector.cli.schemas import SCHEMAS
from inspector.console import print_text


def schema_parser() -> Parser:
    """What `schema` understands."""
    width = max(map(len, SCHEMAS))
    rows = [f"  {name:<{width}}  {one.summary}" for name, one in SCHEMAS.items()]
    parser = Parser(
        "schema",
        "Print the JSON Schema of a line that a verb prints with --json, or of JSON that it reads; "
        "without a name list them.",
        "\n".join(["names:", *rows, "example: memory-inspector schema inject"]),
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="one of the names below")
    return parser


def run_schema(arguments: Sequence[str]) -> int:
    """Print a JSON Schema, or the names of all."""
    name: str | None = schema_parser().parse(arguments).name
    if name is None:
        print_text("\n".join(SCHEMAS))
        return 0
    if name not in SCHEMAS:
        raise UsageError(f"there is no schema {name!r}; there are {', '.join(SCHEMAS)}")
    found = SCHEMAS[name].adapter().json_schema(by_alias=True)
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    print_text(json.dumps(found, indent=2, ensure_ascii=False))
    return 0
