"""How a character knows of a memory."""

from enum import StrEnum


class Way(StrEnum):
    """How a character knows of a memory; the first that holds, in this order."""

    WITNESS = "witness"
    INVOLVED = "involved"
    ALIAS = "alias"
    TOLD = "told"
    UNKNOWN = "unknown"
