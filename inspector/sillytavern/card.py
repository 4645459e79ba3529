"""Character cards: PNG pictures with a card inside, and JSON; V1, V2 and V3. Only read."""

import base64
import binascii
from collections.abc import Iterator, Mapping

from inspector.core.card import Card
from inspector.core.decoded import is_object, members, text
from inspector.core.errors import InspectorError
from inspector.language import _
from inspector.sillytavern.lines import BYTE_ORDER_MARK
from inspector.sillytavern.values import NotJsonError, decode

PNG = b"\x89PNG\r\n\x1a\n"
_CARD_CHUNKS = (b"ccv3", b"chara")
"""Keywords of the text chunks that hold a card, the newest form first, as SillyTavern reads."""

_TEXTS = ("name", "description", "personality", "scenario", "first_mes", "mes_example")


def read_card(data: bytes, path: str = "card") -> Card:
    """The card that a file's bytes hold.

    Args:
        data: a PNG picture or JSON.
        path: what errors call the file.

    Raises:
        InspectorError: there is no card in it; the text names the file and says why.
    """
    spelled = _embedded(data, path) if data.startswith(PNG) else data
    try:
        value = decode(spelled.removeprefix(BYTE_ORDER_MARK))
    except NotJsonError as error:
        raise InspectorError(
            _("{path}: the character card cannot be read: {error}.").format(path=path, error=error)
        ) from error
    if not is_object(value):
        raise InspectorError(
            _("{path}: a character card is a JSON object, and this is none.").format(path=path)
        )
    return _card(_character(value, path))


def _character(value: Mapping[str, object], path: str) -> Mapping[str, object]:
    """Where the character's fields stand: in `data`, or in a V1 card at the top."""
    data = value.get("data")
    if is_object(data) and data:
        return data
    if any(text(value.get(key)).strip() for key in (*_TEXTS, "char_name")):
        return value
    raise InspectorError(
        _("{path}: this card describes no character: it has no `data`.").format(path=path)
    )


def _card(character: Mapping[str, object]) -> Card:
    note = members(members(character.get("extensions")).get("depth_prompt"))
    return Card(
        name=text(character.get("name")),
        description=text(character.get("description")),
        personality=text(character.get("personality")),
        scenario=text(character.get("scenario")),
        greeting=text(character.get("first_mes")),
        example_dialogue=text(character.get("mes_example")),
        system_prompt=text(character.get("system_prompt")),
        depth_prompt=text(note.get("prompt")),
        record=character,
    )


def _embedded(data: bytes, path: str) -> bytes:
    found: dict[bytes, bytes] = {}
    for keyword, content in _text_chunks(data, path):
        found.setdefault(keyword.lower(), content)
    for keyword in _CARD_CHUNKS:
        if keyword in found:
            # As SillyTavern reads it: line breaks and missing signs at the end do no harm.
            spelled = b"".join(found[keyword].split()).rstrip(b"=")
            try:
                return base64.b64decode(spelled + b"=" * (-len(spelled) % 4), validate=True)
            except binascii.Error as error:
                name = keyword.decode()
                raise InspectorError(
                    _("{path}: the card in this picture ({name}) is damaged: {error}.").format(
                        path=path, name=name, error=error
                    )
                ) from error
    raise InspectorError(_("{path}: this picture holds no character card.").format(path=path))


def _text_chunks(data: bytes, path: str) -> Iterator[tuple[bytes, bytes]]:
    """Keyword and content of every tEXt chunk of a PNG picture."""
    at = len(PNG)
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        end = at + 8 + length
        if end > len(data):
            raise InspectorError(_("{path}: this picture is cut off.").format(path=path))
        if kind == b"tEXt":
            keyword, _nul, content = data[at + 8 : end].partition(b"\0")
            yield keyword, content
        if kind == b"IEND":
            return
        at = end + 4
