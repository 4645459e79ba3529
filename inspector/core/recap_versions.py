"""What an edit makes of the running recap and its versions (specs/auto-recap.md §5.4)."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from inspector.core.decoded import is_number
from inspector.core.errors import EditError
from inspector.core.javascript import UNDEFINED, identity, printed
from inspector.core.recap import RecapVersion, RunningRecap
from inspector.language import _


def version_at(running: RunningRecap | None, index: int) -> RecapVersion:
    """The version at a place.

    Raises:
        EditError: there is none.
    """
    versions = running.versions if running else ()
    if not 0 <= index < len(versions):
        words = _("There is no version of the running recap at place {index}; the chat has none.")
        if versions:
            words = _(
                "There is no version of the running recap at place {index}; the chat has places 0 "
                "to {last}."
            )
        raise EditError(words.format(index=index, last=len(versions) - 1))
    return versions[index]


def with_added(running: RunningRecap, values: Mapping[str, object]) -> RunningRecap:
    """The running recap with one version more, which becomes current.

    Args:
        running: what is there so far.
        values: the version's members but its number: highest + 1, the first being 0.
    """
    number = _whole(running.highest + 1)
    version = RecapVersion(None, MappingProxyType({"version": number, **values}))
    added = replace(running, versions=(*running.versions, version))
    return with_current(added, number)


def _whole(number: float) -> float:
    return int(number) if float(number).is_integer() else number


def with_current(running: RunningRecap, number: object) -> RunningRecap:
    """The running recap with another current number; the same object if it is that."""
    if identity(running.current_version) == identity(number):
        return running
    record = {**running.record, "current_version": number}
    if number is UNDEFINED:  # as JavaScript writes it: not at all
        del record["current_version"]
    return replace(running, record=MappingProxyType(record))


def using(running: RunningRecap, location: int) -> RunningRecap:
    """The version at `location` made current.

    Raises:
        EditError: no such version, or the extension would find another by its number.
    """
    version = version_at(running, location)
    if running.place_of(version.number) != location:
        raise EditError(
            _(
                "Version {number} stands more than once and the extension finds the first; "
                "give this one a number of its own."
            ).format(number=printed(version.number))
        )
    return with_current(running, version.number)


def without(running: RunningRecap, index: int) -> RunningRecap:
    """The version at `index` taken away, the others as they are.

    If it is the one in use, the highest number that remains becomes current, also where another
    version has the same one (specs/auto-recap.md §9, 3), or 0 if none does.
    """
    version_at(running, index)
    versions = (*running.versions[:index], *running.versions[index + 1 :])
    left = replace(running, versions=versions)
    if running.current_place != index:
        return left
    return with_current(left, _whole(max(left.highest, 0)))


def with_version(
    running: RunningRecap, index: int, values: Mapping[str, object], *gone: str
) -> RunningRecap:
    """The version at `index` with other values, and without the members named in `gone`."""
    version = version_at(running, index)
    kept = {key: value for key, value in version.record.items() if key not in gone}
    changed = RecapVersion(version.location, MappingProxyType({**kept, **values}))
    versions = (*running.versions[:index], changed, *running.versions[index + 1 :])
    return replace(running, versions=versions)


def renumbered(running: RunningRecap, location: int) -> RunningRecap:
    """The version at `location` with the next free number."""
    return with_version(running, location, {"version": _whole(running.highest + 1)})


def with_excluded_counts(running: RunningRecap) -> RunningRecap:
    """Every misspelt `exclude_count` renamed; a right one beside it wins."""
    for index, version in enumerate(running.versions):
        record = version.record
        if "exclude_count" in record:
            count = record.get("excluded_count", record["exclude_count"])
            running = with_version(running, index, {"excluded_count": count}, "exclude_count")
    return running


def adopted(running: RunningRecap, chat_id: str | None) -> RunningRecap:
    """The running recap as this chat's.

    Raises:
        EditError: what this chat is called is not known.
    """
    if chat_id is None:
        raise EditError(_("This chat's name in SillyTavern is not known."))
    if running.chat_id == chat_id:
        return running
    return replace(running, record=MappingProxyType({**running.record, "chat_id": chat_id}))


def copied_values(version: RecapVersion, content: str, timestamp: int) -> dict[str, object]:
    """Members of a version that covers the same scenes as another in other words."""
    return new_values(
        content,
        timestamp,
        (version.scene_count, version.excluded_count, version.previous_scene, version.scene),
    )


Counts = tuple[float | None, float | None, float | None, float | None]
"""Scenes in a version, latest scenes left out, the scene before, its last scene."""


def new_values(content: str, timestamp: int, counts: Counts) -> dict[str, object]:
    """Members of a new version in the extension's order.

    Args:
        content: the recap.
        timestamp: in milliseconds since 1970.
        counts: what it covers; None becomes 0.
    """
    scenes, excluded, previous, scene = (0 if not is_number(count) else count for count in counts)
    return {
        "timestamp": timestamp,
        "content": content,
        "scene_count": scenes,
        "excluded_count": excluded,
        "prev_scene_index": previous,
        "new_scene_index": scene,
        "event_keys": [],
    }
