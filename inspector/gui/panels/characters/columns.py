"""The columns of what is kept about characters."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from inspector.core.decoded import is_number, members, text
from inspector.core.document import Document
from inspector.core.memory import CharacterState, Memory
from inspector.gui.kit.text import counted, join_names, plain, tooltip
from inspector.gui.tables.column import Column, quiet
from inspector.language import _, numeral

_OF_MESSAGES = "emotion_from_messages"


@dataclass(frozen=True)
class _Summaries:
    """Summaries of memories by their ids, found once anybody looks."""

    memories: tuple[Memory, ...]

    @cached_property
    def by_id(self) -> Mapping[str, str]:
        return {one.id: one.summary for one in self.memories if one.id}


@dataclass(frozen=True)
class CharacterRow:
    """A character.

    Attributes:
        state: what is kept.
        summaries: of all memories.
    """

    state: CharacterState
    summaries: _Summaries

    @cached_property
    def known(self) -> tuple[str, ...]:
        """The ids in `known_events`, each once."""
        return tuple(dict.fromkeys(self.state.known_events))

    @property
    def messages(self) -> str:
        """Which messages the emotion is of; empty if unknown."""
        span = members(self.state.record.get(_OF_MESSAGES))
        ends = [span.get("min"), span.get("max")]
        known = list(dict.fromkeys(plain(one) for one in ends if is_number(one)))
        return "–".join(known)


@dataclass(frozen=True)
class RelationshipRow:
    """What is between two characters.

    Attributes:
        key: such as `Kai<->Zoe`.
        record: as stored.
    """

    key: str
    record: Mapping[str, object]

    @property
    def names(self) -> str:
        """Both, as people say it."""
        return join_names(self.key.split("<->"))

    def level(self, name: str) -> float:
        """A level, 0 to 10; 0 where it is none."""
        value = self.record.get(name)
        return value if is_number(value) else 0


def character_rows(document: Document) -> Iterator[CharacterRow]:
    """A row a character about whom something is kept."""
    summaries = _Summaries(document.memories)
    for state in document.characters.values():
        yield CharacterRow(state, summaries)


def _known(row: CharacterRow) -> str:
    found = row.summaries.by_id
    return tooltip(*(found.get(one, "") for one in row.known[:12]))


CHARACTERS = (
    Column[CharacterRow](_("Character"), "", lambda row: row.state.name, _("Bartholomew"),
    is_bold=True),
    Column[CharacterRow](
        _("Current emotion"), _("What the block says of the mood; neutral is not said."),
        lambda row: row.state.emotion, None, least=80, edit=lambda row: row.state.emotion,
        field="current_emotion",
    ),
    Column[CharacterRow](
        _("As of messages"), "", lambda row: row.messages, "10,000–10,000", colour=quiet, need=3,
    ),
    Column[CharacterRow](
        _("Memories"), _("Memories that stand in known_events: what was witnessed, and told; ids, "
        "parted by commas."), lambda row: numeral(len(row.known)), "10,000", is_number=True,
        edit=lambda row: ", ".join(row.known), field="known_events", tooltip=_known,
        spoken=lambda row: counted(len(row.known), "{n} memory", "{n} memories"),
    ),
)  # fmt: skip

RELATIONSHIPS = (
    Column[RelationshipRow](_("Between"), "", lambda row: row.names, 140, is_bold=True),
    Column[RelationshipRow](
        _("Type"), _("What they are to each other."),
        lambda row: text(row.record.get("relationship_type")), None, least=65,
        edit=lambda row: text(row.record.get("relationship_type")), field="relationship_type",
    ),
    Column[RelationshipRow](
        _("Trust"), _("0 to 10; from 7 on the block says high trust."),
        lambda row: plain(row.level("trust_level")), "10.5", is_number=True,
        edit=lambda row: plain(row.level("trust_level")), field="trust_level",
    ),
    Column[RelationshipRow](
        _("Tension"), _("0 to 10; from 7 on the block says high tension."),
        lambda row: plain(row.level("tension_level")), "10.5", is_number=True,
        edit=lambda row: plain(row.level("tension_level")), field="tension_level",
    ),
)  # fmt: skip
