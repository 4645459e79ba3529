"""`sample`: a copy of the sample story, to try things on."""

from collections.abc import Sequence
from pathlib import Path

from inspector import files
from inspector.arguments import Parser, file_path
from inspector.console import print_text
from inspector.core.errors import ChatFileError
from inspector.shipped import (
    sample_card,
    sample_chat,
    sample_chronicle,
    sample_lorebook,
    sample_of_tiers,
)
from inspector.small_files import why


def sample_parser() -> Parser:
    """What `sample` understands."""
    parser = Parser(
        "sample",
        "Copy the sample story into a folder: chat.jsonl, lorebook.json, chronicle.json and "
        "card.png; and tiers/chat.jsonl, a chat of MessageSummarize and Summarize. Files that are "
        "there already are left alone.",
        "example: memory-inspector sample try && cd try",
    )
    parser.add_argument(
        "folder",
        nargs="?",
        default=Path(),
        type=file_path,
        metavar="FOLDER",
        help="(default: here)",
    )
    return parser


def run_sample(arguments: Sequence[str]) -> int:
    """Copy the sample's files and print their names."""
    folder: Path = sample_parser().parse(arguments).folder
    copies = {
        "chat.jsonl": sample_chat(),
        "lorebook.json": sample_lorebook(),
        "chronicle.json": sample_chronicle(),
        "card.png": sample_card(),
        # A card that lies beside a chat is taken for its character's.
        "tiers/chat.jsonl": sample_of_tiers(),
    }
    for location in (folder, folder / "tiers"):
        try:
            location.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:
            raise ChatFileError(str(location), "this is a file and no folder") from error
        except OSError as error:
            raise ChatFileError(str(location), why(error)) from error
    for name, source in copies.items():
        target = folder / name
        if files.is_there(target):
            print_text(f"{target}: this is there already and left alone")
            continue
        files.save(target, [source.read_bytes()])
        print_text(str(target))
    return 0
