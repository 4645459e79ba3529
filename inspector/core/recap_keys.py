"""The names under which recaps stand in a chat."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DataKey:
    """One of the names under which this data has been written (specs/auto-recap.md §0).

    Attributes:
        message: the key in a message's `extra`.
        running: the key in `chat_metadata`.
        included: what `include` holds on a message that is in short-term memory.
        older: whether its fields still say *summary* for *recap*.
    """

    message: str
    running: str
    included: str = "Recap of message(s)"
    older: bool = False

    def stored(self, name: str) -> str:
        """What this data calls the field that is called `name` today."""
        return name.replace("recap", "summary") if self.older else name


RELEASED = DataKey("auto_recap_memory", "auto_recap_running_scene_recaps")
DESIGNED = DataKey("auto_recap", "auto_recap_running_scene_recaps")
OLDER = DataKey(
    "auto_summarize_memory",
    "auto_summarize_running_scene_summaries",
    "Summary of message(s)",
    older=True,
)
DATA_KEYS = (RELEASED, DESIGNED, OLDER)
"""Every name that is looked for, what the releases write first."""
