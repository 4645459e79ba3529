"""The words in which the table and the form speak of a memory."""

from inspector.analysis.lint import FEWEST_WORDS, MOST_WORDS, word_count
from inspector.core.decoded import text
from inspector.core.injection import Bucket, Verdict
from inspector.core.memory import Memory
from inspector.gui.kit.gate_words import words_for_gate
from inspector.language import _

BUCKET_NAMES: dict[Bucket, str] = {"old": _("Old"), "mid": _("Mid"), "recent": _("Recent")}

NO_MEMORIES = _("This chat carries no memories of OpenVault.")
"""What stands in the place of memories; other systems keep theirs with messages."""

NOT_YET = _("It does not exist yet where the chat ends: its messages come later.")


def length_advice(summary: str) -> str:
    """What to say about a summary's length; empty if there is nothing to say."""
    count = word_count(summary)
    if FEWEST_WORDS <= count <= MOST_WORDS:
        return ""
    return _("{least} to {most} words are best").format(least=FEWEST_WORDS, most=MOST_WORDS)


def verdict_word(verdict: Verdict) -> str:
    """One or two words for a verdict: `in`, or the gate it failed as people call it."""
    if verdict.in_block:
        return _("in")
    if verdict.gate is None:
        return _("out")
    return words_for_gate(verdict.gate).word_for(verdict.variant)


def span_text(memory: Memory) -> str:
    """First and last source message, `205–209`, or `205`; empty without sources."""
    if memory.span is None:
        return ""
    first, last = memory.span
    return str(first) if first == last else f"{first}–{last}"


def type_text(memory: Memory) -> str:
    """The stored type; an event where none is stored."""
    return text(memory.record.get("type")) or "event"
