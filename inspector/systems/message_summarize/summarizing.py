"""Which messages are due to be summarised (specs/message-summarize.md §7).

Nothing here runs by itself: it says what the extension would do.
"""

from inspector.core.javascript import to_number, truthy
from inspector.systems.message_summarize.kept import value_of
from inspector.systems.message_summarize.refresh import Rules


def candidates(rules: Rules) -> list[int]:
    """Messages that would be summarised now, oldest first."""
    delay = to_number(rules.setting("summarization_delay"))
    limit = to_number(rules.setting("auto_summarize_message_limit"))
    found: list[int] = []
    depth = 0
    for message in range(len(rules.messages) - 1, -1, -1):
        if rules.exclusion(message) is not None:
            continue
        depth += 1
        if depth <= delay:
            continue
        if limit > 0 and depth > limit + delay:
            break
        if not truthy(value_of(rules.messages.module(message), "memory")):
            found.append(message)
    if len(found) < to_number(rules.setting("auto_summarize_batch_size")):
        return []
    return found[::-1]
