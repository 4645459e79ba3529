"""`sum-up`: one paragraph in the place of established history's memories, tried before it is kept.

The paragraph comes from a model of the person's own, or by copying the request and pasting the
answer.
"""

import time
from collections.abc import Sequence

from inspector.analysis.summed_history import (
    SummedHistory,
    memories_of_history,
    summary_of,
    summed_history,
    summing_ruleset,
    sums_up,
)
from inspector.arguments import Parser, UsageError, add_chat, add_json, add_question, file_path
from inspector.cli.asking_model import (
    add_model,
    calls_json,
    endpoint_of,
    pasted_answer,
    print_request,
    show_request,
    text_of,
)
from inspector.cli.requesting import inquiry_of, warn_of_strangers
from inspector.cli.several import open_named
from inspector.console import print_json, print_text
from inspector.core.bucket_summary import ON
from inspector.core.query import Query
from inspector.kept_summaries import keep_summary
from inspector.llm.exchange import Ledger, Reply
from inspector.llm.histories import HistoryPlan, history_notes
from inspector.llm.writing import Written, written

_FAILED = 1


def sum_up_parser() -> Parser:
    """What `sum-up` understands."""
    parser = Parser(
        "sum-up",
        "Have established history told as one paragraph in the place of its memories: what that "
        "saves, and which names and numbers it loses. Nothing changes in the chat; with --keep "
        "the paragraph is kept in the inspector's own folder, and old_summary=on lets it stand.",
        "Without --address and --answer the request is printed, to be given to a model by hand.\n"
        "examples: memory-inspector sum-up chat.jsonl > request.txt\n"
        "          memory-inspector sum-up chat.jsonl --answer answer.txt --keep\n"
        "          memory-inspector sum-up chat.jsonl --address http://localhost:8080/v1 --agree\n"
        "          memory-inspector inject chat.jsonl --ruleset openvault/temporal "
        "--set old_summary=on",
    )
    add_chat(parser, is_read=True)
    parser.add_argument(
        "--answer",
        type=file_path,
        metavar="FILE|-",
        help="what a model answered to the request, as a text",
    )
    parser.add_argument("--keep", action="store_true", help="keep the paragraph")
    parser.add_argument("--prompt", type=file_path, metavar="FILE", help="another prompt")
    add_model(parser)
    add_question(parser)
    add_json(parser)
    return parser


def run_sum_up(arguments: Sequence[str]) -> int:
    """Try a paragraph, or print the request for one."""
    options = sum_up_parser().parse(arguments)
    inquiry = inquiry_of(options)
    rulesets = inquiry.rulesets or (summing_ruleset(),)
    if len(rulesets) != 1 or not sums_up(rulesets[0]):
        raise UsageError(f"--ruleset is {summing_ruleset().name}, the one that can sum up")
    chat = open_named(options.chat)
    warn_of_strangers(inquiry, chat)
    (answered,) = inquiry.answers(chat, rulesets)
    query = answered.requested(chat.document)
    memories = memories_of_history(query)
    if not memories:
        raise UsageError(f"{options.chat}: established history has no memories")
    plan, ledger = HistoryPlan(query, memories), Ledger(options.most_tokens)
    prompt = plan.usual if options.prompt is None else text_of(options.prompt)
    if options.answer is not None:
        with pasted_answer(options.answer) as answer:
            found = plan.read(Reply(answer))
    elif options.address is None:
        text = "\n\n".join(turn.content for turn in plan.ask(prompt).turns)
        print_request(text, as_json=options.json)
        return 0
    elif (model := endpoint_of(options, ledger)) is None:
        show_request(plan.ask(prompt), options)
        return _FAILED
    else:
        found = written(plan, prompt, model)
    tried = summed_history(query, found.text)
    if options.keep:
        keep_summary(summary_of(chat.document, memories, found.text, int(time.time() * 1000)))
    if options.json:
        print_json(_json(str(options.chat), query, tried, ledger, is_kept=options.keep))
    else:
        print_text("\n".join(_lines(query, tried, found, is_kept=options.keep)))
    return 0


def _json(
    chat: str, query: Query, tried: SummedHistory, ledger: Ledger, *, is_kept: bool
) -> dict[str, object]:
    memories = query.document.memories
    return {
        "chat": chat,
        "ruleset": query.ruleset.name,
        "text": tried.text,
        "memories": [memories[one].id for one in tried.memories],
        "tokens": list(tried.tokens),
        "saved": tried.saved,
        "lost": [
            {
                "memory": memories[one.memory].id,
                "names": list(one.names),
                "numbers": list(one.numbers),
            }
            for one in tried.losses
        ],
        "unjudged": tried.unjudged,
        "returned": [memories[one].id for one in tried.returned],
        "kept": is_kept,
        "calls": calls_json(ledger.calls),
    }


def _lines(query: Query, tried: SummedHistory, found: Written, *, is_kept: bool) -> list[str]:
    lines = [found.text, "", *history_notes(query, tried, len(tried.losses))]
    if is_kept:
        lines.append(f"Kept: --set old_summary={ON} lets it stand in {query.ruleset.name}.")
    return lines
