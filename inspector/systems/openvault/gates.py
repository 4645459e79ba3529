"""The gates of OpenVault's rulesets: what people call them, and what may get a memory past them."""

from inspector.core.change_kinds import ChangeKind
from inspector.core.gates import GateWords
from inspector.language import N_

VISIBLE, UNKNOWN = "visible", "unknown"
"""The cases of a memory that is no candidate."""

_SETTING = ChangeKind.SETTING
_BY_SCORE = (
    ChangeKind.IMPORTANCE,
    ChangeKind.BUDGET,
    ChangeKind.BOUNDARY,
    ChangeKind.SUMMARY,
)

GATES = (
    GateWords("archived", word=N_("archived"), remedies=(ChangeKind.ARCHIVED, _SETTING)),
    GateWords("hidden", word=N_("still visible"), remedies=(ChangeKind.HIDE, _SETTING)),
    GateWords(
        "candidates",
        word=N_("no candidate"),
        variants=((VISIBLE, N_("still visible")), (UNKNOWN, N_("not known"))),
        remedies=(ChangeKind.WITNESS, ChangeKind.HIDE, _SETTING),
    ),
    GateWords(
        "summary",
        short=N_("summed up"),
        word=N_("summed up"),
        reason=N_("a paragraph stands in its place"),
        remedies=(_SETTING,),
    ),
    GateWords("pov", word=N_("not known"), remedies=(ChangeKind.WITNESS, _SETTING)),
    GateWords(
        "score",
        word=N_("not selected"),
        remedies=(ChangeKind.IMPORTANCE, ChangeKind.BUDGET, ChangeKind.SUMMARY, _SETTING),
        lets_best_in=True,
    ),
    GateWords("balance", word=N_("balance"), remedies=(*_BY_SCORE, _SETTING), lets_best_in=True),
    GateWords("budget", word=N_("budget"), remedies=(*_BY_SCORE, _SETTING)),
    GateWords("formatter", word=N_("cut"), remedies=(*_BY_SCORE, ChangeKind.ROOM, _SETTING)),
)
"""In the order in which a memory meets them."""
