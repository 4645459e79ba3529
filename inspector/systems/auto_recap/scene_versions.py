"""Versions of a scene's recap, as release 2.0 saves and draws them (specs/auto-recap.md §6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.decoded import is_list, is_object, members
from inspector.core.javascript import UNDEFINED, WHITE_SPACE, first_truthy, printed, truthy
from inspector.core.recap import Recap
from inspector.core.recap_fields import scene_version_index, scene_versions, with_values
from inspector.core.recap_hash import recap_hash
from inspector.core.tokens import utf16_length
from inspector.systems.auto_recap.stages import parsed

_LONGEST_NAME, _KEPT_OF_LONGER = 50, 47


@dataclass(frozen=True, eq=False)
class Drawn:
    """A scene as it is drawn: its versions, which one shows, and what drawing stored."""

    recap: Recap
    versions: tuple[object, ...]
    current: int


def drawn(recap: Recap) -> Drawn:
    """What drawing a scene does: `initializeSceneRecapVersions`.

    Without versions the first is made of `scene_break_recap`, and the scene's recap is
    overwritten with it: one that stood in `scene_recap_memory` alone is lost. A single empty
    version is filled in the same way. An index out of range is put right for the eye only.
    """
    versions = recap.get("scene_recap_versions")
    kept = first_truthy(recap.get("scene_break_recap"), "")
    unmade = not is_list(versions) or not versions
    if unmade or (versions == [""] and truthy(kept)):
        recap = with_values(
            recap,
            {
                "scene_recap_versions": [kept],
                "scene_recap_current_index": 0,
                "scene_recap_memory": kept,
                "scene_recap_hash": recap_hash(printed(kept)),
            },
        )
    return Drawn(recap, tuple(scene_versions(recap)), scene_version_index(recap))


def is_lost_when_drawn(recap: Recap) -> bool:
    """Whether drawing the scene would replace its recap by another text."""
    held = recap.scene_recap
    return recap.is_break and truthy(held) and drawn(recap).recap.scene_recap != held


def saved(
    recap: Recap,
    wording: str,
    lore: Mapping[str, object] | None,
    *,
    timestamp: int,
    append_range: object = UNDEFINED,
) -> Recap:
    """A finished scene recap saved as one version more: `saveSceneRecap`.

    Args:
        recap: what is kept about the message where the scene ends.
        wording: the new recap.
        lore: what is noted about the scene and its lorebook entries, if anything.
        timestamp: now, in milliseconds since 1970.
        append_range: the stored setting `scene_name_append_range`, without its default.
    """
    versions = [*scene_versions(recap), wording]
    index = len(versions) - 1
    values: dict[str, object] = {
        "scene_recap_versions": versions,
        "scene_recap_current_index": index,
        "scene_break_recap": wording,
        "scene_recap_memory": wording,
        "scene_recap_hash": recap_hash(wording),
    }
    if lore is not None:
        noted = {key: value for key, value in lore.items() if key != "entryNames"}
        empty: dict[str, object] = {"allEntries": [], "entries": [], "created_entry_uids": []}
        metadata = members(recap.get("scene_recap_metadata"))
        values["scene_recap_metadata"] = {
            **metadata,
            str(index): {"timestamp": timestamp, **noted, **empty},
        }
    name = "" if recap.scene_name else automatic_name(wording)
    if name:
        values["scene_break_name"] = name + (_range(lore) if truthy(append_range) else "")
    return with_values(recap, values)


def _range(lore: Mapping[str, object] | None) -> str:
    if lore is None or "startIdx" not in lore or "endIdx" not in lore:
        return ""
    return f" {printed(lore['startIdx'])}-{printed(lore['endIdx'])}"


def automatic_name(wording: str) -> str:
    """The title that a scene recap carries; empty if it carries none."""
    value = parsed(wording)
    if not is_object(value):
        return ""
    found = (value.get("sn"), value.get("scene_name"), members(value.get("stage1")).get("sn"))
    name = next((one for one in found if isinstance(one, str) and one), "")
    name = _without_quotes(name.strip(WHITE_SPACE)).replace("\n", " ")
    if utf16_length(name) > _LONGEST_NAME:
        return _first_units(name, _KEPT_OF_LONGER) + "..."
    return name


def _without_quotes(name: str) -> str:
    quotes = "\"'"
    name = name[1:] if name[:1] in quotes else name
    return name[:-1] if name[-1:] in quotes else name


def _first_units(text: str, units: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode(
        "utf-16-le", "surrogatepass"
    )
