"""What somebody else's writing did to the block, in one line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.injection import Derivation, Verdict

_MOST_NAMED = 3


@dataclass(frozen=True, eq=False)
class Answered:
    """A chat, and what a ruleset derives from it."""

    document: Document
    derivation: Derivation

    @property
    def tokens(self) -> int:
        """Tokens of all slots."""
        return sum(one.tokens for one in self.derivation.injections)

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """By the identity of the memory; one without any is told by nothing and left out."""
        memories = self.document.memories
        found = ((memories[one.memory].id, one) for one in self.derivation.verdicts)
        return {name: one for name, one in found if name}


def effect_of_writing(
    before: Answered, after: Answered, rewritten: Sequence[int] = (), where: str = ""
) -> str:
    """One line: which messages, how many memories, who came in and fell out, and the tokens.

    Args:
        before: as the chat was shown.
        after: as it is shown now, by the same question.
        rewritten: indexes of messages that are otherwise than before.
        where: what was written, if it was no chat.
    """
    parts = [*_memories(before, after), *_moves(before, after), _tokens(before, after)]
    return f"{where or _where(before, after, rewritten)}: {', '.join(parts)}"


def _where(before: Answered, after: Answered, rewritten: Sequence[int]) -> str:
    length, now = len(before.document.chat), len(after.document.chat)
    if now == length + 1:
        return f"message {length}"
    if now > length:
        return f"messages {length} to {now - 1}"
    if now < length:
        return "1 message fewer" if length - now == 1 else f"{length - now:,} messages fewer"
    if len(rewritten) == 1:
        return f"message {rewritten[0]} rewritten"
    return f"{len(rewritten):,} messages rewritten" if rewritten else "memory data"


def _memories(before: Answered, after: Answered) -> Iterator[str]:
    more = len(after.document.memories) - len(before.document.memories)
    if more:
        words = "memory" if abs(more) == 1 else "memories"
        yield f"{'+' if more > 0 else '−'}{abs(more):,} {words}"


def _moves(before: Answered, after: Answered) -> Iterator[str]:
    """Who was in the block and is not, and the other way round; more than a few are counted."""
    was, now = before.verdicts, after.verdicts
    both = [(was[name], one) for name, one in now.items() if name in was]
    out = [one for former, one in both if former.in_block and not one.in_block]
    back = [one for former, one in both if one.in_block and not former.in_block]
    if len(out) > _MOST_NAMED:
        yield f"{len(out):,} fell out"
    else:
        yield from (f"#{one.memory} fell out{_gate(one)}" for one in out)
    if len(back) > _MOST_NAMED:
        yield f"{len(back):,} came in"
    else:
        yield from (f"#{one.memory} came in" for one in back)


def _gate(verdict: Verdict) -> str:
    return f" ({verdict.gate.replace('_', ' ')})" if verdict.gate else ""


def _tokens(before: Answered, after: Answered) -> str:
    if before.tokens == after.tokens:
        return f"the block stays at {after.tokens:,} tokens"
    return f"{before.tokens:,} → {after.tokens:,} tokens"
