"""A gate's numbers in short, as they stand at the right of its step."""

import math
from collections.abc import Callable

from inspector.core.injection import Numbers
from inspector.gui.kit.text import counted
from inspector.language import _, numeral


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
        return _("no number") if math.isnan(number) else _("no limit")
    return numeral(number, ",.0f" if number == round(number) else ",.2f")


def _source(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return _("message {numbers}").format(numbers=plain(numbers["source"]))


def _score(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return _("rank {numbers}").format(numbers=plain(numbers["rank"]))


def _selection(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return _("{numbers} of {numbers2}").format(
        numbers=plain(numbers["used"] + numbers["tokens"]), numbers2=plain(numbers["limit"])
    )


def _formatter(numbers: Numbers, passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    if passed:
        return counted(round(numbers["tokens"]), "{n} token", "{n} tokens")
    return _("{numbers} of {numbers2}").format(
        numbers=plain(numbers["spent"] + numbers["tokens"]), numbers2=plain(numbers["available"])
    )


def _scored(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    return _("score {numbers:.3f}").format(numbers=numbers["score"])


def _threshold(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    least = numbers["threshold"]
    return (
        _("{numbers:.3f} of {least:g}").format(numbers=numbers["score"], least=least)
        if least > 0
        else ""
    )


def _truncation(numbers: Numbers, _passed: bool) -> str:  # noqa: FBT001 (see `figure_of`)
    """What the whole costs; of what was cut, which one of all that were."""
    if numbers["order"]:
        return _("no. {numbers} of {numbers2}").format(
            numbers=plain(numbers["order"]), numbers2=plain(numbers["count"])
        )
    return _("{numbers} of {numbers2}").format(
        numbers=plain(numbers["total"]), numbers2=plain(numbers["limit"])
    )


def _of(part: str, whole: str) -> Callable[[Numbers, bool], str]:
    """Two numbers by their names: `812 of 700`."""
    return lambda numbers, _passed: _("{numbers} of {numbers2}").format(
        numbers=plain(numbers[part]), numbers2=plain(numbers[whole])
    )


_FIGURES: dict[str, Callable[[Numbers, bool], str]] = {
    "hidden": _source,
    "score": _score,
    "balance": _selection,
    "formatter": _formatter,
    "budget": _of("needed", "share"),
    "limit": _scored,
    "threshold": _threshold,
    "history budget": _of("needed", "budget"),
    "rag budget": _of("needed", "available"),
    "truncated": _truncation,
}
