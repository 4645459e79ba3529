"""A scene's recap in the forms in which a person can read it."""

import json
from collections.abc import Iterator, Mapping

from inspector.core.decoded import is_object, items, names, text
from inspector.core.javascript import UNDEFINED, printed
from inspector.core.recap import Recap
from inspector.core.recap_fields import scene_version_index, scene_versions
from inspector.language import _
from inspector.systems import recap_keeper

STAGES = {1: _("extracted"), 2: _("organised"), 3: _("filtered"), 4: _("for the lorebook")}
READABLE, STORED = _("Readable"), _("As stored")


def forms(data: object) -> dict[str, str]:
    """Every form by its name: readable, each stage that is done, and as it is stored."""
    found = {READABLE: recap_keeper().readable(data)}
    value = recap_keeper().parsed(data)
    if is_object(value):
        for number, meaning in STAGES.items():
            stage = value.get(f"stage{number}")
            if is_object(stage):
                found[_("Stage {number}: {meaning}").format(number=number, meaning=meaning)] = (
                    _stage(number, stage)
                )
    found[STORED] = editable(data)
    return found


def editable(data: object) -> str:
    """What the extension puts into its own editor: JSON with two spaces, else the text."""
    value = recap_keeper().parsed(data)
    if is_object(value):
        return json.dumps(value, ensure_ascii=False, indent=2)
    return "" if data is None or data is UNDEFINED else printed(data)


def versions(recap: Recap) -> tuple[object, ...]:
    """All saved versions; what stands alone counts as one."""
    saved = scene_versions(recap)
    if saved:
        return tuple(saved)
    held = recap.scene_recap
    return () if held is UNDEFINED or held is None or held == "" else (held,)


def current_version(recap: Recap) -> int:
    """Which of the versions is in use."""
    return max(0, scene_version_index(recap))


def _stage(number: int, stage: Mapping[str, object]) -> str:
    words = recap_keeper().readable({f"stage{number}": stage}) if number < 4 else ""
    entities = "\n".join(_entities(stage))
    parts = [words, _("ENTITIES:\n{entities}").format(entities=entities) if entities else ""]
    return "\n\n".join(filter(None, parts)) or json.dumps(stage, ensure_ascii=False, indent=2)


def _entities(stage: Mapping[str, object]) -> Iterator[str]:
    for one in items(stage.get("entities")):
        if is_object(one):
            entity = recap_keeper().normalised_entity(one)
            content = " ".join(names(entity.get("content")))
            yield f"{text(entity.get('type'))} {text(entity.get('name'))}: {content}".strip()
