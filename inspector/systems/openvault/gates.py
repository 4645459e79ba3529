"""The gates of OpenVault's rulesets, and what people call them."""

from inspector.core.gates import GateWords

GATES = (
    GateWords("archived", word="archived"),
    GateWords("hidden", word="still visible"),
    GateWords(
        "candidates",
        word="no candidate",
        variants=(("still visible", "still visible"), ("does not know", "not known")),
    ),
    GateWords("pov", word="not known"),
    GateWords("score", word="not selected"),
    GateWords("balance", word="balance"),
    GateWords("budget", word="budget"),
    GateWords("formatter", word="cut"),
)
"""In the order in which a memory meets them."""
