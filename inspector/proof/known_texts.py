"""Texts of a chat and its surroundings, by which a part of a request is recognised."""

from collections.abc import Iterator, Mapping, Sequence

from inspector.core.chat import Chat
from inspector.core.decoded import is_object, items, members, text
from inspector.core.javascript import entries, to_string
from inspector.sillytavern.completion.sourced import (
    DEPTH_PROMPT,
    MAIN,
    MAY_EXPAND,
    NOTE,
    NUDGE,
)
from inspector.sillytavern.host.facts import HostFacts
from inspector.sillytavern.macros.context import MacroContext
from inspector.sillytavern.macros.expansion import expand

_LEAST_SHARE = 0.8
_LEAST_LENGTH = 12
_NUDGES = (
    "new_chat_prompt",
    "new_group_chat_prompt",
    "new_example_chat_prompt",
    "continue_nudge_prompt",
    "group_nudge_prompt",
    "impersonation_prompt",
)
_FIELDS = ("description", "personality", "scenario", "persona")


class KnownTexts:
    """Recognises texts that were not predicted: hidden messages, other lore, other prompts.

    Args:
        chat: the chat.
        host: what lies around it.
        slots: texts of all slots, by key, also of those that are not sent.
        context: what macros are expanded with.
        predicted: parts of the predicted request with their sources.
    """

    def __init__(
        self,
        chat: Chat,
        host: HostFacts,
        slots: Mapping[str, str],
        context: MacroContext,
        predicted: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._predicted = predicted
        self._chat = chat
        self._host = host
        self._slots = slots
        self._context = context
        self._known: dict[str, str] | None = None

    def source(self, found: str) -> str | None:
        """Where a text comes from; None if nothing is like it."""
        known = self._texts()
        wanted = found.strip()
        if wanted in known:
            return known[wanted]
        _, colon, wording = wanted.partition(": ")
        if colon and wording in known:
            return known[wording]
        for one, source in known.items():
            if len(one) >= max(_LEAST_LENGTH, _LEAST_SHARE * len(wanted)) and one in wanted:
                return source
        return None

    def _texts(self) -> dict[str, str]:
        if self._known is None:
            self._known = {}
            for written, source in self._sources():
                self._known.setdefault(written.strip(), source)
                if MAY_EXPAND.search(written):
                    self._known.setdefault(expand(written, self._context).text.strip(), source)
            self._known.pop("", None)
        return self._known

    def _sources(self) -> Iterator[tuple[str, str]]:
        yield from self._predicted
        for key, written in self._slots.items():
            yield written, f"slot:{key}"
        for index in range(len(self._chat) - 1, -1, -1):
            yield text(self._chat.records[index].get("mes")), f"chat:{index}"
        yield self._context.card.depth_prompt, DEPTH_PROMPT
        for field in _FIELDS:
            yield getattr(self._context.card, field), f"card:{field}"
        for prompt in items(self._host.oai.get("prompts")):
            yield text(members(prompt).get("content")), MAIN
        for name in _NUDGES:
            yield text(self._host.oai.get(name)), NUDGE
        yield text(self._host.metadata.get("note_prompt")), NOTE
        for book, stored in self._host.books.items():
            for _, entry in entries(members(stored.get("entries"))):
                if is_object(entry):
                    uid = to_string(entry.get("uid"))
                    yield text(entry.get("content")), f"lore:{book}:{uid}"
