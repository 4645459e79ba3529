"""What an edit makes of the object stored with a message, as the extension's own editor would.

Only fields that differ for a reader are written: where a field that the extension would set to
null is not there, it is not added (DESIGN §3 point 2).
"""

from collections.abc import Mapping
from types import MappingProxyType

from inspector.core.decoded import is_list, is_number, text
from inspector.core.errors import EditError, ReleaseThrowsError
from inspector.core.javascript import UNDEFINED, first_present, to_string, truthy
from inspector.core.recap import Recap
from inspector.core.recap_hash import recap_hash
from inspector.language import ngettext


def with_values(recap: Recap, values: Mapping[str, object]) -> Recap:
    """The recap with other values, by today's names; the same object if they stand already."""
    changed = {
        stored: value
        for name, value in values.items()
        if not _same(recap.record.get(stored := recap.key.stored(name), UNDEFINED), value)
    }
    if not changed:
        return recap
    record = MappingProxyType({**recap.record, **changed})
    return Recap(recap.message, recap.key, record)


def _same(held: object, value: object) -> bool:
    return type(held) is type(value) and held == value


def with_memory(recap: Recap, wording: str) -> Recap:
    """The message's recap reworded: `edit_memory` (specs/auto-recap.md §1.1).

    What was known about the old wording goes: its error, reasoning and prefill. A person's
    exclusion stays unless the old or the new wording is empty.
    """
    memory = first_present(recap.get("memory"), "")
    try:
        held = to_string(memory)
    except ReleaseThrowsError:
        held = ""
    if wording == held:
        return recap
    values: dict[str, object] = {"memory": wording}
    outdated = ("error", "reasoning", "prefill")
    values |= {name: None for name in outdated if recap.get(name) not in (UNDEFINED, None)}
    values["edited"] = bool(wording)
    if not (wording and held) and recap.is_excluded:
        values["exclude"] = False
    return with_values(recap, values)


def without_memory(recap: Recap) -> Recap:
    """What a new swipe leaves: `clear_memory`; scene data and the flag `include` stay."""
    cleared = dict.fromkeys(("memory", "error", "reasoning", "prefill"))
    return with_values(recap, {**cleared, "edited": False, "exclude": False})


def scene_versions(recap: Recap) -> list[object]:
    """All saved versions of a scene's recap; empty if none was ever saved."""
    versions = recap.get("scene_recap_versions")
    return versions if is_list(versions) else []


def scene_version_index(recap: Recap) -> int:
    """Place of the current version, put into range as the extension does for display."""
    stored = recap.get("scene_recap_current_index")
    index = int(stored) if is_number(stored) else 0
    return max(0, min(index, len(scene_versions(recap)) - 1))


def with_scene_recap(recap: Recap, wording: str) -> Recap:
    """The scene's current recap reworded in place, and its hash with it."""
    versions = [*scene_versions(recap)] or [""]
    index = scene_version_index(recap)
    versions[index] = wording
    return with_values(
        recap,
        {
            **_current_scene_recap(wording),
            "scene_recap_versions": versions,
            "scene_recap_current_index": index,
        },
    )


def with_scene_version(recap: Recap, index: int) -> Recap:
    """Another saved version of the scene's recap made current: roll back, or forward.

    Raises:
        EditError: there is no such version.
    """
    versions = scene_versions(recap)
    if not 0 <= index < len(versions):
        raise EditError(
            ngettext(
                "The scene at message {message} has {count} version; there is no version {index}.",
                "The scene at message {message} has {count} versions; there is no version {index}.",
                len(versions),
            ).format(message=recap.message, count=len(versions), index=index)
        )
    wording = text(versions[index])
    return with_values(recap, {**_current_scene_recap(wording), "scene_recap_current_index": index})


def _current_scene_recap(wording: str) -> dict[str, object]:
    return {
        "scene_break_recap": wording,
        "scene_recap_memory": wording,
        "scene_recap_hash": recap_hash(wording),
    }


def with_first_version(recap: Recap) -> Recap:
    """A scene recap that is in `scene_recap_memory` alone, saved as version 0 as well.

    Drawing the scene would otherwise empty it (specs/auto-recap.md §6).
    """
    if scene_versions(recap) or not truthy(recap.scene_recap):
        return recap
    return with_scene_recap(recap, text(recap.scene_recap))
