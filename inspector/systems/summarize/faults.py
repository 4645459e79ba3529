"""What Summarize does with a chat otherwise than it seems (specs/summarize.md §4 to §7)."""

import math
from collections.abc import Iterator, Mapping, Sequence

from inspector.core.document import Document
from inspector.core.javascript import truthy
from inspector.core.on_demand import OnDemand
from inspector.core.problems import Problem, Severity
from inspector.core.settings import SetSetting
from inspector.core.tokens import Tokenizer
from inspector.language import _, ngettext
from inspector.systems.summarize.kept import data_of
from inspector.systems.summarize.settings import NAME
from inspector.systems.summarize.summaries import (
    Spoken,
    is_due,
    latest,
    raw_request,
    stored_at,
)

RULESET = f"{NAME}/1.19"
_NOWHERE = -1
_NO_SERVER = "extras"


def faults(
    document: Document,
    length: int,
    location: int | None,
    settings: Mapping[str, object],
    tokenizer: Tokenizer,
) -> Iterator[Problem]:
    """Every finding.

    Args:
        document: the chat.
        length: how many messages it has at the moment.
        location: the message whose summary is injected; None for none.
        settings: as the form has them.
        tokenizer: what counts.
    """
    if location is not None and settings["position"] == _NOWHERE:
        words = _(
            "The position is None: the summary reaches the prompt only where a field of "
            "the prompt names {{summary}}."
        )
        fix, title = SetSetting(RULESET, "position", 0), _("Put it after the main prompt")
        yield Problem("summary-nowhere", words, message=location, fix=fix, fix_title=title)
    if truthy(settings["memoryFrozen"]):
        if location is not None:
            words = _(
                "Summarize is paused: the summary of message {location} goes on being "
                "injected, no newer one is made, and after deletions it stays until the "
                "chat is opened again."
            ).format(location=location)
            fix, title = SetSetting(RULESET, "memoryFrozen", value=False), _("Pause no more")
            severity = Severity.HINT
            yield Problem(
                "summary-paused", words, severity, message=location, fix=fix, fix_title=title
            )
    elif settings["source"] != _NO_SERVER:
        yield from _due(document, length, settings, tokenizer)


def _due(
    document: Document, length: int, settings: Mapping[str, object], tokenizer: Tokenizer
) -> Iterator[Problem]:
    """That a new summary is made with the next message, of what, and where it is kept."""
    data, spoken = data_of(document), _spoken(document, length)
    if not is_due(data, spoken, settings.__getitem__):
        return
    since = latest(data, length)
    many = length if since is None else length - 1 - since
    words = ngettext("A summary is due: {n:,} messages.", "A summary is due: {n:,} messages.", many)
    if since is not None:
        words = ngettext(
            "A summary is due: {n:,} messages since that of message {since}.",
            "A summary is due: {n:,} messages since that of message {since}.",
            many,
        )
    words = words.format(n=many, since=since)
    kept: int | None = stored_at(length)
    if truthy(settings["prompt_builder"]):
        kept = raw_request(data, spoken, settings.__getitem__, tokenizer, math.inf).last
    if kept is not None:
        words += " " + _("It will be kept with message {message}.").format(message=kept)
    yield Problem("summary-due", words, Severity.HINT, message=kept)


def _spoken(document: Document, length: int) -> Sequence[Spoken]:
    chat = document.chat

    def spoken(index: int) -> Spoken:
        text = chat.records[index].get("mes")
        wording = text if isinstance(text, str) else ""
        return Spoken(chat.names[index], wording, bool(chat.hidden[index]))

    return OnDemand(length, spoken)
