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
    GateWords(
        "archived",
        check=N_("archived"),
        word=N_("archived"),
        remedies=(ChangeKind.ARCHIVED, _SETTING),
    ),
    GateWords(
        "hidden",
        check=N_("visibility"),
        word=N_("still visible"),
        remedies=(ChangeKind.HIDE, _SETTING),
    ),
    GateWords(
        "candidates",
        check=N_("candidates"),
        word=N_("no candidate"),
        variants=((VISIBLE, N_("still visible")), (UNKNOWN, N_("not known"))),
        remedies=(ChangeKind.WITNESS, ChangeKind.HIDE, _SETTING),
    ),
    GateWords(
        "summary",
        check=N_("summed up"),
        short=N_("summed up"),
        word=N_("summed up"),
        reason=N_("a paragraph stands in its place"),
        remedies=(_SETTING,),
    ),
    GateWords(
        "pov",
        check=N_("point of view"),
        word=N_("not known"),
        remedies=(ChangeKind.WITNESS, _SETTING),
    ),
    GateWords(
        "score",
        check=N_("score"),
        word=N_("not selected"),
        remedies=(ChangeKind.IMPORTANCE, ChangeKind.BUDGET, ChangeKind.SUMMARY, _SETTING),
        lets_best_in=True,
    ),
    GateWords(
        "balance",
        check=N_("balance of buckets"),
        word=N_("balance"),
        remedies=(*_BY_SCORE, _SETTING),
        lets_best_in=True,
    ),
    GateWords("budget", check=N_("budget"), word=N_("budget"), remedies=(*_BY_SCORE, _SETTING)),
    GateWords(
        "formatter",
        check=N_("room in the block"),
        word=N_("cut"),
        remedies=(*_BY_SCORE, ChangeKind.ROOM, _SETTING),
    ),
)
"""In the order in which a memory meets them."""
