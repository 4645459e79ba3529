"""Settings, cards, groups and lorebooks that lie beside a chat in one folder of files.

Nothing says what such files are but what stands in them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inspector.core.decoded import is_list, is_object, names, text
from inspector.core.errors import InspectorError
from inspector.sillytavern.card import read_card
from inspector.sillytavern.host.facts import Character
from inspector.sillytavern.values import NotJsonError, decode

_LARGEST = 64 << 20


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


def _files(folder: Path) -> Iterator[Path]:
    try:
        found = sorted(folder.iterdir())
    except OSError:
        return
    for path in found:
        if path.suffix in (".png", ".json") and path.is_file() and path.stat().st_size <= _LARGEST:
            yield path
