"""The command: finds the verb, runs it, and turns errors into one line and a status."""

from collections.abc import Sequence

from inspector.arguments import UsageError
from inspector.cli.verbs import VERBS
from inspector.console import BAD_INPUT, forget_done, print_error, print_text
from inspector.core.errors import InspectorError, UnforeseenError

_SUMMARY = (
    "See what a roleplay chat's memory will put into the prompt, why, and what a change would do."
)

_NOTES = """\
Each verb has its own --help. Nothing is sent over a network but what SillyTavern sends through
`listen`, what you agree to with `enrich` or in the window, and where you ask the window to score
items with an embeddings endpoint or a Qdrant server. A chat is only written by `set`, `new`,
`split`, `merge-memories`, `delete`, `recap` and `lint --fix`, or when you save in the window; a
lorebook or chronicle by `enrich --accept`; any other file where you name it: `--output`, `--save`.

  --help     this text
  --version  the version"""


def help_text() -> str:
    """What `--help` prints: a line a verb."""
    rows = [("[gui] [CHAT …]", "open the window")]
    rows += [(verb.usage, verb.summary) for verb in VERBS.values()]
    width = max(len(usage) for usage, _ in rows)
    lead = ["usage:"] + [""] * (len(rows) - 1)
    usage = [
        f"{start:6} memory-inspector {words:{width}}  {summary}"
        for start, (words, summary) in zip(lead, rows, strict=True)
    ]
    return "\n".join([_SUMMARY, "", *usage, "", _NOTES])


def run(arguments: Sequence[str]) -> int:
    """Run a verb other than `gui`; answers the exit status (DESIGN §4)."""
    forget_done()
    try:
        return _run(arguments[0], arguments[1:])
    except InspectorError as error:
        print_error(str(error))
        return BAD_INPUT
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - errors are one line for a person
        print_error(str(UnforeseenError(error)))
        return BAD_INPUT


def _run(first: str, rest: Sequence[str]) -> int:
    if first in ("-h", "--help", "help"):
        print_text(help_text())
        return 0
    if first == "--version":
        from importlib.metadata import version  # noqa: PLC0415 - quick start

        print_text(f"memory-inspector {version('memory-inspector')}")
        return 0
    if first not in VERBS:
        raise UsageError(f"there is no verb {first!r}; see memory-inspector --help")
    from inspector.files import clean_up  # noqa: PLC0415 - quick start

    clean_up()
    return VERBS[first].run(rest)
