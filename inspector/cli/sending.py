"""`request`, and what `inject --send` says: the next request of a chat (DESIGN §4, §8)."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace

from inspector.arguments import Parser, add_chats, add_json, add_question, add_send, send_of
from inspector.cli.beside import named_sources, with_beside
from inspector.cli.requesting import (
    Answered,
    Inquiry,
    inquiry_of,
    moment_in,
    warn_of_strangers,
)
from inspector.cli.several import Chats, open_named
from inspector.console import print_error, print_json
from inspector.core.sending import Send
from inspector.core.system import Ruleset
from inspector.loading import OpenChat
from inspector.predicting import ENCODING
from inspector.sillytavern.send.predicting import Prediction, Predictor
from inspector.systems import SYSTEMS, system_of
from inspector.tokenizer import load_tokenizer


def request_parser() -> Parser:
    """What `request` understands."""
    parser = Parser(
        "request",
        "Print the request that SillyTavern would send next: everything that the model reads, in "
        "its order, with --parts where each part comes from.",
        "example: memory-inspector request chat.jsonl --send normal --pending 'Hello.' --parts",
    )
    add_chats(parser)
    add_question(parser)
    add_send(parser, default="normal")
    parser.add_argument(
        "--parts", action="store_true", help="say where every part of every message comes from"
    )
    add_json(parser)
    return parser


def run_request(arguments: Sequence[str]) -> int:
    """Print the next request of one or more chats, one JSON object a line."""
    options = request_parser().parse(arguments)
    inquiry = inquiry_of(options)
    sources = named_sources(options)
    send = send_of(options) or Send()
    chats = Chats(options.chats, lambda path: with_beside(open_named(path), sources))
    for chat in chats:
        prediction = prediction_of(chat, inquiry, send, options, inquiry.rulesets)
        warn_of_strangers(inquiry, chat)
        body = prediction.request.body
        if options.parts:
            tokenizer = load_tokenizer(options.encoding or ENCODING)
            body = {**body, "parts": prediction.request.parts_json(tokenizer)}
        print_json(body)
        for problem in prediction.simulation.problems:
            print_error(f"{chat.path}: {problem.text}")
    return chats.status()


def prediction_of(
    chat: OpenChat,
    inquiry: Inquiry,
    send: Send,
    options: argparse.Namespace,
    rulesets: tuple[Ruleset, ...],
) -> Prediction:
    """The next request of a chat.

    Args:
        chat: the chat.
        inquiry: the question that the options put.
        send: what is pressed.
        options: name the card.
        rulesets: who answers in place of the installed releases.

    Raises:
        InspectorError: a file that was named cannot be read, or nothing would be sent.
    """
    moment_in(chat.document, inquiry.moment)
    host = inquiry.host(chat, options.card)
    predictor = Predictor(
        SYSTEMS, load_tokenizer, rulesets, inquiry.encoding, replace(inquiry.moment, pending=None)
    )
    return predictor.predict(chat.document, host, send)


def sent_answers(
    chat: OpenChat,
    inquiry: Inquiry,
    send: Send,
    options: argparse.Namespace,
    rulesets: tuple[Ruleset, ...],
) -> Iterator[tuple[Answered, Prediction]]:
    """What each ruleset answers when the request is made, with that request.

    Args:
        chat: the chat.
        inquiry: the question that the options put.
        send: what is pressed.
        options: name the card.
        rulesets: who answers, each in a request of its own.
    """
    for ruleset in rulesets:
        prediction = prediction_of(chat, inquiry, send, options, (ruleset,))
        answer = prediction.answers[system_of(ruleset.name).name]
        moment = replace(answer.moment, at=_at(prediction))
        problems = (
            *answer.problems,
            *prediction.simulation.problems,
            *inquiry.strangers(chat),
        )
        yield (
            Answered(ruleset, answer.tokenizer, moment, answer.derivation, problems),
            prediction,
        )


def _at(prediction: Prediction) -> int:
    at = prediction.simulation.at
    return len(prediction.simulation.document.chat) - 1 if at is None else at


def sent_json(prediction: Prediction, ruleset: Ruleset) -> dict[str, object]:
    """What `inject --send` says besides (DESIGN §4): events, and what becomes of each slot."""
    deliveries = prediction.deliveries(system_of(ruleset.name).name)
    return {
        "delivered": [(one.delivered, one.message) for one in deliveries],
        "events": [
            {
                "step": event.step,
                "system": event.system,
                "kind": event.kind,
                "messages": [list(one) for one in event.messages],
                "text": event.text,
            }
            for event in prediction.events
        ],
    }
