"""Reading a chat file as SillyTavern does (specs/sillytavern.md §1).

The bytes are kept; only what every view needs is decoded of each message, whole messages
and the values of the header when somebody asks for them. Lines that SillyTavern would drop
are no messages here either, and each is a problem.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import msgspec

from inspector.core.chat import Chat
from inspector.core.problems import Problem, Severity
from inspector.jsonbytes.scan import Outline
from inspector.language import _
from inspector.sillytavern.chat_columns import (
    Columns,
    ColumnsDecoder,
    Gathered,
    decoder_of,
    stretches,
)
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.chat_records import Records
from inspector.sillytavern.lines import BYTE_ORDER_MARK, Lines, split_lines
from inspector.sillytavern.reread_lines import (
    Kept,
    Reread,
    Source,
    split_appended_lines,
    split_lines_again,
)
from inspector.sillytavern.values import UNREADABLE, LazyObject, NotJsonError, Spelled, decode

_HEADER_KEYS = frozenset({"chat_metadata", "user_name", "character_name"})
_MANY_PROBLEMS = 1000


class NotAChatError(ValueError):
    """No line of the file is a JSON object; the text says what the file looks like."""


_NO_OBJECT = Columns()
"""A line that is JSON but no object: a message without anything."""

_object_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


@dataclass(slots=True)
class _Reading:
    """What is gathered while reading."""

    lines: Lines
    decoder: ColumnsDecoder
    gathered: Gathered = field(init=False)
    numbers: Sequence[int] = ()
    header: Mapping[str, Spelled] = field(default_factory=dict[str, Spelled])
    header_line: int | None = None
    problems: list[Problem] = field(default_factory=list[Problem])
    not_objects: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        self.gathered = Gathered(self.decoder)

    def report(
        self, code: str, text: str, line: int, severity: Severity = Severity.WARNING
    ) -> None:
        if len(self.problems) < _MANY_PROBLEMS:
            self.problems.append(Problem(code, text, severity, line=line + 1))


def read_chat(data: bytes, keys: tuple[str, ...] = ()) -> ChatFile:
    """Read a chat file.

    Args:
        data: its bytes.
        keys: members of messages' `extra` of which to note which messages have them.

    Raises:
        NotAChatError: no line is a JSON object.
    """
    reading = _Reading(split_lines(data), decoder_of(keys))
    if data.startswith(BYTE_ORDER_MARK):
        reading.report(
            "byte-order-mark",
            _(
                "The file starts with a byte order mark: SillyTavern cannot read its first "
                "line and loses the chat's metadata, memories included, when it saves."
            ),
            0,
        )
    first = _read_header(reading)
    _read_messages(reading, first)
    if reading.header_line is None:
        if not any(_is_object(reading.lines[number]) for number in reading.numbers):
            raise NotAChatError(_looks_like(data))
        reading.report(
            "no-header",
            _(
                "The chat has no header line, so it carries no memories; SillyTavern takes "
                "the first message of such a solo chat for its header and loses it when it "
                "saves."
            ),
            0,
        )
    return ChatFile(
        lines=reading.lines,
        header_line=reading.header_line,
        message_lines=reading.numbers,
        chat=_chat(reading),
        metadata=_metadata(reading),
        problems=tuple(reading.problems),
    )


def read_chat_again(
    source: Source, former: ChatFile, *, is_appended: bool = False
) -> ChatFile | None:
    """Read a chat file that was read before and written since.

    Lines that are what they were are not decoded again, wherever they stand, and share their
    bytes with the earlier reading.

    Args:
        source: what the file holds now.
        former: the earlier reading.
        is_appended: whether nothing but an addition at the end is expected: where beginning and
            end of what is known are what they were, no more than what is behind them is read.

    Returns:
        the chat; None if nothing is as it was, or anything is wrong with the file, now or before.
    """
    is_sound = not former.problems and former.header_line == 0
    if not is_sound or not isinstance(former.message_lines, range):
        return None
    appended = split_appended_lines(source, former.lines) if is_appended else None
    return _read_again(appended or split_lines_again(source, former.lines), former)


def _read_again(reread: Reread, former: ChatFile) -> ChatFile | None:
    """The chat in lines of which some are known; None if anything is wrong with the others."""
    lines, kept = reread
    records = former.chat.records
    reading = _Reading(lines, decoder_of(records.keys if isinstance(records, Records) else ()))
    is_same_header = bool(kept) and kept[0].now == kept[0].first == 0 < kept[0].last
    if is_same_header:
        reading.header_line = 0
    elif not len(lines) or _read_header(reading) != 1 or reading.header_line != 0:
        return None
    reading.numbers = range(1, _end_of_messages(lines))
    known = tuple(_known_stretches(kept, len(former.chat), len(reading.numbers)))
    if not known or not _read_unknown_messages(reading, known, former.chat):
        return None
    chat = Chat(
        names=reading.gathered.names,
        from_user=bytes(reading.gathered.from_user),
        hidden=bytes(reading.gathered.hidden),
        send_dates=reading.gathered.send_dates,
        sizes=reading.gathered.sizes,
        records=Records(lines, reading.numbers, reading.gathered.keeping, (records, known)),
        header=former.chat.header if is_same_header else _header_members(reading),
        is_group=reading.gathered.is_group,
    )
    metadata = former.metadata if is_same_header else _metadata(reading, former.metadata)
    if reading.problems:
        return None
    return ChatFile(lines, 0, reading.numbers, chat, metadata)


def _known_stretches(kept: Sequence[Kept], former: int, now: int) -> Iterator[Kept]:
    """Messages, and no other lines, that are what they were, in order.

    Args:
        kept: lines that are what they were.
        former: how many messages there were.
        now: how many there are.
    """
    for one in kept:
        first, last, start = max(one.first - 1, 0), min(one.last - 1, former), one.now - 1
        start += first - (one.first - 1)
        last = min(last, first + now - start)
        if first < last:
            yield Kept(first, last, start)


def _read_unknown_messages(reading: _Reading, known: Sequence[Kept], chat: Chat) -> bool:
    """Gather all messages, of which some are known; answers whether the others are messages."""
    done = 0
    for one in known:
        if not _read_messages_at_once(reading, 1 + done, 1 + one.now):
            return False
        reading.gathered.keep(chat, one.first, one.last)
        done = one.now + one.last - one.first
    return _read_messages_at_once(reading, 1 + done, reading.numbers[-1] + 1)


def _read_header(reading: _Reading) -> int:
    """Find the header; answers the first line that may hold a message."""
    for number in range(len(reading.lines)):
        line = reading.lines[number]
        if not line.strip():
            continue
        try:
            # From a copy of the line: what a later reading takes over of it keeps no whole file.
            spelled: Mapping[str, Spelled] = _object_decoder.decode(line)
            is_strict = True
        except UNREADABLE:
            try:
                value = decode(line, allow_nan=True)
            except NotJsonError as error:
                _report_bad_line(reading, number, str(error))
                continue
            if not value:
                _report_dropped(reading, number)
                continue
            if not isinstance(value, Mapping):
                reading.report(
                    "header-no-object",
                    _("The first line is no JSON object, so it is neither a header nor a message."),
                    number,
                    Severity.ERROR,
                )
                return number + 1
            spelled = _spelled_members(line)
            is_strict = False
        if "mes" in spelled or not _HEADER_KEYS & spelled.keys():
            return number
        reading.header, reading.header_line = spelled, number
        if not is_strict:
            _report_unreadable_header(reading, line, number)
        return number + 1
    return len(reading.lines)


def _report_unreadable_header(reading: _Reading, line: bytes, number: int) -> None:
    """Say so where the header was read here but JavaScript would refuse it."""
    try:
        decode(line)
    except NotJsonError as error:
        reading.report(
            "bad-header",
            _(
                "SillyTavern cannot read the header: {error}. It loses the chat's "
                "metadata, memories included, when it saves."
            ).format(error=error),
            number,
            Severity.ERROR,
        )


def _spelled_members(line: bytes) -> dict[str, Spelled]:
    outline = Outline(line)
    found = outline.members(outline.start)
    return {str(member.key): line[member.start : member.end] for member in found}


def _read_messages(reading: _Reading, first: int) -> None:
    last = _end_of_messages(reading.lines)
    if first < last and _read_messages_at_once(reading, first, last):
        reading.numbers = range(first, last)
    else:
        reading.gathered = Gathered(reading.decoder)
        _read_messages_one_by_one(reading, first, last)


def _end_of_messages(lines: Lines) -> int:
    """The line before which the last message stands: a file may end with a line feed."""
    return len(lines) if len(lines) and lines[len(lines) - 1].strip() else len(lines) - 1


def _read_messages_at_once(reading: _Reading, first: int, last: int) -> bool:
    """Decode stretches of lines, so that little is in memory beside the columns.

    Answers whether every line holds one message.
    """
    for start, end, stretch in stretches(reading.lines, first, last):
        try:
            columns = reading.decoder.decode_lines(stretch)
        except UNREADABLE:
            return False
        if len(columns) != end - start:
            return False
        reading.gathered.add(columns)
    return True


def _read_messages_one_by_one(reading: _Reading, first: int, last: int) -> None:
    numbers = array("Q")
    for number in range(first, last):
        line = reading.lines[number]
        if not line.strip():
            continue
        try:
            columns = reading.decoder.decode(line)
        except UNREADABLE:
            columns = _read_odd_line(reading, number, line)
        if columns is not None:
            if columns is _NO_OBJECT:
                reading.not_objects.append(len(numbers))
            reading.gathered.add([columns])
            numbers.append(number)
    reading.numbers = numbers


def _read_odd_line(reading: _Reading, number: int, line: bytes) -> Columns | None:
    try:
        value = decode(line)
    except NotJsonError as error:
        _report_bad_line(reading, number, str(error))
        return None
    if isinstance(value, Mapping):
        record = cast("Mapping[str, object]", value)
        spelled = _spelled_members(line).get("mes", b"")
        return Columns(
            **{name: record.get(name) for name in Columns.__struct_fields__ if name != "mes"},
            mes=msgspec.Raw(spelled),
        )
    if not value:
        _report_dropped(reading, number)
        return None
    reading.report(
        "no-object",
        _("This line is JSON but no object; SillyTavern counts it as a message without text."),
        number,
    )
    return _NO_OBJECT


def _report_bad_line(reading: _Reading, number: int, why: str) -> None:
    reading.report(
        "bad-line",
        _(
            "Line {number} is no JSON: {why}. SillyTavern leaves it out when it loads the "
            "chat and loses it when it saves; it is kept here."
        ).format(number=number + 1, why=why),
        number,
        Severity.ERROR,
    )


def _report_dropped(reading: _Reading, number: int) -> None:
    reading.report(
        "dropped-line",
        _("Line {number} holds no message; SillyTavern drops it when it saves.").format(
            number=number + 1
        ),
        number,
    )


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(decode(line), Mapping)
    except NotJsonError:
        return False


def _metadata(
    reading: _Reading, former: Mapping[str, object] | None = None
) -> Mapping[str, object]:
    spelled = reading.header.get("chat_metadata")
    if spelled is None:
        return {}
    try:
        return LazyObject(_object_decoder.decode(spelled), former)
    except UNREADABLE:
        value = decode(bytes(spelled), allow_nan=True)
    if isinstance(value, Mapping):
        return LazyObject(_spelled_members(bytes(spelled)))
    reading.report(
        "metadata-no-object",
        _("chat_metadata in the header is no JSON object, so the chat carries no memories."),
        reading.header_line or 0,
        Severity.ERROR,
    )
    return {}


def _chat(reading: _Reading) -> Chat:
    gathered = reading.gathered
    return Chat(
        names=gathered.names,
        from_user=bytes(gathered.from_user),
        hidden=bytes(gathered.hidden),
        send_dates=gathered.send_dates,
        sizes=gathered.sizes,
        records=Records(reading.lines, reading.numbers, gathered.keeping),
        header=_header_members(reading),
        is_group=gathered.is_group,
        not_objects=frozenset(reading.not_objects),
    )


def _header_members(reading: _Reading) -> Mapping[str, object]:
    """What the header holds beside `chat_metadata`."""
    return LazyObject(
        {key: value for key, value in reading.header.items() if key != "chat_metadata"}
    )


def _looks_like(data: bytes) -> str:
    start = data[:4096].lstrip()
    if not data.strip():
        return _("the file is empty")
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"{\0", b"\0{")):
        return _("this is UTF-16 text; SillyTavern writes its chats in UTF-8")
    if b"\0" in start:
        return _("this is a binary file and no chat")
    if start[:1] == b"<":
        return _("this looks like a web page and is no chat")
    if start[:1] == b"[":
        return _("this is a JSON list; a chat holds one JSON object a line")
    return _why_no_object(data) or _("no line of the file is a JSON object, so it is no chat")


def _why_no_object(data: bytes) -> str:
    """Why the first line that is meant as a JSON object is none; empty where it is not meant so."""
    before, _brace, rest = data.partition(b"{")
    if before.strip():
        return ""
    try:
        decode(b"{" + rest.partition(b"\n")[0])
    except NotJsonError as error:
        return _("no line is a JSON object, so it is no chat; line {number}: {why}").format(
            number=before.count(b"\n") + 1, why=error
        )
    return ""
