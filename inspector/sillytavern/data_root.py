"""SillyTavern's data on disk: where it lies, and which chats it holds. Nothing is written.

Layout: specs/sillytavern.md §2. A *user folder* is `<dataRoot>/<handle>`, or `public` of a
SillyTavern before 1.12.
"""

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inspector.core.chat import Chat
from inspector.core.decoded import is_object, names, text
from inspector.core.errors import InspectorError
from inspector.core.recap import Host
from inspector.core.record_search import records_containing
from inspector.jsonbytes.spelling import spell_text
from inspector.language import _
from inspector.sillytavern.values import NotJsonError, decode

_DATA_ROOT = re.compile(
    rb"""^dataRoot:[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^#\r\n]*))""", re.MULTILINE
)
CHATS, GROUP_CHATS = "chats", "group chats"
WORLDS, CHARACTERS = "worlds", "characters"


def is_user_folder(folder: Path) -> bool:
    """Whether one person's chats and settings lie there."""
    try:
        return (folder / CHATS).is_dir() and (folder / "settings.json").is_file()
    except (OSError, ValueError):
        return False


def user_folders(location: Path) -> list[Path]:
    """All user folders in a place that a person points at, or that is looked through.

    The place may be a user folder itself, a data root, or an installation, whose `dataRoot`
    is followed.

    Raises:
        InspectorError: there are none, and the `dataRoot` is no folder that could be.
    """
    if is_user_folder(location):
        return [location]
    found = list(_users_in(location))
    if found:
        return found
    refused: list[InspectorError] = []
    for root in (*_configured_roots(location, refused), location / "data"):
        found = list(_users_in(root))
        if found:
            return found
    if is_user_folder(location / "public"):
        return [location / "public"]
    if refused:
        raise refused[0]
    return []


def _users_in(root: Path) -> Iterator[Path]:
    try:
        children = sorted(root.iterdir())
    except (OSError, ValueError):
        # A name with a NUL is no folder's.
        return
    for child in children:
        if not child.name.startswith(("_", ".")) and is_user_folder(child):
            yield child


def _configured_roots(install: Path, refused: list[InspectorError]) -> Iterator[Path]:
    """Where the configuration of an installation, or beside a data root, says that data lies.

    What can be no folder goes to `refused`, with the reason.
    """
    for config in (install / "config.yaml", install / "config" / "config.yaml"):
        try:
            found = _DATA_ROOT.search(config.read_bytes())
        except (OSError, ValueError):
            continue
        if found:
            spelled = next(part for part in found.groups() if part is not None)
            named = spelled.decode("utf-8", "replace").strip()
            try:
                root = Path(named).expanduser()
                reason = _("a folder's name holds no NUL") if "\0" in named else ""
            except RuntimeError as error:
                root, reason = Path(), str(error).rstrip(".")
            if reason:
                words = _(
                    "{config} names {named!r} as dataRoot, which is no folder: {reason}."
                ).format(config=config, named=named, reason=reason)
                refused.append(InspectorError(words))
            elif named:
                yield install / root


def likely_places(home: Path, environment: Mapping[str, str]) -> list[Path]:
    """Where SillyTavern is usually installed or keeps its data, on any system."""
    share = Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share")
    places = [
        home / "SillyTavern",
        home / "SillyTavern-Launcher" / "SillyTavern",
        home / "Documents" / "SillyTavern",
        home / "Desktop" / "SillyTavern",
        share / "SillyTavern",
        home / "Library" / "Application Support" / "SillyTavern",
        Path("C:/SillyTavern"),
    ]
    local = environment.get("LOCALAPPDATA")
    if local:
        places.append(Path(local) / "SillyTavern" / "Data")
    return places


def find_user_folders(home: Path, environment: Mapping[str, str]) -> list[Path]:
    """User folders in all likely places, each once."""
    found: list[Path] = []
    for location in likely_places(home, environment):
        with contextlib.suppress(InspectorError):
            found += user_folders(location)
    return list(dict.fromkeys(found))


def user_folder_of(chat: Path) -> Path | None:
    """The user folder in which a chat lies; None if it lies elsewhere."""
    folder = chat.absolute().parent
    parts = (folder, folder.parent)
    for part in parts:
        if part.name in (CHATS, GROUP_CHATS) and is_user_folder(part.parent):
            return part.parent
    return None


@dataclass(frozen=True)
class Group:
    """A group of characters.

    Attributes:
        id: what the extension settings call it.
        name: what a person calls it.
        members: file names of the members' cards.
        disabled: those of them who are muted.
        chats: ids of its chats.
    """

    id: str
    name: str
    members: tuple[str, ...]
    disabled: tuple[str, ...]
    chats: tuple[str, ...]


def groups_of(user: Path) -> list[Group]:
    """All groups of a user; definitions that cannot be read are left out."""
    found: list[Group] = []
    for path in _files(user / "groups", ".json"):
        try:
            value = decode(path.read_bytes())
        except (OSError, NotJsonError):
            continue
        if is_object(value):
            found.append(_group(path, value))
    return found


def _group(path: Path, value: Mapping[str, object]) -> Group:
    chats = dict.fromkeys((*names(value.get("chats")), text(value.get("chat_id"))))
    return Group(
        id=text(value.get("id")) or path.stem,
        name=text(value.get("name")) or path.stem,
        members=names(value.get("members")),
        disabled=names(value.get("disabled_members")),
        chats=tuple(chat for chat in chats if chat),
    )


def group_of(chat: Path) -> Group | None:
    """The group whose chat a file is; None for a solo chat, or if that is not known."""
    user = user_folder_of(chat)
    if user is None or chat.absolute().parent.name != GROUP_CHATS:
        return None
    return next((group for group in groups_of(user) if chat.stem in group.chats), None)


def member_names(group: Group, chat: Chat) -> tuple[str, ...]:
    """What a group's members are called in a chat; by their card's file where they never speak."""
    found: list[str] = []
    for member in group.members:
        speaking = (
            index
            for index in records_containing(chat.records, spell_text(member)[1:-1].encode())
            if chat.records[index].get("original_avatar") == member
        )
        index = next(speaking, None)
        found.append((chat.names[index] if index is not None else "") or Path(member).stem)
    return tuple(found)


def host_of(chat: Path) -> Host:
    """What SillyTavern would know about an open chat besides its file."""
    group = group_of(chat)
    user = user_folder_of(chat)
    worlds = None if user is None else user / WORLDS
    known = worlds is not None and worlds.is_dir()
    return Host(
        chat_id=chat.stem,
        group_id=None if group is None else group.id,
        worlds=frozenset(path.stem for path in _files(worlds, ".json"))
        if known and worlds
        else None,
    )


def folder_beside(chat: Path, name: str) -> Path | None:
    """A folder of the user in whose folder a chat lies, such as `worlds`; None without it."""
    user = user_folder_of(chat)
    folder = None if user is None else user / name
    return folder if folder is not None and folder.is_dir() else None


def card_of(chat: Path) -> Path | None:
    """The card of the character whose chat a file is; None for a group, or if there is none.

    The folder of a chat is called as the card's file is (specs/sillytavern.md §2).
    """
    characters = folder_beside(chat, CHARACTERS)
    folder = chat.absolute().parent
    if characters is None or folder.parent.name != CHATS:
        return None
    card = characters / f"{folder.name}.png"
    return card if card.is_file() else None


def _files(folder: Path, ending: str) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ending and path.is_file())
    except OSError:
        return []
