"""`why` says for an entry of a lorebook what set it off, or where it was left out."""

import json

import pytest

from tests.captured import WIRE


@pytest.fixture
def sample(tmp_path):
    return next(iter(WIRE.laid_out("30-lore-all-positions", tmp_path)))


def books(chat):
    return list((chat.parent.parent.parent / "worlds").glob("*.json"))


def requested(cli, sample, *ids):
    found = cli("why", sample.chat, *ids, "--pending", "Is the fog bell here?", "--json").json
    return found if isinstance(found, list) else [found]


def changed(sample, uid, **members):
    (path,) = books(sample.chat)
    book = json.loads(path.read_text("utf-8"))
    entry = next(one for one in book["entries"].values() if str(one["uid"]) == uid)
    entry.update(members)
    path.write_text(json.dumps(book), "utf-8")
    return f"lore:{path.stem}:{uid}"


def test_a_key_is_named_with_its_message(sample, cli):
    wanted = changed(sample, "0", constant=False, key=["fog bell"])
    (found,) = requested(cli, sample, wanted)
    assert (found["id"], found["in_block"]) == (wanted, True)
    assert found["gates"][0]["gate"] == "key"
    assert "its key fog bell in " in found["gates"][0]["detail"]


def test_what_is_left_out_says_where(sample, cli):
    first = changed(sample, "0", disable=True)
    second = changed(sample, "1", constant=False, key=["no such word"])
    found = requested(cli, sample, first, second)
    assert [one["in_block"] for one in found] == [False, False]
    assert found[0]["gates"] == [{"gate": "disabled", "passed": False, "detail": "it is disabled"}]
    assert found[1]["gates"][-1]["gate"] == "keys"


def test_chance_is_said_to_be_one(sample, cli):
    wanted = changed(sample, "0", constant=True, useProbability=True, probability=99)
    text = cli("why", sample.chat, wanted).output
    assert "99" in text


def test_an_entry_that_is_not_scanned_is_refused_with_the_books(sample, cli):
    refusal = cli("why", sample.chat, "lore:Nowhere:1").refusal
    assert "there is no 'lore:Nowhere:1'" in refusal
    assert books(sample.chat)[0].stem in refusal
