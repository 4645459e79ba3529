"""`merge`: two later states of one file made one, value by value."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from inspector import files
from inspector.arguments import Parser, add_json, file_path, output_path
from inspector.cli.writing import Written
from inspector.console import print_error, print_json, print_pieces, print_text
from inspector.merging.chats import Merged, Take
from inspector.merging.files import merge_files
from inspector.merging.words import as_json, conflict_line, taken_line

_CONFLICTS = 1


def merge_parser() -> Parser:
    """What `merge` understands."""
    parser = Parser(
        "merge",
        "Merge two later states of a chat, lorebook or chronicle. Theirs keeps its bytes; what "
        "mine alone changed is put into it. Where both changed one value nothing is written, "
        "unless --take says whose stands.",
        "--take mine: of a value that both changed, mine; of messages that both added at one\n"
        "place, theirs and then mine; what mine removed goes, and what theirs removed is put back\n"
        "as mine has it, though the other side changed it.\n"
        "--take theirs: theirs stays as it is in all of these: messages of mine that were added\n"
        "where theirs added some as well are left out, and broken lines that mine alone has, too.\n"
        "What one side alone changed, added or removed is merged in either way.\n"
        "Without --output the merged file goes to standard output, and what was merged to the\n"
        "error output. Exit: 0, 1 where both changed one value, 2 for bad input.\n"
        "example: memory-inspector merge before.jsonl synced.jsonl mine.jsonl --output chat.jsonl",
    )
    for name, meaning in (
        ("base", "what both were made of"),
        ("theirs", "one later state"),
        ("mine", "the other"),
    ):
        parser.add_argument(name, type=file_path, metavar=name.upper(), help=meaning)
    parser.add_argument(
        "--take",
        choices=[one.value for one in Take],
        metavar="SIDE",
        help="whose change stands where both changed one thing: theirs or mine (below)",
    )
    parser.add_argument("--output", type=output_path, metavar="FILE", help="write there")
    add_json(parser)
    return parser


def run_merge(arguments: Sequence[str]) -> int:
    """Merge three files."""
    options = merge_parser().parse(arguments)
    paths = options.base, options.theirs, options.mine
    base, theirs, mine = (files.read(path) for path in paths)
    names = str(options.base), str(options.theirs), str(options.mine)
    contents = base[0], theirs[0], mine[0]
    take = Take(options.take) if options.take else None
    merge = partial(merge_files, contents, names, may_lose_lines=take is Take.THEIRS)
    merged = merge(otherwise=take) if take else merge()
    is_settled = bool(options.take) or not merged.conflicts
    written = Written()
    if is_settled and options.output is not None:
        held = zip(paths, (base, theirs, mine), strict=True)
        known = [on_disk for path, (_, on_disk) in held if _is_same(options.output, path)]
        saved = files.save(options.output, merged.pieces, known[0] if known else None)
        written = Written(saved.on_disk.path, saved.backup, saved.notes)
    if options.json:
        print_json(as_json(merged) | written.as_json)
    else:
        _print(merged, written, is_settled=is_settled, to_output=options.output is None)
    return 0 if is_settled else _CONFLICTS


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # not there, or it never can be; whoever writes it says why
        return False


def _print(merged: Merged, written: Written, *, is_settled: bool, to_output: bool) -> None:
    lines = [*map(taken_line, merged.accepted)]
    lines += [f"conflict: {conflict_line(one)}" for one in merged.conflicts]
    if not is_settled:
        lines.append("nothing was written; --take says whose value stands")
    elif not to_output:
        lines += written.lines
    if not to_output:
        print_text("\n".join(lines))
        return
    for line in lines:
        print_error(line)
    if is_settled:
        print_pieces(merged.pieces)
