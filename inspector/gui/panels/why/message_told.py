"""What is told of a message's own memory, and the changes that get it in."""

from collections.abc import Iterator

from inspector.analysis.smallest_change import changes_for, explanation
from inspector.core.deadline import Deadline
from inspector.core.explanation import MESSAGE
from inspector.core.message_derivation import MessageDerivation, Tier
from inspector.core.query import Query
from inspector.core.suggestion import SuggestedChange
from inspector.gui.kit.text import counted, signed
from inspector.gui.panels.why.explanation import (
    NOTHING_IN,
    SubjectExplanation,
    listed,
    passed_in_words,
    said_by,
    step_of,
)
from inspector.gui.panels.why.suggestions import Effect, Suggestion
from inspector.gui.state.selection import MessageSubject
from inspector.language import _, numeral
from inspector.systems import gate_words

IS_IN = _("Its memory is in: nothing has to change.")


def told_of_message(
    query: Query, subject: MessageSubject, by: str = ""
) -> SubjectExplanation | None:
    """What to tell of a message's memory; None if the message does not exist at the moment.

    Args:
        query: put to a ruleset that judges messages, with its answer.
        subject: which one.
        by: name of that ruleset, where another one is asked.
    """
    derivation = query.derivation
    if not isinstance(derivation, MessageDerivation):
        return None
    if not 0 <= subject.message < len(derivation.messages):
        return None
    verdict = derivation.messages[subject.message]
    found = explanation(query, f"{MESSAGE}{subject.message}")
    name = query.document.chat.names[subject.message]
    numbered = _("Message {message}").format(message=subject.message)
    cost = counted(verdict.tokens, "{n} token", "{n} tokens") if verdict.recap else ""
    whole = listed(numbered, _("by {name}").format(name=name) if name else "", cost)
    lead = _("In")
    if not found.in_block:
        word = gate_words(verdict.gate).word_for() if verdict.gate else _("out")
        lead = _("Left out: {word}").format(word=word)
    tier = next((one.title for one in derivation.tiers if one.name == verdict.tier), "")
    where = _("It is in {tier}.").format(tier=tier) if tier else ""
    passed = where if found.in_block else passed_in_words(found.gates)
    fate = derivation.fate(subject.message)
    return SubjectExplanation(
        subject,
        in_block=found.in_block,
        lead=lead,
        name=numbered,
        facts=_facts((whole, passed, fate), derivation, by),
        steps=tuple(step_of(step) for step in found.gates),
        no_change=IS_IN if found.in_block else NOTHING_IN,
    )


def _facts(own: tuple[str, ...], derivation: MessageDerivation, by: str) -> str:
    """What is known of the message, how much all of them take, and who says so."""
    use = (
        _("In all, {in_words}.").format(in_words=derivation.in_words) if derivation.in_words else ""
    )
    return " ".join(filter(None, (*own, use, said_by(by))))


def offers_for_message(
    query: Query, subject: MessageSubject, deadline: Deadline
) -> Iterator[Suggestion]:
    """The cheapest changes that get a message's memory in, one after the other."""
    for change in changes_for(query, f"{MESSAGE}{subject.message}", deadline):
        yield Suggestion(
            change, effects_of_message(query, change, subject.message), is_of_request=True
        )


def effects_of_message(query: Query, change: SuggestedChange, message: int) -> tuple[Effect, ...]:
    """What a change does, worked out on the real rules.

    Args:
        query: with its answer.
        change: what would be done.
        message: the one whose memory it gets in.
    """
    before, after = query.derivation, change.applied(query).derivation
    if not isinstance(before, MessageDerivation) or not isinstance(after, MessageDerivation):
        return ()
    own = after.messages[message].tokens
    effects = [
        Effect(_("Message {message} gets in").format(message=message), signed(own), is_named=True)
    ]
    if entering := len(change.ids_entering):
        words = counted(entering, "{n} message gets in as well", "{n} messages get in as well")
        effects.append(Effect(words, ""))
    if leaving := len(change.ids_leaving):
        words = counted(leaving, "{n} message drops out instead", "{n} messages drop out instead")
        effects.append(Effect(words, ""))
    was = {tier.name: tier for tier in before.tiers}
    effects += [_tier(was.get(tier.name), tier) for tier in after.tiers]
    return tuple(effects)


def _tier(before: Tier | None, after: Tier) -> Effect:
    title = f"{after.title[:1].upper()}{after.title[1:]}"
    if after.limit is not None:
        title = _("{tier}, of {limit:,.0f} tokens").format(tier=title, limit=after.limit)
    return Effect(title, f"{numeral(0 if before is None else before.used)} → {numeral(after.used)}")
