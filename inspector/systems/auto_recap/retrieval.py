"""Which running recap is used: whose it is, whether it is on at all, which version counts.

What a release would change when it reads is reported and never done (specs/auto-recap.md §5).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.decoded import is_number, text
from inspector.core.errors import ReleaseThrowsError
from inspector.core.javascript import (
    UNDEFINED,
    Undefined,
    get_if_any,
    identity,
    printed,
    truthy,
)
from inspector.core.recap import Recaps, RecapVersion, RunningRecap
from inspector.core.recap_state import StoreState
from inspector.systems.auto_recap.inclusion import Setting


@dataclass(frozen=True, slots=True)
class Around:
    """What decides whose a running recap is, besides itself.

    Attributes:
        chat_id: the open chat; `UNDEFINED` if none is open.
        main_chat: `chat_metadata.main_chat`.
        lorebook: `chat_metadata.world_info`.
        worlds: names of all lorebooks; None if they are not known.
    """

    chat_id: str | Undefined
    main_chat: object = UNDEFINED
    lorebook: object = UNDEFINED
    worlds: frozenset[str] | None = None

    @property
    def lorebook_name(self) -> str:
        """The chat's lorebook; empty if none is named: only a text names one (§9, 4)."""
        return text(self.lorebook)


def around(recaps: Recaps) -> Around | None:
    """What is known around a chat; None if not even its name in SillyTavern is."""
    host = recaps.host
    if host.chat_id is None:
        return None
    return Around(host.chat_id, recaps.main_chat, recaps.lorebook, host.worlds)


def released_state(
    running: RunningRecap | None, known: Around | None, *, adopts: bool = True
) -> StoreState:
    """What a release would do with the store, by its rules in their order (§5.2).

    Args:
        running: the store.
        known: what decides whose it is.
        adopts: whether branches and imports keep it; release 1 empties it always (§9, 2).
    """
    if running is None:
        return StoreState.NONE
    if known is None or identity(running.chat_id) == identity(known.chat_id):
        return StoreState.OK
    if not adopts:
        return StoreState.RESET
    if truthy(known.main_chat):
        return StoreState.BRANCH
    if known.lorebook_name and (running.versions or running.unreadable):
        if known.worlds is None:
            return StoreState.UNKNOWN
        if known.lorebook_name not in known.worlds:
            return StoreState.IMPORT
    return StoreState.RESET


def belongs_to_another_chat(running: RunningRecap, known: Around | None) -> bool:
    """Whether the design refuses it: a store that names no chat is taken as this chat's."""
    if known is None or running.chat_id is UNDEFINED:
        return False
    return identity(running.chat_id) != identity(known.chat_id)


def reset_warning(running: RunningRecap, known: Around) -> str:
    """The words with which a release tells that it emptied the store."""
    return (
        f"Running recap storage belongs to chat '{printed(running.chat_id)}', but current chat "
        f"is '{printed(known.chat_id)}'. Resetting to prevent cross-chat contamination."
    )


def current_version(running: RunningRecap) -> RecapVersion | None:
    """The version in use: the first whose number is exactly the current one, else none.

    Without a stored current number the release looks for a version without a number.
    """
    index = running.current_place
    return None if index is None else running.versions[index]


def found_by_release(running: RunningRecap) -> RecapVersion | None:
    """The version that a release's own search ends at; None if it ends at none.

    It looks at what is no object on its way as well (specs/auto-recap.md §9, 5).

    Raises:
        ReleaseThrowsError: it meets a null first, or the versions are no list.
    """
    if truthy(running.unlisted):
        raise ReleaseThrowsError("TypeError: versions.find is not a function")
    found = current_version(running)
    end = found.location if found else None
    for location, item in running.unreadable.items():
        if end is not None and location > end:
            break
        if item is None:
            raise ReleaseThrowsError(
                "TypeError: Cannot read properties of null (reading 'version')"
            )
        if running.current_version is UNDEFINED:
            return None
    return found


def before_scene(versions: Sequence[RecapVersion], scene: float) -> RecapVersion | None:
    """The version that a new one for the scene at `scene` goes on from (§5.4).

    Searched from the list's end, not by number; a version that notes no scene counts as 0.
    """
    for version in reversed(versions):
        if (version.scene or 0) < scene:
            return version
    return None


def chat_enabled(setting: Setting, chat_id: str | Undefined) -> bool:
    """Whether the recap is on in a chat (§7): the global switch, the chat's own, the default."""
    if truthy(setting("use_global_toggle_state")):
        return truthy(setting("global_toggle_state"))
    own = get_if_any(setting("chats_enabled"), printed(chat_id))
    return truthy(setting("default_chat_enabled") if own is None or own is UNDEFINED else own)


def counted_scenes(indexes: Sequence[int], exclude_latest: object) -> list[int]:
    """Scenes that a running recap made afresh is made of: all but the latest N (§5.4).

    With N scenes or fewer nothing is left out.
    """
    latest = int(exclude_latest) if is_number(exclude_latest) else 0
    return list(indexes[: len(indexes) - latest] if 0 < latest < len(indexes) else indexes)
