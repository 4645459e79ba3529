"""The request as it would leave, made ready to be shown off the UI thread."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.request import RequestDerivation, RequestMessage
from inspector.gui.kit.text_view import paragraphs
from inspector.gui.state.workers import CancelToken

Paragraphs = tuple[list[str], list[int]]
"""Texts to show, and which of them go on in the next."""


@dataclass(frozen=True, eq=False)
class Sent:
    """A request.

    Attributes:
        derivation: what it was made of; None for no request.
        messages: in order.
        tokens: their exact counts together.
        text: all of it as one text.
        displayed: the text in paragraphs.
    """

    derivation: RequestDerivation | None = None
    messages: Sequence[RequestMessage] = ()
    tokens: int = 0
    text: str = ""
    displayed: Paragraphs = ([], [])


def sent_of(derivation: RequestDerivation, token: CancelToken) -> Sent:
    """The request of an answer; called on the worker."""
    messages = derivation.sent
    token.check()
    text = derivation.sent_text
    token.check()
    tokens = sum(one.tokens for one in messages)
    return Sent(derivation, messages, tokens, text, paragraphs(text))


def as_json(messages: Sequence[RequestMessage]) -> str:
    """The list of messages as the model's interface takes it."""
    rows = [{"role": one.role, "content": one.text} for one in messages]
    return json.dumps(rows, ensure_ascii=False, indent=2)
