"""Starting the window, and drawing it into a picture where nobody looks."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.arguments import Parser, UsageError, add_question, moment_of
from inspector.console import print_error, print_text
from inspector.core.errors import InspectorError

if TYPE_CHECKING:
    from inspector.gui.state.session import Question
    from inspector.lore_files import Beside

BAD_INPUT = 2
PANELS = (
    "timeline",
    "memories",
    "messages",
    "recaps",
    "lore",
    "context",
    "preview",
    "why",
    "details",
    "problems",
    "knowledge",
    "curve",
    "settings",
    "retrieval",
    "history",
)


def run_window(arguments: Sequence[str]) -> int:
    """Open the window, or with `--screenshot` draw it; answers the exit status."""
    try:
        return _run(arguments)
    except InspectorError as error:
        print_error(str(error))
        return BAD_INPUT


def _run(arguments: Sequence[str]) -> int:
    options = _parser().parse(arguments)
    if options.screenshot is not None or not _has_display():
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    # Qt reads the platform when it is imported, so it is imported after that is known.
    from inspector.gui.window.app import draw, open_window  # noqa: PLC0415

    if options.screenshot is None:
        if not _has_display() and "QT_QPA_PLATFORM" not in os.environ:
            raise UsageError("there is no display; --screenshot FILE draws the window instead")
        asked, beside = _asked(options) if _asks_anything(options) else (None, None)
        return open_window(options.chats, asked, options.theme, beside)
    question, beside = _asked(options)
    draw(
        options.chats[:1],
        question,
        options.theme or "light",
        Path(options.screenshot),
        _size(options.size),
        options.show,
        beside,
    )
    print_text(f"drew {options.screenshot}")
    return 0


def _asks_anything(options: argparse.Namespace) -> bool:
    """Whether the window has to read more than its welcome page before it can be shown."""
    usual = vars(_parser().parse([]))
    own = ("chats", "theme", "size", "show", "screenshot")
    return any(value != usual[name] for name, value in vars(options).items() if name not in own)


def _asked(options: argparse.Namespace) -> "tuple[Question, Beside]":
    """What is asked of every chat, and what is opened beside the first.

    Raises:
        InspectorError: an option says nothing that can be asked.
    """
    from inspector.core.sources import Sources  # noqa: PLC0415
    from inspector.gui.state.session import DEFAULT_RULESET, Question  # noqa: PLC0415 - quick start
    from inspector.lore_files import Beside  # noqa: PLC0415
    from inspector.systems.scribe.scores import present  # noqa: PLC0415

    question = Question(
        ruleset=options.ruleset[0] if options.ruleset else DEFAULT_RULESET,
        encoding=options.encoding,
        moment=moment_of(options),
        settings_file=options.settings,
    )
    beside = Beside(
        lorebook=options.lorebook,
        chronicle=options.chronicle,
        card=options.card,
        scores=options.scores,
        others=Sources(now=None if options.now is None else present(options.now)),
    )
    return question, beside


def _parser() -> Parser:
    parser = Parser("gui", "Open the window.")
    parser.add_argument("chats", nargs="*", type=Path, metavar="CHAT", help="a chat to open")
    parser.add_argument("--theme", choices=("light", "dark", "system"), help="how it looks")
    parser.add_argument("--screenshot", metavar="FILE", help="draw the window there and exit")
    parser.add_argument("--size", default="1440x900", metavar="WxH", help="size of the picture")
    parser.add_argument("--show", choices=PANELS, metavar="PANEL", help=", ".join(PANELS))
    add_question(parser)
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise UsageError(f"--size is WIDTHxHEIGHT, such as 1440x900, not {text!r}")
    size = int(width), int(height)
    if not all(200 <= side <= 10_000 for side in size):
        raise UsageError(f"--size lies between 200x200 and 10000x10000, not {text!r}")
    return size


def _has_display() -> bool:
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
