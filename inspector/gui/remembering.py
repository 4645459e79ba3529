"""What the window remembers between two starts: recent chats, theme, layout."""

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject

from inspector.preferences import Preferences, save_preferences

RecentRow = tuple[str, str, bool, str]
"""A path, when the file was last written in words, whether it is there, its size in words."""


class Remembering(QObject):
    """The preferences of the running window.

    Attributes:
        preferences: as they are now.
    """

    def __init__(self, preferences: Preferences, parent: QObject, *, keep: bool) -> None:
        super().__init__(parent)
        self.preferences = preferences
        self._keep = keep

    def change(self, **values: object) -> None:
        """Change preferences and keep them; a failure to keep them is no reason to stop."""
        self.preferences = self.preferences.model_copy(update=values)
        self._save()

    def remember_chat(self, path: Path) -> None:
        """Put a chat on top of the recent ones."""
        self.preferences = self.preferences.with_recent(str(path.absolute()))
        self._save()

    def remember_folder(self, folder: str) -> None:
        """Let the next file dialog start in a folder."""
        self.change(last_folder=folder)

    def remember_wrapping(self, wrap: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Keep whether the preview wraps long lines."""
        self.change(wrap_preview=wrap)

    def recent_rows(self) -> list[RecentRow]:
        """The recent chats, as the welcome page shows them."""
        return [_row(Path(name)) for name in self.preferences.recent]

    def _save(self) -> None:
        if self._keep:
            try:
                save_preferences(self.preferences)
            except OSError:
                self._keep = False


def _row(path: Path) -> RecentRow:
    try:
        status = path.stat()
    except OSError:
        return str(path), "", False, ""
    changed = datetime.fromtimestamp(status.st_mtime).astimezone()
    return str(path), _when(changed), True, _size(status.st_size)


def _when(moment: datetime) -> str:
    days = (datetime.now().astimezone().date() - moment.date()).days
    if days == 0:
        return f"Today {moment:%H:%M}"
    if days == 1:
        return "Yesterday"
    return f"{moment.day} {moment:%b %Y}"


def _size(size: int) -> str:
    if size < 1_000_000:
        return f"{max(1, size // 1000)} KB"
    return f"{size / 1_000_000:.1f} MB"
