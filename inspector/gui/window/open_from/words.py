"""What the dialog says below its lists."""

from pathlib import Path
from typing import Final

from inspector.language import _, ngettext

NOTHING_FOUND: Final = _(
    "SillyTavern was found in none of the usual places. Choose the folder in which it is "
    "installed, or its data folder."
)


def found_nothing(location: Path) -> str:
    """Nothing of SillyTavern's lies where a person pointed at."""
    return _(
        "{location} holds no data of SillyTavern. Its installation holds config.yaml, its data "
        "folder holds a folder for each user with chats and settings.json in it."
    ).format(location=location)


def progress(done: int, total: int) -> str:
    """How many chats have been looked into."""
    return _("{chats}; looking into them: {done:,} done…").format(chats=_chats(total), done=done)


def search_found(displayed: int, total: int, query: str) -> str:
    """How many chats are shown."""
    if not total:
        return _("There are no chats in this folder.")
    if query.strip() and not displayed:
        return _("No chat's name holds “{strip}”.").format(strip=query.strip())
    return (
        _chats(total)
        if displayed == total
        else _("{displayed:,} of {chats}").format(displayed=displayed, chats=_chats(total))
    )


def _chats(count: int) -> str:
    return ngettext("{count:,} chat", "{count:,} chats", count).format(count=count)
