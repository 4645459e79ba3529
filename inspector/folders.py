"""Where the inspector keeps what is its own, on any system."""

from pathlib import Path
from typing import Literal, Protocol

import platformdirs

from inspector.core.errors import InspectorError
from inspector.language import _

_NAME = "memory-inspector"


class _FolderFinder(Protocol):
    def __call__(self, appname: str, *, appauthor: Literal[False]) -> str: ...


def data_folder() -> Path:
    """Backups, crash files, names of those who save.

    Raises:
        InspectorError: the system knows no home folder, here as of all the others.
    """
    return _own(platformdirs.user_data_dir)


def config_folder() -> Path:
    """Preferences."""
    return _own(platformdirs.user_config_dir)


def cache_folder() -> Path:
    """What can be made again."""
    return _own(platformdirs.user_cache_dir)


def state_folder() -> Path:
    """Unsaved edits."""
    return _own(platformdirs.user_state_dir)


def _own(find: _FolderFinder) -> Path:
    words = _("There is no home folder, in which the inspector keeps its own files: set HOME.")
    try:
        found = Path(find(_NAME, appauthor=False))
    except RuntimeError as error:
        raise InspectorError(words) from error
    if found.parts[0] == "~":  # before platformdirs looks whether there is one
        raise InspectorError(words)
    return found
