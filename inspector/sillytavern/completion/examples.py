"""Example dialogue, cut into blocks and messages (specs/send-path.md §6.6)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.core.javascript import WHITE_SPACE
from inspector.sillytavern.completion.ledger import Entry
from inspector.sillytavern.completion.sourced import sourced

_START: Final = re.compile(r"<START>", re.IGNORECASE)
EXAMPLE_USER, EXAMPLE_ASSISTANT = "example_user", "example_assistant"


@dataclass(frozen=True, slots=True)
class ExampleBlock:
    """One block of example dialogue.

    Attributes:
        text: what stands behind `<START>`, trimmed.
        source: where it comes from: `example`, or a lorebook's entry.
    """

    text: str
    source: str


def blocks_of(examples: str, source: str) -> list[ExampleBlock]:
    """Blocks of example dialogue.

    Args:
        examples: as the card or an entry has it, macros expanded.
        source: where it comes from.
    """
    if not examples or examples == "<START>":
        return []
    if not examples.startswith("<START>"):
        examples = "<START>\n" + examples.strip(WHITE_SPACE)
    parts = _START.split(examples)[1:]
    return [ExampleBlock(part.strip(WHITE_SPACE), source) for part in parts]


def example_entries(
    block: ExampleBlock,
    user: str,
    character: str,
    group: Sequence[str] = (),
    *,
    with_names: bool = True,
) -> list[Entry]:
    """A block's messages: lines up to the next one that begins with a speaker's name.

    Args:
        block: the block.
        user: the user's name.
        character: who answers.
        group: names of all members; empty in a solo chat.
        with_names: whether in a group each message begins with its speaker's name.
    """
    parsing = _Parsing(block.source, named=bool(group) and with_names)
    bot = character
    for line in block.text.replace("\r", "").split("\n"):
        is_own = line.startswith(f"{character}:")
        if line.startswith(f"{user}:"):
            parsing.speak(user, EXAMPLE_USER)
        elif is_own or any(line.startswith(f"{name}:") for name in group):
            if not is_own:
                bot = line.partition(":")[0]
            parsing.speak(bot, EXAMPLE_ASSISTANT)
        parsing.lines.append(line)
    parsing.close(bot)
    return parsing.entries


class _Parsing:
    """A block while it is cut into messages."""

    def __init__(self, source: str, *, named: bool) -> None:
        self.source = source
        self.named = named
        self.entries: list[Entry] = []
        self.lines: list[str] = []
        self._speaker = ""
        self._role = ""

    def speak(self, name: str, role: str) -> None:
        """Another line of a speaker begins; one of the other side ends what was said before."""
        if self._role and self._role != role:
            self.close(self._speaker)
        self._speaker, self._role = name, role

    def close(self, name: str) -> None:
        """End a message; lines before the first speaker belong to the first message."""
        if not self._role:
            return
        speaker = self._speaker or name
        text = "\n".join(self.lines).replace(f"{speaker}:", "", 1).strip(WHITE_SPACE)
        if self.named:
            text = f"{speaker}: {text}"
        self.entries.append(Entry("system", sourced(text, self.source), name=self._role))
        self.lines = []
