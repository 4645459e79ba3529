"""`inject`: what goes into the prompt, and a verdict on every memory."""

import argparse
from collections.abc import Sequence
from dataclasses import replace

from inspector.arguments import Parser, UsageError, add_chats, add_json, add_question, moment_of
from inspector.console import print_json, print_text
from inspector.core.document import Document
from inspector.core.injection import Derivation, Injection, Verdict
from inspector.core.moment import Moment
from inspector.core.system import Ruleset
from inspector.loading import OpenChat, open_chat
from inspector.systems import default_rulesets, ruleset_named
from inspector.tokenizer import load_tokenizer


def run_inject(arguments: Sequence[str]) -> int:
    """Print the injections of one or more chats."""
    parser = Parser(
        "inject",
        "Print exactly what a memory system puts into the prompt, with token counts.",
        "example: memory-inspector inject chat.jsonl --ruleset openvault/26 --at 120 --json",
    )
    add_chats(parser)
    add_question(parser)
    add_json(parser)
    options = parser.parse(arguments)
    rulesets = [ruleset_named(name) for name in options.ruleset or ()]
    moment = moment_of(options)
    _check_settings(rulesets, moment)
    for path in options.chats:
        _inject_chat(open_chat(path), rulesets, moment, options)
    return 0


def _check_settings(rulesets: Sequence[Ruleset], moment: Moment) -> None:
    """Refuse a setting that none of the rulesets asked for knows, before anything is printed."""
    known = {spec.name for ruleset in rulesets for spec in ruleset.settings}
    for name in moment.settings:
        if rulesets and name not in known:
            names = ", ".join(ruleset.name for ruleset in rulesets)
            raise UsageError(f"no setting {name!r} in {names}")


def _inject_chat(
    chat: OpenChat,
    asked: Sequence[Ruleset],
    moment: Moment,
    options: argparse.Namespace,
) -> None:
    rulesets = asked or default_rulesets(chat.document.carried)
    if not asked:
        _check_settings(rulesets, moment)
    if not rulesets:
        _print_nothing(chat, options)
        return
    at = moment_in(chat.document, moment)
    for ruleset in rulesets:
        known = {spec.name for spec in ruleset.settings}
        mine = {name: value for name, value in at.settings.items() if name in known}
        tokenizer = load_tokenizer(options.encoding or ruleset.encoding, ruleset.dialect)
        derivation = ruleset.inject(chat.document, replace(at, settings=mine), tokenizer)
        if options.json:
            print_json(as_json(chat, ruleset.name, tokenizer.encoding, at, derivation))
        else:
            _print_report(chat, ruleset, tokenizer.encoding, derivation)


def moment_in(document: Document, moment: Moment) -> Moment:
    """The moment with what the chat says filled in.

    Raises:
        UsageError: `--at` lies outside the chat.
    """
    length = len(document.chat)
    if moment.at is not None and not 0 <= moment.at < length:
        last = f"the chat has messages 0 to {length - 1}" if length else "the chat has no messages"
        raise UsageError(f"--at {moment.at} is out of range: {last}")
    return moment.resolved(document.chat)


def as_json(
    chat: OpenChat, ruleset: str, encoding: str, moment: Moment, derivation: Derivation
) -> dict[str, object]:
    """The object that DESIGN §4 promises to scripts."""
    budget = derivation.budget
    warnings = [problem.text for problem in (*chat.document.problems, *derivation.warnings)]
    return {
        "chat": str(chat.path),
        "ruleset": ruleset,
        "encoding": encoding,
        "chat_length": derivation.chat_length,
        "at": moment.at,
        "prompts": [_injection_json(one, chat.document) for one in derivation.injections],
        "memories": [_verdict_json(one, chat.document) for one in derivation.verdicts],
        "budget": None if budget is None else {"limit": budget.limit, "used": budget.used},
        "warnings": warnings,
    }


def _injection_json(injection: Injection, document: Document) -> dict[str, object]:
    return {
        "key": injection.key,
        "position": injection.position,
        "depth": injection.depth,
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
    warning = "This chat carries no data of a known memory system, so nothing is injected."
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


def _print_report(chat: OpenChat, ruleset: Ruleset, encoding: str, derivation: Derivation) -> None:
    kept = len(derivation.in_block)
    lines = [
        f"{chat.path}: {derivation.chat_length} messages, "
        f"{kept} of {len(derivation.existing)} memories in, {ruleset.name}, {encoding}"
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
    if derivation.budget is not None:
        limit = f"{derivation.budget.limit:g}"
        lines += ["", f"budget: {derivation.budget.used} of {limit} tokens"]
    problems = (*chat.document.problems, *derivation.warnings)
    lines += [f"warning: {problem.text}" for problem in problems]
    print_text("\n".join(lines))
