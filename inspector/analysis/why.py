"""Why a memory is in the block or not: its ruleset's gates, one after the other."""

from dataclasses import dataclass

from inspector.core.injection import Derivation, GateStep


@dataclass(frozen=True)
class Why:
    """What happened to one memory.

    Attributes:
        memory: its index.
        in_block: whether its line is in a prompt.
        gates: every gate that it came to, the failed one last.
    """

    memory: int
    in_block: bool
    gates: tuple[GateStep, ...]

    @property
    def failed(self) -> GateStep | None:
        """The gate that left it out; None if it is in."""
        return None if self.in_block or not self.gates else self.gates[-1]


def why(derivation: Derivation, memory: int) -> Why | None:
    """What happened to a memory; None if it does not exist at the moment."""
    verdict = derivation.verdict_for(memory)
    if verdict is None:
        return None
    return Why(memory, verdict.in_block, derivation.steps_for(memory))
