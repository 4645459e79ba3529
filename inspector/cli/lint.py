"""`lint`: what can be said against chats, what of it is known, and what can be put right."""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from inspector import files
from inspector.analysis.baseline import KnownProblem, known, new_problems
from inspector.analysis.filters.problem_rows import ProblemRow, problem_fields
from inspector.analysis.filters.rows import memory_rows
from inspector.analysis.lint import block_problems, lint
from inspector.arguments import Parser, UsageError, add_chats, add_json, add_question, file_path
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.edit_bulk import Values, changed_values, value_lines
from inspector.cli.predicting import predictions_of
from inspector.cli.requesting import Answered, Inquiry, inquiry_of, warn_of_strangers
from inspector.cli.several import Chats, open_named
from inspector.cli.where import add_where, filter_of, matching
from inspector.cli.writing import add_writing, editing, write_as_told
from inspector.console import print_json, print_text
from inspector.core.document import Document
from inspector.core.edits import SetField, apply
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.problems import Problem
from inspector.jsonbytes.spelling import escaped_surrogates
from inspector.loading import OpenChat
from inspector.predicting import ENCODING
from inspector.proof.stability import TURNS, cache_problem, stability, turns_of
from inspector.small_files import read_small
from inspector.systems import ruleset_named, writers_of
from inspector.tokenizer import load_tokenizer

FIXES = ("mojibake", "meta-commentary", "line-break", "source-out-of-range")
"""Kinds of problem whose fixes change no word of what a summary tells."""

_VERSION = 1
Baseline = dict[str, list[KnownProblem]]


def lint_parser() -> Parser:
    """What `lint` understands."""
    parser = Parser(
        "lint",
        "Check chats: broken lines, odd values, the style of summaries, secrets that are none, "
        "and what the block gives away or a release does wrong.",
        "exit status: 0 nothing found, 1 something found, 2 bad input\n"
        "example: memory-inspector lint chat.jsonl --where 'lint == meta or severity == error'",
    )
    add_chats(parser)
    add_where(parser, "lint == meta and importance >= 3", "problems")
    parser.add_argument(
        "--baseline",
        type=file_path,
        metavar="FILE",
        help="problems that are known: they are not told, and do not decide the exit status",
    )
    parser.add_argument(
        "--write-baseline",
        type=file_path,
        metavar="FILE",
        help="write the problems that are found there, as known; exits with 0",
    )
    parser.add_argument(
        "--fix",
        action="append",
        default=[],
        choices=FIXES,
        metavar="CODE",
        help="put right all problems of this kind, after a backup; may be repeated: "
        + ", ".join(FIXES),
    )
    add_writing(parser)
    add_question(parser)
    add_json(parser)
    return parser


def run_lint(arguments: Sequence[str]) -> int:
    """Print what can be said against chats and their memories; answers 1 if anything can."""
    parser = lint_parser()
    options = parser.parse(arguments)
    inquiry = inquiry_of(options)
    sources = named_sources(options)
    if options.fix:
        _check_fixing(options)
        with editing(options.chats[0]) as chat:
            _put_right(with_beside(chat, sources), inquiry, options)
        return 0
    if options.output is not None or options.dry_run or options.rotate_integrity:
        raise UsageError("nothing is written without --fix; see memory-inspector lint --help")
    if options.write_baseline is not None and files.is_there(options.write_baseline):
        _read_baseline(options.write_baseline)  # Another kind of file is no place for it.
    baseline = {} if options.baseline is None else _read_baseline(options.baseline)
    written: Baseline = {}
    found = 0
    chats = Chats(options.chats, lambda path: with_beside(open_named(path), sources))
    for chat in chats:
        path = chat.path
        problems, total = _problems(chat, inquiry, options)
        warn_of_strangers(inquiry, chat)
        written.setdefault(path.name, []).extend(known(one, chat.document) for one in problems)
        new = new_problems(problems, chat.document, baseline.get(path.name, ()))
        found += len(new)
        _print_problems(chat, total, problems, new, options)
    if options.write_baseline is not None:
        _write_baseline(options.write_baseline, written)
        return chats.status()
    return chats.status(1 if found else 0)


def _print_problems(
    chat: OpenChat,
    total: int,
    problems: Sequence[Problem],
    new: Sequence[Problem],
    options: argparse.Namespace,
) -> None:
    path, held = chat.path, len(problems) - len(new)
    if options.json:
        extra = {} if options.baseline is None else {"known": held}
        rows = [_problem_json(one, chat) for one in new]
        print_json({"chat": str(path), "problems": rows, **extra})
        return
    lines = [_problem_row(one, chat) for one in new] or [f"{path}: {_nothing(total, held)}"]
    lines += [f"{path}: {held} known"] if held else []
    print_text("\n".join(lines))


def _nothing(total: int, held: int) -> str:
    """Why no problem is listed: all are known, a filter lets none through, or there is none."""
    if held:
        return "nothing new"
    if total:
        return (
            f"none of {total} problems matches" if total > 1 else "the one problem does not match"
        )
    return "clean"


def _check_fixing(options: argparse.Namespace) -> None:
    if len(options.chats) > 1:
        raise UsageError("--fix writes one chat at a time")
    if options.baseline is not None or options.write_baseline is not None:
        raise UsageError("--fix goes without a baseline")


def _put_right(chat: OpenChat, inquiry: Inquiry, options: argparse.Namespace) -> None:
    """Put right what the fixes of some kinds of problem can, and write the chat."""
    before = after = chat.document
    counts: Counter[str] = Counter()
    for code in options.fix:
        for problem in _problems(chat, inquiry, options)[0]:
            # Only wordings of memories: what else has a fix wants a person's eye.
            if problem.code != code or not isinstance(problem.fix, SetField):
                continue
            after = apply(after, problem.fix)
            counts[code] += 1
        chat = replace(chat, document=after)
    chat = replace(chat, document=before)
    memories = (one for one in before.memories if after.memories[one.index] is not one)
    changed = {one.index: changed_values(before, after, one) for one in memories}
    saved = write_as_told(chat, after, options)
    if options.json:
        rows = [
            {"id": before.memories[index].id, "index": index, "changed": values}
            for index, values in changed.items()
        ]
        fixed = {code: counts[code] for code in options.fix}
        print_json({"chat": str(chat.path), "fixed": fixed, "changed": rows, **saved.as_json})
        return
    print_text("\n".join([*_fix_lines(before, changed), *_counts(options.fix, counts)]))
    print_text("\n".join(saved.lines))


def _fix_lines(document: Document, changed: dict[int, Values]) -> Iterator[str]:
    for index, values in changed.items():
        yield document.memories[index].label
        yield from (f"  {line}" for line in value_lines(values))


def _counts(codes: Sequence[str], counts: Counter[str]) -> Iterator[str]:
    for code in codes:
        yield f"{code}: {counts[code]} put right"


def _read_baseline(path: Path) -> Baseline:
    """The problems that are known, by file name of their chat.

    Raises:
        ChatFileError: it cannot be read, or is no baseline; the text names the path in it.
    """
    from inspector.cli.schemas import inputs  # noqa: PLC0415 - quick start

    data = read_small(path, takes_pipes=True)
    try:
        held = inputs.parsed(data, inputs.Baseline)
    except InspectorError as error:
        raise ChatFileError(str(path), str(error)) from error
    return {
        chat: [KnownProblem(one.code, one.place) for one in rows]
        for chat, rows in held.chats.items()
    }


def _write_baseline(path: Path, found: Baseline) -> None:
    value = {
        "version": _VERSION,
        "chats": {
            chat: [{"code": one.code, "place": one.location} for one in sorted(set(rows))]
            for chat, rows in found.items()
        },
    }
    written = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
    files.save(path, [escaped_surrogates(written).encode()])
    print_text(f"wrote {path}: {sum(map(len, found.values()))} known problems")


def _cache_problems(
    chat: OpenChat, inquiry: Inquiry, options: argparse.Namespace
) -> Iterator[Problem]:
    """What costs the requests their prompt cache, by the releases that were named."""
    if not any(ruleset.is_release for ruleset in inquiry.rulesets):
        return
    turns = turns_of(chat.document.chat, TURNS)
    tokenizer = load_tokenizer(options.encoding or ENCODING)
    found = cache_problem(list(stability(predictions_of(chat, inquiry, options), turns, tokenizer)))
    if found is not None:
        yield found


def _problems(
    chat: OpenChat, inquiry: Inquiry, options: argparse.Namespace
) -> tuple[list[Problem], int]:
    """All problems, or those for which a filter holds; and how many there are without one."""
    where: str | None = options.where
    document = chat.document
    answers = list(_block_answers(chat, inquiry))
    found = [*lint(document)]
    for answered in answers:
        found += block_problems(answered.requested(document))
    found += _cache_problems(chat, inquiry, options)
    if where is None:
        return found, len(found)
    wanted = filter_of(where, problem_fields(document, [one.code for one in found]))
    judging = (one.derivation for one in answers if one.derivation.verdicts)
    memories = {row.memory.index: row for row in memory_rows(document, next(judging, None), found)}
    rows = [
        ProblemRow(one, None if one.memory is None else memories.get(one.memory)) for one in found
    ]
    return [row.problem for row in matching(wanted, rows, chat)], len(found)


def _block_answers(chat: OpenChat, inquiry: Inquiry) -> Iterator[Answered]:
    """By the rulesets that were named, else by the release that wrote the chat."""
    writers = tuple(map(ruleset_named, writers_of(chat.document)))
    yield from inquiry.answers(chat, inquiry.rulesets or writers or None)


def _problem_json(problem: Problem, chat: OpenChat) -> dict[str, object]:
    memories = chat.document.memories
    return {
        "code": problem.code,
        "severity": str(problem.severity),
        "text": problem.text,
        "memory": None if problem.memory is None else memories[problem.memory].record.get("id"),
        "memory_index": problem.memory,
        "message": problem.message,
        "line": problem.line,
    }


def _problem_row(problem: Problem, chat: OpenChat) -> str:
    location = f"{chat.path}" if problem.line is None else f"{chat.path}, line {problem.line}"
    return f"{location}: {problem.severity}: {problem.text} [{problem.code}]"
