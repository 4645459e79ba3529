"""What a person names or hands over: a version by its number, a text from one of three places."""

from inspector.arguments import STANDARD_INPUT, UsageError
from inspector.cli.input_bytes import bytes_of, check_typed, text_in
from inspector.core.decoded import is_number
from inspector.core.document import recaps_of
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, printed, to_string
from inspector.core.recap import RecapVersion, RunningRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.loading import OpenChat


def running_if_any(chat: OpenChat) -> RunningRecap | None:
    """The chat's running recap under whatever name; None without one."""
    return recaps_of(chat.document).seen(DATA_KEYS).running


def running_of(chat: OpenChat) -> RunningRecap:
    """The chat's running recap.

    Raises:
        UsageError: it has none.
    """
    running = running_if_any(chat)
    if running is None:
        raise UsageError(f"{chat.path}: this chat has no running recap")
    return running


def place_numbered(chat: OpenChat, running: RunningRecap, word: str) -> int:
    """Where the version stands that the extension finds by a number.

    Raises:
        UsageError: the word is no number, or no version has it.
    """
    location = running.place_of(_number(chat, word))
    if location is None:
        numbers = [number_of(version) for version in running.versions]
        there = f"there are {', '.join(numbers)}" if numbers else "there are none"
        raise UsageError(f"{chat.path}: there is no version {word} of the running recap; {there}")
    return location


def _number(chat: OpenChat, word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not is_number(number):
        raise UsageError(f"{chat.path}: {word!r} is no number of a version")
    return number


def number_of(version: RecapVersion) -> str:
    """A version's number in words."""
    return printed(version.number)


def content_of(version: RecapVersion) -> str:
    """A version's content as the release would print it; empty if there is none, or it cannot."""
    content = version.content
    try:
        return "" if content is None or content is UNDEFINED else to_string(content)
    except ReleaseThrowsError:
        return ""


def given_text(word: str | None, file: str | None) -> str:
    """A text from an argument, a file or standard input.

    One line break at the end of a file or of standard input is no part of the text, so that what
    `show` prints can be handed back.

    Raises:
        UsageError: two texts are given, or the argument is no UTF-8.
        ChatFileError: it cannot be read, or is no UTF-8.
    """
    if word is not None and file is not None:
        raise UsageError("the text is given twice: as an argument and by --file")
    if word is not None and word != STANDARD_INPUT:
        check_typed([word])
        return word
    name = file or STANDARD_INPUT
    text = text_in(bytes_of(name), name)
    return text.removesuffix("\n").removesuffix("\r")
