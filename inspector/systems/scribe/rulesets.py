"""Scribe's rulesets, the default first."""

from inspector.core.system import Ruleset
from inspector.systems.scribe.designed import DesignedRuleset
from inspector.systems.scribe.release_2025_08 import Release202508

DESIGN = DesignedRuleset()
RELEASE_2025_08 = Release202508()

RULESETS: tuple[Ruleset, ...] = (DESIGN, RELEASE_2025_08)
