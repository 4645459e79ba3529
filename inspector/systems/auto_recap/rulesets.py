"""Auto-Recap's rulesets, the default first (DESIGN §1)."""

from inspector.core.system import Ruleset
from inspector.language import N_
from inspector.systems.auto_recap.designed import DesignedRuleset
from inspector.systems.auto_recap.released import ReleasedRuleset
from inspector.systems.auto_recap.settings import OLD_SETTINGS, RELEASE_SETTINGS

DESIGN = DesignedRuleset()
RELEASE_1 = ReleasedRuleset(
    "auto-recap/1",
    N_("Auto-Recap 1, the last release with message recaps (November 2025)"),
    OLD_SETTINGS,
    computes_inclusion=True,
    skips_bookmarks=False,
    adopts=False,
)
RELEASE_2_0 = ReleasedRuleset(
    "auto-recap/2.0",
    N_("Auto-Recap 2.0 (December 2025)"),
    RELEASE_SETTINGS,
    computes_inclusion=False,
    skips_bookmarks=True,
    adopts=True,
)
RULESETS: tuple[Ruleset, ...] = (DESIGN, RELEASE_1, RELEASE_2_0)
