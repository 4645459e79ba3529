"""What the gates of memories, messages, items and slots are called."""

from functools import lru_cache

from inspector.analysis.context_map import MapRow
from inspector.analysis.host_map import GATES as HOST_GATES
from inspector.core.gates import GateWords, words_of
from inspector.gui.state.delivery import DELIVERY_WORDS
from inspector.language import _
from inspector.systems import gate_words


def gate_in_words(gate: str | None) -> str:
    """Why something is left out; empty for what is in."""
    return "" if gate is None else words_for_gate(gate).reason or gate


def gate_in_short(gate: str) -> str:
    """The same in two or three words, as a column has room for."""
    return words_for_gate(gate).short or gate


def check_in_words(gate: str) -> str:
    """What is looked at at a gate, as a title beside a step."""
    return words_for_gate(gate).check or gate


def verdict_in_short(row: MapRow) -> str:
    """In or not, and at which gate, in a few words."""
    if row.gate is None:
        return _("in") if row.kept else _("out")
    return gate_in_short(row.gate)


@lru_cache(maxsize=256)
def words_for_gate(gate: str) -> GateWords:
    """The words for a gate of a system, of the host, or of what becomes of a block."""
    return words_of((gate_words(gate), *HOST_GATES, DELIVERY_WORDS), gate)
