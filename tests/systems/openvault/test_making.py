"""Memories that are made, split, merged and deleted, as the release that wrote the chat does."""

import json
import random

import pytest

from inspector.core.edits import SetField, apply, changes_between
from inspector.core.errors import EditError
from inspector.core.memory_edits import Stamp, sentence_cuts
from inspector.core.moment import Moment
from inspector.jsonbytes.pieces import joined
from inspector.loading import open_chat
from inspector.shipped import sample_chat
from inspector.systems import RULESETS, memory_maker
from inspector.systems.openvault.opening import opened
from inspector.tokenizer import load_tokenizer

STAMP = Stamp(1_790_000_000_000, "abc123def")


@pytest.fixture
def keep(tmp_path):
    """A chat file of messages by Mira and Kai with these data of OpenVault, opened."""

    def write(vault, messages=12):
        lines = [json.dumps({"chat_metadata": {"openvault": vault}})]
        lines += [
            json.dumps({"name": ("Mira", "Kai")[i % 2], "mes": f"Line {i}.", "send_date": f"d{i}"})
            for i in range(messages)
        ]
        path = tmp_path / "chat.jsonl"
        path.write_bytes("\n".join(lines).encode())
        return open_chat(path)

    return write


def vault(*memories, **kept):
    states = {
        name: {"name": name, "current_emotion": "neutral", "known_events": ["e1"]}
        for name in ("Mira", "Kai")
    }
    return {"schema_version": 8, "memories": list(memories), "character_states": states, **kept}


def event(id_="e1", **values):
    return {
        "id": id_, "type": "event", "summary": "Mira hid the key. Kai saw it.", "importance": 3,
        "witnesses": ["Mira"], "characters_involved": ["Mira"], "message_ids": [2, 3],
        "message_fingerprints": ["d2", "d3"], "sequence": 2000, "tokens": ["mira"],
        "embedding_b64": "AACAPw==", **values,
    }  # fmt: skip


def stored(chat, document):
    """What the file holds for a document, read by another parser."""
    header = joined(chat.contents(document)).split(b"\n", 1)[0]
    return json.loads(header)["chat_metadata"]["openvault"]


def known(data, name):
    return data["character_states"][name]["known_events"]


def test_a_new_memory_is_what_release_26_writes(keep):
    chat = keep(vault(event(), scene_ledger=[{"fp": "d1", "location": "Mill", "time": "dusk"}]))
    maker, document = memory_maker(chat.document), chat.document
    values = {**maker.proposed(document, [3, 2]), "summary": "Mira sealed the north gate."}
    data = stored(chat, apply(document, maker.new_memory(document, values, STAMP)))
    assert data["memories"][1] == {
        "id": "event_1790000000000_0", "type": "event", "summary": "Mira sealed the north gate.",
        "importance": 3, "temporal_anchor": "dusk", "is_transient": False,
        "characters_involved": ["Mira", "Kai"], "witnesses": ["Mira", "Kai"], "location": "Mill",
        "is_secret": False, "emotional_impact": {}, "relationship_impact": {},
        "tokens": ["mira", "seal", "north", "gate"], "message_ids": [2, 3],
        "message_fingerprints": ["d2", "d3"], "sequence": 2001, "created_at": 1790000000000,
        "batch_id": "batch_1790000000000_abc123def",
    }  # fmt: skip
    assert known(data, "Mira") == ["e1", "event_1790000000000_0"]


@pytest.mark.parametrize("mark", ["relationships", "last_processed_message_id"])
def test_a_new_memory_of_an_older_release_has_no_fingerprints(keep, mark):
    data = vault(event())
    del data["schema_version"]
    chat = keep({**data, mark: {} if mark == "relationships" else 3})
    maker, document = memory_maker(chat.document), chat.document
    values = {"summary": "Kai left.", "message_ids": [5], "characters_involved": ["Kai"]}
    made = stored(chat, apply(document, maker.new_memory(document, values, STAMP)))["memories"][1]
    assert made["id"] == "1790000000000-abc123def"
    assert made["sequence"] == 5000
    assert made["witnesses"] == ["Kai"]
    assert not {"type", "message_fingerprints", "tokens", "temporal_anchor"} & made.keys()


def test_the_first_memory_of_a_chat_starts_its_list(keep):
    for data in ({"schema_version": 8}, vault(), vault() | {"memories": None}):
        chat = keep(data)
        maker, document = memory_maker(chat.document), chat.document
        edit = maker.new_memory(document, {"summary": "Kai left.", "message_ids": [1]}, STAMP)
        assert [one["summary"] for one in stored(chat, apply(document, edit))["memories"]] == [
            "Kai left."
        ]


def test_a_memory_is_refused_where_it_cannot_be_kept(keep):
    broken = keep(vault(event(), 5)).document
    with pytest.raises(EditError, match="no memory"):
        memory_maker(broken).new_memory(broken, {"summary": "Kai left."}, STAMP)
    document = keep(vault(event())).document
    maker = memory_maker(document)
    for values, why in (
        ({}, "needs a summary"),
        ({"summary": "x", "message_ids": [12]}, "no message 12"),
        ({"summary": "x", "colour": "red"}, "no field 'colour'"),
    ):
        with pytest.raises(EditError, match=why):
            maker.new_memory(document, values, STAMP)


def test_a_split_keeps_the_id_with_the_first_part_and_everybody_knows_both(keep):
    reflection = {
        "id": "r1",
        "type": "reflection",
        "summary": "Mira worries.",
        "source_ids": ["e1"],
    }
    chat = keep(vault(event(retrieval_hits=4), reflection))
    document = chat.document
    cuts = sentence_cuts(document.memories[0].summary)
    edit = memory_maker(document).split(document, 0, cuts, STAMP)
    data = stored(chat, apply(document, edit))
    first, changed, second = data["memories"]
    assert (first["id"], first["summary"]) == ("e1", "Mira hid the key.")
    assert second["summary"] == "Kai saw it."
    assert second["message_fingerprints"] == ["d2", "d3"]
    assert second["sequence"] == 2000
    assert second["tokens"] == ["kai", "saw"]
    assert not {"embedding_b64"} & (first.keys() | second.keys())
    assert "retrieval_hits" not in second
    assert changed["source_ids"] == ["e1", second["id"]]
    assert known(data, "Kai") == ["e1", second["id"]]


@pytest.mark.parametrize("cuts", [[], [0], [29], [99], [5, 5], [17, 18]])
def test_a_split_that_leaves_a_part_empty_is_refused(keep, cuts):
    document = keep(vault(event())).document
    with pytest.raises(EditError):
        memory_maker(document).split(document, 0, cuts, STAMP)


def test_a_split_counts_characters_as_people_do(keep):
    document = keep(vault(event(summary="🐉 came. 🐉 left."))).document
    after = apply(document, memory_maker(document).split(document, 0, [7], STAMP))
    assert [one.summary for one in after.memories] == ["🐉 came.", "🐉 left."]
    assert sentence_cuts("他来了。他走了。") == [4]
    assert sentence_cuts("She asked “Why?” He left.") == [16]


def test_a_merge_keeps_the_first_with_what_the_others_add(keep):
    other = event(
        "e2", importance=5, witnesses=["Kai"], message_ids=[1, 2], message_fingerprints=["d1"],
        sequence=1000, emotional_impact={"Kai": "sad"}, mentions=2,
    )  # fmt: skip
    chat = keep(vault(event(), other))
    maker = memory_maker(chat.document)
    knows = maker.with_state(chat.document, "Kai", {"known_events": ["e2"]})
    document = apply(chat.document, knows)
    for remove in (False, True):
        data = stored(chat, apply(document, maker.merged(document, [0, 1], remove=remove)))
        first, *rest = data["memories"]
        assert first["message_ids"] == [1, 2, 3]
        assert first["message_fingerprints"] == ["d2", "d3", "d1"]
        assert (first["importance"], first["sequence"], first["mentions"]) == (5, 1000, 3)
        assert first["witnesses"] == ["Mira", "Kai"]
        assert first["emotional_impact"] == {"Kai": "sad"}
        assert first["embedding_b64"] == "AACAPw=="
        assert [one["archived"] for one in rest] == ([] if remove else [True])
        assert known(data, "Kai") == (["e1"] if remove else ["e2", "e1"])


def test_events_and_reflections_are_not_merged(keep):
    document = keep(vault(event(), event("r", type="reflection"))).document
    with pytest.raises(EditError, match="reflection"):
        memory_maker(document).merged(document, [0, 1])
    with pytest.raises(EditError, match="two memories"):
        memory_maker(document).merged(document, [0, 0])


def test_a_deleted_memory_is_known_to_nobody_unless_another_has_its_id(keep):
    chat = keep(vault(event(), event("e2"), event("e1")))
    document = chat.document
    both = stored(chat, apply(document, memory_maker(document).deleted(document, [0, 2])))
    assert [one["id"] for one in both["memories"]] == ["e2"]
    assert known(both, "Mira") == []
    one = stored(chat, apply(document, memory_maker(document).deleted(document, [0])))
    assert known(one, "Mira") == ["e1"]


def test_sources_take_their_fingerprints_and_place_along(keep):
    chat = keep(vault(event(sequence=2003)))
    after = apply(chat.document, SetField((0,), "sources", "7, 4..5"))
    data = stored(chat, after)["memories"][0]
    assert data["message_ids"] == [4, 5, 7]
    assert data["message_fingerprints"] == ["d4", "d5", "d7"]
    assert data["sequence"] == 4003
    with pytest.raises(EditError, match="no message 12"):
        apply(chat.document, SetField((0,), "message_ids", [12]))


def test_emotions_are_written_as_people_say_them(keep):
    chat = keep(vault(event()))
    after = apply(chat.document, SetField((0,), "emotions", "Kai: anxious; Mira: calm"))
    assert stored(chat, after)["memories"][0]["emotional_impact"] == {
        "Kai": "anxious", "Mira": "calm",
    }  # fmt: skip
    with pytest.raises(EditError, match="Kai: anxious"):
        apply(chat.document, SetField((0,), "emotions", "anxious"))


def test_relationships_and_states_change_where_the_chat_keeps_them(keep):
    kept = {"trust_level": 5, "tension_level": 0, "relationship_type": "friend", "history": []}
    chat = keep(vault(event(), relationships={"Kai<->Mira": kept}))
    document, maker = chat.document, memory_maker(chat.document)
    after = apply(document, maker.with_relationship(document, "Mira<->Kai", {"trust_level": 7}))
    assert stored(chat, after)["relationships"]["Kai<->Mira"] == {**kept, "trust_level": 7}
    assert changes_between(document, after).in_chat
    for values in ({"trust_level": 11}, {"trust_level": True}, {"love": 3}):
        with pytest.raises(EditError):
            maker.with_relationship(document, "Kai<->Mira", values)
    with pytest.raises(EditError, match="no relationship"):
        maker.with_relationship(document, "Kai<->Zoe", {"trust_level": 1})
    with pytest.raises(EditError, match="no memory has 'nope'"):
        maker.with_state(document, "Kai", {"known_events": ["nope"]})
    with pytest.raises(EditError, match="Nothing is kept about 'kai'"):
        maker.with_state(document, "kai", {"current_emotion": "sad"})


def random_edit(chance, document, number):
    maker, stamp = memory_maker(document), Stamp(1_790_000_000_000 + number // 2, f"s{number}")
    places = range(len(document.memories))
    match chance.randrange(6):
        case 0:
            messages = sorted(chance.sample(range(160), chance.randint(1, 5)))
            values = {**maker.proposed(document, messages), "summary": f'Thing {number}: 🐉 "a".'}
            return maker.new_memory(document, values, stamp)
        case 1:
            return maker.duplicates(document, chance.sample(places, 2), stamp)
        case 2:
            return maker.split(document, chance.choice(places), [chance.randint(0, 40)], stamp)
        case 3:
            two = chance.sample(places, chance.randint(1, 3))
            return maker.merged(document, two, remove=chance.random() < 0.5)
        case 4:
            return maker.deleted(document, chance.sample(places, chance.randint(1, 3)))
        case _:
            return SetField((chance.choice(places),), "message_ids", [chance.randrange(160)])


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_made_is_read_back_the_same_and_undone_byte_for_byte(tmp_path, seed):
    chance = random.Random(seed)
    chat = open_chat(sample_chat())
    history = [chat.document]
    for number in range(24):
        try:
            history.append(apply(history[-1], random_edit(chance, history[-1], number)))
        except EditError:
            continue
    assert len(history) > 12
    path = tmp_path / "after.jsonl"
    path.write_bytes(joined(chat.contents(history[-1])))
    again = open_chat(path).document
    assert [one.record for one in again.memories] == [one.record for one in history[-1].memories]
    assert {name: one.record for name, one in again.characters.items()} == {
        name: one.record for name, one in history[-1].characters.items()
    }
    ids = [one.id for one in again.memories]
    assert len(set(ids)) == len(ids)
    ruleset = RULESETS["openvault/26"]
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    blocks = [
        [one.text for one in ruleset.inject(document, Moment(), tokenizer).injections]
        for document in (again, history[-1])
    ]
    assert blocks[0] == blocks[1]
    before = opened(chat.document, {}, ["Nell", "Rufus"]).events
    assert opened(again, {}, ["Nell", "Rufus"]).events == before
    assert joined(chat.contents(history[0])) == chat.path.read_bytes()


def block_of(release, document):
    ruleset = RULESETS[release]
    tokenizer = load_tokenizer(ruleset.encoding, ruleset.dialect)
    return ruleset.inject(document, Moment(), tokenizer).injections[0].text.split("\n")


@pytest.mark.parametrize("release", ["openvault/1.41", "openvault/1.44", "openvault/26"])
def test_each_release_shows_what_was_made_split_and_merged_as_its_own(tmp_path, release):
    """The expected lines are the release's own for these fields (specs/openvault.md, §4, §5)."""
    chat = open_chat(sample_chat())
    document, maker = chat.document, memory_maker(chat.document)
    values = {
        **maker.proposed(document, [3, 4]), "summary": "Rufus hid “the key”, Nell saw.",
        "importance": 5, "witnesses": ["Nell"], "is_secret": True,
    }  # fmt: skip
    after = apply(document, maker.new_memory(document, values, STAMP))
    cut = after.memories[9].summary.index(" ", 20)
    parts = [after.memories[9].summary[:cut], after.memories[9].summary[cut:].strip()]
    after = apply(after, maker.split(after, 9, [cut], Stamp(STAMP.made_at + 1, "split0000")))
    after = apply(after, maker.merged(after, [11, 12], remove=True))
    path = tmp_path / chat.path.name
    path.write_bytes(joined(chat.contents(after)))
    again = open_chat(path)
    lines = block_of(release, again.document)
    assert lines == block_of(release, after)
    stars = "★" * after.memories[9].importance
    for summary, tag in ((values["summary"], "★★★★★"), *((one, stars) for one in parts)):
        (line,) = (one for one in lines if one.endswith(f"] {summary}"))
        assert line.startswith(f"[{tag}] ")
    assert not any(document.memories[12].summary in one for one in lines)
    assert joined(chat.contents(document)) == chat.path.read_bytes()
