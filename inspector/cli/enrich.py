"""`enrich`: let a model of the person's own propose events and entries for an exchange."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import uuid4

from inspector.arguments import (
    Parser,
    UsageError,
    add_chat,
    add_json,
    add_question,
    file_path,
    whole_number,
)
from inspector.cli.asking_model import (
    add_embeddings,
    add_model,
    calls_json,
    embedder_of,
    endpoint_of,
    pasted_answer,
    print_request,
    show_request,
    text_of,
)
from inspector.cli.beside import named_beside, with_beside
from inspector.cli.requesting import inquiry_of, moment_in, warn_of_strangers
from inspector.cli.several import open_named
from inspector.cli.writing import Written, write_lore
from inspector.console import check_output, print_error, print_json, print_text
from inspector.core.document import Document, sources_of
from inspector.core.errors import ChatFileError, InspectorError
from inspector.core.fields import checked_messages
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.llm.enrichment.accepting import (
    Effect,
    accepted,
    edits_of,
    effect_in_words,
    pending,
    with_score,
)
from inspector.llm.enrichment.agent import Agent, Outcome, Search
from inspector.llm.enrichment.by_hand import outcome_of_answer, request_text
from inspector.llm.enrichment.evaluation import MessageCheck, checked_answers
from inspector.llm.enrichment.exchanges import (
    AgentRuleset,
    Exchange,
    exchanges,
    first_ask,
    parts_of,
)
from inspector.llm.enrichment.log import Recorded
from inspector.llm.enrichment.proposals import Proposal, ProposalKind
from inspector.llm.enrichment.search import Bm25Retriever, KnowledgeSearch, RecordedSearch
from inspector.llm.exchange import Ledger, Model
from inspector.loading import OpenChat
from inspector.lore_files import Lore, LoreKind, OpenLore
from inspector.predicting import ENCODING
from inspector.retrieval.cosine import EmbeddedCosine
from inspector.retrieval.endpoint import EmbeddingsEndpoint
from inspector.retrieval.retriever import Retriever
from inspector.retrieval.scoring import RetrievesItems, retrieved
from inspector.systems import with_sources
from inspector.tokenizer import load_tokenizer
from inspector.writing import rehearse

_FAILED = 1
_CONTEXT = 8000
_LONGEST = 60


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
    add_chat(parser, is_read=True)
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
        "--context",
        type=whole_number("number of tokens", least=1),
        default=_CONTEXT,
        metavar="N",
        help="tokens of messages at once",
    )
    parser.add_argument(
        "--log", type=file_path, metavar="FILE", help="take the model's answers from --json output"
    )
    parser.add_argument(
        "--request",
        action="store_true",
        help="print one request for all of it, to be given to a model by hand",
    )
    parser.add_argument(
        "--answer", type=file_path, metavar="FILE|-", help="what a model answered to --request"
    )
    parser.add_argument(
        "--replay", action="store_true", help="the whole chat, each exchange as it came"
    )
    add_model(parser)
    add_embeddings(parser)
    add_question(parser)
    add_json(parser)
    return parser


@dataclass
class _Accepted:
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
        accepted: every proposal.
        checks: of a replay, whether each message retrieved the right memory.
        ledger: the calls.
    """

    document: Document
    ledger: Ledger
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    accepted: list[_Accepted] = field(default_factory=list[_Accepted])
    checks: list[MessageCheck] = field(default_factory=list[MessageCheck])

    @property
    def tokens(self) -> tuple[int, int]:
        """Of all requests and of all answers."""
        counts = [one.tokens for one in self.outcomes]
        return sum(one for one, _ in counts), sum(other for _, other in counts)


def run_enrich(arguments: Sequence[str]) -> int:
    """Let the agent propose."""
    options = enrich_parser().parse(arguments)
    check_output()
    beside = named_beside(options)
    chat = with_beside(open_named(options.chat), beside.sources)
    inquiry = inquiry_of(options)
    warn_of_strangers(inquiry, chat)
    document = chat.document
    if document.lorebook is None and document.chronicle is None:
        raise UsageError("name a --lorebook or a --chronicle, to which proposals could go")
    at = moment_in(document, inquiry.moment).at
    wanted = _exchanges(document, len(document.chat) - 1 if at is None else at, options)
    whole = Exchange(wanted[0].first, wanted[-1].last)
    if options.request:
        text = request_text(document, whole, KnowledgeSearch(Bm25Retriever()))
        print_request(text, as_json=options.json)
        return 0
    tokenizer = load_tokenizer(options.encoding or ENCODING)
    wanted = [
        part for one in wanted for part in parts_of(document, one, tokenizer.count, options.context)
    ]
    ledger = Ledger(options.most_tokens)
    model = _model(options, ledger)
    if model is None:
        show_request(first_ask(document, wanted[0], AgentRuleset(options.agent)), options)
        return _FAILED
    embedder = embedder_of(options)
    retriever = Bm25Retriever() if embedder is None else EmbeddedCosine(embedder)
    chat, question = _question(chat, options, embedder)
    work = _Work(chat.document, ledger)
    ruleset, search = AgentRuleset(options.agent), _search(retriever, options)
    found: Iterable[Outcome]
    if options.answer is None:
        found = Agent(model, search, ruleset).read(lambda: work.document, wanted)
    else:
        found = (_outcome_in(options.answer, work.document, whole, search),)
    for outcome in found:
        work.outcomes.append(outcome)
        if options.replay and question is not None and not outcome.is_too_long:
            work.checks += checked_answers(
                question,
                outcome.exchange,
                work.document,
                None if embedder is None else retriever,
                is_embedded=ruleset is AgentRuleset.DESIGN,
            )
        _take(work, outcome, question, embedder, options)
    _finish(work, beside.readings, options)
    return _FAILED if any(one.failure for one in work.outcomes) else 0


def _exchanges(document: Document, last: int, options: argparse.Namespace) -> list[Exchange]:
    """What is read, of a chat that ends after the message `last`."""
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
    if options.answer is not None:
        return Recorded(())
    return endpoint_of(options, ledger) if options.log is None else _recorded(options.log)


def _recorded(path: Path) -> Recorded:
    return Recorded.of_output(_log(path), str(path))


def _outcome_in(path: Path, document: Document, exchange: Exchange, search: Search) -> Outcome:
    """What comes of the answer in a file.

    Raises:
        InspectorError: it cannot be read, or is no answer; the text names the file.
    """
    with pasted_answer(path) as text:
        return outcome_of_answer(document, exchange, search, text)


def _search(retriever: Retriever, options: argparse.Namespace) -> Search:
    """Who looks for what is known; a log finds again what it found."""
    if options.log is None:
        return KnowledgeSearch(retriever)
    return RecordedSearch.of_output(_log(options.log))


def _log(path: Path) -> object:
    from inspector.cli.schemas import inputs  # noqa: PLC0415 - quick start

    try:
        stored: object = json.loads(text_of(path))
        inputs.checked(stored, inputs.EnrichLog)
    except (ValueError, RecursionError) as error:
        raise ChatFileError(str(path), "this is no output of enrich --json") from error
    except inputs.BadJsonError as error:
        why = f"this is no output of enrich --json: {error}"
        raise ChatFileError(str(path), why) from error
    return stored


def _question(
    chat: OpenChat, options: argparse.Namespace, embedder: EmbeddingsEndpoint | None
) -> tuple[OpenChat, Query | None]:
    """The next request, for what a proposal would do to it; None where no ruleset makes one.

    Where vectors decide, the chat comes with the scores that they give.
    """
    for answered in inquiry_of(options).answers(chat):
        if not isinstance(answered.derivation, RequestDerivation):
            continue
        ruleset, document = answered.ruleset, chat.document
        if embedder is not None and isinstance(ruleset, RetrievesItems):
            sought = ruleset.sought(
                document, answered.moment, answered.tokenizer, older_messages=False
            )
            if sought.items and sought.query.strip():
                scores = retrieved(sought, EmbeddedCosine(embedder))
                sources = replace(sources_of(document), scores=scores)
                document = with_sources(document, sources)
                chat = replace(chat, document=document, saved=document)
        return chat, Query(ruleset, document, answered.moment, answered.tokenizer)
    return chat, None


def _take(
    work: _Work,
    outcome: Outcome,
    question: Query | None,
    embedder: EmbeddingsEndpoint | None,
    options: argparse.Namespace,
) -> None:
    """Look at proposals; a replay goes on as if each was taken."""
    for proposal in outcome.proposals:
        seen = pending(proposal, work.document, question, embedder)
        if seen.refusal:
            work.accepted.append(_Accepted(proposal, None, seen.refusal))
            continue
        is_new = not proposal.double
        is_taken = is_new and options.accept == "all"
        work.accepted.append(_Accepted(proposal, seen.effect, "taken" if is_taken else "proposed"))
        if is_taken or (is_new and options.replay):
            made = edits_of(proposal, work.document, str(uuid4()))
            work.document = accepted(work.document, made)
            if seen.score is not None:
                work.document = with_score(work.document, proposal, seen.score)


def _finish(work: _Work, readings: Sequence[OpenLore], options: argparse.Namespace) -> None:
    """Write what was taken, and tell all.

    Raises:
        InspectorError: it cannot all be written.
    """
    written: list[Written] = []
    try:
        if options.accept == "all":
            _write(readings, work, written)
    finally:
        # What was answered is told, and can be a --log, even where it cannot be written.
        _print(work, written, options)


def _write(readings: Sequence[OpenLore], work: _Work, written: list[Written]) -> None:
    """Write what was taken into the files that it was read from.

    Args:
        readings: the files.
        work: what was done; what cannot be written is not taken.
        written: takes what was written, also where not all of it can be.

    Raises:
        InspectorError: one of them cannot be written.
    """
    sources = sources_of(work.document)
    changed: list[tuple[OpenLore, Lore]] = []
    for reading in readings:
        is_book = reading.kind is LoreKind.LOREBOOK
        after = sources.lorebook if is_book else sources.chronicle
        if after is not None and after is not reading.lore:
            changed.append((reading, after))
    unwritten = {reading.kind for reading, _after in changed}
    try:
        for reading, after in changed:
            rehearse(reading, after)
        for reading, after in changed:
            written.append(write_lore(reading, after, work.document))
            unwritten.remove(reading.kind)
    except InspectorError:
        for one in work.accepted:
            is_event = one.proposal.kind is ProposalKind.EVENT
            kind = LoreKind.CHRONICLE if is_event else LoreKind.LOREBOOK
            if kind in unwritten and one.state == "taken":
                one.state = "proposed"
        raise


def _print(work: _Work, written: Sequence[Written], options: argparse.Namespace) -> None:
    if options.json:
        print_json(
            {
                "chat": str(options.chat),
                "agent": options.agent,
                "exchanges": [one.as_json for one in work.outcomes],
                "proposals": [_proposal_json(one) for one in work.accepted],
                "calls": calls_json(work.ledger.calls),
                "written": [one.as_json for one in written],
                "replay": _replay_json(work) if options.replay else None,
            }
        )
        return
    lines: list[str] = []
    for outcome in work.outcomes:
        lines += [f"{step.kind:>9}  {step.words}" for step in outcome.log.steps]
    lines += [_proposal_words(one) for one in work.accepted]
    lines += [line for one in written for line in one.lines]
    lines += _replay_lines(work) if options.replay else []
    print_text("\n".join(lines))
    for outcome in work.outcomes:
        if outcome.failure:
            print_error(outcome.failure)
    sys.stdout.flush()


def _proposal_json(one: _Accepted) -> dict[str, object]:
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


def _proposal_words(one: _Accepted) -> str:
    proposal, effect = one.proposal, one.effect
    words = f"{one.state}: {proposal.kind.value} {proposal.title!r}: {proposal.content}"
    if proposal.double:
        words += f" (says again {proposal.double})"
    if effect is not None:
        words += f" [{effect_in_words(effect)}]"
    return words


def _replay_json(work: _Work) -> dict[str, object]:
    return {
        "tokens": list(work.tokens),
        "retrieved_before": sum(one.before > 0 for one in work.checks),
        "retrieved_after": sum(one.after > 0 for one in work.checks),
        "messages": [
            {
                "message": one.message,
                "right": one.right,
                "title": one.title,
                "written": one.is_written,
                "before": one.before or None,
                "after": one.after or None,
            }
            for one in work.checks
        ],
    }


def _replay_lines(work: _Work) -> Iterator[str]:
    sent, answered = work.tokens
    made = sum(
        one.state in ("taken", "proposed") for one in work.accepted if not one.proposal.double
    )
    yield f"{made} written in {len(work.outcomes)} runs, {sent + answered:,} tokens"
    for one in work.checks:
        before, after = (
            f"item {location}" if location else "not in" for location in (one.before, one.after)
        )
        yield f"message {one.message}: {_short(one.title)!r} {before} before, {after} after"
    many = len(work.checks)
    before, after = (
        sum(location > 0 for location in places)
        for places in ([one.before for one in work.checks], [one.after for one in work.checks])
    )
    yield f"the right memory was retrieved by {before} of {many} messages before, {after} after"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
