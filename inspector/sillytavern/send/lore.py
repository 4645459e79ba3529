"""What lorebooks put into a request, by place (specs/send-path.md §6, specs/world-info.md)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

from typing_extensions import override

from inspector.core.decoded import is_number, items, members, names, text
from inspector.core.javascript import to_number, to_string
from inspector.sillytavern.completion.examples import ExampleBlock, blocks_of
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.history import Line
from inspector.sillytavern.completion.ledger import Count
from inspector.sillytavern.completion.slots import Slot
from inspector.sillytavern.completion.sourced import NOTHING, Sourced, joined, sourced
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.lore_scan.model import (
    AtDepth,
    BookSources,
    Injected,
    Placed,
    Position,
    Record,
    ScanFields,
    ScanInput,
    ScanMessage,
    ScanOutput,
)
from inspector.sillytavern.lore_scan.scan import scan
from inspector.sillytavern.prompt import IN_CHAT, NOWHERE, SYSTEM
from inspector.sillytavern.regex_scripts import Placement, active_scripts, run_scripts

TEXT_COST = 6
"""What the host's count of one text adds in chat completion (specs/world-info.md, *Budget*)."""

_DEFAULT_CONTEXT = 8192
_BUDGET = "world_info_budget"
_USUAL_BUDGET, _LARGEST_BUDGET = 25, 100
"""Percents of the context."""


@dataclass(frozen=True)
class PlacedLore:
    """The texts of activated entries, where they go.

    Attributes:
        before: before the character, joined.
        after: behind the character.
        note_top: at the top of the author's note.
        note_bottom: at its bottom.
        examples_top: blocks of example dialogue before the card's.
        examples_bottom: those behind it.
        slots: at a depth, by depth and role, and the outlets.
        outlets: by name, what `{{outlet::name}}` stands for.
        scan: what the scan found; None where no lorebook is scanned.
    """

    before: Sourced = NOTHING
    after: Sourced = NOTHING
    note_top: Sourced = NOTHING
    note_bottom: Sourced = NOTHING
    examples_top: tuple[ExampleBlock, ...] = ()
    examples_bottom: tuple[ExampleBlock, ...] = ()
    slots: tuple[Slot, ...] = ()
    outlets: Mapping[str, str] = field(default_factory=dict[str, str])
    scan: ScanOutput | None = None


class _Latest(Sequence[ScanMessage]):
    """All visible messages, of which only the newest can be read: a scan looks no further back."""

    def __init__(self, lines: Sequence[Line], count: int) -> None:
        self._lines = lines
        self._before = max(0, count - len(lines))

    @override
    def __len__(self) -> int:
        return self._before + len(self._lines)

    @overload
    def __getitem__(self, index: int) -> ScanMessage: ...
    @overload
    def __getitem__(self, index: slice) -> list[ScanMessage]: ...
    @override
    def __getitem__(self, index: int | slice) -> ScanMessage | list[ScanMessage]:
        if isinstance(index, slice):
            wanted = range(*index.indices(len(self)))
            return [self[location] for location in wanted if location >= self._before]
        location = index + len(self) if index < 0 else index
        if not self._before <= location < len(self):
            raise IndexError(index)
        one = self._lines[location - self._before]
        return ScanMessage(one.name, one.text, one.index)


@dataclass(frozen=True, eq=False)
class LoreScan:
    """What a request's scan is made of.

    Attributes:
        host: settings, books and chat.
        answering: who answers; None if the card is not at hand.
        generation: the kind of generation, as `triggers` spell it.
        lines: the newest messages as they are sent, oldest first.
        count_lines: how many visible messages there are, with those before these.
        slots: every slot; those with `scan` are read.
        suppressed: whether an extension leaves only the chat's own book.
        rewritten: changes an entry as extensions do when books are loaded.
        count: tokens of a text.
    """

    host: HostFacts
    answering: Character | None
    generation: str
    lines: Sequence[Line]
    count_lines: int
    slots: Sequence[Slot]
    suppressed: bool
    rewritten: Callable[[str, Record], Record]
    count: Count

    def placed(self, macros: Macros) -> PlacedLore:
        """The activated entries where they go; macros go on with the variables they write."""
        host = self.host
        sources = self._sources()
        if not any((sources.shared, sources.chat, sources.persona, sources.character)):
            return PlacedLore()
        size = host.context_size
        found = scan(
            ScanInput(
                books=host.books,
                sources=sources,
                settings=_loaded(members(host.settings.get("world_info_settings"))),
                messages=_Latest(self.lines, self.count_lines),
                max_context=int(_DEFAULT_CONTEXT if size is None else size),
                count=self._cost,
                fields=self._fields(macros),
                injected=[Injected(one.key, one.text.text) for one in self.slots if one.scan],
                timed=host.metadata.get("timedWorldInfo"),
                character_file="" if self.answering is None else self.answering.stem,
                tags=self._tags(),
                macros=macros.context,
                rewritten=self.rewritten,
                regexed=self._regexed(macros),
            )
        )
        macros.go_on_with(found.variables)
        return _placed(found, macros)

    def _cost(self, written: str) -> int:
        if not written:
            return 0
        extra = TEXT_COST if self.host.uses_chat_completion else 0
        return self.count(written) + extra

    def _sources(self) -> BookSources:
        host = self.host
        own = text(host.metadata.get("world_info")) or None
        if self.suppressed:
            return BookSources(chat=own)
        selected = members(members(host.settings.get("world_info_settings")).get("world_info"))
        character = self.answering
        extra: tuple[str, ...] = ()
        main = None
        if character is not None:
            main = text(character.card.extensions.get("world")) or None
            listed = [members(one) for one in items(selected.get("charLore"))]
            mine = [one for one in listed if one.get("name") == character.stem]
            extra = names(mine[0].get("extraBooks")) if mine else ()
        persona = text(host.power_user.get("persona_description_lorebook")) or None
        return BookSources(names(selected.get("globalSelect")), own, persona, main, extra)

    def _fields(self, macros: Macros) -> ScanFields:
        card = macros.context.card
        return ScanFields(
            persona=card.persona,
            description=card.description,
            personality=card.personality,
            depth_prompt=card.depth_prompt,
            scenario=card.scenario,
            creator_notes=card.creator_notes,
            trigger=self.generation,
        )

    def _tags(self) -> tuple[str, ...]:
        if self.answering is None:
            return ()
        return names(members(self.host.settings.get("tag_map")).get(self.answering.file))

    def _regexed(self, macros: Macros) -> Callable[[str, int | None], str]:
        character = self.answering
        card, avatar = (character.card.record, character.file) if character else (None, "")
        scripts = active_scripts(self.host.settings, card=card, avatar=avatar)

        def regexed(content: str, depth: int | None) -> str:
            return run_scripts(content, scripts, Placement.WORLD_INFO, depth, macros.text)

        return regexed


def _placed(found: ScanOutput, macros: Macros) -> PlacedLore:
    sources = {one.key: f"lore:{one.book}:{one.uid}" for one in found.verdicts}

    def text_of(one: Placed) -> Sourced:
        return sourced(one.content, sources.get(one.key, f"lore:{one.key}"))

    def lines_of(entries: Iterable[Placed]) -> Sourced:
        return joined(map(text_of, entries), "\n")

    top: list[ExampleBlock] = []
    bottom: list[ExampleBlock] = []
    for position, one in found.examples:
        blocks = blocks_of(macros.card_text(one.content), text_of(one).pieces[0].source)
        if position is Position.EXAMPLES_TOP:
            top[:0] = blocks
        else:
            bottom += blocks
    slots = [_at_depth(group, lines_of(group.entries)) for group in found.at_depth]
    slots += [
        Slot(f"customWIOutlet_{name}", lines_of(entries), NOWHERE)
        for name, entries in found.outlets.items()
    ]
    return PlacedLore(
        before=lines_of(found.before),
        after=lines_of(found.after),
        note_top=lines_of(found.note_top),
        note_bottom=lines_of(found.note_bottom),
        examples_top=tuple(top),
        examples_bottom=tuple(bottom),
        slots=tuple(slots),
        outlets={name: lines_of(entries).text for name, entries in found.outlets.items()},
        scan=found,
    )


def _at_depth(group: AtDepth, content: Sourced) -> Slot:
    depth, role = to_number(group.depth), to_number(group.role)
    return Slot(
        f"customDepthWI_{to_string(group.depth)}_{to_string(group.role)}",
        content,
        IN_CHAT,
        int(depth) if is_number(depth) else 0,
        int(role) if is_number(role) else SYSTEM,
    )


def _loaded(settings: Record) -> Record:
    """The settings as SillyTavern takes them over when it starts (world-info.md, *Budget*)."""
    if to_number(settings.get(_BUDGET)) > _LARGEST_BUDGET:
        return {**settings, _BUDGET: _USUAL_BUDGET}
    return settings
