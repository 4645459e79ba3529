"""What release 26's migrations change for injection (specs/openvault.md §1.3, §8.5).

They run on data below schema 2 only. Of all that they rewrite, injection reads the new
fingerprints (`sources.found_26`), the dropped reflections and whether they throw.
"""

from collections.abc import Mapping

from inspector.core.decoded import members
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import first_truthy, to_number, truthy

_NOT_ITERABLE = "TypeError: object is not iterable (cannot read property Symbol(Symbol.iterator))"


def migrates_on_load(store: Mapping[str, object]) -> bool:
    """Whether the extension would migrate this data when its chat is opened."""
    return to_number(first_truthy(store.get("schema_version"), 1)) < 2


def check_migration(store: Mapping[str, object]) -> None:
    """Refuse data on which the migration to schema 2 throws.

    Raises:
        ReleaseThrowsError: the graph's nodes are an object, where the migration wants a list.
    """
    nodes = members(store.get("graph")).get("nodes")
    if truthy(nodes) and not isinstance(nodes, str | list):
        raise ReleaseThrowsError(_NOT_ITERABLE)


def is_removed(record: Mapping[str, object]) -> bool:
    """Whether the migration to schema 7 drops a memory: a reflection about reflections."""
    if record.get("type") != "reflection":
        return False
    return to_number(first_truthy(record.get("level"), 1)) > 1
