"""Something that a model writes and that a person keeps: a recap, a paragraph of a bucket."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from inspector.language import _
from inspector.llm.exchange import Ask, Check, Model, ModelError, Reply

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True)
class Written:
    """What was read of an answer.

    Attributes:
        text: as it is kept.
        entities: what the answer names besides for the lorebook.
    """

    text: str
    entities: tuple[Mapping[str, object], ...] = ()


class Writing(Protocol):
    """Something that can be written by a prompt."""

    @property
    def key(self) -> str:
        """What it is of, among all that can be written; the same once the chat is edited."""
        ...

    @property
    def title(self) -> str:
        """What it is and what it is made of, for a person."""
        ...

    @property
    def prompt(self) -> str:
        """The setting that holds its prompt."""
        ...

    @property
    def usual(self) -> str:
        """The prompt while nobody changes it."""
        ...

    @property
    def current(self) -> str:
        """The text in whose stead it would stand; empty for none."""
        ...

    def ask(self, template: str) -> Ask:
        """The request, by a prompt."""
        ...

    def read(self, reply: Reply) -> Written:
        """What an answer says.

        Raises:
            InspectorError: it is not what was asked for; nothing of it can be kept.
        """
        ...

    def readable(self, written: Written) -> str:
        """A text as a person reads it."""
        ...

    def notes(self, written: Written) -> tuple[str, ...]:
        """What a person should know before it is kept, each as a sentence."""
        ...


def written(plan: Writing, template: str, model: Model, check: Check | None = None) -> Written:
    """Ask a model.

    Raises:
        InspectorError: it does not answer, or its answer is not what was asked for.
    """
    return plan.read(model.answer(plan.ask(template), check=check))


def whole_text(reply: Reply) -> str:
    """An answer's words, without what a model thought aloud.

    Raises:
        ModelError: it did not come to its end.
    """
    if reply.finish in ("length", "repeats"):
        raise ModelError(_("The answer did not come to its end; nothing is kept of it."))
    return _THOUGHTS.sub("", reply.text).strip()
