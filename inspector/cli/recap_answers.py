"""What the rulesets answer that judge messages, for the verbs that need no other."""

import argparse
from collections.abc import Iterator

from inspector.cli.requesting import Answered, Inquiry, check_known, inquiry_of
from inspector.core.document import Document
from inspector.core.message_derivation import MessageDerivation
from inspector.core.system import Ruleset
from inspector.loading import OpenChat
from inspector.systems import default_rulesets, rulesets_that_judge_messages


def recap_inquiry_of(options: argparse.Namespace) -> Inquiry:
    """The question that the options put.

    Raises:
        InspectorError: an unknown ruleset, or a setting that none of those asked knows.
    """
    inquiry = inquiry_of(options)
    if not inquiry.rulesets:
        check_known(tuple(one for one in _judging() if not one.is_release), inquiry.moment)
    return inquiry


def rulesets_for(document: Document, inquiry: Inquiry) -> tuple[Ruleset, ...]:
    """Who judges a chat's messages: who was named, else the designs of what it carries."""
    if inquiry.rulesets:
        return tuple(one for one in inquiry.rulesets if one in _judging())
    carried = default_rulesets(document.carried)
    return tuple(one for one in carried if one in _judging()) or _judging()[:1]


def recap_answers(chat: OpenChat, inquiry: Inquiry) -> Iterator[tuple[Answered, MessageDerivation]]:
    """The answers of those rulesets that judge a chat's messages."""
    for answered in inquiry.answers(chat, rulesets_for(chat.document, inquiry)):
        if isinstance(answered.derivation, MessageDerivation):
            yield answered, answered.derivation


def _judging() -> tuple[Ruleset, ...]:
    return rulesets_that_judge_messages()
