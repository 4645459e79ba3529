"""Starting the window, and drawing it into a picture where nobody looks."""

import argparse
import contextlib
import os
import signal
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from inspector.arguments import (
    Parser,
    UsageError,
    add_question,
    file_path,
    moment_of,
    output_path,
)
from inspector.console import print_error, print_text
from inspector.core.errors import ChatFileError, InspectorError
from inspector.gui.window.display import has_display
from inspector.system_packages import advice, missing_libraries

if TYPE_CHECKING:
    from inspector.gui.state.session import Question
    from inspector.lore_files import Beside

BAD_INPUT = 2
_OF_PICTURES = ("layout", "fill", "find", "where", "change")
_RAISE = "draw what raising the importance of all of them would change"
PANELS = (
    "timeline",
    "memories",
    "messages",
    "recaps",
    "lore",
    "rewrite",
    "context",
    "compare",
    "check",
    "stability",
    "listen",
    "characters",
    "preview",
    "why",
    "leaks",
    "sending",
    "details",
    "problems",
    "knowledge",
    "curve",
    "settings",
    "retrieval",
    "model",
    "history",
)


_LIBRARY_IS_MISSING = ("shared object", "DLL", "Library not loaded")
"""Words of Linux, Windows and macOS."""


def run_window(arguments: Sequence[str]) -> int:
    """Open the window, or with `--screenshot` draw it; answers the exit status."""
    try:
        return _run(arguments)
    except InspectorError as error:
        print_error(str(error))
        return BAD_INPUT


def _run(arguments: Sequence[str]) -> int:
    options = window_parser().parse(arguments)
    given = (value for name, value in vars(options).items() if name != "screenshot")
    read = (*options.chats, *(value for value in given if isinstance(value, Path)))
    for path in read:
        _check_is_there(path)
    if options.screenshot is not None:
        _check_is_none_of(options.screenshot, read)
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    elif not has_display():
        raise UsageError("there is no display; --screenshot FILE draws the window instead")
    _check_system()
    # Qt reads the platform when it is imported, so it is imported after that is known; and texts
    # of the window are translated when they are imported.
    try:
        with _ended_by_interrupt():
            from inspector.gui.window.languages import speak  # noqa: PLC0415

            speak(options.language or _kept_language(picture=options.screenshot is not None))
            from inspector.gui.window.app import Picture, draw, open_window  # noqa: PLC0415
    except ImportError as error:
        if not any(words in str(error) for words in _LIBRARY_IS_MISSING):
            raise
        raise UsageError(f"Qt needs a library of the system that is missing: {error}") from error

    if options.screenshot is None:
        requested, beside = _requested(options) if _asks_anything(options) else (None, None)
        with _ended_by_interrupt():  # until the window hears it: Qt's callbacks would swallow it
            return open_window(options.chats, requested, options.theme, beside, options.check)
    question, beside = _requested(options)
    picture = Picture(
        options.screenshot,
        options.theme or "light",
        _size(options.size),
        options.show,
        options.check,
        options.layout and options.layout.capitalize(),
        options.fill,
        options.find,
        options.where or "",
        options.change,
    )
    draw(options.chats[:1], question, beside, picture)
    print_text(f"drew {options.screenshot}")
    return 0


@contextlib.contextmanager
def _ended_by_interrupt() -> Generator[None]:
    """Let Ctrl+C end the process as any other: where Qt's import is interrupted, it aborts."""
    before = signal.getsignal(signal.SIGINT)
    is_raised = before is signal.default_int_handler and current_thread() is main_thread()
    if is_raised:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if is_raised:
            signal.signal(signal.SIGINT, before)


def _kept_language(*, picture: bool) -> str:
    """The language that a person chose; pictures do not depend on who makes them."""
    from inspector.preferences import load_preferences  # noqa: PLC0415 - quick start

    return "en" if picture else load_preferences().language


def _asks_anything(options: argparse.Namespace) -> bool:
    """Whether the window has to read more than its welcome page before it can be shown."""
    usual = vars(window_parser().parse([]))
    own = ("chats", "theme", "language", "size", "show", "screenshot", "check", *_OF_PICTURES)
    return any(value != usual[name] for name, value in vars(options).items() if name not in own)


def _requested(options: argparse.Namespace) -> "tuple[Question, Beside]":
    """What is asked of every chat, and what is opened beside the first.

    Raises:
        InspectorError: an option says nothing that can be asked.
    """
    from inspector.core.sources import Sources  # noqa: PLC0415
    from inspector.gui.state.session import DEFAULT_RULESET, Question  # noqa: PLC0415 - quick start
    from inspector.lore_files import Beside  # noqa: PLC0415
    from inspector.sillytavern.dates import present  # noqa: PLC0415

    question = Question(
        ruleset=options.ruleset[0] if options.ruleset else DEFAULT_RULESET,
        by_writer=not options.ruleset,
        encoding=options.encoding,
        moment=moment_of(options),
        settings_file=options.settings,
    )
    if not options.ruleset:
        _check_names(question.moment.settings)
    beside = Beside(
        lorebook=options.lorebook,
        chronicle=options.chronicle,
        card=options.card,
        scores=options.scores,
        rest=Sources(now=None if options.now is None else present(options.now)),
    )
    return question, beside


def _check_names(given: Iterable[str]) -> None:
    """Refuse a setting that no ruleset has: which one is meant is known once the chat is open.

    Raises:
        UsageError: one of those given is nobody's.
    """
    from inspector.systems import RULESETS  # noqa: PLC0415 - quick start

    known = {spec.name for ruleset in RULESETS.values() for spec in ruleset.settings}
    for name in given:
        if name not in known:
            raise UsageError(f"no ruleset has a setting {name!r}")


def window_parser() -> Parser:
    """What `gui` understands."""
    parser = Parser("gui", "Open the window.")
    parser.add_argument("chats", nargs="*", type=file_path, metavar="CHAT", help="a chat to open")
    parser.add_argument(
        "--theme", choices=("light", "dark", "contrast", "system"), help="how it looks"
    )
    parser.add_argument("--language", choices=("en", "de", "system"), help="what its texts are in")
    parser.add_argument(
        "--screenshot", type=output_path, metavar="FILE", help="draw the window there and exit"
    )
    parser.add_argument("--size", default="1440x900", metavar="WxH", help="size of the picture")
    parser.add_argument("--show", choices=PANELS, metavar="PANEL", help=", ".join(PANELS))
    parser.add_argument(
        "--check",
        type=file_path,
        metavar="REQUEST",
        help="lay a captured request beside the chat, as *Check a request…* does",
    )
    layouts = ("read", "write", "debug", "context")
    parser.add_argument("--layout", choices=layouts, help="what the picture is laid out for")
    parser.add_argument("--fill", action="store_true", help="let PANEL fill the picture")
    parser.add_argument("--find", metavar="TEXT", help="draw what the palette finds for a text")
    parser.add_argument("--where", metavar="FILTER", help="draw the memories that a filter finds")
    parser.add_argument("--raise", dest="change", action="store_true", help=_RAISE)
    add_question(parser, profile=False)
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise UsageError(f"--size is WIDTHxHEIGHT, such as 1440x900, not {text!r}")
    size = int(width), int(height)
    if not all(200 <= side <= 10_000 for side in size):
        raise UsageError(f"--size lies between 200x200 and 10000x10000, not {text!r}")
    return size


def _check_is_there(path: Path) -> None:
    try:
        path.stat()
    except OSError as error:
        from inspector.small_files import why  # noqa: PLC0415 - quick start

        raise ChatFileError(str(path), why(error)) from error


def _check_is_none_of(target: Path, read: Iterable[Path]) -> None:
    """Refuse to write over what is read."""
    from inspector import files  # noqa: PLC0415 - quick start

    if not files.is_there(target):
        return
    for path in read:
        if path.samefile(target):
            raise ChatFileError(str(target), "this is read, and no place for a picture of it")


def _check_system() -> None:
    """Refuse where Qt would not load, with what to install; it aborts without words itself."""
    packages = list(dict.fromkeys(missing_libraries()))
    if packages:
        raise UsageError(advice(packages))
