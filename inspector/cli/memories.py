"""`memories`: the table of a chat's memories, as the window shows it (DESIGN §4)."""

from collections.abc import Iterator, Sequence

from inspector.arguments import Parser, add_chats, add_json, add_question
from inspector.cli.requesting import Answered, inquiry_of
from inspector.cli.several import Chats
from inspector.cli.where import add_where, memories_where
from inspector.console import print_json, print_text
from inspector.core.document import Document
from inspector.core.injection import Verdict

_SUMMARY = 72


def memories_parser() -> Parser:
    """What `memories` understands."""
    parser = Parser(
        "memories",
        "Print a row for each memory: importance, bucket, tokens, who saw it, and whether it is "
        "in the block or at which gate it stopped.",
        "examples: memory-inspector memories chat.jsonl --ruleset openvault/26 --json\n"
        "          memory-inspector memories chat.jsonl --where 'words > 18 and not in_block'",
    )
    add_chats(parser)
    add_where(parser, 'importance >= 4 and witness == "Kai"')
    add_question(parser)
    add_json(parser)
    return parser


def run_memories(arguments: Sequence[str]) -> int:
    """Print the memories of one or more chats, by each ruleset that judges memories."""
    options = memories_parser().parse(arguments)
    inquiry = inquiry_of(options)
    chats = Chats(options.chats)
    for chat in chats:
        document = chat.document
        judged = [one for one in inquiry.answers(chat) if one.derivation.verdicts]
        if options.json:
            for answered in judged:
                rows = memories_where(options.where, chat, answered)
                print_json([_row(document, one.verdict) for one in rows if one.verdict])
            if not judged:
                print_json([])
            continue
        for answered in judged:
            rows = memories_where(options.where, chat, answered)
            found = [one.verdict for one in rows if one.verdict]
            print_text("\n".join(_table(document, answered, found, str(chat.path))))
        if not judged:
            print_text(f"{chat.path}: no memories")
    return chats.status()


def _row(document: Document, verdict: Verdict) -> dict[str, object]:
    memory = document.memories[verdict.memory]
    return {
        "id": memory.record.get("id"),
        "index": memory.index,
        "summary": memory.summary,
        "importance": memory.importance,
        "secret": memory.is_secret,
        "witnesses": list(memory.witnesses),
        "characters_involved": list(memory.characters_involved),
        "messages": list(memory.sources),
        "bucket": verdict.bucket,
        "in_block": verdict.in_block,
        "gate": verdict.gate,
        "tokens": verdict.tokens,
    }


def _table(
    document: Document, answered: Answered, found: Sequence[Verdict], chat: str
) -> Iterator[str]:
    kept = sum(one.in_block for one in found)
    yield f"{chat}: {kept} of {len(found)} memories in, {answered.ruleset.name}"
    for verdict in found:
        memory = document.memories[verdict.memory]
        span = "–".join(str(end) for end in dict.fromkeys(memory.span or ()))
        words = " ".join(memory.summary.split())
        cut = words if len(words) <= _SUMMARY else words[: _SUMMARY - 1] + "…"
        yield (
            f"{memory.index:>6}  {'★' * memory.importance:<5} {'secret' * memory.is_secret:<6} "
            f"{span:>11}  {verdict.bucket or '':<6} "
            f"{'in' if verdict.in_block else verdict.gate or 'out':<10} {verdict.tokens:>5}  {cut}"
        )
    for problem in (*answered.problems, *answered.derivation.warnings):
        yield f"warning: {problem.text}"
