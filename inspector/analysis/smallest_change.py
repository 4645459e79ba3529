"""The smallest change that turns a verdict, tried on the real rules (issue 4, item 3)."""

from collections.abc import Iterator

from inspector.analysis.memory_goal import MemoryGoal
from inspector.analysis.trial import Trials, suggested
from inspector.core.deadline import Deadline
from inspector.core.errors import InspectorError
from inspector.core.explanation import Explains, Explanation
from inspector.core.query import Query
from inspector.core.request import RequestDerivation
from inspector.core.suggestion import SuggestedChange
from inspector.language import _


def smallest_change(
    query: Query, memory: int, deadline: Deadline | None = None
) -> SuggestedChange | None:
    """The cheapest change that gets a memory into the block, or, if it is in, takes it out.

    It was verified by running the rules again. None where nothing was found in time, where
    the memory does not exist at the moment, or where no way is known.
    """
    return next(changes(query, memory, deadline), None)


def changes(
    query: Query, memory: int, deadline: Deadline | None = None
) -> Iterator[SuggestedChange]:
    """Every such change that is found, the cheapest first.

    An iterator, so that a view can show the first at once and stop when it likes.
    """
    is_in = query.holds(memory)
    if is_in is not None:
        goal = MemoryGoal(memory, wanted=not is_in)
        yield from suggested(Trials(query, goal, deadline or Deadline()))


def changes_for(
    query: Query, wanted: str, deadline: Deadline | None = None
) -> Iterator[SuggestedChange]:
    """Every change that is found to get a message or an item in, the cheapest first.

    Nothing is suggested for what is in.

    Args:
        query: with its answer.
        wanted: `message:12`, `lore:3`, `chronicle:x` or `chat:5`.
        deadline: when to stop looking.

    Raises:
        InspectorError: there is no such message or item, or the ruleset judges none.
    """
    goal = _explaining(query).goal(query, wanted)
    return suggested(Trials(query, goal, deadline or Deadline()))


def explanation(query: Query, wanted: str) -> Explanation:
    """Every gate that a message or an item met.

    Raises:
        InspectorError: there is no such message or item, or the ruleset judges none.
    """
    return _explaining(query).explain(query, wanted)


def _explaining(query: Query) -> Explains:
    if not isinstance(query.ruleset, Explains):
        raise InspectorError(
            _("{name} assembles no request and judges no messages.").format(name=query.ruleset.name)
        )
    return query.ruleset


def request_of(query: Query) -> RequestDerivation:
    """The answer of a ruleset that assembles a request.

    Raises:
        InspectorError: it is another ruleset's.
    """
    if not isinstance(query.derivation, RequestDerivation):
        raise InspectorError(_("{name} assembles no request.").format(name=query.ruleset.name))
    return query.derivation
