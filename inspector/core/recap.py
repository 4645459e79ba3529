"""Recaps: what Auto-Recap keeps about messages, about scenes and about a chat as a whole.

Values hold the stored objects and read them under today's names; what a ruleset makes of them
is the ruleset's. Shapes: specs/auto-recap.md §1 and §5.1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.core.decoded import is_number, names, text
from inspector.core.javascript import UNDEFINED, identity, truthy
from inspector.core.recap_keys import DATA_KEYS, OLDER, RELEASED, DataKey


@dataclass(frozen=True, eq=False)
class Recap:
    """What is kept about one message: its own recap, and its scene's if a scene ends there.

    Attributes:
        message: index of the message.
        key: the name under which it stands.
        record: the stored object as decoded JSON.
        memo: what rulesets derived from this record alone, by any key of theirs.
    """

    message: int
    key: DataKey
    record: Mapping[str, object]
    memo: dict[object, object] = field(default_factory=dict[object, object], repr=False)

    def get(self, name: str) -> object:
        """The stored value of a field by today's name; `UNDEFINED` where there is none."""
        return self.record.get(self.key.stored(name), UNDEFINED)

    @cached_property
    def text(self) -> str:
        """The message's own recap; empty without one."""
        return text(self.record.get("memory"))

    @cached_property
    def error(self) -> str:
        """Why making the recap failed; empty if it did not."""
        return text(self.record.get("error"))

    @cached_property
    def is_excluded(self) -> bool:
        """Whether a person left the message out."""
        return truthy(self.record.get("exclude", UNDEFINED))

    @cached_property
    def is_break(self) -> bool:
        """Whether a scene ends at this message."""
        return truthy(self.record.get("scene_break", UNDEFINED))

    @cached_property
    def is_visible_break(self) -> bool:
        """Whether its scene break counts for scene ranges (specs/auto-recap.md §6)."""
        displayed = self.record.get("scene_break_visible", UNDEFINED)
        return self.is_break and (displayed is UNDEFINED or truthy(displayed))

    @cached_property
    def scene_name(self) -> str:
        """The title of the scene that ends here; empty without one."""
        return text(self.record.get("scene_break_name"))

    @cached_property
    def scene_recap(self) -> object:
        """The current recap of the scene that ends here, as stored."""
        return self.get("scene_recap_memory")


@dataclass(frozen=True, eq=False)
class RecapVersion:
    """One version of the running recap.

    Attributes:
        location: its place in the stored list; None if it was added since.
        record: the stored object as decoded JSON.
    """

    location: int | None
    record: Mapping[str, object]

    @property
    def number(self) -> object:
        """What the extension finds it by: normally a whole number."""
        return self.record.get("version", UNDEFINED)

    @property
    def content(self) -> object:
        """The recap as stored: normally a text."""
        return self.record.get("content", UNDEFINED)

    @property
    def text(self) -> str:
        """The recap; empty if it is missing or no text."""
        return text(self.record.get("content"))

    @property
    def timestamp(self) -> float | None:
        """When it was made, in milliseconds since 1970."""
        return _number(self.record.get("timestamp"))

    @property
    def scene_count(self) -> float | None:
        """How many scenes went into it."""
        return _number(self.record.get("scene_count"))

    @property
    def excluded_count(self) -> float | None:
        """How many of the latest scenes were left out; a misspelt `exclude_count` counts."""
        return _number(self.record.get("excluded_count", self.record.get("exclude_count")))

    @property
    def previous_scene(self) -> float | None:
        """Index of the scene break up to which the version before it reached."""
        return _number(self.record.get("prev_scene_index"))

    @property
    def scene(self) -> float | None:
        """Index of the scene break up to which it reaches; None where that was not noted."""
        return _number(self.record.get("new_scene_index"))

    @property
    def event_keys(self) -> tuple[str, ...]:
        """Names of the events that were handed to the lorebook with it."""
        return names(self.record.get("event_keys"))


def _number(value: object) -> float | None:
    return value if is_number(value) else None


@dataclass(frozen=True, eq=False)
class RunningRecap:
    """The running recap of a chat with all its versions.

    Attributes:
        key: the name under which it stands.
        record: the stored object without its versions.
        versions: in stored order.
        stored_length: items in the stored list, unreadable ones too; None without a list.
        unlisted: what stands in place of the list; `UNDEFINED` where there is one, or nothing.
        unreadable: items of the stored list that are no objects, by place.
    """

    key: DataKey
    record: Mapping[str, object]
    versions: tuple[RecapVersion, ...] = ()
    stored_length: int | None = None
    unlisted: object = UNDEFINED
    unreadable: Mapping[int, object] = field(default_factory=dict[int, object])

    @property
    def chat_id(self) -> object:
        """The chat that it says it belongs to; `UNDEFINED` if it does not say."""
        return self.record.get("chat_id", UNDEFINED)

    @property
    def current_version(self) -> object:
        """Number of the version in use, as stored."""
        return self.record.get("current_version", UNDEFINED)

    @property
    def highest(self) -> float:
        """The greatest version number; -1 without versions (specs/auto-recap.md §5.4)."""
        return max((one.number for one in self.versions if is_number(one.number)), default=-1)

    def place_of(self, number: object) -> int | None:
        """Where the first version with this number stands, as the extension finds it."""
        wanted = identity(number)
        for index, version in enumerate(self.versions):
            if identity(version.number) == wanted:
                return index
        return None

    @property
    def current_place(self) -> int | None:
        """Where the version in use stands; None if there is no such version."""
        return self.place_of(self.current_version)


@dataclass(frozen=True)
class Host:
    """What SillyTavern knows about the open chat and its file does not hold.

    Attributes:
        chat_id: the file's name without its ending; None where that is unknown.
        group_id: the group whose chat it is; None for a solo chat or if unknown.
        worlds: names of all lorebooks; None if the folder is not at hand.
    """

    chat_id: str | None = None
    group_id: str | None = None
    worlds: frozenset[str] | None = None


@dataclass(frozen=True, eq=False)
class RecapView:
    """The data that one ruleset sees: a message's by its index, and the running recap."""

    messages: Mapping[int, Recap]
    running: RunningRecap | None

    @cached_property
    def breaks(self) -> tuple[int, ...]:
        """Messages at which a scene ends, ascending, hidden breaks included."""
        return tuple(sorted(index for index, one in self.messages.items() if one.is_break))


@dataclass(frozen=True, eq=False)
class Recaps:
    """All that Auto-Recap keeps in a chat; never changes, an edit makes another.

    Attributes:
        length: how many messages the chat has.
        layers: by the key in `extra`, what stands under it by message index.
        running: by the key in `chat_metadata`, the running recap that stands there.
        main_chat: `chat_metadata.main_chat`, set in a branch or checkpoint.
        lorebook: `chat_metadata.world_info`, the chat's lorebook.
        host: what is known around the file.
    """

    length: int = 0
    layers: Mapping[str, Mapping[int, Recap]] = field(
        default_factory=dict[str, Mapping[int, Recap]]
    )
    running: Mapping[str, RunningRecap] = field(default_factory=dict[str, RunningRecap])
    main_chat: object = UNDEFINED
    lorebook: object = UNDEFINED
    host: Host = field(default_factory=Host)

    def __bool__(self) -> bool:
        return bool(self.running) or any(self.layers.values())

    def seen(self, keys: Sequence[DataKey]) -> RecapView:
        """What a reader of these names sees, the first of them that holds something."""
        held = [layer for key in keys if (layer := self.layers.get(key.message))]
        messages: Mapping[int, Recap] = held[0] if held else {}
        for layer in held[1:]:
            messages = {**layer, **messages}
        stores = (self.running.get(key.running) for key in keys)
        return RecapView(messages, next((store for store in stores if store), None))

    def at(self, message: int) -> tuple[Recap, ...]:
        """What is kept about a message, under every name under which it stands."""
        held = (self.layers.get(key.message, {}).get(message) for key in DATA_KEYS)
        return tuple(one for one in held if one)

    @cached_property
    def key(self) -> DataKey:
        """The name under which new data of this chat is best written."""
        held = [key for key in DATA_KEYS if self.layers.get(key.message)]
        held += [key for key in (RELEASED, OLDER) if key.running in self.running]
        return held[0] if held else RELEASED


@dataclass(frozen=True, slots=True)
class Scene:
    """One finished scene.

    Attributes:
        end: the message with the scene break: the scene's last.
        start: its first message by the rule of generation; None where the release computes
            none.
        shown_start: its first message as the extension shows it.
        name: its title; empty without one.
        visible: whether the break is shown and counts.
        recap: what is stored at the break.
    """

    end: int
    start: int | None
    shown_start: int
    name: str
    visible: bool
    recap: Recap
