"""Saved answers of the Scribe server: a session's messages, a lorebook's entries.

specs/scribe.md §7. The server has no export of chats, so what it answers is what can be had.
Messages are only read; entries can be edited and are written back byte for byte.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from inspector.core.chat import Chat
from inspector.core.decoded import is_list, is_number, is_object, items, members, text
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.lore import (
    DEFAULT_ORDER,
    ENTRY_FIELDS,
    KEYWORDS,
    LorebookEntry,
    LorebookForm,
    LoreField,
    LoreFieldKind,
)
from inspector.core.problems import Problem
from inspector.core.stored import Path
from inspector.language import _, ngettext
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.lines import BYTE_ORDER_MARK, split_lines
from inspector.sillytavern.server_times import server_time
from inspector.sillytavern.values import NotJsonError, decode
from inspector.sillytavern.world_info import (
    EntryForm,
    LorebookFile,
    lorebook_file,
    read_lorebook,
    spelled_id,
)

ANSWER_MARK = "scribe_answer"
"""The key in a chat's metadata that says it is an answer of the Scribe server."""

_HISTORY = "history"
_NAMES = {"user": "User", "assistant": "Assistant", "system": "System"}
_ROLES = {**{role: role for role in _NAMES}, "model": "assistant"}
_PREFIX_BYTES = 65_536


def is_answer(data: bytes) -> bool:
    """Whether a file looks like messages of the Scribe server and not like a chat of lines."""
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")[:_PREFIX_BYTES]
    if start.startswith(b"["):
        return True
    of_lines = b'"mes"' in start or b'"chat_metadata"' in start
    return start.startswith(b"{") and b'"history"' in start and not of_lines


def read_messages(data: bytes, path: str = "answer") -> ChatFile:
    """The chat in a saved answer: the array of messages, or the body of a generate call.

    Args:
        data: the file's bytes.
        path: what errors call the file.

    Raises:
        ChatFileError: it is no such answer.
    """
    try:
        value = decode(data.removeprefix(BYTE_ORDER_MARK))
    except NotJsonError as error:
        why = _("this begins like a saved answer of the Scribe server, but {error}").format(
            error=error
        )
        raise ChatFileError(path, why) from error
    stored = members(value).get(_HISTORY) if is_object(value) else value
    if not is_list(stored):
        raise ChatFileError(path, _("this is no saved answer of the Scribe server"))
    found = [one for one in stored if is_object(one) and _role(one) is not None]
    if not found:
        raise ChatFileError(
            path,
            _(
                "this is a JSON list without messages of the Scribe server, which have a "
                "role; a chat holds one JSON object a line"
            ),
        )
    left_out = len(stored) - len(found)
    problems = [
        Problem(
            "no-message",
            ngettext(
                "{left_out:,} item of the list is no message and is left out.",
                "{left_out:,} items of the list are no messages and are left out.",
                left_out,
            ).format(left_out=left_out),
        )
    ]
    ordered, sorting = _by_time(found)
    return ChatFile(
        lines=split_lines(data),
        header_line=None,
        message_lines=(),
        chat=_chat(ordered),
        metadata={ANSWER_MARK: True},
        problems=(*(problems if left_out else ()), *sorting),
    )


def _role(record: Mapping[str, object]) -> str | None:
    for key in ("message_type", "role"):
        role = _ROLES.get(text(record.get(key)).lower())
        if role is not None:
            return role
    has_text = is_list(record.get("parts")) or isinstance(record.get("content"), str)
    # The server takes an unknown role for the user's.
    return "user" if has_text and "role" in record else None


def _by_time(
    found: list[Mapping[str, object]],
) -> tuple[list[Mapping[str, object]], tuple[Problem, ...]]:
    """In the order in which the server sends them: by `created_at`, where all have one."""
    times = [server_time(one.get("created_at")) for one in found]
    known = [time for time in times if time is not None]
    if len(known) != len(found) or known == sorted(known):
        return found, ()
    order = sorted(range(len(found)), key=known.__getitem__)
    words = _("The messages were not in the order of their times and have been sorted.")
    return [found[index] for index in order], (Problem("messages-sorted", words),)


def _chat(found: Sequence[Mapping[str, object]]) -> Chat:
    records = [_record(one) for one in found]
    texts = [text(record.get("mes")) for record in records]
    return Chat(
        names=[text(record.get("name")) for record in records],
        from_user=bytes([record["is_user"] is True for record in records]),
        hidden=bytes(len(records)),
        send_dates=[record["send_date"] for record in records],
        sizes=[len(one.encode("utf-8", "surrogatepass")) for one in texts],
        records=records,
        stores_hidden=False,
    )


def _record(stored: Mapping[str, object]) -> dict[str, object]:
    """A message as a chat of lines would hold it; what was stored stands under `scribe`."""
    role = _role(stored) or "user"
    extra: dict[str, object] = {"type": "narrator"} if role == "system" else {}
    return {
        "name": _NAMES[role],
        "is_user": role == "user",
        "is_system": False,
        "send_date": stored.get("created_at"),
        "mes": _text(stored),
        "extra": extra,
        "scribe": stored,
    }


def _text(stored: Mapping[str, object]) -> str:
    content = stored.get("content")
    if isinstance(content, str):
        return content
    parts = (text(members(part).get("text")) for part in items(stored.get("parts")))
    return "\n".join(part for part in parts if part)


def _entry(index: int, location: Path, record: Mapping[str, object]) -> LorebookEntry:
    order = record.get("insertion_order")
    keywords = (key.strip() for key in text(record.get("keys_text")).split(","))
    return LorebookEntry(
        index=index,
        uid=spelled_id(record.get("id")) or str(location[-1]),
        title=text(record.get("entry_title")),
        keywords=tuple(key for key in keywords if key),
        content=text(record.get("content")),
        enabled=record.get("is_enabled") is not False,
        constant=record.get("is_constant") is True,
        order=order if is_number(order) else DEFAULT_ORDER,
        location=location,
        record=record,
    )


_STORED_NAMES = {
    "title": "entry_title",
    "keywords": "keys_text",
    "enabled": "is_enabled",
    "constant": "is_constant",
    "order": "insertion_order",
}


def _members(_record: Mapping[str, object], name: str, value: object) -> Mapping[str, object]:
    if isinstance(value, tuple):
        value = ", ".join(cast("tuple[str, ...]", value))
    return {_STORED_NAMES.get(name, name): value}


_COMMA_KEYWORDS = LoreField(
    KEYWORDS.key, KEYWORDS.title, LoreFieldKind.COMMA_KEYWORDS, KEYWORDS.aliases
)

SERVER_ENTRY = EntryForm(
    LorebookForm.SERVER,
    tuple(_COMMA_KEYWORDS if one is KEYWORDS else one for one in ENTRY_FIELDS),
    _entry,
    _members,
    {
        "id": "",
        "entry_title": "",
        "content": "",
        "keys_text": "",
        "is_enabled": True,
        "is_constant": False,
        "insertion_order": DEFAULT_ORDER,
    },
)


def read_any_lorebook(data: bytes, path: str = "lorebook") -> LorebookFile:
    """A lorebook in any form: world info, Scribe's minimal form, the server's list of entries.

    Args:
        data: the file's bytes.
        path: what errors call the file.

    Raises:
        InspectorError: it is no lorebook; the text names the file and says why.
    """
    try:
        value = decode(data.removeprefix(BYTE_ORDER_MARK))
    except NotJsonError:
        return read_lorebook(data, path)
    if not is_list(value):
        return read_lorebook(data, path)
    if value and not any("entry_title" in members(one) for one in value):
        raise InspectorError(
            _("{path}: this list holds no lorebook entries of the Scribe server.").format(path=path)
        )
    listed = (((index,), one) for index, one in enumerate(value))
    return lorebook_file(data, "", listed, SERVER_ENTRY)
