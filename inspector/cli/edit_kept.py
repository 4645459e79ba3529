"""`set CHAT character:NAME …` and `relationship:A<->B …`: what is kept about characters."""

import argparse
import json

from inspector.arguments import Assignment, assignment
from inspector.cli.edit_bulk import name_values
from inspector.cli.writing import write_as_told
from inspector.console import print_json, print_text
from inspector.core.decoded import is_number
from inspector.core.edits import apply
from inspector.loading import OpenChat
from inspector.systems import SYSTEMS, memory_maker

_CHARACTER = "character:"
KEPT = (_CHARACTER, "relationship:")


def set_kept(chat: OpenChat, options: argparse.Namespace) -> None:
    """Change what is kept about a character, or about two of them, and write the chat.

    Raises:
        InspectorError: nothing of the kind is kept, or a value is refused.
    """
    document = chat.document
    maker = memory_maker(document)
    wanted: str = options.id
    name = wanted.partition(":")[2]
    values = {one.name: _value(one) for one in map(assignment, options.fields)}
    change = maker.with_state if wanted.startswith(_CHARACTER) else maker.with_relationship
    after = apply(document, change(document, name, values))
    changes = [one for system in SYSTEMS for one in system.store(document, after)]
    written = write_as_told(chat, after if changes else document, options)
    changed = {str(one.path[-1]): one.value for one in changes}
    if options.json:
        found = {"chat": str(options.chat), "id": wanted, "changed": changed}
        print_json({**found, **written.as_json})
        return
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in changed.items()]
    print_text("\n".join([*lines, *written.lines]))


def _value(one: Assignment) -> object:
    """A number or a list where the field holds one, else the text."""
    if one.name == "known_events":
        return name_values(one.text.strip())
    return one.value if is_number(one.value) and one.name.endswith("_level") else one.text
