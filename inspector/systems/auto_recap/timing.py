"""When a version of the running recap was made: what exists at a moment, what scenes it covers.

Releases note the scene up to which a version reaches; the documents' own shape notes a time and
a number of scenes only (specs/as-designed.md §7).
"""

from collections.abc import Sequence
from dataclasses import replace

from inspector.core.chat import Chat
from inspector.core.recap import RecapVersion, RunningRecap
from inspector.core.recap_state import Reach
from inspector.core.recap_versions import with_current
from inspector.sillytavern.dates import sent_at


def is_of_documents_shape(version: RecapVersion) -> bool:
    """Whether it notes no scene index, only how many scenes went into it and when."""
    noted = (version.scene, version.previous_scene)
    return noted == (None, None) and version.timestamp is not None


def until(running: RunningRecap, chat: Chat, at: int) -> RunningRecap:
    """The running recap as if the chat ended after message `at`.

    Versions that reach further, or were made after that message was sent, do not exist yet; if
    the current one is among them, the highest that remains takes its place, as on a deletion.
    """
    sent = _sent_by(chat, at)
    kept = tuple(version for version in running.versions if _exists(version, at, sent))
    if len(kept) == len(running.versions):
        return running
    left = replace(running, versions=kept)
    if running.current_place is None or left.current_place is not None:
        return left
    return with_current(left, max(left.highest, 0))


def _sent_by(chat: Chat, at: int) -> float | None:
    """When the newest message up to `at` was sent that has a readable date."""
    dates = (sent_at(chat.send_dates[index]) for index in range(at, -1, -1))
    return next((date for date in dates if date is not None), None)


def _exists(version: RecapVersion, at: int, sent: float | None) -> bool:
    made = version.timestamp
    if is_of_documents_shape(version) and made is not None and sent is not None:
        return made <= sent
    return (version.scene or 0) <= at


def reach_of(version: RecapVersion, ends: Sequence[int], chat: Chat) -> Reach | None:
    """The scenes that a version covers; None where that cannot be told or they are gone.

    Args:
        version: any version.
        ends: where scenes end, ascending.
        chat: the messages, for their dates.
    """
    if not is_of_documents_shape(version):
        scene = version.scene
        if scene is None or scene not in ends:
            return None
        number = ends.index(int(scene)) + 1
        return Reach(1, number, int(scene), by_count=False)
    made = version.timestamp or 0
    dated = ((index, sent_at(chat.send_dates[index])) for index in ends if index < len(chat))
    before = [index for index, date in dated if date is not None and date < made]
    count = int(version.scene_count or 0)
    if not before or count < 1:
        return None
    last = ends.index(before[-1]) + 1
    return Reach(max(1, last - count + 1), last, before[-1], by_count=True)
