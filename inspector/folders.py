"""Where the inspector keeps what is its own, on any system."""

from pathlib import Path

import platformdirs

_NAME = "memory-inspector"


def data_folder() -> Path:
    """Backups, crash files, names of those who save."""
    return Path(platformdirs.user_data_dir(_NAME, appauthor=False))


def config_folder() -> Path:
    """Preferences."""
    return Path(platformdirs.user_config_dir(_NAME, appauthor=False))


def cache_folder() -> Path:
    """What can be made again."""
    return Path(platformdirs.user_cache_dir(_NAME, appauthor=False))
