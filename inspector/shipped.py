"""Where the files are that ship with the program."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@cache
def shipped() -> Traversable:
    """The folder of shipped resources.

    A wheel carries it inside the package; in the repository it stands beside it (DESIGN §2).
    """
    package = files("inspector")
    inside = package.joinpath("resources")
    return inside if inside.is_dir() else package.joinpath("..", "resources")
