"""What is made of texts for good as they come into the chat (specs/send-path.md §3, 5 to 7)."""

from collections.abc import Mapping
from dataclasses import replace

from inspector.core.chat import Chat
from inspector.core.decoded import text
from inspector.core.document import Document
from inspector.core.edits import SetText, apply
from inspector.core.javascript import WHITE_SPACE
from inspector.core.sending import Send, SendEvent, SendKind
from inspector.language import _
from inspector.sillytavern.completion.expansion import Macros
from inspector.sillytavern.host.facts import Character, HostFacts
from inspector.sillytavern.macros.context import Variables
from inspector.sillytavern.regex_scripts import Placement, Target, active_scripts, run_scripts
from inspector.sillytavern.send.card_fields import card_fields
from inspector.sillytavern.send.chat_ends import ending
from inspector.sillytavern.send.request_macros import macro_context

NAME = "sillytavern"
"""Who does what no extension does."""

Record = Mapping[str, object]


class TakingIn:
    """Takes the text that is sent into the chat.

    Args:
        host: settings and chat.
        send: what was pressed.
        user: the user's name.
        extensions: which are there, and whether each is on.

    Attributes:
        variables: those of macros as what was taken in has left them; None for the stored ones.
    """

    def __init__(
        self, host: HostFacts, send: Send, user: str, extensions: Mapping[str, bool]
    ) -> None:
        self._host = host
        self._send = send
        self._user = user
        self.extensions = extensions
        self.variables: Variables | None = None

    def new_messages(self, chat: Chat, answering: Character | None, name: str) -> list[Record]:
        """The user's new message, if there is one (§3, step 5): scripts first, then macros.

        Args:
            chat: the messages before it.
            answering: who answers; None if the card is not at hand.
            name: what who answers is called.
        """
        written = self._written
        if not written or self._send.kind not in (SendKind.NORMAL, SendKind.CONTINUE):
            return []
        macros = self._macros(chat, answering, name)
        card, avatar = (answering.card.record, answering.file) if answering else (None, "")
        scripts = active_scripts(self._host.settings, Target.STORED, card, avatar)
        changed = run_scripts(written, scripts, Placement.USER_INPUT, None, macros.text)
        wording = macros.text(changed)
        self.variables = macros.context.variables
        return [
            {"name": self._user, "is_user": True, "is_system": False, "mes": wording, "extra": {}}
        ]

    def for_the_first(
        self, document: Document, answering: Character | None
    ) -> tuple[Document, list[Record], list[SendEvent]]:
        """What the first of a group who answers makes of text and greeting (§3, 3).

        Returns:
            the chat with its greeting expanded, the new messages, and what was done.
        """
        name = answering.name if answering else ""
        new = self.new_messages(document.chat, answering, name)
        whole = ending(document.chat, len(document.chat), new)
        macros = self._macros(whole, answering, name)
        events = greeting_events(whole, greeting_of(whole, macros))
        self.variables = macros.context.variables
        for event in events:
            for edit in event.edits:
                document = apply(document, edit)
        return document, new, events

    @property
    def _written(self) -> str:
        """What is typed, or what is sent in its place."""
        written, host = self._send.pending, self._host
        if not written and self._send.kind is SendKind.NORMAL and host.uses_chat_completion:
            return text(host.oai.get("send_if_empty")).strip(WHITE_SPACE)
        return written

    def _macros(self, chat: Chat, answering: Character | None, name: str) -> Macros:
        context = macro_context(
            self._host, self._send, self.extensions, self._user, (answering, name), chat.records
        )
        if self.variables is not None:
            context = replace(context, variables=self.variables)
        fields = card_fields(self._host, answering, Macros(context))
        return Macros(replace(context, card=fields))


def greeting_of(chat: Chat, macros: Macros) -> str:
    """The first message with its macros expanded (§3, step 6); empty where there is none."""
    return macros.text(text(chat.records[0].get("mes"))) if len(chat) else ""


def greeting_events(chat: Chat, expanded: str) -> list[SendEvent]:
    """That the first message's macros are expanded for good, where it has any."""
    if not len(chat) or expanded == text(chat.records[0].get("mes")):
        return []
    words = _("SillyTavern expands the macros of the first message, for good.")
    return [SendEvent("send", NAME, "macro", ((0, 0),), words, (SetText(0, expanded),))]
