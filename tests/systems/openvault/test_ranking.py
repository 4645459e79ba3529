"""What a budget keeps, told by running sums, against dropping one memory after the other."""

import random

from inspector.systems.openvault.ranking import Costs


def _one_by_one(costs, ranks, tokens):
    """Step 3 of the budget as specs/as-designed.md §1 words it."""
    kept = list(ranks)
    while sum(costs.each[rank] for rank in kept) > tokens:
        kept.remove(min(kept, key=lambda rank: (costs.importances[rank], rank)))
    return kept


def test_the_least_important_go_first_and_the_oldest_among_equals():
    dice = random.Random(17)  # noqa: S311
    for _ in range(300):
        count = dice.randint(0, 12)
        costs = Costs(
            [dice.randint(1, 9) for _ in range(count)],
            [dice.randint(1, 5) for _ in range(count)],
        )
        first = dice.randint(0, count)
        ranks = range(first, dice.randint(first, count))
        tokens = dice.randint(0, 40)
        assert costs.kept(ranks, tokens) == _one_by_one(costs, ranks, tokens)
