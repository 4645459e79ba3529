"""What people call the gates of a ruleset: a gate's own name is short, for scripts and tables."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GateWords:
    """The words for one gate; empty where the gate's own name says it.

    Attributes:
        name: the gate.
        short: two or three words, as a column has room for.
        word: one or two words for a verdict.
        reason: why something is left out there, as the end of a sentence.
        passed: a title for what passed it.
        failed: a title for what failed it.
        variants: a phrase of a verdict's reason, and the word for a verdict with it.
    """

    name: str
    short: str = ""
    word: str = ""
    reason: str = ""
    passed: str = ""
    failed: str = ""
    variants: tuple[tuple[str, str], ...] = ()

    def word_for(self, reason: str) -> str:
        """One or two words for a verdict with this reason."""
        found = (word for phrase, word in self.variants if phrase in reason)
        return next(found, self.word or self.name)

    def title(self, *, passed: bool) -> str:
        """A title for a step at this gate; empty without one."""
        return self.passed if passed else self.failed


def words_of(gates: Iterable[GateWords], name: str) -> GateWords:
    """The words for a gate: of each sort the first that somebody has.

    Args:
        gates: of several systems, which may have gates of the same name.
        name: the gate; of an unknown one only its name is known.
    """
    found = [one for one in gates if one.name == name]
    return GateWords(
        name,
        short=next((one.short for one in found if one.short), ""),
        word=next((one.word for one in found if one.word), ""),
        reason=next((one.reason for one in found if one.reason), ""),
        passed=next((one.passed for one in found if one.passed), ""),
        failed=next((one.failed for one in found if one.failed), ""),
        variants=next((one.variants for one in found if one.variants), ()),
    )
