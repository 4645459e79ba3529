"""Files of scores and vectors (DESIGN §4)."""

from inspector.core.decoded import is_number, is_object
from inspector.core.errors import InspectorError
from inspector.core.sources import Scores
from inspector.language import _
from inspector.retrieval.cosine import checked_vector, checked_vectors
from inspector.sillytavern.world_info import decoded_file


def read_scores(data: bytes, path: str = "scores") -> Scores:
    """Scores by item id, such as `{"lore:3": 0.81}`.

    Raises:
        InspectorError: it is no such file; the text names the file and says why.
    """
    value = decoded_file(data, path, _("file of scores"))
    if not is_object(value):
        raise InspectorError(
            _('{path}: scores are a JSON object such as {{"lore:3": 0.81}}.').format(path=path)
        )
    scores: dict[str, float] = {}
    for item, score in value.items():
        if not is_number(score):
            raise InspectorError(
                _("{path}: the score of {item!r} is no number.").format(path=path, item=item)
            )
        scores[item] = float(score)
    return Scores(scores)


def read_vectors(data: bytes, path: str = "vectors") -> dict[str, list[float]]:
    """Vectors by item id, such as `{"lore:3": [0.1, 0.2]}`.

    Raises:
        InspectorError: it is no such file; the text names the file and says why.
    """
    return checked_vectors(decoded_file(data, path, _("file of vectors")), path)


def read_query_vector(data: bytes, path: str = "vector") -> list[float]:
    """One vector as a JSON list.

    Raises:
        InspectorError: it is none; the text names the file and says why.
    """
    return checked_vector(decoded_file(data, path, "vector"), path)
