"""The author's note with what rides in it, and the persona at a depth (specs/send-path.md §6.9)."""

from dataclasses import dataclass

from inspector.core.decoded import is_number, items, members, text
from inspector.core.javascript import to_number, to_string
from inspector.sillytavern.completion.slots import NOTE_KEY, PERSONA_KEY, Slot
from inspector.sillytavern.completion.sourced import NOTE, PERSONA, Sourced, joined, sourced
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.prompt import IN_CHAT, SYSTEM

_REPLACES, _BEFORE, _AFTER = 0, 1, 2
PERSONA_TOP, PERSONA_BOTTOM, PERSONA_AT_DEPTH = 2, 3, 4
"""Values of `persona_description_position`."""

_DEFAULTS = {
    "prompt": ("default", ""),
    "interval": ("defaultInterval", 1),
    "position": ("defaultPosition", 1),
    "depth": ("defaultDepth", 4),
    "role": ("defaultRole", SYSTEM),
}
"""Of each key of the note, the setting that fills it where the chat lacks it, and its default."""


@dataclass(frozen=True, slots=True)
class AuthorsNote:
    """The author's note of a chat.

    Attributes:
        is_due: whether it goes into this request; if not, what rides in it does not either.
        text: the note, the character's own included.
        position: SillyTavern's position.
        depth: messages from the end.
        role: SillyTavern's role.
        scan: whether lorebook keys are looked for in it.
    """

    is_due: bool
    text: Sourced
    position: int
    depth: int
    role: int
    scan: bool

    def slot(self, text: Sourced) -> Slot:
        """The slot with what rides in it."""
        return Slot(NOTE_KEY, text, self.position, self.depth, self.role, self.scan)


def authors_note(host: HostFacts, character: Character | None, user_messages: int) -> AuthorsNote:
    """The note, and whether it is due.

    Args:
        host: settings and chat.
        character: whose own note counts; None in a group.
        user_messages: how many messages of the user there are, hidden and new ones included.
    """
    stored = {key: _stored(host, key) for key in _DEFAULTS}
    interval = to_number(stored["interval"])
    # At an interval of 1 nothing is counted: there need be no message of the user.
    is_always = is_number(stored["interval"]) and interval == 1
    count = 1 if is_always else user_messages
    is_due = count > 0 and interval > 0 and count >= interval and count % interval == 0
    prompt = sourced(to_string(stored["prompt"]), NOTE) if is_due else Sourced()
    if is_due and character is not None:
        prompt = _with_own(prompt, host, character)
    return AuthorsNote(
        is_due,
        prompt,
        _whole(stored["position"], 1),
        _whole(stored["depth"], 4),
        _whole(stored["role"], SYSTEM),
        scan=host.note_settings.get("allowWIScan") is True,
    )


def _stored(host: HostFacts, key: str) -> object:
    setting, default = _DEFAULTS[key]
    stored = host.metadata.get(f"note_{key}")
    if stored is not None:
        return stored
    fallback = host.note_settings.get(setting)
    return default if fallback is None else fallback


def _whole(value: object, default: int) -> int:
    number = to_number(value)
    return int(number) if is_number(number) else default


def _with_own(prompt: Sourced, host: HostFacts, character: Character) -> Sourced:
    """The note with the character's own (`extension_settings.note.chara`)."""
    notes = [members(one) for one in items(host.note_settings.get("chara"))]
    own = next((one for one in notes if one.get("name") == character.stem), None)
    if own is None or own.get("useChara") is not True:
        return prompt
    written = sourced(text(own.get("prompt")), NOTE)
    match own.get("position"):
        case 1:
            return joined([written, prompt], "\n")
        case 2:
            return joined([prompt, written], "\n")
        case _:
            return written


def note_slots(
    note: AuthorsNote, host: HostFacts, lore_top: Sourced, lore_bottom: Sourced
) -> list[Slot]:
    """The note's slot with lore and persona, and the persona's own; empty ones left out.

    Args:
        note: the author's note.
        host: settings.
        lore_top: lorebook entries at the note's top, joined.
        lore_bottom: those at its bottom.
    """
    found: list[Slot] = []
    power_user = host.power_user
    persona = sourced(text(power_user.get("persona_description")), PERSONA)
    position = power_user.get("persona_description_position", 0)
    if note.is_due:
        whole = _with_lore(note.text, lore_top, lore_bottom)
        if persona and position == PERSONA_TOP:
            whole = joined([persona, whole], "\n")
        elif persona and position == PERSONA_BOTTOM:
            whole = joined([whole, persona], "\n")
        if whole:
            found.append(note.slot(whole))
    if persona and position == PERSONA_AT_DEPTH:
        depth = _whole(power_user.get("persona_description_depth"), 2)
        role = _whole(power_user.get("persona_description_role"), SYSTEM)
        found.append(Slot(PERSONA_KEY, persona, IN_CHAT, depth, role, scan=True))
    return found


def _with_lore(note: Sourced, top: Sourced, bottom: Sourced) -> Sourced:
    whole = joined([top, note, bottom], "\n")
    length = len(whole.text)
    start = 1 if whole.text.startswith("\n") else 0
    end = length - 1 if length > start and whole.text.endswith("\n") else length
    return whole.cut(start, end)
