"""Edits of recaps: values, applied to what is kept; what an edit leaves alone is the same object.

A version of the running recap is named by its place in `RunningRecap.versions`, since stored
numbers may stand twice. Consequences are the extension's own (specs/auto-recap.md §1.1, §5.4).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from inspector.core import recap_fields, recap_versions
from inspector.core.checked_text import checked_text
from inspector.core.errors import EditError
from inspector.core.indexes import checked_message
from inspector.core.recap import Recap, Recaps, RunningRecap
from inspector.core.recap_keys import DATA_KEYS
from inspector.language import _


@dataclass(frozen=True, slots=True)
class SetMessageRecap:
    """Give a message another recap; an empty text takes it away."""

    message: int
    text: str


@dataclass(frozen=True, slots=True)
class SetExclude:
    """Leave messages out of short-term memory, or no longer."""

    messages: tuple[int, ...]
    exclude: bool


@dataclass(frozen=True, slots=True)
class RenameScene:
    """Give the scene that ends at a message another title; empty for none."""

    message: int
    name: str


@dataclass(frozen=True, slots=True)
class SetSceneRecap:
    """Reword a scene's current recap in place."""

    message: int
    text: str


@dataclass(frozen=True, slots=True)
class UseSceneVersion:
    """Make another saved version of a scene's recap its current one."""

    message: int
    version: int


@dataclass(frozen=True, slots=True)
class AddVersion:
    """Add a version of the running recap, numbered highest + 1, and use it.

    Attributes:
        content: the recap.
        timestamp: now, in milliseconds since 1970.
        scene_count: how many scenes went into it.
        excluded_count: how many of the latest were left out.
        previous_scene: scene break up to which the version before it reached.
        scene: scene break up to which it reaches.
    """

    content: str
    timestamp: int
    scene_count: float = 0
    excluded_count: float = 0
    previous_scene: float = 0
    scene: float = 0


@dataclass(frozen=True, slots=True)
class EditVersion:
    """Reword a version as a new one that covers the same scenes, and use it."""

    location: int
    content: str
    timestamp: int


@dataclass(frozen=True, slots=True)
class UseVersion:
    """Make a version of the running recap the current one."""

    location: int


@dataclass(frozen=True, slots=True)
class DeleteVersion:
    """Take a version away; if it was current, the highest that remains becomes so."""

    location: int


@dataclass(frozen=True, slots=True)
class RenumberVersion:
    """Give a version whose number stands twice the next free number."""

    location: int


@dataclass(frozen=True, slots=True)
class CorrectExcludedCount:
    """Rename every misspelt `exclude_count` to `excluded_count`."""


@dataclass(frozen=True, slots=True)
class AdoptRunningRecap:
    """Say that the running recap belongs to this chat."""


@dataclass(frozen=True, slots=True)
class KeepSceneRecap:
    """Save a scene's recap as its first version, so that drawing the scene does not empty it."""

    message: int


SceneEdit = RenameScene | SetSceneRecap | UseSceneVersion | KeepSceneRecap
VersionEdit = (
    AddVersion
    | EditVersion
    | UseVersion
    | DeleteVersion
    | RenumberVersion
    | CorrectExcludedCount
    | AdoptRunningRecap
)
RecapEdit = SetMessageRecap | SetExclude | SceneEdit | VersionEdit


@dataclass(frozen=True, slots=True)
class RecapChanges:
    """What differs between two states of a chat's recaps.

    Attributes:
        messages: indexes of the messages of which something else is kept.
        running: whether the running recap differs.
    """

    messages: frozenset[int] = frozenset()
    running: bool = False

    def __bool__(self) -> bool:
        return bool(self.messages or self.running)

    def __or__(self, later: "RecapChanges") -> "RecapChanges":
        """What differs after these changes and later ones."""
        return RecapChanges(self.messages | later.messages, self.running or later.running)


def recap_changes(before: Recaps, after: Recaps) -> RecapChanges:
    """What differs, found by identity: what an edit left alone is the same object."""
    messages: set[int] = set()
    for name in before.layers.keys() | after.layers.keys():
        old, new = before.layers.get(name, {}), after.layers.get(name, {})
        if old is not new:
            every = old.keys() | new.keys()
            messages |= {index for index in every if old.get(index) is not new.get(index)}
    return RecapChanges(frozenset(messages), before.running is not after.running)


def apply_recap(recaps: Recaps, edit: RecapEdit) -> Recaps:
    """What is kept after an edit; the same object if the edit changes nothing.

    Raises:
        EditError: the edit names no message, no version, or a text that no file can store.
    """
    if isinstance(edit, VersionEdit):
        return _apply_to_running(recaps, edit)
    if isinstance(edit, SetExclude):
        return _apply_exclude(recaps, edit)
    if isinstance(edit, SetMessageRecap):
        return _reworded(recaps, edit.message, edit.text, recap_fields.with_memory)
    return _apply_to_scene(recaps, edit)


def _apply_exclude(recaps: Recaps, edit: SetExclude) -> Recaps:
    if not edit.messages:
        raise EditError(_("No message is selected."))
    for message in edit.messages:
        recaps = _with_message(
            recaps, message, lambda one: _with_exclude(one, exclude=edit.exclude)
        )
    return recaps


def _with_exclude(recap: Recap, *, exclude: bool) -> Recap:
    if recap.is_excluded == exclude:
        return recap
    return recap_fields.with_values(recap, {"exclude": exclude})


def _apply_to_scene(recaps: Recaps, edit: SceneEdit) -> Recaps:
    if not any(one.is_break for one in recaps.at(edit.message)):
        raise EditError(_("No scene ends at message {message}.").format(message=edit.message))
    match edit:
        case SetSceneRecap(message, wording):
            return _reworded(recaps, message, wording, recap_fields.with_scene_recap)
        case RenameScene(message, name):
            return _reworded(recaps, message, name, _with_name)
        case UseSceneVersion(message, version):
            change = partial(recap_fields.with_scene_version, index=version)
            return _with_message(recaps, message, change)
        case KeepSceneRecap(message):
            return _with_message(recaps, message, recap_fields.with_first_version)


def _with_name(recap: Recap, name: str) -> Recap:
    if not name and not recap.scene_name:
        return recap
    return recap_fields.with_values(recap, {"scene_break_name": name})


def _reworded(
    recaps: Recaps, message: int, wording: str, change: Callable[[Recap, str], Recap]
) -> Recaps:
    checked = checked_text(wording)
    return _with_message(recaps, message, lambda one: change(one, checked))


def _with_message(recaps: Recaps, message: int, change: Callable[[Recap], Recap]) -> Recaps:
    """Change what is kept about a message, under every name under which it stands."""
    checked_message(message, recaps.length)
    layers = dict(recaps.layers)
    changed = False
    for before in recaps.at(message) or (Recap(message, recaps.key, MappingProxyType({})),):
        after = change(before)
        if after is not before:
            changed = True
            name = before.key.message
            layers[name] = MappingProxyType({**layers.get(name, {}), message: after})
    return replace(recaps, layers=MappingProxyType(layers)) if changed else recaps


def _apply_to_running(recaps: Recaps, edit: VersionEdit) -> Recaps:
    stores = (recaps.running.get(key.running) for key in DATA_KEYS)
    held = next((store for store in stores if store), None)
    if held is None and not isinstance(edit, AddVersion):
        raise EditError(_("This chat has no running recap."))
    before = held or _new_running(recaps)
    after = _changed(before, edit, recaps)
    if after is held:
        return recaps
    return replace(recaps, running=MappingProxyType({**recaps.running, after.key.running: after}))


def _new_running(recaps: Recaps) -> RunningRecap:
    if recaps.host.chat_id is None:
        raise EditError(
            _("A running recap names its chat, and this chat's name in SillyTavern is not known.")
        )
    record = {"chat_id": recaps.host.chat_id, "current_version": 0}
    return RunningRecap(recaps.key, MappingProxyType(record))


def _changed(running: RunningRecap, edit: VersionEdit, recaps: Recaps) -> RunningRecap:
    match edit:
        case AddVersion():
            counts = (edit.scene_count, edit.excluded_count, edit.previous_scene, edit.scene)
            values = recap_versions.new_values(_worded(edit.content), edit.timestamp, counts)
            return recap_versions.with_added(running, values)
        case EditVersion(location, content, timestamp):
            version = recap_versions.version_at(running, location)
            if content == version.content:
                return running
            values = recap_versions.copied_values(version, _worded(content), timestamp)
            return recap_versions.with_added(running, values)
        case UseVersion(location):
            return recap_versions.using(running, location)
        case DeleteVersion(location):
            return recap_versions.without(running, location)
        case RenumberVersion(location):
            return recap_versions.renumbered(running, location)
        case CorrectExcludedCount():
            return recap_versions.with_excluded_counts(running)
        case AdoptRunningRecap():
            return recap_versions.adopted(running, recaps.host.chat_id)


def _worded(content: str) -> str:
    if not content:
        raise EditError(_("A version without text would inject nothing."))
    return checked_text(content)
