"""Merging files by what they hold: chats by their messages, all others as one JSON value."""

from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.lore_files import FileKind, what_is
from inspector.merging.chats import Merged, Resolutions, Take, merge_chats, merge_json
from inspector.merging.unread_lines import refuse_lost_lines
from inspector.sillytavern.chat_file import ChatFile
from inspector.sillytavern.chat_reader import NotAChatError
from inspector.sillytavern.lines import BYTE_ORDER_MARK
from inspector.systems import read_any_chat

_MERGED = {FileKind.CHAT, FileKind.LOREBOOK, FileKind.CHRONICLE}


def merge_files(
    contents: tuple[bytes, bytes, bytes],
    names: tuple[str, str, str],
    resolutions: Resolutions | None = None,
    otherwise: Take = Take.THEIRS,
    *,
    may_lose_lines: bool = True,
) -> Merged:
    """Merge two later states of a chat, a lorebook or a chronicle.

    Args:
        contents: the bytes of what both were made of, of theirs, and of mine.
        names: what errors call these files.
        resolutions: whose value stands where both changed one.
        otherwise: whose value stands for a conflict that is not among them.
        may_lose_lines: whether lines of a chat that only mine has, and that hold no message, are
            left out.

    Raises:
        InspectorError: they are not three states of one kind of file, or a line would be lost;
            the text names which.
    """
    kinds = [what_is(data, name) for data, name in zip(contents, names, strict=True)]
    for kind, name in zip(kinds, names, strict=True):
        if kind not in _MERGED:
            raise InspectorError(
                _("{name}: a {kind} cannot be merged.").format(name=name, kind=_(kind))
            )
        if kind is not kinds[0]:
            raise InspectorError(
                _("{name}: this is a {kind}, but {base} is a {base_kind}.").format(
                    name=name, kind=_(kind), base=names[0], base_kind=_(kinds[0])
                )
            )
    if kinds[0] is FileKind.CHAT:
        chats = _read_chats(contents, names)
        if not may_lose_lines:
            refuse_lost_lines(*chats, names[2])
        return _merge_chats(chats, names, resolutions, otherwise)
    base, theirs, mine = (data.removeprefix(BYTE_ORDER_MARK) for data in contents)
    try:
        merged = merge_json(base, theirs, mine, resolutions, otherwise)
    except ValueError as error:
        raise InspectorError(
            _("{names}: this cannot be merged: {error}.").format(names=names[1], error=error)
        ) from error
    mark = (BYTE_ORDER_MARK,) if contents[1].startswith(BYTE_ORDER_MARK) else ()
    return Merged((*mark, *merged.pieces), merged.accepted, merged.conflicts, merged.resolved)


def _read_chats(
    contents: tuple[bytes, bytes, bytes], names: tuple[str, str, str]
) -> tuple[ChatFile, ChatFile, ChatFile]:
    chats: list[ChatFile] = []
    for data, name in zip(contents, names, strict=True):
        try:
            chats.append(read_any_chat(data, name))
        except NotAChatError as error:
            raise InspectorError(f"{name}: {error}") from error
    base, theirs, mine = chats
    return base, theirs, mine


def _merge_chats(
    chats: tuple[ChatFile, ChatFile, ChatFile],
    names: tuple[str, str, str],
    resolutions: Resolutions | None,
    otherwise: Take,
) -> Merged:
    try:
        return merge_chats(*chats, resolutions, otherwise)
    except ValueError as error:
        raise InspectorError(
            _("{names}: this cannot be merged: {error}.").format(names=names[1], error=error)
        ) from error
