"""What a release's formatter made of each memory that came so far (specs/openvault.md §5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.deadline import Deadline
from inspector.core.injection import Derivation
from inspector.core.memory import Memory

_FORMATTER = "formatter"
_AT_A_TIME = 200


@dataclass(frozen=True, slots=True)
class Weighed:
    """A memory that came as far as the formatter, and is counted there.

    Attributes:
        memory: the memory.
        passed: whether it is kept.
        counted: whether the formatter came to count it and had room for it.
        tokens: what it costs.
        room: what was left when the formatter stopped.
        short: by how much it and all before it exceed what memories may use.
        enough: a budget that holds it and all before it.
    """

    memory: Memory
    passed: bool
    counted: bool
    tokens: float
    room: float
    short: float
    enough: float


def weighed(
    derivation: Derivation, existing: Sequence[Memory], deadline: Deadline | None = None
) -> list[Weighed]:
    """What came as far as the formatter.

    Args:
        derivation: a release's.
        existing: the memories that exist at its moment, in list order.
        deadline: rests now and then.
    """
    found: list[Weighed] = []
    waits = deadline or Deadline()
    for memory, verdict in zip(existing, derivation.verdicts, strict=True):
        if not memory.index % _AT_A_TIME:
            waits.rest()
        if not (verdict.in_block or verdict.gate == _FORMATTER):
            continue
        step = derivation.steps_for(memory.index)[-1]
        numbers = step.numbers
        if "enough" in numbers:
            found.append(
                Weighed(
                    memory,
                    step.passed,
                    bool(numbers["counted"]),
                    numbers["tokens"],
                    numbers["available"] - numbers["spent"],
                    numbers["short"],
                    numbers["enough"],
                )
            )
    return found
