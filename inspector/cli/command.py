"""The command: finds the verb, runs it, and turns errors into one line and a status."""

import sys
from collections.abc import Callable, Sequence

from inspector.arguments import UsageError
from inspector.console import print_error, print_text
from inspector.core.errors import InspectorError

Run = Callable[[Sequence[str]], int]

BAD_INPUT = 2

HELP = """\
See what a roleplay chat's memory will put into the prompt, why, and what a change would do.

usage: memory-inspector [gui] [CHAT …]              open the window
       memory-inspector inject CHAT …               print what goes into the prompt
       memory-inspector format [FILE|-]             run a formatter alone on JSON cases
       memory-inspector why CHAT [ID …]             say why memories and items are in or out
       memory-inspector messages CHAT …             list the messages, and why a recap is in or not
       memory-inspector scenes CHAT …               list the scenes, and what auto-hide would do
       memory-inspector recap CHAT VERB …           list, show, diff, use, add, edit, delete recaps
       memory-inspector set CHAT ID FIELD=VALUE …   change a memory, with a backup
       memory-inspector lint CHAT …                 check chats and summaries
       memory-inspector tokens [FILE|-]             count tokens

Each verb has its own --help. No verb sends anything over a network; the window does so only
where you ask it to score items with an embeddings endpoint or a Qdrant server. A chat is only
written by `set` and `recap`, or when you save in the window.

  --help     this text
  --version  the version
"""


def _inject(arguments: Sequence[str]) -> int:
    from inspector.cli.inject import run_inject  # noqa: PLC0415 - each verb loads its own

    return run_inject(arguments)


def _format(arguments: Sequence[str]) -> int:
    from inspector.cli.format import run_format  # noqa: PLC0415

    return run_format(arguments)


def _why(arguments: Sequence[str]) -> int:
    from inspector.cli.why import run_why  # noqa: PLC0415

    return run_why(arguments)


def _messages(arguments: Sequence[str]) -> int:
    from inspector.cli.report import run_messages  # noqa: PLC0415

    return run_messages(arguments)


def _scenes(arguments: Sequence[str]) -> int:
    from inspector.cli.scenes import run_scenes  # noqa: PLC0415

    return run_scenes(arguments)


def _recap(arguments: Sequence[str]) -> int:
    from inspector.cli.recap import run_recap  # noqa: PLC0415

    return run_recap(arguments)


def _lint(arguments: Sequence[str]) -> int:
    from inspector.cli.report import run_lint  # noqa: PLC0415

    return run_lint(arguments)


def _tokens(arguments: Sequence[str]) -> int:
    from inspector.cli.tokens import run_tokens  # noqa: PLC0415

    return run_tokens(arguments)


def _set(arguments: Sequence[str]) -> int:
    from inspector.cli.edit import run_set  # noqa: PLC0415

    return run_set(arguments)


VERBS: dict[str, Run] = {
    "inject": _inject,
    "format": _format,
    "why": _why,
    "messages": _messages,
    "scenes": _scenes,
    "recap": _recap,
    "set": _set,
    "lint": _lint,
    "tokens": _tokens,
}


def run(arguments: Sequence[str]) -> int:
    """Run a verb other than `gui`; answers the exit status (DESIGN §4)."""
    first = arguments[0]
    if first in ("-h", "--help", "help"):
        print_text(HELP.rstrip())
        return 0
    if first == "--version":
        from importlib.metadata import version  # noqa: PLC0415 - quick start

        print_text(f"memory-inspector {version('memory-inspector')}")
        return 0
    try:
        if first not in VERBS:
            raise UsageError(f"there is no verb {first!r}; see memory-inspector --help")
        return VERBS[first](arguments[1:])
    except InspectorError as error:
        print_error(str(error))
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return 1
