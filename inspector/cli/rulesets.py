"""`rulesets` and `settings`: what can be given to `--ruleset` and to `--set`."""

import json
from collections.abc import Sequence

from inspector.arguments import Parser, add_json
from inspector.console import print_json, print_text
from inspector.core.settings import SettingSpec
from inspector.systems import RULESETS, ruleset_named


def rulesets_parser() -> Parser:
    """What `rulesets` understands."""
    parser = Parser(
        "rulesets",
        "List the rulesets: each memory system as designed and as released.",
        "example: memory-inspector rulesets --json",
    )
    add_json(parser)
    return parser


def run_rulesets(arguments: Sequence[str]) -> int:
    """Print every ruleset with what it is and how it counts."""
    options = rulesets_parser().parse(arguments)
    if options.json:
        print_json(
            [
                {
                    "ruleset": one.name,
                    "title": one.title,
                    "release": one.is_release,
                    "encoding": one.encoding,
                }
                for one in RULESETS.values()
            ]
        )
        return 0
    width = max(map(len, RULESETS))
    for one in RULESETS.values():
        kind = "released" if one.is_release else "designed"
        print_text(f"{one.name:<{width}}  {kind}  {one.encoding:<10}  {one.title}")
    return 0


def settings_parser() -> Parser:
    """What `settings` understands."""
    parser = Parser(
        "settings",
        "List the settings of a ruleset under the system's own names, with default and meaning.",
        "example: memory-inspector settings openvault/26",
    )
    parser.add_argument("ruleset", metavar="RULESET", help="such as openvault/26")
    add_json(parser)
    return parser


def run_settings(arguments: Sequence[str]) -> int:
    """Print every setting that a ruleset knows."""
    options = settings_parser().parse(arguments)
    found = ruleset_named(options.ruleset).settings
    if options.json:
        print_json([_setting_json(one) for one in found])
        return 0
    for one in found:
        unit = f" {one.unit}" if one.unit else ""
        print_text(f"{one.name} = {_spelled(one.default)}{unit}\n    {one.in_words}")
    return 0


def _spelled(value: object) -> str:
    """A value as `--set` takes it."""
    return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)


def _setting_json(one: SettingSpec) -> dict[str, object]:
    return {
        "name": one.name,
        "kind": str(one.kind),
        "default": one.default,
        "unit": one.unit,
        "least": one.least,
        "greatest": one.greatest,
        "choices": list(one.choices),
        "meaning": one.in_words,
    }
