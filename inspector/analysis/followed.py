"""What somebody else's writing did to the block, in one line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from inspector.core.document import Document
from inspector.core.injection import Derivation, Verdict
from inspector.language import _, ngettext

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
    def existing(self) -> dict[str, int]:
        """Memories by their identity; one without any is told by nothing and left out."""
        memories = self.document.memories
        return {name: index for index in self.derivation.existing if (name := memories[index].id)}


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
    return _("{where}: {effects}").format(
        where=where or _where(before, after, rewritten), effects=", ".join(parts)
    )


def _where(before: Answered, after: Answered, rewritten: Sequence[int]) -> str:
    length, now = len(before.document.chat), len(after.document.chat)
    if now == length + 1:
        return _("message {index}").format(index=length)
    if now > length:
        return _("messages {first} to {last}").format(first=length, last=now - 1)
    if now < length:
        fewer = length - now
        return ngettext("{n:,} message fewer", "{n:,} messages fewer", fewer).format(n=fewer)
    if len(rewritten) == 1:
        return _("message {index} rewritten").format(index=rewritten[0])
    if not rewritten:
        return _("memory data")
    n = len(rewritten)
    return ngettext("{n:,} message rewritten", "{n:,} messages rewritten", n).format(n=n)


def _memories(before: Answered, after: Answered) -> Iterator[str]:
    more = len(after.document.memories) - len(before.document.memories)
    if more:
        words = ngettext("{sign}{n:,} memory", "{sign}{n:,} memories", abs(more))
        yield words.format(sign="+" if more > 0 else "−", n=abs(more))


def _moves(before: Answered, after: Answered) -> Iterator[str]:
    """Who was in the block and is not, and the other way round; more than a few are counted."""
    was_in, is_in = before.derivation.in_block, after.derivation.in_block
    if before.document.memories is after.document.memories and was_in == is_in:
        return
    was = before.existing
    both = [(was[name], one) for name, one in after.existing.items() if name in was]
    out = [one for former, one in both if former in was_in and one not in is_in]
    back = [one for former, one in both if one in is_in and former not in was_in]
    if len(out) > _MOST_NAMED:
        yield _("{count:,} fell out").format(count=len(out))
    else:
        yield from filter(None, (_fallen(after.derivation.verdict_for(one)) for one in out))
    if len(back) > _MOST_NAMED:
        yield _("{count:,} came in").format(count=len(back))
    else:
        yield from (_("#{memory} came in").format(memory=one) for one in back)


def _fallen(verdict: Verdict | None) -> str:
    if verdict is None:
        return ""
    if not verdict.gate:
        return _("#{memory} fell out").format(memory=verdict.memory)
    gate = verdict.gate.replace("_", " ")
    return _("#{memory} fell out ({gate})").format(memory=verdict.memory, gate=gate)


def _tokens(before: Answered, after: Answered) -> str:
    if before.tokens == after.tokens:
        return _("the block stays at {tokens:,} tokens").format(tokens=after.tokens)
    return _("{before:,} → {after:,} tokens").format(before=before.tokens, after=after.tokens)
