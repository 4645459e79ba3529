"""What a person should know about a selection as a whole."""

from collections.abc import Sequence

from inspector.core.memory import Memory
from inspector.core.problems import Problem
from inspector.language import _
from inspector.systems.openvault.retrieval.vectors import QueryVector, has_other_length


def vector_warnings(
    memories: Sequence[Memory],
    supplied: QueryVector | None,
    query: QueryVector | None,
    *,
    has_embedding: bool,
    single: bool,
) -> list[Problem]:
    """What is said of stored embeddings.

    Args:
        memories: the memories.
        supplied: a query vector that a person supplies.
        query: the same where the release asks for one.
        has_embedding: whether one of them has an embedding that the release would look at.
        single: whether the release reads embeddings as Float32.
    """
    if supplied is not None and query is None:
        text = _(
            "The query vector is not used: the release asks for one only where the user "
            "has said something that is not hidden or is about to."
        )
        return [Problem("vector-unused", text)]
    if query is None:
        if not has_embedding:
            return []
        text = _(
            "The memories' embeddings are not used: no query vector is given, so there "
            "is no bonus for similarity, as with embeddings switched off."
        )
        return [Problem("embeddings-unused", text)]
    other = sum(has_other_length(memory, query, single=single) for memory in memories)
    if not other:
        return []
    text = _(
        "{other:,} of {count:,} memories have embeddings of another length than the query "
        "vector's {count_2:,}; they get no bonus for similarity."
    ).format(other=other, count=len(memories), count_2=len(query.numbers))
    return [Problem("embeddings-differ", text)]


def migration_warning() -> Problem:
    """What is said where release 26 meets data from before schema 2."""
    return Problem(
        "migrated",
        _(
            "This data is of an older schema: release 26 would migrate it on opening the "
            "chat, and what it would inject after that is shown. Nothing is written."
        ),
    )


def fallback_warning(names: Sequence[str], candidates: int) -> Problem:
    """What is said where nobody knows anything and the release injects everything."""
    return Problem(
        "pov-fallback",
        _(
            "{names} knows none of the {candidates:,} candidates, so the release goes on "
            "with all of them, whoever witnessed them."
        ).format(names=" or ".join(names), candidates=candidates),
    )
