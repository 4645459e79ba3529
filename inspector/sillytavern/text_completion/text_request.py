"""The prompt of text completion: story string, examples, chat (specs/send-path.md §7)."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from inspector.core.decoded import is_number, members, text
from inspector.core.javascript import WHITE_SPACE, to_number, truthy
from inspector.core.sending import SendKind
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.completion.ledger import Count
from inspector.sillytavern.completion.material import Material
from inspector.sillytavern.completion.request import Request
from inspector.sillytavern.completion.slots import Slot, in_position
from inspector.sillytavern.completion.sourced import (
    MAIN,
    NOTHING,
    NUDGE,
    PERSONA,
    Sourced,
    joined,
    sourced,
)
from inspector.sillytavern.prompt import BEFORE_PROMPT, IN_CHAT, IN_PROMPT, SYSTEM
from inspector.sillytavern.text_completion.handlebars import rendered
from inspector.sillytavern.text_completion.instruct import Instruct, Which, headed
from inspector.sillytavern.text_completion.items import Item, chat_items

STORY_KEY: Final = "__STORY_STRING__"
RAW_HEADING: Final = "<START>\n"
"""The line above a block of examples that instruct mode has not put into its words."""

_PERSONA_IN_PROMPT = 0
_POST_HISTORY: Final = "card:post_history_instructions"


def text_request(material: Material, macros: Macros, count: Count) -> Request:
    """The one prompt that is sent.

    Args:
        material: what it is put together from.
        macros: expands texts.
        count: tokens of a text.
    """
    assembly = _Assembly(material, macros, count)
    return Request(prompt=assembly.prompt(), lacks=assembly.filling.lacks)


class _Assembly:
    """One prompt while it is put together."""

    def __init__(self, material: Material, macros: Macros, count: Count) -> None:
        self.material = material
        self.macros = macros
        self.power_user = material.host.power_user
        self.context = members(self.power_user.get("context"))
        self._count = count
        settings = members(self.power_user.get("instruct"))
        self.instruct = (
            Instruct(settings, macros, material.user, material.character, material.group)
            if settings.get("enabled") is True
            else None
        )
        self.filling = _Filling(self._tokens, material.host.context_size)
        self.is_continue = material.kind is SendKind.CONTINUE
        self.is_impersonate = material.kind is SendKind.IMPERSONATE

    def prompt(self) -> Sourced:
        """The whole prompt."""
        story, slots = self._story()
        items = self._with_post_history(
            chat_items(self.material, slots, self.macros, continuing=self.is_continue)
        )
        # The host empties them once the story string has them (§7.2).
        blocks = [] if self.power_user.get("strip_examples") is True else self._examples()
        lines = self._formatted(items)
        closing = NOTHING
        if self.is_continue and len(lines) > 1:
            closing = lines.pop(-1)
            items = items[:-1]
        start = sourced(self._chat_start(), NUDGE)
        pinned = self.power_user.get("pin_examples") is True
        spent = [story, *(blocks if pinned else ()), start, self._last_line(NOTHING), closing]
        filling = self.filling
        filling.begin(joined(spent, ""), self._padding())
        kept = filling.kept(items, lines)
        if not pinned:
            filling.begin(
                joined([story, start, *kept, self._last_line(NOTHING), closing], ""),
                self._padding(),
            )
            blocks = filling.fitting(blocks)
        if closing:
            blocks, kept = self._shortened(story, blocks, start, kept, closing)
        return self._joined(story, blocks, start, kept, closing)

    def _shortened(
        self,
        story: Sourced,
        blocks: Sequence[Sourced],
        start: Sourced,
        kept: Sequence[Sourced],
        closing: Sourced,
    ) -> tuple[Sequence[Sourced], Sequence[Sourced]]:
        """What is left once the whole is counted again, which is done where a reply goes on (§7.4).

        Examples go first, the last one first, then the oldest lines.
        """
        last_line = self._last_line(NOTHING)
        pinned = self.power_user.get("pin_examples") is True
        while blocks or kept:
            whole = [story, *blocks, start, *kept, sourced("\n", NUDGE), last_line, closing]
            if self.filling.holds(joined(whole, ""), self._padding()):
                break
            if blocks and not pinned:
                blocks = blocks[:-1]
            elif kept:
                kept = kept[1:]
            else:
                break
        return blocks, kept

    def _with_reply_start(self, wording: Sourced) -> Sourced:
        """The last line with what the reply is to begin with; instruct mode has it in its own."""
        start = self.material.reply_start
        if self.instruct is not None or not start.strip(WHITE_SPACE):
            return wording
        space = "" if wording.text[-1:].isspace() else " "
        return wording + sourced(f"{space}{start.lstrip(WHITE_SPACE)}", NUDGE)

    def _joined(
        self,
        story: Sourced,
        blocks: Sequence[Sourced],
        start: Sourced,
        kept: Sequence[Sourced],
        closing: Sourced,
    ) -> Sourced:
        wording = list(kept)
        if wording and not self.is_continue and (self.instruct is None or self.instruct.wraps):
            wording[-1] = _without_last_break(wording[-1])
        if wording:
            wording[-1] = self._with_reply_start(self._last_line(wording[-1]))
        whole = joined([story, *blocks, start, *wording, closing], "")
        return _without_returns(whole)

    def _tokens(self, wording: str) -> int:
        return self._count(wording.replace("\r", "")) if wording else 0

    def _padding(self) -> float:
        stored = self.power_user.get("token_padding", 0)
        return stored if is_number(stored) else 0

    def _chat_start(self) -> str:
        start = text(self.context.get("chat_start"))
        return self.macros.text(f"{start}\n") if start else ""

    def _story(self) -> tuple[Sourced, list[Slot]]:
        """The story string where it stands first, and the slots; it may be one of them."""
        story = self._rendered_story()
        slots = list(self.material.slots)
        if self.context.get("story_string_position") != IN_CHAT:
            return (story if self.instruct is None else self.instruct.story(story)), slots
        depth = to_number(self.context.get("story_string_depth", 1))
        role = to_number(self.context.get("story_string_role", SYSTEM))
        where = int(depth) if is_number(depth) else 1
        who = int(role) if is_number(role) else SYSTEM
        return NOTHING, [*slots, Slot(STORY_KEY, story, IN_CHAT, where, who)]

    def _rendered_story(self) -> Sourced:
        material, card = self.material, self.material.card
        in_prompt = self.power_user.get("persona_description_position", 0) == _PERSONA_IN_PROMPT
        values = {
            "anchorBefore": self._anchor(BEFORE_PROMPT),
            "anchorAfter": self._anchor(IN_PROMPT),
            "system": self._system(),
            "description": sourced(card.description, "card:description"),
            "personality": sourced(card.personality, "card:personality"),
            "scenario": sourced(card.scenario, "card:scenario"),
            "persona": sourced(card.persona, PERSONA) if in_prompt else NOTHING,
            "char": sourced(material.character, MAIN),
            "user": sourced(material.user, MAIN),
            "wiBefore": material.lore_before,
            "wiAfter": material.lore_after,
            "loreBefore": material.lore_before,
            "loreAfter": material.lore_after,
            "mesExamples": joined(self._examples(), ""),
            "mesExamplesRaw": joined(self._raw_examples(), ""),
        }
        story = self.macros.sourced(rendered(text(self.context.get("story_string")), values, MAIN))
        whole = story.text
        story = story.cut(len(whole) - len(whole.lstrip("\n")), len(whole))
        if story and not story.text.endswith("\n") and self._ends_with_break():
            story += sourced("\n", MAIN)
        return story

    def _ends_with_break(self) -> bool:
        if self.instruct is None:
            return True
        return self.instruct.wraps and not text(self.instruct.settings.get("story_string_suffix"))

    def _anchor(self, position: int) -> Sourced:
        texts = [one.text.stripped() for one in in_position(self.material.slots, position)]
        return self.macros.sourced(joined(texts, "\n")).stripped()

    def _system(self) -> Sourced:
        settings = members(self.power_user.get("sysprompt"))
        if settings.get("enabled") is not True:
            return NOTHING
        own = text(settings.get("content"))
        card = self.material.card.prompt
        if not card:
            return sourced(self.macros.card_text(own), MAIN)
        return sourced(self.macros.text(card, {"original": own}), "card:system_prompt")

    def _with_post_history(self, items: list[Item]) -> list[Item]:
        """`sysprompt.post_history` as a bare line of the user, below everything (§7.3)."""
        settings = members(self.power_user.get("sysprompt"))
        if settings.get("enabled") is not True:
            return items
        own = text(settings.get("post_history"))
        card = self.material.card.instruction
        if card:
            wording = sourced(self.macros.text(card, {"original": own}), _POST_HISTORY)
        else:
            wording = sourced(self.macros.card_text(own), MAIN)
        if not wording:
            return items
        item = Item("", wording, is_user=True)
        return [*items[:-1], item, *items[-1:]] if self.is_continue else [*items, item]

    def _heading(self) -> str:
        """The line above a block of examples; empty where there is none."""
        separator = text(self.context.get("example_separator"))
        return f"{self.macros.text(separator)}\n" if separator else ""

    def _examples(self) -> list[Sourced]:
        blocks, heading = self.material.examples, self._heading()
        if self.instruct is not None:
            return self.instruct.examples(blocks, heading)
        return headed(blocks, heading)

    def _raw_examples(self) -> list[Sourced]:
        """The blocks, those of lorebooks included, as they are before instruct mode is at them."""
        heading = self._heading() if self.instruct is None else RAW_HEADING
        return headed(self.material.examples, heading)

    def _formatted(self, items: Sequence[Item]) -> list[Sourced]:
        last_user = max((index for index, one in enumerate(items) if one.is_user), default=-1)
        found: list[Sourced] = []
        for index, item in enumerate(items):
            is_continued = self.is_continue and index == len(items) - 1
            which = Which.ANY
            if index == last_user or is_continued:
                which = Which.LAST
            elif index == 0:
                which = Which.FIRST
            line = self._line(item, which)
            if is_continued:
                end = line.text.rfind(item.text.text) + len(item.text.text)
                line = line.cut(0, end)
            found.append(line)
        return found

    def _line(self, item: Item, which: Which) -> Sourced:
        if item.is_ignored:
            return NOTHING
        if self.instruct is not None:
            return self.instruct.message(item, which)
        source = item.text.pieces[0].source if item.text else NUDGE
        name = "" if item.is_narrator else item.name
        head = sourced(f"{name}: ", source) if name else NOTHING
        return joined([head, item.text, sourced("\n", source)], "")

    def _last_line(self, wording: Sourced) -> Sourced:
        """What is said last, with what the model goes on from."""
        if self.instruct is not None:
            if self.is_continue:
                return wording
            line = self.instruct.last_line(
                impersonating=self.is_impersonate, reply_start=self.material.reply_start
            )
            return wording + sourced(line, NUDGE)
        name = self.material.user if self.is_impersonate else self.material.character
        forced = self.is_impersonate or self.power_user.get("always_force_name2") is True
        # Hidden messages count here as well.
        chat = self.macros.context.chat
        is_first_continued = self.is_continue and len(chat) == 1
        if (not forced and not self.material.group) or is_first_continued:
            return wording
        line = "" if wording.text.endswith("\n") else "\n"
        if not (self.is_continue and chat and truthy(chat[-1].get("is_user"))):
            line += f"{name}:"
        return wording + sourced(line, NUDGE)


class _Filling:
    """A context that fills up, newest messages first (§7.4).

    Attributes:
        lacks: by source, how many more tokens the context would have to hold for what is put
            among the messages and did not fit.
    """

    def __init__(self, tokens: Callable[[str], int], limit: float | None) -> None:
        self._tokens = tokens
        self._limit = limit
        self._spent = 0.0
        self.lacks: dict[str, int] = {}

    def begin(self, wording: Sourced, padding: float) -> None:
        """Start with what is in anyway."""
        self._spent = self._tokens(wording.text) + padding

    def holds(self, whole: Sourced, padding: float) -> bool:
        """Whether the whole is no larger than the context."""
        return self._limit is None or self._tokens(whole.text) + padding <= self._limit

    def _fits(self, wording: Sourced) -> bool:
        self._spent += self._tokens(wording.text)
        return self._limit is None or self._spent < self._limit

    def kept(self, items: Sequence[Item], lines: Sequence[Sourced]) -> list[Sourced]:
        """The lines that fit, oldest first: everything injected, then messages."""
        kept: set[int] = set()
        newest_first = range(len(items) - 1, -1, -1)
        for injected in (True, False):
            places = [index for index in newest_first if items[index].is_injected is injected]
            for number, index in enumerate(places):
                if not self._fits(lines[index]):
                    if injected:
                        self._leave_out([lines[one] for one in places[number:]])
                    break
                kept.add(index)
        return [line for index, line in enumerate(lines) if index in kept]

    def _leave_out(self, lines: Sequence[Sourced]) -> None:
        """Note what is lacking for lines of which the first has been counted already."""
        if self._limit is None:
            return
        needed = self._spent - self._limit + 1
        for number, line in enumerate(lines):
            needed += self._tokens(line.text) if number else 0
            for piece in line.pieces:
                self.lacks.setdefault(piece.source, math.ceil(needed))

    def fitting(self, blocks: Sequence[Sourced]) -> list[Sourced]:
        """The first blocks of examples that fit."""
        found: list[Sourced] = []
        for block in blocks:
            if not self._fits(block):
                break
            found.append(block)
        return found


def _without_last_break(wording: Sourced) -> Sourced:
    whole = wording.text
    return wording.cut(0, len(whole) - 1) if whole.endswith("\n") else wording


def _without_returns(whole: Sourced) -> Sourced:
    if "\r" not in whole.text:
        return whole
    return joined([sourced(one.text.replace("\r", ""), one.source) for one in whole.pieces], "")
