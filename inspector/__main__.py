"""The program: without a verb, or with `gui`, the window; else the command line."""

import contextlib
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

INTERRUPTED = 130
"""The exit status after Ctrl+C, as shells have it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; answers the exit status."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read has gone. What is still buffered would be written again, and fail again,
        # when Python ends.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(given: list[str]) -> int:
    # Not before Ctrl+C and a reader that has gone are heard: imports are most of a quick verb.
    from inspector.cli.command import run  # noqa: PLC0415
    from inspector.cli.verbs import VERBS  # noqa: PLC0415

    if given and _is_verb(given[0], VERBS):
        return run(given)
    from inspector.gui.window.start import run_window  # noqa: PLC0415 - the command line needs no Qt

    return run_window(given[1:] if given[:1] == ["gui"] else given)


def _is_verb(word: str, verbs: Collection[str]) -> bool:
    """Whether a first argument is, or was meant as, a verb and is no chat to open."""
    if word in verbs or word in ("-h", "--help", "help", "--version"):
        return True
    if not word.isalpha() or word == "gui":
        return False
    try:
        return not Path(word).exists()
    except OSError:  # no file has a name this long
        return True


if __name__ == "__main__":
    sys.exit(main())
