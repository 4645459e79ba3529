"""`inject`: what goes into the prompt, and a verdict on every memory or message."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from inspector.arguments import Parser, add_chats, add_json, add_question, add_send, send_of
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.recap_rows import injected_rows
from inspector.cli.requesting import Answered, Inquiry, inquiry_of
from inspector.cli.several import Chats, open_named
from inspector.console import print_json, print_text
from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection, Verdict
from inspector.core.message_derivation import MessageDerivation
from inspector.core.problems import Problem
from inspector.core.request import ItemRow, RequestDerivation
from inspector.core.sending import Send
from inspector.loading import OpenChat
from inspector.systems import first_rulesets, system_of

if TYPE_CHECKING:
    from inspector.sillytavern.send.predicting import Prediction


def inject_parser() -> Parser:
    """What `inject` understands."""
    parser = Parser(
        "inject",
        "Print exactly what a memory system puts into the prompt, with token counts.",
        "example: memory-inspector inject chat.jsonl --ruleset openvault/26 --at 120 --json",
    )
    add_chats(parser)
    add_question(parser)
    add_send(parser)
    add_json(parser)
    return parser


def run_inject(arguments: Sequence[str]) -> int:
    """Print the injections of one or more chats."""
    options = inject_parser().parse(arguments)
    inquiry = inquiry_of(options)
    send = send_of(options)
    sources = named_sources(options)
    chats = Chats(options.chats, lambda path: with_beside(open_named(path), sources))
    for chat in chats:
        _inject_chat(chat, inquiry, send, options)
    return chats.status()


def _inject_chat(
    chat: OpenChat, inquiry: Inquiry, send: Send | None, options: argparse.Namespace
) -> None:
    rulesets = inquiry.rulesets_for(chat.document)
    if not rulesets:
        _print_nothing(chat, options)
        return
    if send is not None:
        from inspector.cli.sending import sent_answers  # noqa: PLC0415 - quick start

        for answered, prediction in sent_answers(chat, inquiry, send, options, rulesets):
            if options.json:
                print_json(as_sent_json(chat, answered, prediction))
            else:
                _print_sent(chat, answered, prediction)
        return
    for answered in inquiry.answers(chat):
        if options.json:
            print_json(as_json(chat, answered))
        else:
            _print_report(chat, answered)


def as_json(chat: OpenChat, answered: Answered) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    derivation = answered.derivation
    budget = derivation.budget
    return {
        "chat": str(chat.path),
        "ruleset": answered.ruleset.name,
        "encoding": answered.tokenizer.encoding,
        "chat_length": derivation.chat_length,
        "at": answered.moment.at,
        "prompts": [_injection_json(one, chat.document) for one in derivation.injections],
        "memories": [_verdict_json(one, chat.document) for one in derivation.verdicts],
        "budget": None if budget is None else {"limit": budget.limit, "used": budget.used},
        **_own_parts(chat.document, derivation),
        "warnings": [problem.text for problem in _problems(chat, answered)],
    }


def as_sent_json(chat: OpenChat, answered: Answered, prediction: "Prediction") -> dict[str, object]:
    """The same object for the next request: with events, and each slot's delivery (DESIGN §4)."""
    from inspector.cli.sending import sent_json  # noqa: PLC0415 - quick start

    simulated = replace(chat, document=prediction.simulation.document)
    found = as_json(simulated, answered)
    sent = sent_json(prediction, answered.ruleset)
    deliveries = cast("list[tuple[str, int | None]]", sent.pop("delivered"))
    prompts = cast("list[dict[str, object]]", found["prompts"])
    for prompt, (delivered, message) in zip(prompts, deliveries, strict=True):
        prompt |= {"delivered": delivered, "message": message}
    warnings = found.pop("warnings")
    return {**found, **sent, "warnings": warnings}


def _print_sent(chat: OpenChat, answered: Answered, prediction: "Prediction") -> None:
    """The events, then the report, then what becomes of each slot."""
    events = [f"first: {event.text}" for event in prediction.events]
    if events:
        print_text("\n".join(events))
    simulated = replace(chat, document=prediction.simulation.document)
    _print_report(simulated, answered)
    system = system_of(answered.ruleset.name).name
    print_text("\n".join(f"{one.key}: {one.in_words}" for one in prediction.deliveries(system)))


def _own_parts(document: Document, derivation: Derivation) -> dict[str, object]:
    """What only answers about messages and items have (DESIGN §4)."""
    if isinstance(derivation, MessageDerivation):
        return {"messages": injected_rows(document, derivation)}
    if isinstance(derivation, RequestDerivation):
        return request_parts(derivation)
    return {}


def request_parts(derivation: RequestDerivation) -> dict[str, object]:
    """What `inject --json` has besides for a whole request: `messages`, `rag`, `error`."""
    return {
        "messages": [
            {"index": row.message, "tokens": row.tokens, "kept": row.kept, "gate": row.gate}
            for row in derivation.messages
        ],
        "rag": [_item_json(row) for row in derivation.rag],
        "error": derivation.error,
    }


def _item_json(row: ItemRow) -> dict[str, object]:
    return {
        "id": row.id,
        "kind": str(row.kind),
        "tokens": row.tokens,
        "composite": row.composite,
        "kept": row.kept,
        "gate": row.gate,
    }


def _problems(chat: OpenChat, answered: Answered) -> tuple[Problem, ...]:
    return (*chat.document.problems, *answered.problems, *answered.derivation.warnings)


def _injection_json(injection: Injection, document: Document) -> dict[str, object]:
    return {
        "key": injection.key,
        "position": injection.position,
        "depth": injection.handed_depth,
        "role": injection.role,
        "scan": injection.scan,
        "text": injection.text,
        "tokens": injection.tokens,
        "sections": [
            {
                "bucket": section.bucket,
                "title": section.title,
                "tokens": section.tokens,
                "lines": [
                    {
                        "text": line.text,
                        "tokens": line.tokens,
                        "memory": None
                        if line.memory is None
                        else _stored_id(document, line.memory),
                    }
                    for line in section.lines
                ],
            }
            for section in injection.sections
        ],
    }


def _stored_id(document: Document, index: int) -> object:
    return document.memories[index].record.get("id")


def _verdict_json(verdict: Verdict, document: Document) -> dict[str, object]:
    return {
        "id": _stored_id(document, verdict.memory),
        "bucket": verdict.bucket,
        "in_block": verdict.in_block,
        "gate": verdict.gate,
        "reason": verdict.reason,
        "tokens": verdict.tokens,
        "score": verdict.score,
    }


def _print_nothing(chat: OpenChat, options: argparse.Namespace) -> None:
    length = len(chat.document.chat)
    problems = [problem.text for problem in chat.document.problems]
    released = [one.name for one in first_rulesets(chat.document.carried)]
    warning = "This chat carries no data of a known memory system, so nothing is injected."
    if released:
        warning = f"Nothing is asked by default; name who answers: --ruleset {', '.join(released)}."
    if options.json:
        print_json(
            {
                "chat": str(chat.path),
                "ruleset": None,
                "encoding": options.encoding,
                "chat_length": length,
                "at": length - 1 if options.at is None else options.at,
                "prompts": [],
                "memories": [],
                "budget": None,
                "warnings": [*problems, warning],
            }
        )
    else:
        print_text("\n".join([f"{chat.path}: {length} messages", *problems, warning]))


def _print_report(chat: OpenChat, answered: Answered) -> None:
    derivation = answered.derivation
    lines = [
        f"{chat.path}: {_in_words(derivation)}, "
        f"{answered.ruleset.name}, {answered.tokenizer.encoding}"
    ]
    for injection in derivation.injections:
        lines += ["", f"--- {injection.key}: {injection.tokens} tokens ---"]
        lines += [injection.text] if injection.text else ["(empty)"]
        counts = [
            f"{section.bucket} {section.tokens} tokens"
            for section in injection.sections
            if section.bucket
        ]
        if counts:
            lines.append(f"--- {', '.join(counts)} ---")
    if isinstance(derivation, RequestDerivation) and derivation.error is not None:
        lines += ["", f"nothing is sent: {derivation.error}"]
    if derivation.budget is not None:
        limit = f"{derivation.budget.limit:g}"
        lines += ["", f"budget: {derivation.budget.used} of {limit} tokens"]
    lines += [f"warning: {problem.text}" for problem in _problems(chat, answered)]
    print_text("\n".join(lines))


def _in_words(derivation: Derivation) -> str:
    if isinstance(derivation, RequestDerivation):
        return derivation.in_words
    length = f"{derivation.chat_length} messages"
    if isinstance(derivation, MessageDerivation):
        included = len(derivation.included)
        if derivation.injects_memories:
            return f"{length}, the memories of {included} injected"
        return f"{length}, {included} message recaps in short-term memory (never injected)"
    return f"{length}, {len(derivation.in_block)} of {len(derivation.existing)} memories in"
