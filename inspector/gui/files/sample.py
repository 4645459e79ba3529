"""The sample that ships with the program: a chat, and what stands beside it."""

from pathlib import Path

from inspector.lore_files import Beside
from inspector.shipped import sample_card, sample_chat, sample_chronicle, sample_lorebook, shipped


def is_shipped(path: Path) -> bool:
    """Whether a file is one of those that ship with the program."""
    return path.resolve().is_relative_to(Path(str(shipped())).resolve())


def is_sample(path: Path) -> bool:
    """Whether a file is the chat that ships with the program."""
    return path.resolve() == sample_chat().resolve()


def sample_beside() -> Beside:
    """The lorebook, chronicle and card of that chat."""
    return Beside(lorebook=sample_lorebook(), chronicle=sample_chronicle(), card=sample_card())
