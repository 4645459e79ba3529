"""What a person wants scored, as it stood when they asked for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.gui.state.session import State
from inspector.preferences import RetrievalChoice
from inspector.retrieval.scoring import RetrievesItems, Since, Sought
from inspector.systems import retrieving_ruleset, ruleset_named, sources_users
from inspector.tokenizer import load_tokenizer


@dataclass(frozen=True)
class RetrievalRequest:
    """What a person wants scored.

    Attributes:
        state: the document and the question.
        choice: who makes the scores.
        typed: keys by address that were typed and are not kept anywhere.
    """

    state: State
    choice: RetrievalChoice
    typed: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)

    @property
    def ruleset(self) -> str:
        """The ruleset with items that is asked, was asked last, or would be asked first."""
        question = self.state.question
        user = sources_users()[0]
        return question.ruleset_of(user.name) or user.rulesets[0].name

    @property
    def rules(self) -> RetrievesItems:
        """How that ruleset retrieves items."""
        return retrieving_ruleset(self.ruleset)

    def sought(self) -> Sought:
        """What is sought, and among which items.

        Raises:
            InspectorError: a setting or the encoding is refused.
        """
        name, state = self.ruleset, self.state
        question = state.question
        moment = (question if question.ruleset == name else question.with_ruleset(name)).moment
        ruleset = ruleset_named(name)
        return self.rules.sought(
            state.document,
            moment,
            load_tokenizer(question.encoding or ruleset.encoding, ruleset.dialect),
            older_messages=self.choice.older_messages,
        )


@dataclass(frozen=True, eq=False)
class Inspection:
    """What there is to score, what it would send, and how the scores in use have aged.

    Attributes:
        errand: what was looked at.
        sought: the query and the items.
        scored: how many of the items have a score; None while BM25 scores them.
        without: what the items without a score are called.
        since: what has changed since the scores were made.
        texts: how many texts the endpoint would be sent now.
        size: how many bytes they have together.
        kept: how many more need not be sent, since their vectors are kept.
        vault_query: what OpenVault 26 makes its query's vector of.
    """

    request: RetrievalRequest
    sought: Sought
    scored: int | None
    without: tuple[str, ...]
    since: Since
    texts: int
    size: int
    kept: int
    vault_query: str
