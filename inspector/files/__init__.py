"""Reading files, and writing them so that nothing of other people's work can be lost.

DESIGN §3 point 4: a file that somebody else wrote since it was read is not written; a backup
comes first; the new contents replace the old in one step; mode, owner, attributes and links stay.
"""

from inspector.files.backups import (
    DEFAULT_LIMIT,
    Copy,
    backup_folder,
    backups_folder,
    total_size,
)
from inspector.files.disk import (
    FileSource,
    OnDisk,
    OutsideState,
    Progress,
    has_grown,
    is_there,
    outside_state,
    read,
    read_parts,
)
from inspector.files.lock import clean_up
from inspector.files.saving import Saved, save

__all__ = [
    "DEFAULT_LIMIT",
    "Copy",
    "FileSource",
    "OnDisk",
    "OutsideState",
    "Progress",
    "Saved",
    "backup_folder",
    "backups_folder",
    "clean_up",
    "has_grown",
    "is_there",
    "outside_state",
    "read",
    "read_parts",
    "save",
    "total_size",
]
