"""The gates of OpenVault's rulesets: what people call them, and what may get a memory past them."""

from inspector.core.change_kinds import ChangeKind
from inspector.core.gates import GateWords

_SETTING = ChangeKind.SETTING
_BY_SCORE = (
    ChangeKind.IMPORTANCE,
    ChangeKind.BUDGET,
    ChangeKind.BOUNDARY,
    ChangeKind.SUMMARY,
)

GATES = (
    GateWords("archived", word="archived", remedies=(ChangeKind.ARCHIVED, _SETTING)),
    GateWords("hidden", word="still visible", remedies=(ChangeKind.HIDE, _SETTING)),
    GateWords(
        "candidates",
        word="no candidate",
        variants=(("still visible", "still visible"), ("does not know", "not known")),
        remedies=(ChangeKind.WITNESS, ChangeKind.HIDE, _SETTING),
    ),
    GateWords(
        "summary",
        short="summed up",
        word="summed up",
        reason="a paragraph stands in its place",
        remedies=(_SETTING,),
    ),
    GateWords("pov", word="not known", remedies=(ChangeKind.WITNESS, _SETTING)),
    GateWords(
        "score",
        word="not selected",
        remedies=(ChangeKind.IMPORTANCE, ChangeKind.BUDGET, ChangeKind.SUMMARY, _SETTING),
        lets_best_in=True,
    ),
    GateWords("balance", word="balance", remedies=(*_BY_SCORE, _SETTING), lets_best_in=True),
    GateWords("budget", word="budget", remedies=(*_BY_SCORE, _SETTING)),
    GateWords("formatter", word="cut", remedies=(*_BY_SCORE, ChangeKind.ROOM, _SETTING)),
)
"""In the order in which a memory meets them."""
