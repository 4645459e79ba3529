"""What the dialog says below its lists."""

from pathlib import Path
from typing import Final

NOTHING_FOUND: Final = (
    "SillyTavern was found in none of the usual places. Choose the folder in which it is "
    "installed, or its data folder."
)


def found_nothing(location: Path) -> str:
    """Nothing of SillyTavern's lies where a person pointed at."""
    return (
        f"{location} holds no data of SillyTavern. Its installation holds config.yaml, its data "
        "folder holds a folder for each user with chats and settings.json in it."
    )


def progress(done: int, total: int) -> str:
    """How many chats have been looked into."""
    return f"{_chats(total)}; looking into them: {done:,} done…"


def search_found(displayed: int, total: int, query: str) -> str:
    """How many chats are shown."""
    if not total:
        return "There are no chats in this folder."
    if query.strip() and not displayed:
        return f"No chat's name holds “{query.strip()}”."
    return _chats(total) if displayed == total else f"{displayed:,} of {_chats(total)}"


def _chats(count: int) -> str:
    return "1 chat" if count == 1 else f"{count:,} chats"
