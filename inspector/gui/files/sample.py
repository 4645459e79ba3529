"""The sample that ships with the program: a chat, and what stands beside it."""

from pathlib import Path

from inspector.lore_files import Beside
from inspector.shipped import sample_card, sample_chat, sample_chronicle, sample_lorebook, shipped


def is_shipped(path: Path) -> bool:
    """Whether a file is one of those that ship with the program."""
    found = _resolved(path)
    return found is not None and found.is_relative_to(Path(str(shipped())).resolve())


def is_sample(path: Path) -> bool:
    """Whether a file is the chat that ships with the program."""
    return _resolved(path) == sample_chat().resolve()


def _resolved(path: Path) -> Path | None:
    """Where a file lies; None where its links lead in a circle, or its name can be none."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def sample_beside() -> Beside:
    """The lorebook, chronicle and card of that chat."""
    return Beside(lorebook=sample_lorebook(), chronicle=sample_chronicle(), card=sample_card())
