"""The gates of a system: what people call them, and what may get a memory past them."""

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.core.change_kinds import ChangeKind
from inspector.language import _


@dataclass(frozen=True, slots=True)
class GateWords:
    """One gate as its system describes it; words are empty where the name says it.

    Attributes:
        name: the gate.
        check: what is looked at there, as a title beside a step.
        short: two or three words, as a column has room for.
        word: one or two words for a verdict.
        reason: why something is left out there, as the end of a sentence.
        passed: a title for what passed it.
        failed: a title for what failed it.
        variants: a case that a verdict may name (`Verdict.variant`), and the word for it.
        remedies: what may get a memory past it, the cheapest first; empty where only a setting
            that was given may.
        lets_best_in: whether the best come in, so that a higher score never does harm.
    """

    name: str
    check: str = ""
    short: str = ""
    word: str = ""
    reason: str = ""
    passed: str = ""
    failed: str = ""
    variants: tuple[tuple[str, str], ...] = ()
    remedies: tuple[ChangeKind, ...] = ()
    lets_best_in: bool = False

    def word_for(self, variant: str = "") -> str:
        """One or two words for a verdict; those for its case, where the gate has several."""
        return next((word for case, word in self.variants if case == variant), "") or (
            self.word or self.name
        )

    def title(self, *, passed: bool) -> str:
        """A title for a step at this gate; empty without one."""
        return self.passed if passed else self.failed


def words_of(gates: Iterable[GateWords], name: str) -> GateWords:
    """The words for a gate, in the language in use: of each sort the first that somebody has.

    Args:
        gates: of several systems, which may have gates of the same name.
        name: the gate; of an unknown one only its name is known.
    """
    found = [one for one in gates if one.name == name]
    return GateWords(
        name,
        check=next((_(one.check) for one in found if one.check), ""),
        short=next((_(one.short) for one in found if one.short), ""),
        word=next((_(one.word) for one in found if one.word), ""),
        reason=next((_(one.reason) for one in found if one.reason), ""),
        passed=next((_(one.passed) for one in found if one.passed), ""),
        failed=next((_(one.failed) for one in found if one.failed), ""),
        variants=tuple(
            (case, _(word))
            for case, word in next((one.variants for one in found if one.variants), ())
        ),
        remedies=next((one.remedies for one in found if one.remedies), ()),
        lets_best_in=any(one.lets_best_in for one in found),
    )
