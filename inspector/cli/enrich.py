"""`enrich`: let a model of the person's own propose events and entries for an exchange."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from inspector.arguments import Parser, UsageError, add_json, add_question, file_path
from inspector.cli.asking import inquiry_of
from inspector.cli.asking_model import add_model, calls_json, endpoint_of, show_request
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.writing import Written
from inspector.console import print_error, print_json, print_text
from inspector.core.document import Document
from inspector.core.errors import ChatFileError
from inspector.core.fields import checked_messages
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.llm.enrichment.accepting import Effect, edits_of, effect_in_words, pending, taken
from inspector.llm.enrichment.agent import (
    Agent,
    AgentRuleset,
    Exchange,
    Outcome,
    design_turns,
    exchanges,
    parts_of,
)
from inspector.llm.enrichment.log import Recorded
from inspector.llm.enrichment.proposals import Proposal
from inspector.llm.enrichment.search import Bm25Retriever, KnowledgeSearch
from inspector.llm.exchange import Ask, Ledger, Model
from inspector.loading import OpenChat, open_chat
from inspector.lore_files import Lore, OpenLore, open_chronicle, open_lorebook
from inspector.tokenizer import load_tokenizer
from inspector.writing import write

_FAILED = 1
_CONTEXT = 8000


def enrich_parser() -> Parser:
    """What `enrich` understands."""
    parser = Parser(
        "enrich",
        "Let the context enrichment agent read exchanges of a chat and propose events for the "
        "chronicle and entries for the lorebook. Nothing is written unless --accept all says so.",
        "The text of the messages goes to the address that you name, and to no other. Without\n"
        "--agree the first request is shown, with its tokens and address, and nothing is sent.\n"
        "examples: memory-inspector enrich chat.jsonl --lorebook book.json --chronicle events.json "
        "\\\n            --range 120..140 --address http://localhost:8080/v1 --model any --agree\n"
        "          memory-inspector enrich chat.jsonl --chronicle events.json --log log.json",
    )
    parser.add_argument("chat", type=file_path, metavar="CHAT")
    parser.add_argument(
        "--range", metavar="A..B", help="the messages, 0-based (default: the last exchange)"
    )
    parser.add_argument(
        "--agent",
        choices=[one.value for one in AgentRuleset],
        default=AgentRuleset.DESIGN.value,
        metavar="RULESET",
        help="scribe/design (default) or scribe/2025-08: as the server really does",
    )
    parser.add_argument(
        "--accept", choices=("all", "none"), default="none", help="what is written (default: none)"
    )
    parser.add_argument(
        "--context", type=int, default=_CONTEXT, metavar="N", help="tokens of messages at once"
    )
    parser.add_argument(
        "--log", type=file_path, metavar="FILE", help="take the model's answers from --json output"
    )
    parser.add_argument(
        "--replay", action="store_true", help="the whole chat, each exchange as it came"
    )
    add_model(parser)
    add_question(parser)
    add_json(parser)
    return parser


@dataclass
class _Taken:
    """One proposal, what it would do, and what became of it."""

    proposal: Proposal
    effect: Effect | None
    state: str


@dataclass
class _Work:
    """What was done.

    Attributes:
        document: with what was taken.
        outcomes: a run each.
        taken: every proposal.
        ledger: the calls.
    """

    document: Document
    ledger: Ledger
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    taken: list[_Taken] = field(default_factory=list[_Taken])


def run_enrich(arguments: Sequence[str]) -> int:
    """Let the agent propose."""
    options = enrich_parser().parse(arguments)
    chat = with_beside(open_chat(options.chat), named_sources(options))
    document = chat.document
    if document.lorebook is None and document.chronicle is None:
        raise UsageError("name a --lorebook or a --chronicle, to which proposals could go")
    wanted = _exchanges(document, options)
    tokenizer = load_tokenizer(options.encoding or "o200k_base")
    wanted = [
        part for one in wanted for part in parts_of(document, one, tokenizer.count, options.context)
    ]
    ledger = Ledger(options.most_tokens)
    model = _model(options, ledger)
    if model is None:
        show_request(Ask(design_turns(document, wanted[0]), ""), options.address)
        return _FAILED
    work = _Work(document, ledger)
    agent = Agent(model, KnowledgeSearch(Bm25Retriever()), AgentRuleset(options.agent))
    question = _question(chat, options)
    for exchange in wanted:
        outcome = agent.run(work.document, exchange)
        work.outcomes.append(outcome)
        _take(work, outcome, question, options)
        if outcome.failure:
            break
    written = _written(chat, work.document, options)
    _print(work, written, options)
    return _FAILED if any(one.failure for one in work.outcomes) else 0


def _exchanges(document: Document, options: argparse.Namespace) -> list[Exchange]:
    last = len(document.chat) - 1
    if last < 0:
        raise UsageError(f"{options.chat}: the chat has no message")
    if options.replay:
        return exchanges(document, 0, last)
    if options.range is None:
        return exchanges(document, 0, last)[-1:]
    named = checked_messages("--range", options.range)
    if not named or named[-1] > last:
        raise UsageError(f"--range lies between 0 and {last}")
    return exchanges(document, named[0], named[-1])


def _model(options: argparse.Namespace, ledger: Ledger) -> Model | None:
    """Who is asked; None where a person has not agreed yet."""
    return endpoint_of(options, ledger) if options.log is None else _recorded(options.log)


def _recorded(path: Path) -> Recorded:
    try:
        stored: object = json.loads(path.read_bytes())
    except OSError as error:
        raise ChatFileError(str(path), error.strerror or "it cannot be read") from error
    except (ValueError, RecursionError) as error:
        raise ChatFileError(str(path), "this is no output of enrich --json") from error
    return Recorded.of_output(stored, str(path))


def _question(chat: OpenChat, options: argparse.Namespace) -> Query | None:
    """The next request, for what a proposal would do to it; None where no ruleset makes one."""
    for answered in inquiry_of(options).answers(chat):
        asked = answered.asked(chat.document)
        if isinstance(answered.derivation, RequestDerivation):
            return asked
    return None


def _take(
    work: _Work, outcome: Outcome, question: Query | None, options: argparse.Namespace
) -> None:
    for proposal in outcome.proposals:
        seen = pending(proposal, work.document, question)
        if seen.refusal:
            work.taken.append(_Taken(proposal, None, seen.refusal))
            continue
        is_taken = options.accept == "all" and not proposal.double
        work.taken.append(_Taken(proposal, seen.effect, "taken" if is_taken else "proposed"))
        if is_taken:
            work.document = taken(work.document, edits_of(proposal, work.document, str(uuid4())))


def _written(chat: OpenChat, document: Document, options: argparse.Namespace) -> list[Written]:
    found: list[Written] = []
    for path, opened, after in (
        (options.lorebook, open_lorebook, document.lorebook),
        (options.chronicle, open_chronicle, document.chronicle),
    ):
        before = chat.document.lorebook if opened is open_lorebook else chat.document.chronicle
        if path is not None and after is not None and after is not before:
            found.append(_saved(opened(path), after))
    return found


def _saved(reading: OpenLore, after: Lore) -> Written:
    saved = write(reading, after)
    return Written(saved.on_disk.path, saved.backup, saved.notes)


def _print(work: _Work, written: Sequence[Written], options: argparse.Namespace) -> None:
    if options.json:
        print_json(
            {
                "chat": str(options.chat),
                "agent": options.agent,
                "exchanges": [one.as_json for one in work.outcomes],
                "proposals": [_proposal_json(one) for one in work.taken],
                "calls": calls_json(work.ledger.calls),
                "written": [one.as_json for one in written],
            }
        )
        return
    lines: list[str] = []
    for outcome in work.outcomes:
        lines += [f"{step.kind:>9}  {step.words}" for step in outcome.log.steps]
    lines += [_proposal_words(one) for one in work.taken]
    lines += [line for one in written for line in one.lines]
    print_text("\n".join(lines))
    for outcome in work.outcomes:
        if outcome.failure:
            print_error(outcome.failure)
    sys.stdout.flush()


def _proposal_json(one: _Taken) -> dict[str, object]:
    proposal, effect = one.proposal, one.effect
    return {
        "kind": proposal.kind.value,
        "title": proposal.title,
        "content": proposal.content,
        "keywords": list(proposal.keywords),
        "time": proposal.time or None,
        "target": proposal.target or None,
        "messages": list(proposal.messages),
        "double": proposal.double or None,
        "state": one.state,
        "effect": None
        if effect is None
        else {
            "kept": effect.is_kept,
            "rank": effect.rank,
            "gate": effect.gate,
            "pushed_out": list(effect.pushed_out),
        },
    }


def _proposal_words(one: _Taken) -> str:
    proposal, effect = one.proposal, one.effect
    words = f"{one.state}: {proposal.kind.value} {proposal.title!r}: {proposal.content}"
    if proposal.double:
        words += f" (says again {proposal.double})"
    if effect is not None:
        words += f" [{effect_in_words(effect)}]"
    return words
