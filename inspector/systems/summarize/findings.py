"""What is odd in the summaries of a chat (specs/summarize.md §7)."""

from collections.abc import Iterator

from inspector.core.document import Document
from inspector.core.javascript import WHITE_SPACE, truthy
from inspector.core.problems import Problem, Severity
from inspector.language import _
from inspector.systems.summarize.kept import SetSummary, data_of
from inspector.systems.summarize.summaries import current, stored_at


def findings(document: Document) -> tuple[Problem, ...]:
    """Findings about every value, and about where they stand."""
    return tuple(_findings(document))


def _findings(document: Document) -> Iterator[Problem]:
    data, length = data_of(document), len(document.chat)
    texts = {one: value for one, value in sorted(data.values.items()) if truthy(value)}
    seen: dict[str, int] = {}
    for message, value in texts.items():
        if not isinstance(value, str):
            words = _(
                "The summary of message {message} is no text: while it is the newest, "
                "SillyTavern stops with an error and injects nothing."
            ).format(message=message)
            fix = SetSummary(message, None)
            yield Problem(
                "summary-no-text", words, Severity.ERROR, message=message, fix=fix,
                fix_title=_("Take it away"),
            )  # fmt: skip
        elif not value.strip(WHITE_SPACE):
            words = _("The summary of message {message} is blank and still counts as one.").format(
                message=message
            )
            fix = SetSummary(message, None)
            yield Problem(
                "summary-blank", words, message=message, fix=fix, fix_title=_("Take it away")
            )
        elif value in seen:
            words = _("The summary of message {message} is the same as that of {seen}.").format(
                message=message, seen=seen[value]
            )
            yield Problem("summary-twice", words, Severity.HINT, message=message)
        else:
            seen[value] = message
    last = length - 1
    text = texts.get(last)
    if isinstance(text, str) and current(data, length) is None:
        words = _("The only summary stands on the last message, where reading never looks.")
        location = stored_at(length)
        fix = SetSummary(location, text) if location != last else None
        yield Problem(
            "summary-on-last-message",
            words,
            message=last,
            fix=fix,
            fix_title=_("Keep it with message {location} too").format(location=location)
            if fix
            else "",
        )
