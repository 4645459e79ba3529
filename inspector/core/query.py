"""A query: a ruleset, a document and a moment. What every analysis starts from."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from inspector.core.cached import cached_property
from inspector.core.deadline import Deadline
from inspector.core.document import Document
from inspector.core.edits import Edit, apply
from inspector.core.injection import Derivation
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.core.system import BudgetSetting, Ruleset
from inspector.core.tokens import Tokenizer


@dataclass(frozen=True, eq=False)
class Query:
    """A ruleset put to a document at a moment.

    Attributes:
        ruleset: whose rules answer.
        document: what they answer about.
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

    def answered_by(self, derivation: Derivation) -> "Query":
        """The same, with the answer that is already known."""
        self.__dict__["derivation"] = derivation
        return self

    def at(self, moment: Moment) -> "Query":
        """The same ruleset and document at another moment."""
        return replace(self, moment=moment)

    def edited(self, edits: Sequence[Edit]) -> "Query":
        """The same query about an edited document.

        Raises:
            EditError: an edit is refused.
        """
        document = self.document
        for edit in edits:
            document = apply(document, edit)
        return self if document is self.document else replace(self, document=document)

    @property
    def budget_setting(self) -> BudgetSetting | None:
        """The ruleset's main token budget; None without one."""
        return next(iter(self.ruleset.budget_settings), None)

    def with_budget(self, tokens: int, which: int = 0) -> "Query":
        """The same query with another budget, the main one by default; see `with_budget`."""
        return self.at(with_budget(self.ruleset, self.moment, tokens, which))

    def holds(self, memory: int) -> bool | None:
        """Whether a memory is in the block; None where it does not exist."""
        verdict = self.derivation.verdict_for(memory)
        return None if verdict is None else verdict.in_block

    def number(self, memory: int, name: str) -> float:
        """A number of the last gate that a memory came to; NaN where it has none of that name."""
        steps = self.derivation.steps_for(memory)
        return steps[-1].numbers.get(name, math.nan) if steps else math.nan


def with_budget(ruleset: Ruleset, moment: Moment, tokens: int, which: int = 0) -> Moment:
    """The moment with another budget; the same where the ruleset has none.

    Args:
        ruleset: whose.
        moment: as it is.
        tokens: that it allows.
        which: of its `budget_settings`; 0 is the main one.
    """
    if which >= len(ruleset.budget_settings):
        return moment
    given = ruleset.budget_settings[which].given(tokens)
    return replace(moment, settings={**moment.settings, **given})


@runtime_checkable
class FindsFaults(Protocol):
    """A ruleset of a release that does things wrong, each of which can be said of a chat."""

    def faults(self, query: Query, deadline: Deadline) -> tuple[Problem, ...]:
        """Those that show on this chat at this moment, with fixes where one is known.

        Args:
            query: put to this ruleset.
            deadline: how long fixes are tried; a fault is told without one where it ends.
        """
        ...
