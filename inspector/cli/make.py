"""`new`, `split`, `merge-memories`, `delete`: make and unmake memories (DESIGN §4)."""

import argparse
from collections.abc import Sequence

from inspector.arguments import Parser, UsageError, add_chat, add_json, assignment, whole_number
from inspector.cli.edit import memory_with_id
from inspector.cli.edit_bulk import typed
from inspector.cli.input_bytes import check_typed
from inspector.cli.writing import add_writing, editing, write_as_told
from inspector.console import print_json, print_text
from inspector.core.edits import apply, field_named
from inspector.core.fields import FieldKind, checked_messages
from inspector.core.memory_edits import ReviseMemories, sentence_cuts
from inspector.loading import OpenChat
from inspector.stamping import stamp_now
from inspector.systems import memory_maker


def new_parser() -> Parser:
    """What `new` understands."""
    parser = _parser(
        "new",
        "Make a memory from messages, as the release that wrote the chat makes them: who speaks "
        "there is a witness, and who is named there took part, unless you say otherwise. Prints "
        "the new id.",
        "example: memory-inspector new chat.jsonl --messages 12..15 "
        "summary='Mira hid the key under the mill stone.' importance=4",
    )
    add_chat(parser, is_read=False)
    parser.add_argument("fields", nargs="*", metavar="FIELD=VALUE", help="as `set` knows them")
    parser.add_argument(
        "--messages", required=True, metavar="A..B", help="the messages it comes from, 0-based"
    )
    return parser


def run_new(arguments: Sequence[str]) -> int:
    """Make a memory."""
    options = new_parser().parse(arguments)
    check_typed(options.fields)
    with editing(options.chat) as chat:
        document = chat.document
        maker = memory_maker(document)
        sources = checked_messages("--messages", options.messages)
        if not sources:
            raise UsageError("--messages names no message")
        values = {**maker.proposed(document, sources)}
        for one in map(assignment, options.fields):
            spec = field_named(document, one.name)
            if spec.kind is FieldKind.MESSAGES:
                raise UsageError(
                    f"--messages says which messages it is from; leave out {one.name}="
                )
            values[spec.key] = typed(one, spec.kind)
        _write(chat, maker.new_memory(document, values, stamp_now()), options)
    return 0


def split_parser() -> Parser:
    """What `split` understands."""
    parser = _parser(
        "split",
        "Part one memory in two or more. The first part keeps the id; the others are new "
        "memories from the same messages, known to the same characters. Stored embeddings go, "
        "as with every new wording. Prints the new ids.",
        "example: memory-inspector split chat.jsonl event_12_0 --at 41",
    )
    add_chat(parser, is_read=False)
    parser.add_argument("id", metavar="ID")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument(
        "--at",
        type=whole_number("number of characters"),
        action="append",
        metavar="N",
        help="characters (code points) of the summary before the cut; may be repeated",
    )
    how.add_argument("--by-sentence", action="store_true", help="after every sentence")
    return parser


def run_split(arguments: Sequence[str]) -> int:
    """Part a memory."""
    options = split_parser().parse(arguments)
    with editing(options.chat) as chat:
        maker = memory_maker(chat.document)
        memory = memory_with_id(chat, options.id)
        cuts = sorted(set(options.at)) if options.at else sentence_cuts(memory.summary)
        if not cuts:
            raise UsageError(f"{chat.path}: the summary of {options.id!r} is one sentence")
        _write(chat, maker.split(chat.document, memory.index, cuts, stamp_now()), options)
    return 0


def merge_memories_parser() -> Parser:
    """What `merge-memories` understands."""
    parser = _parser(
        "merge-memories",
        "Make one memory of several that say the same. The first is kept, with the sources, "
        "witnesses and emotions of all and the highest importance; the others are archived.",
        "example: memory-inspector merge-memories chat.jsonl event_12_0 event_14_2",
    )
    add_chat(parser, is_read=False)
    parser.add_argument("ids", nargs="+", metavar="ID", help="the one to keep first")
    parser.add_argument(
        "--remove", action="store_true", help="take the others out instead of archiving them"
    )
    return parser


def run_merge_memories(arguments: Sequence[str]) -> int:
    """Make one memory of several."""
    options = merge_memories_parser().parse(arguments)
    with editing(options.chat) as chat:
        maker = memory_maker(chat.document)
        found = [memory_with_id(chat, one).index for one in options.ids]
        if len(set(found)) < len(found):
            raise UsageError("each memory is named once")
        _write(chat, maker.merged(chat.document, found, remove=options.remove), options)
    return 0


def delete_parser() -> Parser:
    """What `delete` understands."""
    parser = _parser(
        "delete",
        "Take memories out of the chat, and their ids out of what characters know. To put one "
        "away and keep it, use `set CHAT ID archived=true`.",
        "example: memory-inspector delete chat.jsonl event_12_0 event_14_2",
    )
    add_chat(parser, is_read=False)
    parser.add_argument("ids", nargs="+", metavar="ID")
    return parser


def run_delete(arguments: Sequence[str]) -> int:
    """Take memories out of a chat."""
    options = delete_parser().parse(arguments)
    with editing(options.chat) as chat:
        maker = memory_maker(chat.document)
        found = [memory_with_id(chat, one).index for one in options.ids]
        _write(chat, maker.deleted(chat.document, found), options)
    return 0


def _parser(verb: str, summary: str, example: str) -> Parser:
    parser = Parser(verb, f"{summary} A backup is made first.", example)
    add_writing(parser)
    add_json(parser)
    return parser


def _write(chat: OpenChat, edit: ReviseMemories, options: argparse.Namespace) -> None:
    before = chat.document
    after = apply(before, edit)
    written = write_as_told(chat, after, options)
    made = [memory.id for memory in after.memories if memory.location < 0]
    kept = {memory.location: memory for memory in after.memories}
    changed = [one.id for one in before.memories if one.index in edit.changed]
    removed = [one.id for one in before.memories if one.location not in kept]
    known = sorted(edit.characters)
    if options.json:
        found = {"chat": str(options.chat), "made": made, "changed": changed, "removed": removed}
        print_json({**found, "known_events": known, **written.as_json})
        return
    lines = [*made]
    lines += [f"changed: {id_}" for id_ in changed]
    lines += [f"removed: {id_}" for id_ in removed]
    lines += [f"known_events of {name} changed" for name in known]
    print_text("\n".join([*lines, *written.lines]))
