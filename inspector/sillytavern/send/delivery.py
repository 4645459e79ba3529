"""What becomes of a slot in a request: a message of its own, a part of one, or nothing."""

from dataclasses import dataclass
from typing import Literal

from inspector.core.injection import Injection
from inspector.language import _
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT

_PLACES = (IN_PROMPT, IN_CHAT, BEFORE_PROMPT)


@dataclass(frozen=True, slots=True)
class Delivery:
    """What becomes of one slot.

    Attributes:
        key: the slot's.
        delivered: `exact`: a message of its own; `inside`: part of a larger one; `dropped`: it
            did not fit; `off`: it is empty, goes nowhere, or its extension is switched off.
        message: which message of the request it is or stands in; None if it is in none.
        lacks: how many more tokens the context would have to hold for it, where it is dropped;
            None if that is not known.
    """

    key: str
    delivered: Literal["exact", "inside", "dropped", "off"]
    message: int | None = None
    lacks: int | None = None

    @property
    def in_words(self) -> str:
        """What a person reads."""
        match self.delivered:
            case "exact":
                return _("delivered as message {message}").format(message=self.message)
            case "inside":
                return _("delivered inside message {message}").format(message=self.message)
            case "dropped":
                if self.lacks is None:
                    return _("dropped: it does not fit the context")
                words = _("dropped: it does not fit the context, it needs {n:,} tokens more")
                return words.format(n=self.lacks)
            case "off":
                return _("not sent")


def delivery_of(injection: Injection, request: Request, *, is_off: bool) -> Delivery:
    """What becomes of a slot.

    Args:
        injection: the slot.
        request: what is sent.
        is_off: whether its extension is switched off.
    """
    if is_off or not injection.text or injection.position not in _PLACES:
        return Delivery(injection.key, "off")
    source = f"slot:{injection.key}"
    for number, content in enumerate(request.texts):
        sources = {piece.source for piece in content.pieces}
        if source in sources:
            is_alone = sources == {source} and request.prompt is None
            return Delivery(injection.key, "exact" if is_alone else "inside", number)
    return Delivery(injection.key, "dropped", lacks=request.lacks.get(source))
