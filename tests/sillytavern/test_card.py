"""Character cards: in pictures and in JSON, of every version."""

import base64
import json
import zlib

import pytest

from inspector.core.card import Card
from inspector.core.errors import InspectorError
from inspector.sillytavern.card import PNG, read_card

DATA = {
    "name": "Mira",
    "description": "A miller.",
    "personality": "calm",
    "scenario": "the mill",
    "first_mes": "Hello.",
    "mes_example": "<START>",
    "system_prompt": "Be Mira.",
    "extensions": {"depth_prompt": {"prompt": "Stay calm.", "depth": 4}},
}
MIRA = Card("Mira", "A miller.", "calm", "the mill", "Hello.", "<START>", "Be Mira.", "Stay calm.")
V2 = {"spec": "chara_card_v2", "spec_version": "2.0", "data": DATA}
V3 = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**DATA, "name": "Mira III"}}


def chunk(kind, content):
    return (
        len(content).to_bytes(4, "big") + kind + content
        + zlib.crc32(kind + content).to_bytes(4, "big")
    )  # fmt: skip


def picture(**cards):
    texts = [
        chunk(b"tEXt", keyword.encode() + b"\0" + base64.b64encode(json.dumps(card).encode()))
        for keyword, card in cards.items()
    ]
    return b"".join([PNG, chunk(b"IHDR", bytes(13)), *texts, chunk(b"IEND", b"")])


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(V2).encode(),
        b"\xef\xbb\xbf" + json.dumps({**V3, "data": DATA}).encode(),
        picture(chara=V2),
        picture(ccv3=V2),
    ],
    ids=["V2", "V3", "picture V2", "picture V3"],
)
def test_every_form_gives_the_same_character(data):
    assert read_card(data) == MIRA


def test_of_two_cards_in_a_picture_the_newer_form_is_read():
    assert read_card(picture(chara=V2, ccv3=V3)).name == "Mira III"


def test_a_v1_card_stands_at_the_top():
    flat = {key: value for key, value in DATA.items() if isinstance(value, str)}
    assert read_card(json.dumps(flat).encode()).description == "A miller."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"spec": "chara_card_v2"}', "it has no `data`"),
        (b'{"spec": "chara_card_v3", "data": {}}', "it has no `data`"),
        (b'{"spec": "chara_card_v3", "data": null}', "it has no `data`"),
        (b"[]", "a JSON object"),
        (b"", "it is empty"),
        (b"GIF89a", "cannot be read"),
        (picture(), "holds no character card"),
        (picture(chara=V2)[:60], "is cut off"),
        (PNG, "holds no character card"),
        (picture(chara=V2).replace(b"chara\0e", b"chara\0%"), "is damaged"),
        (picture(chara=[1]), "a JSON object"),
    ],
)
def test_what_holds_no_card_is_refused(data, why):
    with pytest.raises(InspectorError, match=f"^card.png: .*{why}"):
        read_card(data, "card.png")


def test_values_of_another_type_are_empty():
    odd = {"data": {"name": "Mira", "description": 4, "extensions": [], "first_mes": None}}
    assert read_card(json.dumps(odd).encode()) == Card("Mira")


def test_a_picture_is_read_as_leniently_as_sillytavern_reads_it():
    spelled = base64.b64encode(json.dumps({**V2, "n": "xx"}).encode())
    assert spelled.endswith(b"=")
    broken = b"\n".join(spelled[start : start + 76] for start in range(0, len(spelled), 76))
    texts = [chunk(b"tEXt", b"Chara\0" + broken.rstrip(b"=")), chunk(b"tEXt", b"chara\0%%%")]
    assert read_card(b"".join([PNG, *texts, chunk(b"IEND", b"")])) == MIRA
