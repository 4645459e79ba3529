"""`set`: change fields of one memory and write the chat."""

import argparse
from collections.abc import Sequence

from inspector.arguments import Parser, UsageError, add_chat, add_json, add_question
from inspector.cli.edit_bulk import changed_document, changed_values, set_where, value_lines
from inspector.cli.edit_kept import KEPT, set_kept
from inspector.cli.edit_messages import set_message
from inspector.cli.input_bytes import check_typed
from inspector.cli.where import add_where
from inspector.cli.writing import add_writing, editing, write_as_told
from inspector.console import print_json, print_text
from inspector.core.document import Document
from inspector.core.explanation import MESSAGE
from inspector.core.memory import Memory
from inspector.loading import OpenChat


def set_parser() -> Parser:
    """What `set` understands."""
    parser = Parser(
        "set",
        "Change fields of one memory, or of all for which a filter holds. Only the bytes of these "
        "values change in the file; a backup is made first.",
        "fields: importance (1-5), secret, witnesses, characters_involved, summary,\n"
        "  temporal_anchor (empty clears it), transient, archived,\n"
        "  message_ids (such as 3,5..7), emotional_impact (such as 'Kai: anxious; Zoe: calm')\n"
        "  importance+=1 and -=1 raise and lower, witnesses+=Mira and -=Mira add and remove,\n"
        "  summary~=/PATTERN/TEXT/ replaces what a regular expression matches\n"
        "  of a message: memory, remember, exclude, clear\n"
        "  of character:NAME: current_emotion, known_events\n"
        "  of relationship:A<->B: trust_level, tension_level (0-10), relationship_type\n"
        "examples: memory-inspector set chat.jsonl event_12_0 importance=4 witnesses=Mira,Robin\n"
        "          memory-inspector set chat.jsonl --where 'secret and words > 9' importance=4\n"
        "          memory-inspector set chat.jsonl message:12 memory=Rain. remember=true",
    )
    add_chat(parser, is_read=False)
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="the memory's id, or message:12, character:NAME, relationship:A<->B; none with "
        "--where",
    )
    parser.add_argument("fields", nargs="*", metavar="FIELD=VALUE")
    add_where(parser, "lint == meta and not archived")
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
    add_question(parser)
    add_writing(parser)
    add_json(parser)
    return parser


def run_set(arguments: Sequence[str]) -> int:
    """Set fields of one memory, or of all for which a filter holds."""
    parser = set_parser()
    options = parser.parse(arguments)
    wanted: str = options.id or ""
    if options.where is not None and wanted:
        options.fields = [wanted, *options.fields]
    if not options.fields:
        what = "ID and FIELD=VALUE" if options.where is None else "FIELD=VALUE"
        parser.error(f"the following arguments are required: {what}")
    if options.where is not None and not options.where.strip():
        # An empty variable of a script would change every memory.
        parser.error("argument --where: expected what memories have to hold")
    check_typed(options.fields)
    with editing(options.chat) as chat:
        if options.where is not None:
            set_where(chat, options)
        elif wanted.startswith(MESSAGE):
            set_message(chat, options)
        elif wanted.startswith(KEPT):
            set_kept(chat, options)
        else:
            memory = memory_with_id(chat, wanted)
            _write(chat, changed_document(chat, memory, options), memory, options)
    return 0


def memory_with_id(chat: OpenChat, wanted: str) -> Memory:
    """The memory with an id.

    Raises:
        UsageError: none has it, or more than one.
    """
    found = [memory for memory in chat.document.memories if memory.id == wanted]
    if len(found) == 1:
        return found[0]
    why = f"{len(found)} memories have the id" if found else "no memory has the id"
    raise UsageError(f"{chat.path}: {why} {wanted!r}")


def _write(chat: OpenChat, document: Document, memory: Memory, options: argparse.Namespace) -> None:
    changed = changed_values(chat.document, document, memory)
    written = write_as_told(chat, document if changed else chat.document, options)
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
    print_text("\n".join([*value_lines(changed), *written.lines]))
