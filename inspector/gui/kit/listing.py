"""Several names as part of a sentence."""

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """`Mara`, `Mara and Wren`, `Mara, Wren and Ada`."""
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
