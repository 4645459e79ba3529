"""OpenVault's rulesets: designs and releases (DESIGN §1)."""

from inspector.core.system import Ruleset
from inspector.systems.openvault.before import Before
from inspector.systems.openvault.release_1_41 import Release141
from inspector.systems.openvault.release_1_44 import Release144
from inspector.systems.openvault.release_26 import Release26
from inspector.systems.openvault.temporal import Temporal
from inspector.systems.openvault.terse import Terse

RULESETS: tuple[Ruleset, ...] = (
    Temporal(),
    Terse(),
    Before(),
    Release141(),
    Release144(),
    Release26(),
)
"""The default first."""
