"""Predicting the open chat's requests, and captured ones that were laid beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from inspector.core.cached import cached_property
from inspector.core.decoded import text
from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.gui.state.session import State
from inspector.language import _
from inspector.loading import OpenChat
from inspector.predicting import predictions_for
from inspector.proof.checking import Check
from inspector.proof.proving import Predictions, Proof
from inspector.proof.sent_parts import SentPart, sent_parts
from inspector.sillytavern.host.reading import read_host
from inspector.systems import ruleset_named


@dataclass(frozen=True, eq=False)
class RequestCheck:
    """What a check of a captured request came to.

    Attributes:
        name: where the request comes from, in words: a file, the clipboard, a time of day.
        chat: the chat that it was checked against.
        document: what that chat held then.
        proof: how the request was probably made, and what was found.
    """

    name: str
    chat: Path
    document: Document
    proof: Proof

    @property
    def found(self) -> Check:
        """What was found."""
        return self.proof.check

    @cached_property
    def parts(self) -> tuple[SentPart, ...]:
        """The parts of the request; of a large one, work for a worker."""
        return sent_parts(self.found)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Of the chat's messages, in characters; read on a worker as well."""
        return tuple(len(text(record.get("mes"))) for record in self.document.chat.records)

    def prepared(self) -> "RequestCheck":
        """The same with everything worked out that is shown of it; called on a worker."""
        _ = self.parts, self.lengths
        return self

    @property
    def end(self) -> int:
        """The message after which the chat ended when the request was sent."""
        at = self.proof.guess.at
        return len(self.document.chat) - 1 if at is None else at

    @property
    def verdict(self) -> str:
        """What it came to, in a few words."""
        off = sum(not slot.is_fine for slot in self.found.slots)
        rest = sum(not one.source.startswith("slot:") for one in self.found.differences)
        if not off and not rest and self.found.history.agrees:
            return _("as predicted")
        return f"{max(off + rest, 1)} {_('differs') if off + rest <= 1 else _('differ')}"


def predictions_of(chat: OpenChat, state: State) -> tuple[Predictions, Predictions | None]:
    """What predicts the requests that were really sent; called on a worker, for it reads files.

    A release that is asked answers; with a design, the release that is installed.

    Args:
        chat: the chat's file.
        state: the chat as it is edited, and what is asked of it.

    Returns:
        the chat as it is edited, and as its file lies where that differs.

    Raises:
        InspectorError: a file that was named cannot be read.
    """
    question = state.question
    ruleset = ruleset_named(question.ruleset)
    # What a person tries out does not concern what was sent, unless nothing else is known.
    is_known = question.host_settings.source
    settings: Mapping[str, object] = {} if is_known else question.changed_settings
    make = partial(
        predictions_for,
        chat,
        rulesets=(ruleset,) if ruleset.is_release else (),
        moment=Moment(settings=settings),
        encoding=question.encoding,
        host=read_host(chat.path, chat.file.metadata, question.settings_file),
    )
    is_edited = state.document is not chat.saved
    return make(state.document), make(chat.saved) if is_edited else None
