"""Lines of a chat that hold no message, and so cannot be merged."""

from collections.abc import Iterator

from inspector.core.errors import InspectorError
from inspector.language import _, ngettext
from inspector.merging.line_edits import content
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.values import NotJsonError, decode

_MOST = 5


def refuse_lost_lines(base: ChatFile, theirs: ChatFile, mine: ChatFile, name: str) -> None:
    """Refuse a merge that would lose lines which only mine has.

    Args:
        base: what both sides were made of.
        theirs: the side whose lines stay.
        mine: the other side.
        name: what the error calls the file of mine.

    Raises:
        InspectorError: a line of mine holds neither a message nor the header, and the others
            have it not; the text names it.
    """
    known = {line for chat in (base, theirs) for _number, line in _unread(chat)}
    lost = [one for one in _unread(mine) if one[1] not in known]
    if not lost:
        return
    spoken = [_in_words(number, line) for number, line in lost[:_MOST]]
    if more := len(lost) - len(spoken):
        spoken.append(ngettext("{n:,} more line", "{n:,} more lines", more).format(n=more))
    raise InspectorError(
        _(
            "{name}: {lines}. This cannot be merged and would be lost; --take theirs leaves it out."
        ).format(name=name, lines=", ".join(spoken))
    )


def _unread(chat: ChatFile) -> Iterator[tuple[int, bytes]]:
    """Lines that are neither blank nor read, by their 0-based numbers."""
    if len(chat.message_lines) + (chat.header_line is not None) == len(chat.lines):
        return
    read = {*chat.message_lines, chat.header_line}
    for number in range(len(chat.lines)):
        if number not in read and (line := content(chat.lines, number)).strip():
            yield number, line


def _in_words(number: int, line: bytes) -> str:
    try:
        decode(line)
    except NotJsonError as error:
        return _("line {line} is no JSON ({why})").format(line=number + 1, why=error)
    return _("line {line} holds no message").format(line=number + 1)
