"""`set CHAT message:12 …`: change what a memory system keeps with a message."""

import argparse
import json
from collections.abc import Sequence

from inspector.arguments import Assignment, UsageError, assignment
from inspector.cli.writing import write_as_told
from inspector.console import print_json, print_text
from inspector.core.decoded import is_object, items, members
from inspector.core.document import Document
from inspector.core.edits import apply
from inspector.core.errors import InspectorError
from inspector.core.explanation import message_named
from inspector.core.fields import FieldKind, FieldSpec
from inspector.core.stored import REMOVED, StoredChange
from inspector.core.system import MemorySystem
from inspector.loading import OpenChat
from inspector.systems import SYSTEMS


def set_message(chat: OpenChat, options: argparse.Namespace) -> None:
    """Set fields of what is kept with one message, and write the chat.

    Raises:
        InspectorError: there is no such message, or no system that keeps such fields.
    """
    document = chat.document
    try:
        message = message_named(options.id, len(document.chat))
    except InspectorError as error:
        raise UsageError(f"{chat.path}: {error}") from error
    fields = [assignment(one) for one in options.fields]
    system = _system_for(chat, fields, options.system)
    for one in fields:
        spec = _field_named(system, one.name)
        value = spec.checked(_typed(one, spec.kind))
        if spec.key == "clear" and value is False:
            continue
        document = apply(document, system.edit_message(document, message, spec.key, value))
    changes = system.store(chat.document, document)
    written = write_as_told(chat, document if changes else chat.document, options)
    changed = _changed(chat.document, changes)
    if options.json:
        found = {"chat": str(options.chat), "id": options.id, "system": system.name}
        print_json({**found, "changed": changed, **written.as_json})
        return
    lines = [
        f"{name}: {json.dumps(values['before'], ensure_ascii=False)} → "
        f"{json.dumps(values['after'], ensure_ascii=False)}"
        for name, values in changed.items()
    ]
    print_text("\n".join([*lines, *written.lines]))


def _system_for(chat: OpenChat, fields: Sequence[Assignment], wanted: str | None) -> MemorySystem:
    """Whose data is meant: the one that is named, else the first carried one with the fields."""
    keeping = [system for system in SYSTEMS if system.message_fields]
    if wanted is not None:
        found = next((system for system in keeping if system.name == wanted), None)
        if found is None:
            names = ", ".join(system.name for system in keeping)
            raise UsageError(
                f"there is no system {wanted!r} that keeps memories of messages: {names}"
            )
        return found
    carried = [system for system in keeping if system.name in chat.document.carried]
    if not carried:
        names = ", ".join(system.name for system in keeping)
        raise UsageError(f"{chat.path} carries no memories of messages; name --system: {names}")
    names = {one.name for one in fields}
    fitting = (one for one in carried if names <= {spec.key for spec in one.message_fields})
    return next(fitting, carried[0])


def _field_named(system: MemorySystem, name: str) -> FieldSpec:
    found = next((spec for spec in system.message_fields if spec.key == name), None)
    if found is None:
        known = ", ".join(spec.key for spec in system.message_fields)
        raise UsageError(f"{system.title} keeps no {name!r} with messages; it has {known}")
    return found


def _typed(one: Assignment, kind: FieldKind) -> object:
    if kind is FieldKind.FLAG:
        return {"true": True, "false": False}.get(one.text.strip().lower(), one.text)
    return one.text


def _changed(before: Document, changes: Sequence[StoredChange]) -> dict[str, dict[str, object]]:
    """Every value that differs, by its path in the message."""
    found: dict[str, dict[str, object]] = {}
    for change in changes:
        held: object = None if change.message is None else before.chat.records[change.message]
        for step in change.path:
            held = _member(held, step)
        found[".".join(map(str, change.path))] = {"before": held, "after": _plain(change.value)}
    return found


def _member(holder: object, step: str | int) -> object:
    if isinstance(step, str):
        return members(holder).get(step)
    listed = items(holder)
    return listed[step] if step < len(listed) else None


def _plain(value: object) -> object:
    """A stored value as `json` can spell it: an edit's own objects are read only."""
    if is_object(value):
        return {key: _plain(one) for key, one in value.items()}
    return None if value is REMOVED else value
