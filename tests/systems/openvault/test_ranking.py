"""What a budget keeps, told by running sums, against dropping one memory after the other."""

import random
from dataclasses import replace

from inspector.systems.openvault.ranking import Costs, Prepared, chronological


def _one_by_one(costs, ranks, tokens):
    """Step 3 of the budget as specs/as-designed.md §1 words it."""
    kept = list(ranks)
    while sum(costs.each[rank] for rank in kept) > tokens:
        kept.remove(min(kept, key=lambda rank: (costs.importances[rank], rank)))
    return kept


def test_the_least_important_go_first_and_the_oldest_among_equals():
    dice = random.Random(17)
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


def _ranked(memories, dice):
    """A ranking of memories that lie in the file nearly as they happened, as they mostly do."""
    places = range(memories)
    positions = [place + dice.choice([0, 0, 0, dice.randint(-5, 5)]) for place in places]
    prepared = Prepared(
        members=places,
        positions=positions,
        chronology=chronological(positions, places),
        costs=[dice.randint(1, 9) for _ in places],
        importances=[dice.randint(1, 5) for _ in places],
        archived=frozenset(one for one in places if dice.random() < dice.choice([0, 0.2])),
    )
    return prepared, dice.choice([prepared.ranked(frozenset()), prepared.unarchived])


def _without(prepared, places):
    return prepared.ranked(frozenset(range(len(prepared.members))).difference(places))


def test_a_ranking_of_some_memories_is_that_of_all_without_the_rest():
    dice = random.Random(19)
    for _ in range(300):
        count = dice.randint(0, 30)
        prepared, ranking = _ranked(count, dice)
        end = dice.randint(0, count)
        places = sorted({*range(end), *(dice.randrange(count) for _ in range(min(count, 2)))})
        order = [place for place in ranking.order if place in places]
        some, anew = ranking.among(places, prepared), _without(prepared, order)
        assert some.order == order
        assert some.positions == anew.positions
        assert some.members == anew.members
        first = dice.randint(0, len(order))
        ranks = range(first, dice.randint(first, len(order)))
        assert some.costs.total(ranks) == anew.costs.total(ranks)
        tokens = dice.randint(0, 100)
        assert some.costs.kept(ranks, tokens) == _one_by_one(anew.costs, ranks, tokens)


def test_what_is_known_of_a_ranking_holds_after_an_edit_but_for_what_it_changed():
    dice = random.Random(23)
    for _ in range(300):
        count = dice.randint(1, 30)
        before, _ranking = _ranked(count, dice)
        places = frozenset(dice.randrange(count) for _ in range(dice.randint(0, 3)))
        costs, importances = list(before.costs), list(before.importances)
        for place in places:
            costs[place], importances[place] = dice.randint(1, 9), dice.randint(1, 5)
        members = range(100, 100 + count)
        after = replace(before, members=members, costs=costs, importances=importances)
        known, anew = after.after_edit(before, places).unarchived, after.unarchived
        assert known.members == anew.members
        assert (known.order, known.positions) == (anew.order, anew.positions)
        assert known.costs.each == anew.costs.each
        assert known.costs.importances == anew.costs.importances
        first = dice.randint(0, len(known.order))
        ranks = range(first, dice.randint(first, len(known.order)))
        assert known.costs.total(ranks) == anew.costs.total(ranks)
        tokens = dice.randint(0, 100)
        assert known.costs.kept(ranks, tokens) == _one_by_one(anew.costs, ranks, tokens)


def test_an_edit_that_puts_a_memory_away_or_elsewhere_is_ranked_anew():
    before, _ranking = _ranked(9, random.Random(29))
    away = replace(before, archived=before.archived | {4})
    assert away.after_edit(before, frozenset({4})) is away
    moved = replace(before, chronology=list(reversed(before.chronology)))
    assert moved.after_edit(before, frozenset({4})) is moved
