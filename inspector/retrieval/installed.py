"""Which optional packages are there; none of them is imported to see."""

import importlib.util
import sys

from inspector.language import _


def install_command(package: str) -> str:
    """How a person installs an optional package into this very copy of the program.

    Args:
        package: its name on an index.
    """
    if getattr(sys, "frozen", False):
        return _(
            "a copy from source, installed with pipx, and: pipx inject memory-inspector {package}"
        ).format(package=package)
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m pip install {package}"


def needs_qdrant() -> str:
    """What a person is told where Qdrant cannot be asked."""
    return _("Qdrant needs an optional package: {install_command}").format(
        install_command=install_command("qdrant-client")
    )


def is_installed() -> bool:
    """Whether Qdrant can be asked."""
    return importlib.util.find_spec("qdrant_client") is not None
