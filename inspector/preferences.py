"""The inspector's own preferences: one frozen model, kept as JSON in its settings folder."""

import json
import os
import tempfile
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

RECENT_KEPT = 12


class Preferences(BaseModel):
    """What the window remembers between two starts.

    Attributes:
        version: of this shape; a file of a later version is left alone.
        theme: light, dark, or as the system has it.
        recent: chats opened last, newest first, as absolute paths.
        last_folder: where the open dialog starts.
        sillytavern: the user folder of SillyTavern in which a chat was chosen last.
        geometry: the window's place and size, as Qt packs it, in base64.
        layout: the docks' places, as Qt packs them, in base64.
        known_events_follow: whether a change of witnesses changes `known_events` too.
        wrap_preview: whether the preview wraps long lines.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    version: int = 1
    theme: Literal["system", "light", "dark"] = "system"
    recent: tuple[str, ...] = Field(default=(), max_length=100)
    last_folder: str = ""
    sillytavern: str = ""
    geometry: str = ""
    layout: str = ""
    known_events_follow: bool = True
    wrap_preview: bool = True

    def with_recent(self, path: str) -> "Preferences":
        """These preferences after a chat was opened."""
        others = (other for other in self.recent if other != path)
        recent = (path, *others)[:RECENT_KEPT]
        return self.model_copy(update={"recent": recent, "last_folder": str(Path(path).parent)})


def preferences_file() -> Path:
    """Where the preferences lie."""
    folder = platformdirs.user_config_dir("memory-inspector", appauthor=False)
    return Path(folder) / "preferences.json"


def load_preferences() -> Preferences:
    """The kept preferences; the defaults where there are none or they cannot be read."""
    try:
        stored = json.loads(preferences_file().read_text("utf-8"))
        return Preferences.model_validate(stored)
    except (OSError, ValueError, ValidationError):
        return Preferences()


def save_preferences(preferences: Preferences) -> None:
    """Keep preferences, in one step.

    Raises:
        OSError: they cannot be written.
    """
    target = preferences_file()
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=target.parent, suffix=".tmp")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(preferences.model_dump_json(indent=2))
    Path(name).replace(target)
