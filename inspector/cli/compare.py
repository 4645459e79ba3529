"""`compare`: two blocks side by side, and where the difference in tokens comes from.

Or all systems: what the same chat costs in each.
"""

import argparse
from collections.abc import Iterator, Sequence

from inspector.analysis.comparison import (
    CAUSES,
    Change,
    Comparison,
    Row,
    claims_of,
    compare,
    most_by_memory,
)
from inspector.analysis.costs import ChatCost, chat_costs
from inspector.analysis.differences import Kind, diff
from inspector.arguments import Parser, UsageError, add_json, add_question, file_path
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.compare_sides import Side, sides_of
from inspector.cli.requesting import check_known, inquiry_of
from inspector.cli.several import open_named
from inspector.console import print_json, print_text
from inspector.loading import OpenChat
from inspector.systems import ruleset_of_each, system_of
from inspector.tokenizer import load_tokenizer

_ENCODING = "o200k_base"
_MOST_SHARES = 5
_MOST_SUMMARY = 72
_MARKS = {Change.SAME: " ", Change.CHANGED: "~", Change.REMOVED: "-", Change.ADDED: "+"}


def compare_parser() -> Parser:
    """What `compare` understands."""
    parser = Parser(
        "compare",
        "Lay two blocks side by side: aligned lines with the words that differ, and the "
        "difference in tokens by cause, which adds up. A side is a ruleset, a setting, a settings "
        "file, an encoding, a moment, a point of view, a version of the recap, or another file.",
        "sides: an option given twice is one for each side; --ruleset, --set, --at, --encoding,\n"
        "  --character, --settings, --profile, --recap and a chat behind --vs are the second's\n"
        "marks: [-only in the first-] {+only in the second+}\n"
        "example: memory-inspector compare chat.jsonl --ruleset openvault/before "
        "--ruleset openvault/terse\n"
        "         memory-inspector compare chat.jsonl --at 80 --vs --at 120\n"
        "         memory-inspector compare chat.jsonl --vs backup.jsonl --exit-code\n"
        "         memory-inspector compare chat.jsonl --systems",
    )
    parser.add_argument(
        "chats", nargs="*", type=file_path, metavar="CHAT", help="one chat, or one a side"
    )
    parser.add_argument("--vs", action="store_true", help="what follows is the second side's own")
    parser.add_argument(
        "--recap", metavar="N", help="the version of the running recap as if it were the current"
    )
    parser.add_argument(
        "--systems",
        action="store_true",
        help="no sides: what the same chat costs in each memory system alone, its block and the "
        "messages that it leaves in the context; --ruleset names another one of a system",
    )
    parser.add_argument("--exit-code", action="store_true", help="exit 1 if anything differs")
    add_question(parser)
    add_json(parser)
    return parser


def run_compare(arguments: Sequence[str]) -> int:
    """Compare two blocks."""
    parser = compare_parser()
    if set(arguments) & {"-h", "--help"}:
        parser.parse(arguments)
    if "--systems" in arguments:
        return _run_costs(parser.parse(arguments))
    a, b = sides_of(parser, arguments)
    found = compare(a.query, b.query)
    if a.options.json:
        print_json(
            {
                "a": a.as_json,
                "b": b.as_json,
                "tokens": list(found.tokens),
                "causes": {str(cause): tokens for cause, tokens in found.causes.items()},
                "lines": [_line_json(row) for row in found.rows],
            }
        )
    else:
        print_text("\n".join(_report(a, b, found)))
    return 1 if a.options.exit_code and not found.is_same else 0


def _run_costs(options: argparse.Namespace) -> int:
    """Print what a chat costs in each system."""
    if options.vs or options.recap is not None or options.exit_code:
        raise UsageError("--systems lays all systems side by side: it takes no side's options")
    if len(options.chats) != 1:
        raise UsageError(f"--systems takes one chat, and {len(options.chats)} are named")
    chat = with_beside(open_named(options.chats[0]), named_sources(options))
    inquiry = inquiry_of(options)
    rulesets = ruleset_of_each(inquiry.rulesets)
    if len({*inquiry.rulesets}) > sum(one in rulesets for one in inquiry.rulesets):
        raise UsageError("--systems takes one ruleset a system, of those that SillyTavern sends")
    check_known(rulesets, inquiry.moment)
    queries = [one.requested(chat.document) for one in inquiry.answers(chat, rulesets)]
    tokenizer = load_tokenizer(options.encoding or _ENCODING)
    costs = list(chat_costs(queries, tokenizer))
    if options.json:
        print_json(
            {
                "chat": str(chat.path),
                "encoding": tokenizer.encoding,
                "at": queries[0].moment.at,
                "systems": [_cost_json(one, chat) for one in costs],
            }
        )
    else:
        print_text("\n".join(_cost_lines(costs, chat, tokenizer.encoding)))
    return 0


def _is_carried(cost: ChatCost, chat: OpenChat) -> bool:
    return bool(cost.ruleset) and system_of(cost.ruleset).name in chat.document.carried


def _cost_json(cost: ChatCost, chat: OpenChat) -> dict[str, object]:
    return {
        "ruleset": cost.ruleset or None,
        "carried": _is_carried(cost, chat),
        "block": cost.block,
        "messages": cost.messages,
        "history": cost.history,
        "tokens": cost.total,
    }


def _cost_lines(costs: Sequence[ChatCost], chat: OpenChat, encoding: str) -> Iterator[str]:
    yield f"{chat.path}: tokens in {encoding}"
    yield f"{'':<24}{'block':>9}{'messages':>10}{'history':>10}{'together':>10}"
    for one in costs:
        title = one.ruleset or "no memory system"
        row = f"{title:<24}{one.block:>9,}{one.messages:>10,}{one.history:>10,}{one.total:>10,}"
        is_empty = bool(one.ruleset) and not _is_carried(one, chat)
        yield f"{row}  keeps nothing in this chat" if is_empty else row


def _line_json(row: Row) -> dict[str, object]:
    return {
        "a": None if row.a is None else row.a.text,
        "b": None if row.b is None else row.b.text,
        "change": str(row.change),
    }


def _report(a: Side, b: Side, found: Comparison) -> Iterator[str]:
    before, after = found.tokens
    yield f"a: {_in_words(a)}, {before} tokens"
    yield f"b: {_in_words(b)}, {after} tokens"
    both = (one.answered for one in (a, b))
    found_odd = (
        problem.text for one in both for problem in (*one.problems, *one.derivation.warnings)
    )
    yield from (f"warning: {text}" for text in dict.fromkeys(found_odd))
    yield from _lines(found)
    yield ""
    if found.is_same:
        yield f"no difference: {before} tokens"
        return
    for cause in CAUSES:
        tokens = found.causes[cause]
        if tokens or found.lines_of(cause):
            yield f"{cause:<12} {tokens:>+7}  {_share(tokens, before):>7}"
    yield f"{'all':<12} {found.delta:>+7}  {_share(found.delta, before):>7}"
    yield from _shares(a, b, found)
    yield from _claims(a, b, found)


def _shares(a: Side, b: Side, found: Comparison) -> Iterator[str]:
    """The memories whose lines cost most more or less."""
    shares = most_by_memory(found, a.query.document, b.query.document)
    if shares:
        yield ""
        yield "most by memory, counted by their lines:"
    for one in shares[:_MOST_SHARES]:
        summary = " ".join(one.summary[:_MOST_SUMMARY].split())
        yield f"{f'#{one.number}':<12} {one.tokens:>+7}  {summary}"


def _in_words(side: Side) -> str:
    answered = side.answered
    return f"{side.chat.path}, {answered.ruleset.name}, {answered.tokenizer.encoding}"


def _share(tokens: int, of: int) -> str:
    return f"{100 * tokens / of:+.1f} %" if of else ""


def _lines(found: Comparison) -> Iterator[str]:
    """Every line with its mark; words that differ marked in those that answer to each other."""
    slot = ""
    for row in found.rows:
        if row.slot != slot:
            slot = row.slot
            yield f"\n--- {slot} ---"
        yield f"{_MARKS[row.change]} {_marked(row)}"


def _marked(row: Row) -> str:
    if row.a is None or row.b is None or row.change is Change.SAME:
        line = row.a or row.b
        return "" if line is None else line.text
    marks = {Kind.SAME: "{}", Kind.REMOVED: "[-{}-]", Kind.ADDED: "{{+{}+}}"}
    pieces = diff(row.a.text, row.b.text).pieces
    return "".join(marks[piece.kind].format(piece.text) for piece in pieces)


def _claims(a: Side, b: Side, found: Comparison) -> Iterator[str]:
    """What the design of the second side claims against the first, beside what is so here."""
    one, other = a.answered.ruleset, b.answered.ruleset
    claims = claims_of(found, one, other)
    if claims:
        yield ""
        yield f"What {other.name} claims to save against {one.name}, and what it saves here:"
    for claim in claims:
        claimed = f"{100 * claim.claimed:+.0f} %"
        yield f"{claim.cause or 'all':<12} {claimed:>7}  {100 * claim.here:>+5.1f} %"
