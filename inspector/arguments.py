"""Parsing arguments: one parser a verb, one line on an error."""

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from typing_extensions import override

from inspector.console import print_text
from inspector.core.decoded import is_list, numbers
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.moment import Moment
from inspector.core.sending import Send, SendKind
from inspector.small_files import read_small

_GREATEST = 2**53 - 1
"""Any greater one is another number as JSON has it."""
_MOST_DIGITS = len(str(_GREATEST))
STANDARD_INPUT = "-"
_NO_OPTION = "\0"
"""What begins with dashes after `--` is marked with it for argparse; no argument can hold it."""


class UsageError(InspectorError):
    """The arguments are wrong; the text says which and how."""


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of printing several lines."""

    def __init__(self, verb: str, summary: str, details: str = "") -> None:
        super().__init__(
            prog=f"memory-inspector {verb}",
            description=summary,
            epilog=details or None,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    @override
    def error(self, message: str) -> NoReturn:
        for mark in (_NO_OPTION, repr(_NO_OPTION)[1:-1]):
            message = message.replace(mark, "")
        raise UsageError(f"{message}; see {self.prog} --help")

    @override
    def print_help(self, file: object = None) -> None:
        # argparse says nothing where nobody takes what it prints.
        print_text(self.format_help().rstrip("\n"))

    def parse(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Options may stand before, between or after what has no dashes; none after `--`."""
        given = list(arguments)
        if "--" in given:
            # argparse forgets `--` between the two times that it reads intermixed arguments.
            end = given.index("--") + 1
            given[end:] = [_marked(one) for one in given[end:]]
        found = self.parse_intermixed_args(given)
        for name, value in vars(found).items():
            setattr(found, name, _unmarked(value))
        return found


def _marked(argument: str) -> str:
    is_dashed = argument.startswith("-") and argument != STANDARD_INPUT
    return f"{_NO_OPTION}{argument}" if is_dashed else argument


def _unmarked(value: object) -> object:
    if isinstance(value, str):
        return value.removeprefix(_NO_OPTION)
    return [_unmarked(one) for one in value] if is_list(value) else value


_CHAT = "a chat file (.jsonl)"
_READ_CHAT = f"{_CHAT}; - for standard input"


def add_chats(parser: argparse.ArgumentParser) -> None:
    """One or more chats."""
    parser.add_argument("chats", nargs="+", type=file_path, metavar="CHAT", help=_READ_CHAT)


def add_chat(parser: argparse.ArgumentParser, *, is_read: bool) -> None:
    """One chat.

    Args:
        parser: takes it.
        is_read: whether it is only looked at, so that standard input will do.
    """
    help_text = _READ_CHAT if is_read else _CHAT
    parser.add_argument("chat", type=file_path, metavar="CHAT", help=help_text)


def add_input(parser: argparse.ArgumentParser) -> None:
    """The file that is read, standard input where none is named."""
    parser.add_argument(
        "file",
        type=file_name,
        nargs="?",
        default=STANDARD_INPUT,
        metavar="FILE",
        help="- for standard input",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Machine-readable output."""
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")


def add_question(parser: argparse.ArgumentParser, *, profile: bool = True) -> None:
    """The options shared by all verbs that inject (DESIGN §4).

    Args:
        parser: takes the options.
        profile: whether a profile of an extension can be named.
    """
    group = parser.add_argument_group("the question")
    group.add_argument(
        "--ruleset",
        action="append",
        metavar="NAME",
        help="whose rules answer, such as openvault/temporal; may be repeated "
        "(default: the design of each system that the chat carries)",
    )
    group.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a setting of the ruleset under the system's own name; may be repeated",
    )
    group.add_argument(
        "--settings",
        type=file_path,
        metavar="FILE",
        help="SillyTavern's settings.json, which is only read "
        "(default: that of the data folder in which the chat lies)",
    )
    if profile:
        group.add_argument(
            "--profile",
            metavar="NAME",
            help="the profile of MessageSummarize or Auto-Recap whose settings hold, or 'as it "
            "stands' for none (default: the chat's own, its character's or group's, or Default, "
            "as when the chat is opened)",
        )
    group.add_argument("--encoding", metavar="E", help="count tokens in this encoding")
    group.add_argument("--user", metavar="NAME", help="the user's name (default: from the chat)")
    group.add_argument(
        "--character", metavar="NAME", help="who is about to answer (default: from the chat)"
    )
    group.add_argument(
        "--group", metavar="NAME,NAME", help="members of the group; makes it a group chat"
    )
    group.add_argument("--pending", metavar="TEXT", help="the user's message about to be sent")
    group.add_argument(
        "--query-vector",
        type=file_path,
        metavar="FILE",
        help="the query's embedding, a JSON array of numbers; stored ones are unused without it",
    )
    group.add_argument(
        "--at",
        type=_message_number,
        metavar="N",
        help="pretend that the chat ends after message N, 0-based",
    )
    _add_sources(parser)


def is_whole(text: str, most_digits: int = _MOST_DIGITS) -> bool:
    """Whether a text is a whole number in ASCII digits that are not too many to be read."""
    return text.isascii() and text.isdigit() and len(text) <= most_digits


def whole_number(words: str, least: int = 0, most: int = _GREATEST) -> Callable[[str], int]:
    """What reads the whole number of an option.

    Args:
        words: what it is, for the refusal of anything else.
        least: no number is smaller.
        most: no number is greater.
    """

    def read(text: str) -> int:
        if not is_whole(text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is no {words}")
        return int(text)

    return read


def file_name(text: str) -> str:
    """A file's name from the command line, or `-` for standard input."""
    name = text.removeprefix(_NO_OPTION)
    if "\0" in name:
        raise argparse.ArgumentTypeError("a file's name holds no NUL")
    if not name:
        # As from an empty variable of a script, which would name the folder one is in.
        raise argparse.ArgumentTypeError("a file's name is not empty")
    return name


def file_path(text: str) -> Path:
    """A file's name from the command line as a path; that of `-` is standard input.

    A file of that name is told from it by its folder, since a path leaves `./` out.
    """
    path = Path(file_name(text))
    return path.absolute() if path == Path(STANDARD_INPUT) and text != STANDARD_INPUT else path


def output_path(text: str) -> Path:
    """The name of a file to write; `-`, which elsewhere is standard output, is refused."""
    if text == STANDARD_INPUT:
        raise argparse.ArgumentTypeError("name a file; one that is called - is ./-")
    return file_path(text)


def add_send(parser: argparse.ArgumentParser, *, default: str | None = None) -> None:
    """What is pressed, for verbs that predict the next request (DESIGN §4, §8).

    Args:
        parser: takes the options.
        default: the kind where none is given; None for no request at all.
    """
    group = parser.add_argument_group("the next request")
    group.add_argument(
        "--send",
        choices=[kind.value for kind in SendKind],
        default=default,
        help="predict what is sent when this is pressed now"
        + ("" if default is None else f" (default: {default})"),
    )
    group.add_argument(
        "--member",
        type=whole_number("number from 1", least=1),
        default=1,
        metavar="N",
        help="which answer of a group's turn (default: the first)",
    )
    group.add_argument(
        "--opened",
        action="store_true",
        help="the file is what an open tab holds: nothing is opened first",
    )


def send_of(options: argparse.Namespace) -> Send | None:
    """What the options press; None where nothing is sent.

    Raises:
        UsageError: `--opened` or `--member` without `--send`.
    """
    if options.send is None:
        if options.opened or options.member != 1:
            raise UsageError("--opened and --member go with --send")
        return None
    return Send(SendKind(options.send), options.pending or "", options.member, options.opened)


def _message_number(text: str) -> int:
    # One below 0 is out of range, and told as such.
    if not is_whole(text.removeprefix("-")):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of a message")
    return int(text)


def _add_sources(parser: argparse.ArgumentParser) -> None:
    """What a Scribe ruleset needs beside the chat (specs/as-designed.md §5)."""
    group = parser.add_argument_group("beside the chat, for Scribe")
    files = {
        "lorebook": "a lorebook: SillyTavern world info, Scribe's minimal form or its answer",
        "chronicle": "a chronicle: the list that Scribe's events call answers",
        "scores": 'the scores of items, such as {"lore:3": 0.81} (default: BM25)',
        "card": "a character card, PNG or JSON",
    }
    for name, meaning in files.items():
        group.add_argument(f"--{name}", type=file_path, metavar="FILE", help=meaning)
    group.add_argument(
        "--now", metavar="TIME", help="the present for ages (default: the newest message's date)"
    )


@dataclass(frozen=True)
class Assignment:
    """NAME=VALUE from the command line."""

    name: str
    text: str

    @property
    def value(self) -> object:
        """The value: JSON where it parses as such, else the text itself."""
        try:
            return json.loads(self.text)
        except (ValueError, RecursionError):
            return self.text


def assignment(text: str) -> Assignment:
    """Take NAME=VALUE apart.

    Raises:
        UsageError: there is no equals sign, or nothing before it.
    """
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise UsageError(f"expected NAME=VALUE, not {text!r}")
    return Assignment(name.strip(), value)


def name_list(text: str) -> tuple[str, ...]:
    """Names from comma text, empty ones left out."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def moment_of(options: argparse.Namespace) -> Moment:
    """The moment that the options ask for."""
    settings = {one.name: one.value for one in map(assignment, options.set)}
    return Moment(
        at=options.at,
        user=options.user,
        character=options.character,
        group=name_list(options.group) if options.group else (),
        pending=options.pending,
        settings=settings,
        query_vector=None if options.query_vector is None else _read_vector(options.query_vector),
    )


def _read_vector(path: Path) -> tuple[float, ...]:
    try:
        stored: object = json.loads(read_small(path, takes_pipes=True))
    except (ValueError, RecursionError) as error:
        raise ChatFileError(str(path), "this is no JSON array of numbers") from error
    if not is_list(stored) or not stored:
        raise ChatFileError(str(path), "this is no JSON array of numbers")
    odd = next((at for at, one in enumerate(stored) if not numbers([one])), None)
    if odd is not None:
        raise ChatFileError(str(path), f"[{odd}]: this is no number")
    return numbers(stored)
