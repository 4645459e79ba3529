"""What the answering character has no way to know, and secrets that are none (issue 4, item 5)."""

from inspector.analysis.asked import Asked
from inspector.core.document import Document
from inspector.core.problems import Problem


def leaks(asked: Asked) -> tuple[Problem, ...]:
    """Lines in the block that the character about to answer has no way to know.

    Each problem names its memory, why its line is there all the same, and what keeps it out.
    """
    raise NotImplementedError


def loose_secrets(document: Document) -> tuple[Problem, ...]:
    """Secrets that a recap or another memory's wording names, or that everyone witnessed."""
    raise NotImplementedError
