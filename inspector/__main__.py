"""The program: without a verb, or with `gui`, the window; else the command line."""

import sys
from collections.abc import Sequence

from inspector.cli.command import VERBS, run


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; answers the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given and (given[0] in VERBS or given[0] in ("-h", "--help", "help", "--version")):
        return run(given)
    from inspector.gui.start import run_window  # noqa: PLC0415 - the command line needs no Qt

    return run_window(given[1:] if given[:1] == ["gui"] else given)


if __name__ == "__main__":
    sys.exit(main())
