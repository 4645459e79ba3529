"""Why a message's recap is in short-term memory or not, and what would bring it in."""

from inspector.core.explanation import MESSAGE, Explanation, message_named
from inspector.core.query import Query
from inspector.core.ruleset import WithoutMemories
from inspector.systems.auto_recap.changes import RecapGoal, answer_of
from inspector.systems.auto_recap.short_term import message_steps


class ExplainsRecaps(WithoutMemories):
    """The part of a ruleset that explains (`core.query.Explains`), as designed and as released."""

    def explain(self, query: Query, wanted: str) -> Explanation:
        """The gates that a message met, the last one failed unless its recap is in.

        Raises:
            InspectorError: there is no such message, or it is no answer of Auto-Recap's.
        """
        answer = answer_of(query)
        message = message_named(wanted, len(answer.messages))
        verdict = answer.messages[message]
        steps = message_steps(verdict, answer.short_term)
        return Explanation(f"{MESSAGE}{message}", verdict.included, steps)

    def goal(self, query: Query, wanted: str) -> RecapGoal:
        """See `Explains`.

        Raises:
            InspectorError: there is no such message, or it is no answer of Auto-Recap's.
        """
        return RecapGoal(message_named(wanted, len(answer_of(query).messages)))
