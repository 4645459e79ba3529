"""`set`: change fields of one memory and write the chat."""

import argparse
import json
from collections.abc import Sequence

from inspector.arguments import (
    Assignment,
    Parser,
    UsageError,
    add_json,
    assignment,
    file_path,
    name_list,
)
from inspector.cli.edit_messages import set_message
from inspector.cli.writing import write
from inspector.console import print_json, print_text
from inspector.core.decoded import is_list
from inspector.core.document import Document
from inspector.core.edits import SetField, apply, changes_between, field_named
from inspector.core.explanation import MESSAGE
from inspector.core.fields import FieldKind
from inspector.core.memory import Memory
from inspector.loading import OpenChat, open_chat


def set_parser() -> Parser:
    """What `set` understands."""
    parser = Parser(
        "set",
        "Change fields of one memory. Only the bytes of these values change in the file; "
        "a backup is made first.",
        "fields: importance (1-5), secret, witnesses, characters_involved, summary,\n"
        "  temporal_anchor (empty clears it), transient, archived\n"
        "  of a message: memory, remember, exclude, clear\n"
        "examples: memory-inspector set chat.jsonl event_12_0 importance=4 witnesses=Mira,Robin\n"
        "          memory-inspector set chat.jsonl message:12 memory=Rain. remember=true",
    )
    parser.add_argument("chat", type=file_path, metavar="CHAT")
    parser.add_argument("id", metavar="ID", help="the memory's id, or message:12")
    parser.add_argument("fields", nargs="+", metavar="FIELD=VALUE")
    parser.add_argument(
        "--output", type=file_path, metavar="FILE", help="write there and leave CHAT alone"
    )
    parser.add_argument(
        "--keep-known-events",
        action="store_true",
        help="leave known_events of characters alone when witnesses change",
    )
    parser.add_argument(
        "--system",
        metavar="NAME",
        help="whose memory of a message is meant (default: by its field)",
    )
    add_json(parser)
    return parser


def run_set(arguments: Sequence[str]) -> int:
    """Set fields of one memory."""
    options = set_parser().parse(arguments)
    chat = open_chat(options.chat)
    if options.id.startswith(MESSAGE):
        set_message(chat, options)
        return 0
    memory = _memory_with_id(chat, options.id)
    document = chat.document
    for one in map(assignment, options.fields):
        document = _set(document, memory, one, keep_known_events=options.keep_known_events)
    _write(chat, document, memory, options)
    return 0


def _memory_with_id(chat: OpenChat, wanted: str) -> Memory:
    found = [memory for memory in chat.document.memories if memory.id == wanted]
    if len(found) == 1:
        return found[0]
    why = f"{len(found)} memories have the id" if found else "no memory has the id"
    raise UsageError(f"{chat.path}: {why} {wanted!r}")


def _set(
    document: Document, memory: Memory, one: Assignment, *, keep_known_events: bool
) -> Document:
    spec = field_named(document, one.name)
    value = _typed(one, spec.kind)
    return apply(document, SetField((memory.index,), spec.key, value, keep_known_events))


def _typed(one: Assignment, kind: FieldKind) -> object:
    """The value that a person typed for a field of this kind; a wrong one stays as it is."""
    text = one.text.strip()
    if kind is FieldKind.TEXT or kind is FieldKind.OPTIONAL_TEXT:
        return one.text
    if kind is FieldKind.FLAG:
        return {"true": True, "false": False}.get(text.lower(), text)
    if kind is FieldKind.IMPORTANCE:
        return int(text) if text.isascii() and text.isdecimal() else text
    try:
        listed: object = json.loads(text)
    except (ValueError, RecursionError):
        listed = None
    return listed if is_list(listed) else list(name_list(text))


def _write(chat: OpenChat, document: Document, memory: Memory, options: argparse.Namespace) -> None:
    changed = _changed_values(chat.document, document, memory)
    written = write(chat, document if changed else chat.document, options.output)
    if options.json:
        print_json(
            {
                "chat": str(options.chat),
                "id": memory.id,
                "changed": changed,
                **written.as_json,
            }
        )
        return
    lines = [
        f"{name}: {json.dumps(values['before'], ensure_ascii=False)} → "
        f"{json.dumps(values['after'], ensure_ascii=False)}"
        for name, values in changed.items()
    ]
    print_text("\n".join([*lines, *written.lines]))


def _changed_values(
    before: Document, after: Document, memory: Memory
) -> dict[str, dict[str, object]]:
    old, new = before.memories[memory.index].record, after.memories[memory.index].record
    keys = [*new, *(key for key in old if key not in new)]
    changed: dict[str, dict[str, object]] = {
        key: {"before": old.get(key), "after": new.get(key)}
        for key in keys
        if old.get(key) != new.get(key) or (key in old) != (key in new)
    }
    for name in sorted(changes_between(before, after).characters):
        changed[f"known_events of {name}"] = {
            "before": memory.id in before.characters[name].known_events,
            "after": memory.id in after.characters[name].known_events,
        }
    return changed
