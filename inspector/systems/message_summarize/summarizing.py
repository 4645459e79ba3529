"""Making summaries: which messages are due, and what is written (specs §2, §7).

Nothing here runs by itself: it says what the extension would do.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from inspector.core.decoded import is_object
from inspector.core.javascript import to_number, truthy
from inspector.sillytavern.hashing import cyrb53
from inspector.systems.message_summarize.kept import value_of
from inspector.systems.message_summarize.refresh import Rules

ABORTED = "Summarization aborted"


@dataclass(frozen=True, slots=True)
class Summary:
    """What a model answered.

    Attributes:
        text: the memory.
        message: the text of the message that it is made of.
        reasoning: the model's reasoning; None without any.
    """

    text: str
    message: str
    reasoning: str | None = None


def summarised(module: object, summary: Summary, prefill: object = None) -> Mapping[str, object]:
    """What a new summary leaves with its message; its marks stay."""
    return MappingProxyType(
        {
            **(module if is_object(module) else {}),
            "reasoning": summary.reasoning,
            "memory": summary.text,
            "hash": cyrb53(summary.message),
            "error": None,
            "edited": False,
            "prefill": prefill,
        }
    )


def failed(module: object, error: str | None) -> Mapping[str, object]:
    """What a failure leaves: the old memory is gone. None for one that was stopped by hand."""
    return MappingProxyType(
        {
            **(module if is_object(module) else {}),
            "reasoning": None,
            "error": ABORTED if error is None else error,
            "memory": None,
            "edited": False,
            "prefill": None,
        }
    )


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
