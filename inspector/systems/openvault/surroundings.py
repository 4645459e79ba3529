"""What the designs say at the head of the recent bucket: specs/as-designed.md §1, *Whose scene*."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.core.decoded import is_number, items, members, names, text
from inspector.core.document import Document
from inspector.core.javascript import number_text
from inspector.core.memory import CharacterState
from inspector.core.moment import Moment
from inspector.systems.openvault.lines import SLOT

NEUTRAL = "neutral"
_LINE_BREAKS = re.compile(r"[\r\n]+")


def one_line(written: str) -> str:
    """The text with each run of line breaks turned into one space."""
    return _LINE_BREAKS.sub(" ", written) if "\n" in written or "\r" in written else written


def is_felt(emotion: str) -> bool:
    """Whether an emotion is worth a word: known and not neutral."""
    return bool(emotion) and emotion != NEUTRAL


@dataclass(frozen=True, slots=True)
class Relationship:
    """How the character about to answer stands with another one."""

    character: str
    trust: object = None
    tension: object = None
    kind: str = ""

    @property
    def line(self) -> str:
        """`- Goblin: enemy (low trust, high tension)`."""
        levels = ", ".join(filter(None, (_trust_words(self.trust), _tension_words(self.tension))))
        return f"- {self.character}: {self.kind or 'acquaintance'} ({levels})"


def _trust_words(trust: object) -> str:
    if is_number(trust) and trust >= 7:
        return "high trust"
    return "low trust" if is_number(trust) and trust <= 3 else "moderate trust"


def _tension_words(tension: object) -> str:
    if is_number(tension) and tension >= 7:
        return "high tension"
    return "some tension" if is_number(tension) and tension >= 4 else ""


@dataclass(frozen=True)
class Surroundings:
    """Who is there and how they feel.

    Attributes:
        emotion: of the character about to answer; empty if unknown.
        emotion_from: first and last message that the emotion was read from, if known.
        relationships: between that character and the other active ones.
        present: the active characters without it.
        emotions: every character's emotion, in stored order.
    """

    emotion: str = ""
    emotion_from: tuple[float, float] | None = None
    relationships: tuple[Relationship, ...] = ()
    present: tuple[str, ...] = ()
    emotions: tuple[tuple[str, str], ...] = ()

    @property
    def emotional_state(self) -> str:
        """The line `Emotional state: anxious (as of msgs #480-490)`, empty without an emotion."""
        if not is_felt(self.emotion):
            return ""
        return f"Emotional state: {self.emotion}{_as_of(self.emotion_from)}"

    @property
    def undated(self) -> "Surroundings":
        """The same without the messages that the emotion was read from."""
        return replace(self, emotion_from=None)


def is_later(state: CharacterState, document: Document, moment: Moment) -> bool:
    """Whether an emotion was read from messages that come after the end that is pretended."""
    found = _range(state.record.get("emotion_from_messages"))
    at, last = moment.at, len(document.chat) - 1
    return found is not None and at is not None and at < last and found[1] > at


def _as_of(messages: tuple[float, float] | None) -> str:
    if messages is None:
        return ""
    first, last = map(number_text, messages)
    return f" (as of msg #{first})" if first == last else f" (as of msgs #{first}-{last})"


def surroundings_at(
    document: Document, moment: Moment, settings: Mapping[str, object]
) -> Surroundings:
    """Taken from the chat, with what the settings override.

    Args:
        document: the chat.
        moment: resolved.
        settings: checked; `present`, `emotion` and `relationships` are None where the chat
            decides.
    """
    viewpoint = moment.character or ""
    state = _state_of(document.characters, viewpoint)
    rest = tuple(name for name in moment.active if name != viewpoint)
    given_emotion, given_present = settings["emotion"], settings["present"]
    given_relationships = settings["relationships"]
    later = {name for name, one in document.characters.items() if is_later(one, document, moment)}
    own = "" if is_later(state, document, moment) else state.emotion
    return Surroundings(
        emotion=one_line(own if given_emotion is None else text(given_emotion)),
        emotion_from=(
            _range(state.record.get("emotion_from_messages")) if given_emotion is None else None
        ),
        relationships=(
            _stored_relationships(document, viewpoint, rest)
            if given_relationships is None
            else relationships_from(given_relationships)
        ),
        present=tuple(map(one_line, rest if given_present is None else names(given_present))),
        emotions=tuple(
            (one_line(name), one_line(state.emotion))
            for name, state in document.characters.items()
            if name not in later
        ),
    )


def surroundings_of_case(case: Mapping[str, object]) -> Surroundings:
    """From `present`, `emotional_info` and `relationships` of a `format` case (DESIGN §4)."""
    info = case.get("emotional_info")
    known = members(info)
    emotions = members(known.get("characterEmotions"))
    return Surroundings(
        emotion=one_line(info if isinstance(info, str) else text(known.get("emotion"))),
        emotion_from=_range(known.get("fromMessages")),
        relationships=relationships_from(case.get("relationships")),
        present=tuple(map(one_line, names(case.get("present")))),
        emotions=tuple((one_line(name), one_line(text(felt))) for name, felt in emotions.items()),
    )


def relationships_from(value: object) -> tuple[Relationship, ...]:
    """Relationships given as a list of `{character, trust, tension, type}`; nameless ones go."""
    given = [members(item) for item in items(value)]
    return tuple(
        _relationship(text(item.get("character")), item, "trust", "tension", "type")
        for item in given
        if text(item.get("character"))
    )


def _relationship(
    character: str, record: Mapping[str, object], trust: str, tension: str, kind: str
) -> Relationship:
    return Relationship(
        one_line(character),
        record.get(trust),
        record.get(tension),
        one_line(text(record.get(kind))),
    )


def _state_of(characters: Mapping[str, CharacterState], name: str) -> CharacterState:
    """The character's state by its exact name, else by its name in another case."""
    if name in characters:
        return characters[name]
    folded = name.casefold()
    found = (state for known, state in characters.items() if known.casefold() == folded)
    return next(found, CharacterState(name, {}))


def _range(value: object) -> tuple[float, float] | None:
    stored = members(value)
    first, last = stored.get("min"), stored.get("max")
    return (first, last) if is_number(first) and is_number(last) else None


def _stored_relationships(
    document: Document, viewpoint: str, rest: Sequence[str]
) -> tuple[Relationship, ...]:
    """Stored between the viewpoint and another active character, the first of each."""
    found: dict[str, Relationship] = {}
    for record in _relationship_records(document):
        pair = (text(record.get("character_a")), text(record.get("character_b")))
        other = _counterpart(pair, viewpoint, rest)
        if other and other not in found:
            found[other] = _relationship(
                other, record, "trust_level", "tension_level", "relationship_type"
            )
    return tuple(found.values())


def _relationship_records(document: Document) -> Iterable[Mapping[str, object]]:
    stored = members(members(document.stores.get(SLOT)).get("relationships"))
    return map(members, stored.values())


def _counterpart(pair: tuple[str, str], viewpoint: str, rest: Sequence[str]) -> str:
    """Who of a pair faces the viewpoint; empty if the pair is not about it."""
    first, second = pair
    if first == viewpoint and second in rest:
        return second
    return first if second == viewpoint and first in rest else ""
