"""A gate's numbers in short, as they stand at the right of its step."""

import math
from collections.abc import Callable

from inspector.core.injection import Numbers
from inspector.gui.memories.words import plural


def figure_of(gate: str, numbers: Numbers, *, passed: bool) -> str:
    """The one figure that says most about a gate; empty where there is none."""
    make = _FIGURES.get(gate)
    try:
        return "" if make is None else make(numbers, passed)
    except KeyError:
        return ""


def plain(number: float) -> str:
    """A number without needless digits."""
    if not math.isfinite(number):
        return "no number" if math.isnan(number) else "no limit"
    return f"{number:,.0f}" if number == round(number) else f"{number:,.2f}"


def _source(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return f"message {plain(numbers['source'])}"


def _score(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return f"rank {plain(numbers['rank'])}"


def _share(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return f"{plain(numbers['needed'])} of {plain(numbers['share'])}"


def _selection(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return f"{plain(numbers['used'] + numbers['tokens'])} of {plain(numbers['limit'])}"


def _formatter(numbers: Numbers, passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    if passed:
        return plural(round(numbers["tokens"]), "token")
    return f"{plain(numbers['spent'] + numbers['tokens'])} of {plain(numbers['available'])}"


_FIGURES: dict[str, Callable[[Numbers, bool], str]] = {
    "hidden": _source,
    "score": _score,
    "balance": _selection,
    "formatter": _formatter,
    "budget": _share,
}
