"""What a system says of a chat's stored running recap and its versions."""

from enum import StrEnum
from typing import NamedTuple


class StoreState(StrEnum):
    """What a release finds when it reads the running recap (DESIGN §4, `recap list`)."""

    OK = "ok"
    NONE = "none"
    RESET = "reset"
    BRANCH = "branch"
    IMPORT = "import"
    UNKNOWN = "unknown"

    @property
    def keeps_versions(self) -> bool:
        """Whether the release goes on with what is stored, rather than with an empty store."""
        return self in (StoreState.OK, StoreState.BRANCH, StoreState.IMPORT)


class Reach(NamedTuple):
    """The scenes that a version covers.

    Attributes:
        first: number of the first, 1-based.
        last: number of the last, 1-based.
        end: the message at which the last one ends.
        by_count: whether that was counted back from the version's time.
    """

    first: int
    last: int
    end: int
    by_count: bool
