"""Where the files are that ship with the program."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


@cache
def shipped() -> Traversable:
    """The folder of shipped resources.

    A wheel carries it inside the package; in the repository it stands beside it (DESIGN §2).
    """
    package = files("inspector")
    inside = package.joinpath("resources")
    return inside if inside.is_dir() else package.joinpath("..", "resources")


def sample_chat() -> Path:
    """The sample chat."""
    return _sample("Nobody.jsonl")


def sample_of_tiers() -> Path:
    """A short chat with memories of MessageSummarize and a summary of SillyTavern's own."""
    # In a folder of its own, so that nobody takes the other sample's card for its character's.
    return _sample(".jsonl", "two tiers")


def sample_lorebook() -> Path:
    """The lorebook of the sample chat, in SillyTavern's world info form."""
    return _sample("lorebook.json")


def sample_chronicle() -> Path:
    """The chronicle of the sample chat, as Scribe's events call answers it."""
    return _sample("chronicle.json")


def sample_card() -> Path:
    """The card of the character in the sample chat, a picture."""
    return _sample(".png")


def _sample(ending: str, folder: str = "") -> Path:
    samples = shipped().joinpath("samples", folder).iterdir()
    return Path(str(next(one for one in samples if one.name.endswith(ending))))
