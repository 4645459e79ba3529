"""Reading the host's facts from a data folder: settings, cards, groups, lorebooks, personas."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from inspector.core.card import Card
from inspector.core.decoded import is_object, names, text
from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.sillytavern.card import read_card
from inspector.sillytavern.data_root import (
    CHARACTERS,
    CHATS,
    GROUP_CHATS,
    WORLDS,
    user_folder_of,
)
from inspector.sillytavern.host.facts import Character, GroupFacts, HostFacts
from inspector.sillytavern.host.loose_folder import read_loose_folder
from inspector.sillytavern.settings_file import stored_settings
from inspector.sillytavern.values import NotJsonError, decode
from inspector.small_files import read_small

AVATARS = "User Avatars"
_PLACEHOLDER = re.compile(
    rb"""^promptPlaceholder:[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([^#\r\n]*))""", re.MULTILINE
)


def read_host(
    chat: Path,
    metadata: Mapping[str, object],
    settings: Path | None = None,
    card: Path | None = None,
    folder: Path | None = None,
) -> HostFacts:
    """What SillyTavern knows besides a chat's file.

    Files that are found but cannot be read count as absent and are named.

    Args:
        chat: the chat's file, in its place in a data folder or alone.
        metadata: the chat's `chat_metadata`.
        settings: the settings file that a person names; None for that of the data folder.
        card: the character's card that a person names; None for that of the data folder.
        folder: the data folder that a person names, for a chat that lies elsewhere; the chat is
            then whose folder there holds a chat of its name.

    Raises:
        InspectorError: a file that a person named cannot be read.
    """
    if folder is not None:
        chat = _place_in(folder, chat)
    user = folder or user_folder_of(chat) or _folder_without_settings(chat)
    if user is None:
        return _beside(chat, metadata, settings, card)
    unknown: list[str] = []
    host = HostFacts(
        settings=_settings(user, settings, unknown),
        metadata=metadata,
        chat_id=chat.stem,
    )
    is_group = chat.absolute().parent.name == GROUP_CHATS
    if is_group:
        host = replace(host, group=_group(user, chat.stem, unknown))
    else:
        host = replace(host, character=_own_character(user, chat, card, unknown))
    return replace(
        host,
        books=_books(user, unknown),
        personas=_file_names(user, AVATARS, unknown),
        placeholder=_placeholder(user),
        unknown=tuple(unknown),
    )


def _place_in(user: Path, chat: Path) -> Path:
    """Where a chat of this name lies in a data folder; its own path where none does."""
    group = user / GROUP_CHATS / chat.name
    if group.is_file():
        return group
    own = [one for one in (user / CHATS).glob("*/*.jsonl") if one.name == chat.name]
    return own[0] if len(own) == 1 else chat


def _folder_without_settings(chat: Path) -> Path | None:
    """The folder above `chats/…`, also where it holds no settings."""
    folder = chat.absolute().parent
    for part in (folder, folder.parent):
        if part.name in (CHATS, GROUP_CHATS):
            return part.parent
    return None


def _beside(
    chat: Path, metadata: Mapping[str, object], settings: Path | None, card: Path | None
) -> HostFacts:
    """What lies beside a chat that is in no data folder."""
    unknown: list[str] = []
    loose = read_loose_folder(chat)
    stored = _settings(chat.absolute().parent, settings, unknown)
    group = None
    character = None if card is None else _named(card)
    if loose.group is not None:
        by_file = {one.file: one for one in loose.characters}
        files = names(loose.group.get("members"))
        unknown += [_("the card {file}").format(file=file) for file in files if file not in by_file]
        members = (by_file.get(file) or Character(file, Card()) for file in files)
        group = GroupFacts(loose.group, tuple(members))
    elif character is None and len(loose.characters) == 1:
        character = loose.characters[0]
    elif character is None:
        several = (
            _("which card is the character's") if loose.characters else _("the character's card")
        )
        unknown.append(several)
    if loose.books is None:
        unknown.append(_("lorebooks"))
    return HostFacts(
        settings=stored,
        metadata=metadata,
        chat_id=chat.stem,
        character=character,
        group=group,
        books=loose.books or {},
        unknown=tuple(unknown),
    )


def _settings(user: Path, named: Path | None, unknown: list[str]) -> Mapping[str, object]:
    stored = stored_settings(user, named)
    if stored.host is not None:
        return stored.host.values
    unknown.append(
        _("settings.json ({problem})").format(problem=stored.problem)
        if stored.problem
        else "settings.json"
    )
    return {}


def _named(card: Path) -> Character:
    return Character(card.name, read_card(read_small(card), str(card)))


def _own_character(
    user: Path, chat: Path, named: Path | None, unknown: list[str]
) -> Character | None:
    if named is not None:
        return _named(named)
    folder = chat.absolute().parent
    stem = folder.name if folder.parent.name == CHATS else None
    found = None if stem is None else _character(user, f"{stem}.png")
    if found is None:
        unknown.append(_("the character's card"))
    return found


def _character(user: Path, file: str) -> Character | None:
    """The character of a card's file, as a picture or as JSON."""
    picture = user / CHARACTERS / file
    for path in (picture, picture.with_suffix(".json")):
        try:
            data = path.read_bytes()
            return Character(file, read_card(data, str(path)))
        except (OSError, InspectorError):
            continue
    return None


def _group(user: Path, chat_id: str, unknown: list[str]) -> GroupFacts | None:
    record = _group_record(user / "groups", chat_id)
    if record is None:
        unknown.append(_("the group"))
        return None
    files = names(record.get("members"))
    found = {file: _character(user, file) for file in files}
    unknown += [
        _("the card {file}").format(file=file)
        for file, character in found.items()
        if character is None
    ]
    members = (character or Character(file, Card()) for file, character in found.items())
    return GroupFacts(record, tuple(members))


def _group_record(folder: Path, chat_id: str) -> Mapping[str, object] | None:
    for path in _files(folder, ".json"):
        value = _decoded(path)
        if is_object(value) and chat_id in (
            *names(value.get("chats")),
            text(value.get("chat_id")),
        ):
            return value
    return None


def _books(user: Path, unknown: list[str]) -> Mapping[str, Mapping[str, object]]:
    folder = user / WORLDS
    if not folder.is_dir():
        unknown.append(_("lorebooks"))
        return {}
    found: dict[str, Mapping[str, object]] = {}
    for path in _files(folder, ".json"):
        value = _decoded(path)
        if is_object(value):
            found[path.stem] = value
        else:
            unknown.append(_("the lorebook {stem}").format(stem=path.stem))
    return found


def _file_names(user: Path, name: str, unknown: list[str]) -> frozenset[str] | None:
    folder = user / name
    if not folder.is_dir():
        unknown.append(_("which personas have a picture"))
        return None
    return frozenset(path.name for path in _files(folder, ""))


def _placeholder(user: Path) -> str | None:
    """`promptPlaceholder`, if the folder lies in an installation that configures it."""
    for config in (user.parent.parent / "config.yaml", user.parent / "config.yaml"):
        try:
            found = _PLACEHOLDER.search(config.read_bytes())
        except OSError:
            continue
        if found:
            spelled = next(part for part in found.groups() if part is not None)
            return spelled.decode("utf-8", "replace").strip()
    return None


def _decoded(path: Path) -> object:
    try:
        return decode(path.read_bytes())
    except (OSError, NotJsonError):
        return None


def _files(folder: Path, ending: str) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if path.is_file()]
    except OSError:
        return []
    return sorted(path for path in found if not ending or path.suffix == ending)
