"""A gate's numbers in short, as they stand at the right of its step."""

import math

from inspector.core.injection import Numbers


def plain(number: float) -> str:
    """A number without needless digits."""
    if not math.isfinite(number):
        return "no number" if math.isnan(number) else "no limit"
    return f"{number:,.0f}" if number == round(number) else f"{number:,.2f}"


def figure_of(gate: str, numbers: Numbers) -> str:
    """The one figure that says most about a gate; empty where there is none."""
    for names, form in _FORMS.get(gate, ()):
        values = [numbers.get(name) for name in names]
        if all(value is not None for value in values):
            return form.format(*(plain(value) for value in values if value is not None))
    return ""


_Form = tuple[tuple[str, ...], str]
_ROOM: tuple[_Form, ...] = (
    (("needed", "available"), "{} of {}"),
    (("needed", "limit"), "{} of {}"),
    (("needed", "quota"), "{} of {}"),
    (("tokens", "left"), "{} of {}"),
    (("tokens",), "{} tokens"),
)
_FORMS: dict[str, tuple[_Form, ...]] = {
    "hidden": ((("source",), "message {}"),),
    "candidates": ((("source",), "message {}"), (("oldest",), "message {}")),
    "pov": ((("witnesses",), "{} witnesses"),),
    "score": ((("rank", "total"), "score {1}, rank {0}"), (("rank",), "rank {}")),
    "balance": ((("over",), "{} over"), *_ROOM),
    "formatter": _ROOM,
    "budget": _ROOM,
}
