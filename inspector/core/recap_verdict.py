"""What a ruleset answers about a message: whether its recap is in short-term memory, and why."""

from typing import NamedTuple


class MessageVerdict(NamedTuple):
    """Whether one message's recap is in short-term memory, and if not, why.

    Attributes:
        message: index of the message.
        included: whether its recap is in.
        gate: the first gate that it failed (DESIGN §4); None if it is in.
        reason: one plain sentence; empty if there is nothing to say.
        recap: the message's recap; None without one.
        tokens: tokens of the recap alone.
        scene: the scene break that ends its scene; None in the open scene.
    """

    message: int
    included: bool
    gate: str | None
    reason: str
    recap: str | None
    tokens: int
    scene: int | None
