"""Instruct mode: sequences around messages, examples and the story string (§7.5)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from inspector.core.decoded import text
from inspector.core.javascript import WHITE_SPACE
from inspector.sillytavern.completion.examples import (
    EXAMPLE_USER,
    ExampleBlock,
    example_entries,
)
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.sourced import NUDGE, Sourced, joined, sourced
from inspector.sillytavern.text_completion.items import Item

NONE, FORCE, ALWAYS = "none", "force", "always"
"""Values of `names_behavior`."""

_NAME: Final = re.compile(r"\{\{name\}\}", re.IGNORECASE)


class Which(Enum):
    """Which of a speaker's sequences is used."""

    ANY = ""
    FIRST = "first_"
    LAST = "last_"


@dataclass(frozen=True)
class Instruct:
    """Instruct mode as the settings have it.

    Attributes:
        settings: `power_user.instruct`.
        macros: expands sequences.
        user: the user's name.
        character: who answers.
        group: names of all members; empty in a solo chat.
    """

    settings: Mapping[str, object]
    macros: Macros
    user: str
    character: str
    group: tuple[str, ...] = ()

    @property
    def wraps(self) -> bool:
        """Whether sequences stand on lines of their own."""
        return self.settings.get("wrap") is True

    @property
    def separator(self) -> str:
        """What stands between a sequence and the text."""
        return "\n" if self.wraps else ""

    @property
    def names(self) -> str:
        """When names are put before what is said."""
        return text(self.settings.get("names_behavior"))

    def sequence(self, name: str, speaker: str = "") -> str:
        """A sequence with its macros expanded.

        Args:
            name: which sequence, as the settings call it.
            speaker: what `{{name}}` stands for in it.
        """
        found = text(self.settings.get(name))
        if not found or self.settings.get("macro") is not True:
            return found
        return _NAME.sub(lambda _: speaker or "System", self.macros.text(found))

    def _suffix(self, name: str, speaker: str) -> str:
        found = self.sequence(name, speaker)
        return "\n" if not found and self.wraps else found

    def message(self, item: Item, which: Which = Which.ANY) -> Sourced:
        """A message between its sequences."""
        speaker = item.name or ("" if item.is_user else self.character)
        own = "system" if item.is_narrator else "input" if item.is_user else "output"
        if item.is_narrator and self.settings.get("system_same_as_user") is True:
            own = "input"
        prefix = ""
        if which is not Which.ANY and not item.is_narrator:
            prefix = self.sequence(f"{which.value}{own}_sequence", speaker)
        prefix = prefix or self.sequence(f"{own}_sequence", speaker)
        named = speaker if self._names(item, speaker) else ""
        return self._between(prefix, item.text, self._suffix(f"{own}_suffix", speaker), named)

    def _names(self, item: Item, speaker: str) -> bool:
        if item.is_narrator:
            return False
        if self.names == ALWAYS:
            return True
        return self.names == FORCE and speaker != self.user and bool(self.group or item.has_avatar)

    def _between(self, prefix: str, wording: Sourced, suffix: str, name: str) -> Sourced:
        source = wording.pieces[0].source if wording else NUDGE
        head = f"{prefix}{self.separator}" if prefix else ""
        start = head + (f"{name}: " if name else "")
        return joined([sourced(start, source), wording, sourced(suffix, source)], "")

    def story(self, story: Sourced) -> Sourced:
        """The story string between its sequences."""
        if not story:
            return story
        prefix = self.sequence("story_string_prefix")
        suffix = self.sequence("story_string_suffix")
        source = story.pieces[0].source
        head = f"{prefix}{self.separator}" if prefix else ""
        return joined([sourced(head, source), story, sourced(suffix, NUDGE)], "")

    def examples(self, blocks: Sequence[ExampleBlock], heading: str) -> list[Sourced]:
        """Example dialogue as messages; a block is headed where there is a heading."""
        if self.settings.get("skip_examples") is True:
            return headed(blocks, heading)
        found: list[Sourced] = []
        in_group = bool(self.group) and self.names in (ALWAYS, FORCE)
        for block in blocks:
            wording = example_entries(
                block, self.user, self.character, self.group, with_names=in_group
            )
            if not wording:
                continue
            if heading:
                found.append(sourced(heading, NUDGE))
            for entry in wording:
                is_user = entry.name == EXAMPLE_USER
                own, name = ("input", self.user) if is_user else ("output", self.character)
                named = self.names == ALWAYS or (self.names == FORCE and is_user)
                # Unlike below messages, a break stands for a suffix only where macros are on.
                expands = self.settings.get("macro") is True
                suffix = (self._suffix if expands else self.sequence)(f"{own}_suffix", name)
                found.append(
                    self._between(
                        self.sequence(f"{own}_sequence", name),
                        entry.text,
                        suffix,
                        name if named and not in_group else "",
                    )
                )
        return found or headed(blocks, heading)

    def last_line(self, *, impersonating: bool, reply_start: str = "") -> str:
        """What the model goes on from.

        Args:
            impersonating: whether it speaks for the user.
            reply_start: what its reply is to begin with.
        """
        name = self.user if impersonating else self.character
        named = self.names == ALWAYS or (self.names == FORCE and bool(self.group))
        sequence = self.sequence("input_sequence", name) if impersonating else ""
        if not impersonating:
            sequence = self.sequence("last_output_sequence", name)
            sequence = sequence or self.sequence("output_sequence", name)
        line = f"{self.separator}{sequence}"
        if named:
            line += f"{self.separator}{self._filler(impersonating=impersonating)}{name}:"
        if reply_start and not impersonating:
            line += reply_start if named else f"{self.separator}{reply_start.lstrip(WHITE_SPACE)}"
        if self.wraps:
            line = line.rstrip(WHITE_SPACE)
        return line if named else f"{line}{self.separator}"

    def _filler(self, *, impersonating: bool) -> str:
        """The space that an output sequence ends with, where the last one lacks it."""
        last = text(self.settings.get("last_output_sequence"))
        usual = text(self.settings.get("output_sequence"))
        if impersonating or not last or not usual or last == usual:
            return ""
        return usual[-1] if usual[-1].isspace() and not last[-1].isspace() else ""


def headed(blocks: Sequence[ExampleBlock], heading: str) -> list[Sourced]:
    """Example dialogue as it is written, a heading above each block (§7.2).

    Args:
        blocks: the blocks.
        heading: a line with its break; empty for none.
    """
    return [
        joined([sourced(heading, NUDGE), sourced(f"{block.text}\n", block.source)], "")
        for block in blocks
    ]
