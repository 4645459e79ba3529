"""`recap`: the versions of a chat's running recap, listed, compared and edited (DESIGN §4)."""

import argparse
import time
from collections.abc import Callable, Sequence

from inspector.arguments import Parser, UsageError, add_json, file_name, file_path, whole_number
from inspector.cli.recap_editing import RecapChange, print_change
from inspector.cli.recap_reading import print_difference, print_list, print_version
from inspector.cli.recap_texts import given_text, place_numbered, running_of
from inspector.cli.writing import add_writing, editing, write_as_told
from inspector.core.document import recaps_of
from inspector.core.edits import apply
from inspector.core.recap_edits import AddVersion, DeleteVersion, EditVersion, RecapEdit, UseVersion
from inspector.core.recap_keys import DATA_KEYS
from inspector.loading import OpenChat
from inspector.systems import recap_keeper
from inspector.tokenizer import load_tokenizer

_MESSAGE, _COUNT = "number of a message", "number of scenes"
_VERBS = """\
verbs:
  list              every version, the current one marked, and what a release would make of them
  show [N]          the text of a version; without a number the current one's
  diff A B          what differs between two versions, line by line
  use N             make a version the current one
  add [TEXT]        add a version, numbered highest + 1, and use it
  edit N [TEXT]     reword a version as a new one that covers the same scenes, and use it
  delete N          take a version away; the highest that remains becomes current

A TEXT of - , or none at all, is read from standard input; --file reads it from a file. One line
break at its end is left out. Without --output the chat is written in place, after a backup.

example: memory-inspector recap chat.jsonl edit 3 --file recap.txt"""

Run = Callable[[OpenChat, Sequence[str], argparse.Namespace], None]


def run_recap(arguments: Sequence[str]) -> int:
    """Do one thing with the versions of a chat's running recap."""
    options = recap_parser().parse(arguments)
    run, least, most = _RUNS[options.verb]
    words: list[str] = options.words
    if not least <= len(words) <= most:
        wanted = f"{least}" if least == most else f"{least} or {most}"
        noun = "argument" if wanted == "1" else "arguments"
        raise UsageError(
            f"recap {options.verb} takes {wanted} more {noun}, not {len(words)}; "
            "see memory-inspector recap --help"
        )
    is_read = run in (_list, _show, _diff)
    if is_read and (options.output is not None or options.dry_run or options.rotate_integrity):
        raise UsageError(f"recap {options.verb} writes nothing, wherever to")
    with editing(options.chat, is_read=is_read) as chat:
        run(chat, words, options)
    return 0


def recap_parser() -> Parser:
    """What `recap` understands."""
    parser = Parser(
        "recap", "List, show, compare and edit the versions of a chat's running recap.", _VERBS
    )
    parser.add_argument(
        "chat",
        type=file_path,
        metavar="CHAT",
        help="a chat file (.jsonl); - for standard input where it is only read",
    )
    parser.add_argument("verb", choices=tuple(_RUNS), metavar="VERB", help="what to do; see below")
    parser.add_argument("words", nargs="*", default=[], metavar="N|TEXT", help="see below")
    parser.add_argument("--encoding", default="o200k_base", metavar="E", help="count tokens in it")
    editing = parser.add_argument_group("editing")
    editing.add_argument(
        "--file", type=file_name, metavar="FILE", help="read the text there; - is standard input"
    )
    for name, kind, meaning in (
        (
            "scene",
            _MESSAGE,
            "add: the scene break up to which it reaches (default: the last with a recap)",
        ),
        ("previous-scene", _MESSAGE, "add: the scene break up to which the one before it reached"),
        ("scene-count", _COUNT, "add: how many scenes went into it"),
        ("excluded-count", _COUNT, "add: how many of the latest scenes were left out (default: 0)"),
    ):
        editing.add_argument(f"--{name}", type=whole_number(kind), metavar="N", help=meaning)
    add_writing(parser)
    add_json(parser)
    return parser


def _list(chat: OpenChat, _words: Sequence[str], options: argparse.Namespace) -> None:
    print_list(chat, load_tokenizer(options.encoding), as_json=options.json)


def _show(chat: OpenChat, words: Sequence[str], options: argparse.Namespace) -> None:
    running = running_of(chat)
    location = place_numbered(chat, running, words[0]) if words else running.current_place
    if location is None:
        raise UsageError(f"{chat.path}: the current version of the running recap does not exist")
    print_version(chat, location, load_tokenizer(options.encoding), as_json=options.json)


def _diff(chat: OpenChat, words: Sequence[str], options: argparse.Namespace) -> None:
    running = running_of(chat)
    older, newer = (place_numbered(chat, running, word) for word in words)
    tokenizer = load_tokenizer(options.encoding)
    print_difference(chat, (older, newer), tokenizer, as_json=options.json)


def _use(chat: OpenChat, words: Sequence[str], options: argparse.Namespace) -> None:
    location = place_numbered(chat, running_of(chat), words[0])
    _edit_chat(chat, UseVersion(location), options)


def _add(chat: OpenChat, words: Sequence[str], options: argparse.Namespace) -> None:
    content = given_text(words[0] if words else None, options.file)
    _edit_chat(chat, _addition(chat, content, options), options)


def _addition(chat: OpenChat, content: str, options: argparse.Namespace) -> AddVersion:
    """A version that covers every scene with a recap, unless options say otherwise."""
    view = recaps_of(chat.document).seen(DATA_KEYS)
    scenes = recap_keeper().scene_indexes(view)
    scene = _given(options.scene, scenes[-1] if scenes else 0)
    previous = recap_keeper().version_before(view.running.versions, scene) if view.running else None
    reached = (previous.scene or 0) if previous else 0
    covered = sum(index <= scene for index in scenes)
    return AddVersion(
        content,
        _now(),
        scene_count=_given(options.scene_count, covered),
        excluded_count=_given(options.excluded_count, 0),
        previous_scene=_given(options.previous_scene, reached),
        scene=scene,
    )


def _given(value: int | None, otherwise: float) -> float:
    return otherwise if value is None else value


def _reword(chat: OpenChat, words: Sequence[str], options: argparse.Namespace) -> None:
    location = place_numbered(chat, running_of(chat), words[0])
    content = given_text(words[1] if len(words) > 1 else None, options.file)
    _edit_chat(chat, EditVersion(location, content, _now()), options)


def _delete(chat: OpenChat, words: Sequence[str], options: argparse.Namespace) -> None:
    location = place_numbered(chat, running_of(chat), words[0])
    _edit_chat(chat, DeleteVersion(location), options)


def _now() -> int:
    """Milliseconds since 1970, as the extension stamps its versions."""
    return time.time_ns() // 1_000_000


def _edit_chat(chat: OpenChat, edit: RecapEdit, options: argparse.Namespace) -> None:
    document = apply(chat.document, edit)
    written = write_as_told(chat, document, options)
    change = RecapChange(chat, document, load_tokenizer(options.encoding))
    print_change(change, written, as_json=options.json)


_RUNS: dict[str, tuple[Run, int, int]] = {
    "list": (_list, 0, 0),
    "show": (_show, 0, 1),
    "diff": (_diff, 2, 2),
    "use": (_use, 1, 1),
    "add": (_add, 0, 1),
    "edit": (_reword, 1, 2),
    "delete": (_delete, 1, 1),
}
"""Of each verb what it does, and the least and the most words it takes."""
