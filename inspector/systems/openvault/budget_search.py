"""Looks for a token budget that does what a person wants, by trying budgets on the real rules."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.deadline import Deadline
from inspector.core.injection import Injection
from inspector.core.query import Query
from inspector.systems.openvault.lines import SLOT

_TRIES = 8
_MOST_TOKENS = 1 << 22


def main_block(query: Query) -> Injection | None:
    """The prompt that holds the memories; None where a ruleset sets no such one."""
    return next((one for one in query.derivation.injections if one.key == SLOT), None)


@dataclass(frozen=True, eq=False)
class BudgetSearch:
    """Tries budgets until one does, until its deadline.

    Attributes:
        query: the query, of which only the budget is changed.
        deadline: when to stop.
    """

    query: Query
    deadline: Deadline

    def holding(self, wanted: Sequence[int], guess: float) -> int | None:
        """Tokens of budget with which all of these memories are in the block; None if not found.

        With more budget the selection takes more memories too, so a first guess seldom does.

        Args:
            wanted: indexes of the memories.
            guess: tokens that may do.
        """
        for tried in range(1, _TRIES + 1):
            if not guess < _MOST_TOKENS or self.deadline.is_over:
                return None
            tokens = math.ceil(guess)
            after = self._with(tokens)
            missing = set(wanted) - after.derivation.in_block
            if not missing:
                return tokens
            wording = [after.number(index, "enough") for index in missing]
            enough = max((number for number in wording if math.isfinite(number)), default=0)
            guess = max(enough, tokens * (1 + tried / _TRIES) + 1)
        return None

    def within(self, limit: int, over: int) -> int | None:
        """Tokens of budget with which the main block has at most `limit`; None if not found.

        Args:
            limit: tokens, exactly counted, that the block may have.
            over: by how much it exceeds them with a budget of `limit`.
        """
        for tokens in range(limit - over, limit - over * (_TRIES + 1), -over):
            if tokens < 1 or self.deadline.is_over:
                return None
            block = main_block(self._with(tokens))
            if block is not None and block.tokens <= limit:
                return tokens
        return None

    def _with(self, tokens: int) -> Query:
        return self.query.with_budget(tokens)
