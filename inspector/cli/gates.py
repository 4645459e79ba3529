"""Gates and changes as `why` prints them, whatever they are about."""

from collections.abc import Iterator, Sequence

from inspector.core.injection import GateStep

_PASSED, _FAILED = "✓", "○"


def gates_json(steps: Sequence[GateStep]) -> list[dict[str, object]]:
    """The gates as DESIGN §4 promises them to scripts."""
    return [{"gate": step.gate, "passed": step.passed, "detail": step.detail} for step in steps]


def change_json(kind: str, title: str, detail: str) -> dict[str, object]:
    """A change as DESIGN §4 promises it to scripts."""
    return {"kind": kind, "detail": f"{title}. {detail}"}


def gate_lines(steps: Sequence[GateStep]) -> Iterator[str]:
    """A line a gate, their details one below the other."""
    width = max((len(step.gate) for step in steps), default=0)
    for step in steps:
        yield f"  {_PASSED if step.passed else _FAILED} {step.gate:<{width}}  {step.detail}"


def change_lines(what: str, title: str, detail: str) -> Iterator[str]:
    """A change: what it would do, how, and what follows."""
    yield f"  {what}: {title}"
    yield f"    {detail}"


def no_change_line(*, in_time: bool) -> str:
    """What stands in place of a smallest change."""
    why_none = "none was found" if in_time else "no time left to look for one"
    return f"  the smallest change: {why_none}"
