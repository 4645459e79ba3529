"""Settings, cards, groups and lorebooks that lie beside a chat in one folder of files.

Nothing says what such files are but what stands in them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from inspector.core.decoded import is_list, is_object, names, text
from inspector.core.errors import InspectorError
from inspector.sillytavern.card import read_card
from inspector.sillytavern.host.facts import Character
from inspector.sillytavern.values import NotJsonError, decode

_LARGEST_BYTES = 16 << 20
_MOST_FILES = 200
"""A folder of more pictures and JSON than this was not put together for one chat."""


@dataclass(frozen=True)
class LooseFolder:
    """What lies beside a chat.

    Attributes:
        characters: all cards, by file name.
        group: the group to whose chats it belongs; None for a solo chat.
        books: lorebooks by their file's name without its ending.
    """

    characters: tuple[Character, ...] = ()
    group: Mapping[str, object] | None = None
    books: Mapping[str, Mapping[str, object]] | None = None


def read_loose_folder(chat: Path) -> LooseFolder:
    """What lies in a chat's own folder; files that are none of these are passed over."""
    characters: list[Character] = []
    group: Mapping[str, object] | None = None
    books: dict[str, Mapping[str, object]] = {}
    for path in _files(chat.absolute().parent):
        record = _record(path)
        if record is not None and is_object(record.get("entries")):
            books[path.stem] = record
        elif record is not None and is_list(record.get("members")):
            if chat.stem in (*names(record.get("chats")), text(record.get("chat_id"))):
                group = record
        elif path.suffix == ".png" or record is not None:
            try:
                characters.append(Character(path.name, read_card(path.read_bytes(), str(path))))
            except (OSError, InspectorError):
                continue
    return LooseFolder(tuple(characters), group, books or None)


def _record(path: Path) -> Mapping[str, object] | None:
    if path.suffix != ".json" or path.name == "settings.json":
        return None
    try:
        value = decode(path.read_bytes())
    except (OSError, NotJsonError):
        return None
    return value if is_object(value) else None


def _files(folder: Path) -> list[Path]:
    try:
        found = [one for one in sorted(folder.iterdir()) if one.suffix in (".png", ".json")]
        if len(found) > _MOST_FILES:
            return []
        return [one for one in found if one.is_file() and one.stat().st_size <= _LARGEST_BYTES]
    except OSError:
        return []
