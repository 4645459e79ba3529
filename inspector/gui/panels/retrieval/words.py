"""What the panel says, in whole sentences."""

from collections.abc import Sequence

from inspector.gui.kit.text import counted
from inspector.gui.state.file_words import size_in_words
from inspector.language import _, ngettext
from inspector.preferences import RetrievalChoice
from inspector.retrieval.scoring import Since

METHODS = {
    "bm25": (
        _("BM25, words in common"),
        _("Items score by the words that they share with the query. Nothing leaves this computer."),
    ),
    "scores": (
        _("Scores of a file"),
        _(
            'A JSON object of scores by item, such as {"lore:3": 0.81}. '
            "An item that it does not name has 0, a constant entry 1."
        ),
    ),
    "vectors": (
        _("Vectors of a file"),
        _(
            "The exact cosine between the query's vector and the vector of each item, given as a "
            "JSON "
            'object such as {"lore:3": [0.12, -0.4]}. All must come from one model.'
        ),
    ),
    "endpoint": (
        _("An embeddings endpoint"),
        _(
            "An OpenAI-compatible server makes the vectors, on this computer or elsewhere. It is "
            "asked "
            "when you press the button, and nothing is sent to any other address."
        ),
    ),
    "qdrant": (
        "Qdrant",
        _("Scribe's own points in Qdrant: a local folder or a running server. They are only read."),
    ),
}
"""Title and meaning of each way to score, in the order in which they are offered."""

NO_ITEMS = _("No lorebook and no chronicle is open, so there is nothing to score.")
NO_QUERY = _(
    "Nothing is sought for: the user has said nothing. Write a pending message, or choose a moment "
    "at which the user has spoken."
)
ASK_SCRIBE = _("Choose a ruleset of Scribe to see the best of them.")
OLDER_QUERY = _("These scores are of an older query.")
OLDER_VECTOR = _("This vector is of an older query.")
OLDER_MESSAGES = _("Older messages of the user too")
OLDER_MEANING = _("scribe/2025-08 also retrieves pieces of them; without a score they count as 0.")
VAULT_NEEDS = _("Choose vectors of a file or an embeddings endpoint above to make one.")
VAULT_WITHOUT = _(
    "OpenVault is asked without a query vector, so its stored embeddings are not used."
)
VAULT_SILENT = _("The user has said nothing, so there is no query to make a vector of.")
_SHOWN_QUERY = 160
_NAMED = 6


def incomplete(choice: RetrievalChoice) -> str:
    """What is missing to score items this way; empty where nothing is."""
    qdrant = choice.qdrant
    match choice.method:
        case "bm25":
            return ""
        case "scores":
            return "" if choice.scores_file else _("Choose a file of scores.")
        case "vectors":
            return (
                vector_incomplete(choice) if choice.vectors_file else _("Choose a file of vectors.")
            )
        case "endpoint":
            return vector_incomplete(choice)
        case "qdrant":
            if qdrant.on_server and not qdrant.address:
                return _("Write the address of Qdrant, such as http://localhost:6333.")
            if not qdrant.on_server and not qdrant.folder:
                return _("Choose the folder of Qdrant.")
            return vector_incomplete(choice)


def vector_incomplete(choice: RetrievalChoice) -> str:
    """What is missing to have the query's vector."""
    if choice.method != "endpoint" and not choice.embed_query:
        return "" if choice.query_file else _("Choose a file with the query's vector.")
    if not choice.address:
        return _("Write the endpoint's address, such as http://localhost:1234/v1.")
    return "" if choice.model else _("Name the model as the endpoint calls it.")


def changed_since(since: Since) -> str:
    """What has changed since the scores were made."""
    wording = [OLDER_QUERY] if since.query else []
    if since.reworded:
        wording.append(
            _("{items} reworded since.").format(
                items=counted(since.reworded, "{n} item", "{n} items")
            )
        )
    if since.added:
        wording.append(
            _("{items} not asked about.").format(
                items=counted(since.added, "{n} item", "{n} items")
            )
        )
    return " ".join(wording)


def without_score(names: Sequence[str]) -> str:
    """Which items have no score."""
    displayed = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        displayed = _("{names} and {n:,} more").format(names=displayed, n=len(names) - _NAMED)
    return ngettext(
        "{n:,} item has no score and counts as 0: {displayed}.",
        "{n:,} items have no score and count as 0: {displayed}.",
        len(names),
    ).format(n=len(names), displayed=displayed)


def needing_none(constant: int) -> str:
    """That constant entries are retrieved whatever their score."""
    return ngettext(
        "{n:,} constant entry needs no score.", "{n:,} constant entries need no score.", constant
    ).format(n=constant)


def sent_texts(texts: int, size: int, address: str) -> str:
    """`27 texts (4.1 kB) will be sent to …`."""
    return _("{texts} ({size_in_words}) will be sent to {address} and to no other address.").format(
        texts=counted(texts, "{n} text", "{n} texts"),
        size_in_words=size_in_words(size),
        address=address,
    )


def in_short(text: str) -> str:
    """A query as one line that is not too long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN_QUERY else f"{line[:_SHOWN_QUERY]}…"
