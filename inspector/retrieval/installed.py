"""Which optional packages are there; none of them is imported to see."""

import importlib.util

INSTALL = "Qdrant needs an optional package: pip install memory-inspector[qdrant]."


def is_installed() -> bool:
    """Whether Qdrant can be asked."""
    return importlib.util.find_spec("qdrant_client") is not None
