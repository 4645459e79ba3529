"""What is odd in MessageSummarize's data as it stands (specs/message-summarize.md §10)."""

from collections.abc import Iterator

from inspector.core.decoded import is_object
from inspector.core.document import Document
from inspector.core.javascript import truthy
from inspector.core.message_data import MessageData
from inspector.core.problems import Problem, Severity
from inspector.language import _
from inspector.sillytavern.hashing import cyrb53
from inspector.systems.message_summarize.kept import (
    EXCLUDE,
    REMEMBER,
    Mark,
    data_of,
    is_set,
    value_of,
)


def findings(document: Document) -> tuple[Problem, ...]:
    """Findings about every message that something is kept with."""
    data = data_of(document)
    return tuple(
        problem
        for message in sorted(data.values)
        for problem in _of_message(document, data, message)
    )


def _of_message(document: Document, data: MessageData, message: int) -> Iterator[Problem]:
    module = data.of(message)
    if not is_object(module):
        if module is not None:
            words = _(
                "What MessageSummarize keeps with message {message} is no JSON object."
            ).format(message=message)
            yield Problem("memory-no-object", words, Severity.ERROR, message=message)
        return
    memory = value_of(module, "memory")
    if truthy(memory) and not isinstance(memory, str):
        words = _("The memory of message {message} is no text and counts no tokens.").format(
            message=message
        )
        yield Problem("memory-no-text", words, message=message)
    if is_set(module, REMEMBER) and not truthy(memory):
        words = _(
            "Message {message} is to be remembered and has no memory: marking makes "
            "none, and once short-term memory is full it still costs a separator."
        ).format(message=message)
        fix, title = Mark((message,), REMEMBER, value=False), _("Forget the mark")
        yield Problem("remembered-without-memory", words, message=message, fix=fix, fix_title=title)
    if is_set(module, REMEMBER) and is_set(module, EXCLUDE):
        words = _("Message {message} is both remembered and left out; remembering wins.").format(
            message=message
        )
        fix, title = Mark((message,), REMEMBER, value=True), _("Remember it only")
        yield Problem("remembered-and-excluded", words, message=message, fix=fix, fix_title=title)
    yield from _stale(document, message, value_of(module, "hash"), memory)


def _stale(document: Document, message: int, stored: object, memory: object) -> Iterator[Problem]:
    """The extension notes the text that a memory was made of, and never looks at it again."""
    text = document.chat.records[message].get("mes")
    is_known = truthy(memory) and isinstance(stored, int) and isinstance(text, str)
    if is_known and cyrb53(str(text)) != stored:
        words = _("Message {message} was changed after its memory was made of it.").format(
            message=message
        )
        yield Problem("memory-stale", words, Severity.HINT, message=message)
