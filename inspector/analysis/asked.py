"""A ruleset asked about a document at a moment: what every analysis starts from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.core.cached import cached_property
from inspector.core.document import Document
from inspector.core.edits import Edit, apply
from inspector.core.injection import Derivation
from inspector.core.moment import Moment
from inspector.core.system import Ruleset
from inspector.core.tokens import Tokenizer


@dataclass(frozen=True, eq=False)
class Asked:
    """A ruleset asked about a document at a moment.

    Attributes:
        ruleset: whose rules answer.
        document: what they are asked about.
        moment: when, and who answers; best left unresolved, so that another `at` finds its own
            speakers.
        tokenizer: what counts.
    """

    ruleset: Ruleset
    document: Document
    moment: Moment
    tokenizer: Tokenizer

    @cached_property
    def derivation(self) -> Derivation:
        """The answer, worked out once.

        Raises:
            SettingError: the moment has a setting that the ruleset refuses.
        """
        return self.ruleset.inject(self.document, self.moment, self.tokenizer)

    @property
    def length(self) -> int:
        """How many messages the chat has at the moment."""
        return len(self.document.chat) if self.moment.at is None else self.moment.at + 1

    def answered_by(self, derivation: Derivation) -> "Asked":
        """The same, with the answer that is already known."""
        self.__dict__["derivation"] = derivation
        return self

    def at(self, moment: Moment) -> "Asked":
        """The same ruleset and document at another moment."""
        return replace(self, moment=moment)

    def edited(self, edits: Sequence[Edit]) -> "Asked":
        """The same question about an edited document.

        Raises:
            EditError: an edit is refused.
        """
        document = self.document
        for edit in edits:
            document = apply(document, edit)
        return self if document is self.document else replace(self, document=document)
