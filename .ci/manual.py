"""Write the man page and the shells' completions from the command line's own parsers.

`python .ci/manual.py` writes them below `resources/`; a test sees that nothing is missing.
"""

import argparse
import sys
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from inspector.cli.command import help_text
from inspector.cli.verbs import VERBS
from inspector.gui.window.start import window_parser
from inspector.systems import RULESETS, SYSTEMS
from inspector.tokenizer import ENCODINGS

NAME = "memory-inspector"
FILES = {"FILE", "FILE|-", "CHAT", "REQUEST", "BASE", "THEIRS", "MINE"}
CHOICES = {"ruleset": RULESETS, "encoding": ENCODINGS, "system": [one.name for one in SYSTEMS]}
"""What is looked up by its name only once it is asked for, so that the parser knows no choices."""
RESOURCES = Path(__file__).parent.parent / "resources"


def command() -> argparse.ArgumentParser:
    """The whole command line as one parser, which nothing but these texts needs."""
    parser = argparse.ArgumentParser(prog=NAME, description=help_text().partition("\n")[0])
    parser.add_argument("--version", action="version", version=NAME, help="print the version")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    rows = [("gui", "open the window", window_parser())]
    rows += [(verb.name, verb.summary, verb.parser()) for verb in VERBS.values()]
    for name, summary, own in rows:
        for action in own._actions:
            _complete(action)
        verbs.add_parser(
            name,
            help=summary,
            description=own.description,
            epilog=own.epilog,
            parents=[own],
            add_help=False,
            conflict_handler="resolve",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
    return parser


def _complete(action: argparse.Action) -> None:
    """Let shells offer what fits."""
    if action.metavar in FILES:
        action.complete = shtab.FILE
    elif action.metavar == "FOLDER":
        action.complete = shtab.DIRECTORY
    elif action.dest in CHOICES and action.choices is None:
        action.choices = list(CHOICES[action.dest])


def texts() -> dict[Path, str]:
    """Every file and what stands in it."""
    manual = command()
    manual.man_short_description = "see what a roleplay chat's memory puts into the prompt"
    data = {"project_name": "Memory Inspector", "prog": NAME, "manual_title": "User commands"}
    page = Manpage(manual, _data=data, format="single-commands-section")
    page.date = ""
    return {
        RESOURCES / "manual" / f"{NAME}.1": f"{page}\n",
        RESOURCES / "completions" / f"{NAME}.bash": shtab.complete(command(), "bash") + "\n",
        RESOURCES / "completions" / f"_{NAME}": shtab.complete(command(), "zsh") + "\n",
    }


def main() -> int:
    """Write them all."""
    for path, text in texts().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(path.relative_to(RESOURCES.parent))
    return 0


if __name__ == "__main__":
    sys.exit(main())
