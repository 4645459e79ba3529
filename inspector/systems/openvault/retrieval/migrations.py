"""What release 26's migrations change for injection (specs/openvault.md §1.3, §8.5).

They run on data below schema 2 only. Of all that they rewrite, injection reads the new
fingerprints (`sources.found_until`), the dropped reflections and whether they throw
(`irregular.check_migration`).
"""

from collections.abc import Mapping

from inspector.core.javascript import first_truthy, to_number


def migrates_on_load(store: Mapping[str, object]) -> bool:
    """Whether the extension would migrate this data when its chat is opened."""
    return to_number(first_truthy(store.get("schema_version"), 1)) < 2


def is_removed(record: Mapping[str, object]) -> bool:
    """Whether the migration to schema 7 drops a memory: a reflection about reflections (R29)."""
    if record.get("type") != "reflection":
        return False
    level = record.get("level")
    return level is not None and not to_number(level) <= 1
