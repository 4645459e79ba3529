"""What Auto-Recap's rulesets answer, for the verbs that ask no other system."""

import argparse
from collections.abc import Iterator
from dataclasses import replace

from inspector.cli.asking import Answered, Inquiry, check_known, inquiry_of
from inspector.loading import OpenChat
from inspector.systems.auto_recap import SYSTEM
from inspector.systems.auto_recap.derivation import RecapDerivation

_DESIGN = SYSTEM.rulesets[0]


def recap_inquiry_of(options: argparse.Namespace) -> Inquiry:
    """The question that the options put, to Auto-Recap's design where nobody is named.

    Raises:
        InspectorError: an unknown ruleset, or a setting that none of those asked knows.
    """
    inquiry = inquiry_of(options)
    if inquiry.rulesets:
        return inquiry
    check_known((_DESIGN,), inquiry.moment)
    return replace(inquiry, rulesets=(_DESIGN,))


def recap_answers(chat: OpenChat, inquiry: Inquiry) -> Iterator[tuple[Answered, RecapDerivation]]:
    """The answers of those of Auto-Recap's rulesets that are asked about a chat."""
    rulesets = [ruleset for ruleset in inquiry.rulesets if ruleset in SYSTEM.rulesets]
    for answered in inquiry.answers(chat, rulesets):
        if isinstance(answered.derivation, RecapDerivation):
            yield answered, answered.derivation
