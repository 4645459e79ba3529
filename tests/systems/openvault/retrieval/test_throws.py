"""Where a release throws: every row of specs/openvault-corrections.md, T, by its number."""

from dataclasses import dataclass, field

import pytest

from inspector.core.moment import Moment
from inspector.systems import ruleset_named
from tests.systems.openvault.retrieval.vaults import (
    ALL,
    NEWEST,
    OLDER,
    agrees,
    encoded,
    event,
    loaded,
    talk,
    tokenizer_of,
)

VECTOR = (1.0, 0.0)
SPECIAL = "<|endoftext|>"


@dataclass(frozen=True)
class Row:
    """One way to throw, or nearly.

    Attributes:
        number: of the row.
        named: what the warning says; empty where nothing is thrown.
        memory: fields of the first memory.
        memories: all of them instead.
        data: of OpenVault's besides.
        messages: fields of the last message.
        moment: how it is asked.
        releases: which.
        hidden: how many messages are hidden.
    """

    number: str
    named: str
    memory: dict[str, object] = field(default_factory=dict)
    memories: object = None
    data: dict[str, object] = field(default_factory=dict)
    messages: dict[str, object] = field(default_factory=dict)
    moment: dict[str, object] = field(default_factory=dict)
    releases: tuple[str, ...] = ALL
    hidden: int = 10


def node(**fields):
    return {"graph": {"nodes": {"mira": {"name": "Mira", **fields}}}}


def state(events):
    return {"character_states": {"Mira": {"known_events": events}}}


SCENE = {"location": "Mill", "time": "noon", "source_fp": "d19"}
GROUP = {"group": ("Mira", "Wren")}
PHRASE = {"graph": {"nodes": {"t": {"name": "Old Tam", "aliases": ["hear", "Tam"]}}}}
OLD = {"schema_version": 1}

ROWS = [
    *(Row("T1", "memories of the chat's data", memories=odd) for odd in ("x", 5, True, {"a": 1})),
    *(Row("T1", "", memories=odd) for odd in (None, "", 0, False, [])),
    Row("T2", "entry 1 of memories is null", memories=[event(), None]),
    *(Row("T2", "", memories=[event(), odd]) for odd in (5, "x", True, [])),
    *(
        Row("T3", key, memory={"message_ids": [15], key: odd})
        for key in ("witnesses", "characters_involved")
        for odd in ({}, 5, True, [None], ["Mira", 1], [["Mira"]], [{}])
    ),
    *(Row("T3", "", memory={"message_ids": [15], "witnesses": odd}) for odd in (0, "", "Mira")),
    Row("T3", "", memory={"message_ids": [15], "witnesses": [None]}, moment=GROUP),
    *(
        Row("T4", f"{key} of message 19", messages={key: odd})
        for key in ("mes", "name")
        for odd in (5, True, [], {"a": 1})
    ),
    *(Row("T4", "", messages={"mes": odd}) for odd in (0, None, False)),
    Row("T4", "", messages={"mes": 5}, moment=GROUP),
    *(Row("T5", "witnesses of e", memory={"witnesses": odd}) for odd in ("", 0, False, "Mira")),
    Row("T5", "witnesses of e", memory={"witnesses": {}}, moment=GROUP),
    Row("T5", "", memory={"message_ids": [15], "witnesses": "Mira"}),
    *(
        Row("T5", "characters_involved of e", memory={"witnesses": [], "characters_involved": odd})
        for odd in ("", 0, "Mira")
    ),
    Row("T5", "", memory={"witnesses": ["Mira"], "characters_involved": ""}),
    *(
        Row(
            "T5",
            "" if release in OLDER else "characters_involved",
            memory={"witnesses": [], "characters_involved": "", "is_secret": True},
            releases=(release,),
        )
        for release in ALL
    ),
    Row("T5", "an item of witnesses", memory={"witnesses": [None, "Mira"]}, moment=GROUP),
    Row("T5", "", memory={"witnesses": ["Mira", None]}, moment=GROUP),
    *(Row("T6", "known_events of the state of Mira", data=state(odd)) for odd in ({}, 5, True)),
    *(Row("T6", "", data=state(odd)) for odd in (0, None, "e", ["e"], [None])),
    Row("T6", "", data=state(5), hidden=0),
    Row("T6", "", data={"character_states": {"Mira": 5}}),
    Row("T7", "message_fingerprints", {"message_fingerprints": "d3"}, releases=NEWEST),
    Row("T7", "", {"message_fingerprints": "d3"}, releases=OLDER),
    *(Row("T7", "", {"message_fingerprints": odd}) for odd in ("", None, 0, {}, [None])),
    *(
        Row("T8", "of graph node mira", data=node(aliases=odd), releases=NEWEST)
        for odd in (5, True, {}, [5], [None])
    ),
    *(Row("T8", "", data=node(aliases=odd), releases=OLDER) for odd in (5, [None])),
    *(
        Row("T9", "graph node x", data={"graph": {"nodes": {"x": odd}}}, releases=NEWEST)
        for odd in (None, {"name": 5}, {"name": "N", "aliases": 5}, {"name": "N", "aliases": [5]})
    ),
    *(
        Row("T10", "tokens of e", memory={"tokens": odd}, releases=NEWEST)
        for odd in (5, True, {"a": 1})
    ),
    *(Row("T10", "", memory={"tokens": odd}) for odd in (0, "", None, [], [5], "bell")),
    Row("T10", "graph edge a", data={"graph": {"edges": {"a": None}}}, releases=NEWEST),
    Row(
        "T10",
        "description of graph edge a",
        data={"graph": {"edges": {"a": {"description": 5}}}},
        releases=NEWEST,
    ),
    Row("T10", "description of graph node mira", data=node(description=[5]), releases=NEWEST),
    *(
        Row("T11", "to split", memory={"summary": odd}, data=node(description="An old bell"))
        for odd in (5, True, {"a": 1}, [], [5])
    ),
    Row(
        "T11",
        "summary of far",
        memories=[event(), event("far", message_ids=[15], summary=5)],
        data=node(description="An old bell"),
        releases=NEWEST,
    ),
    Row("T11", "", memories=[event(), event("far", message_ids=[15], summary=5)], releases=OLDER),
    Row(
        "T12",
        "to look for a phrase in",
        memory={"summary": 5, "tokens": ["bell"]},
        data=PHRASE,
        releases=NEWEST,
    ),
    *(
        Row(
            "T13",
            "to count",
            memory={"summary": odd, "type": None},
            moment={"settings": {"retrievalFinalTokens": budget}},
            releases=NEWEST,
        )
        for odd in (5, True, [5])
        for budget in (8000, 0)
    ),
    *(
        Row(
            "T14",
            "to report",
            memory={"summary": odd, "type": None},
            moment={"settings": {"retrievalFinalTokens": 0}},
            releases=NEWEST,
        )
        for odd in (0, False)
    ),
    Row("T14", "", memory={"summary": 0, "type": None}, releases=NEWEST),
    Row("T15", "summary of e", memory={"summary": SPECIAL}, releases=NEWEST),
    Row(
        "T15",
        "summary of e",
        memory={"summary": SPECIAL},
        moment={"settings": {"retrievalFinalTokens": -5}},
        releases=NEWEST,
    ),
    Row("T15", "Disallowed", memory={"temporal_anchor": SPECIAL}, releases=NEWEST),
    Row("T15", "Disallowed", moment={"user": SPECIAL}, releases=NEWEST),
    Row("T15", "Disallowed", data=node(description=SPECIAL), releases=NEWEST),
    Row("T15", "", memory={"summary": SPECIAL}, releases=OLDER),
    *(
        Row(
            "T16",
            "embedding_b64 of e",
            memory={"embedding_b64": odd},
            moment={"query_vector": VECTOR},
            releases=NEWEST,
        )
        for odd in ("%%%%", "AAAAA", "AAA", 5, True, "AAAAAAA")
    ),
    *(
        Row("T16", "", memory={"embedding_b64": odd}, moment={"query_vector": VECTOR})
        for odd in (encoded(1.0, 2.0), encoded(1.0, 2.0).rstrip("="), " A A\nAA AAAA AAA= ", "", 0)
    ),
    Row(
        "T16",
        "embedding_b64 of graph node mira",
        data=node(embedding_b64="%"),
        moment={"query_vector": VECTOR},
        releases=NEWEST,
    ),
    Row("T16", "", memory={"embedding_b64": "%"}),
    *(Row("T17", "message_ids", memory={"message_ids": odd}) for odd in ("4", "12")),
    Row("T17", "", memory={"message_ids": 4}),
    *(Row("T18", "importance", memory={"importance": odd}) for odd in (-1, -7, "-2", 1e999)),
    *(Row("T18", "", memory={"importance": odd}) for odd in (-0.5, "x", [], {}, None, 0)),
    Row(
        "T18",
        "importance",
        memories=[event("r", type="reflection", importance=-1)],
        releases=NEWEST,
    ),
    Row("T19", "entry a of relationships", data={"relationships": {"a": None}}, releases=("1.41",)),
    Row("T19", "entry 0 of relationships", data={"relationships": [None]}, releases=("1.41",)),
    Row("T19", "", data={"relationships": {"a": None}}, releases=("1.44", "26")),
    Row("T19", "", data={"relationships": {"a": None}}, hidden=0),
    *(
        Row("T20", "graph node x", data={"graph": {"nodes": {"x": odd}}}, releases=NEWEST)
        for odd in (
            {"name": 0},
            {"name": False},
            {"aliases": ""},
            {"aliases": 0},
            {"aliases": [None, "hear"]},
        )
    ),
    Row("T20", "", data={"graph": {"nodes": {"x": {"aliases": ["hear", None]}}}}, releases=NEWEST),
    Row(
        "T20",
        "",
        data={"graph": {"nodes": {"x": {"name": 0}}}},
        moment={"settings": {"injection.world.position": -1}},
        releases=NEWEST,
    ),
    Row(
        "T21",
        "Cannot read properties of null",
        data={"scene_states": {"d19": {**SCENE, "characters": {"Mira": None}}}},
        releases=NEWEST,
    ),
    *(
        Row(
            "T21",
            "join is not a function",
            data={"scene_states": {"d19": {**SCENE, "characters": {"Mira": {key: "hat"}}}}},
            releases=NEWEST,
        )
        for key in ("clothing", "physical_status")
    ),
    Row(
        "T21",
        "join is not a function",
        data={"scene_states": {"d19": {**SCENE, "active_props": "bell"}}},
        releases=NEWEST,
    ),
    *(
        Row("T22", "nodes of graph", data={**OLD, "graph": {"nodes": odd}}, releases=NEWEST)
        for odd in ({}, 5, True)
    ),
    Row("T22", "a node of graph", data={**OLD, "graph": {"nodes": [None]}}, releases=NEWEST),
    *(Row("T22", "", data={**OLD, "graph": {"nodes": odd}}, releases=NEWEST) for odd in (0, [])),
    *(
        Row("T22", "entry 1 of memories", memories=[event(), odd], data=OLD, releases=NEWEST)
        for odd in ("x", 5, True)
    ),
    Row("T22", "message_ids of e", memory={"message_ids": {}}, data=OLD, releases=NEWEST),
    Row(
        "T22",
        "",
        memory={"message_ids": {}, "message_fingerprints": ["d3"]},
        data=OLD,
        releases=NEWEST,
    ),
    Row(
        "T22",
        "message_ids of e",
        memory={"message_ids": 5, "message_fingerprints": ["d3"]},
        data={**OLD, "processed_message_ids": [1]},
        releases=NEWEST,
    ),
    *(
        Row("T22", "global_world_state", data={**OLD, "global_world_state": odd}, releases=NEWEST)
        for odd in ("x", 5, True)
    ),
    Row("stop", "", memories={"a": 1}, moment={"settings": {"enabled": False}}),
    Row("stop", "", memories={"a": 1}, moment={"settings": {"enabled": 1}}),
]


CASES = [
    pytest.param(row, release, id=f"{row.number}-{location}-{release}")
    for location, row in enumerate(ROWS)
    for release in row.releases
]


@pytest.mark.parametrize(("row", "release"), CASES)
def test_a_release_throws_where_its_row_says_and_nowhere_else(row, release):
    messages = talk(20, hidden=row.hidden)
    messages[-1].update(row.messages)
    data = {"schema_version": 8, "memories": row.memories, **row.data}
    if row.memories is None and row.number != "T1":
        data["memories"] = [event(**row.memory), event("plain", importance=1)]
    document = loaded(messages, data)
    requested = {"user": "Robin", "character": "Mira", "pending": "Hear the bell", **row.moment}
    derivation = ruleset_named(f"openvault/{release}").inject(
        document, Moment(**requested), tokenizer_of(release)
    )
    agrees(derivation, document)
    wording = [one.text for one in derivation.warnings if one.code.endswith("-throws")]
    if row.named:
        (sentence,) = wording
        assert row.named in sentence
        assert not any(slot.text for slot in derivation.injections)
        assert not derivation.in_block
    else:
        assert wording == []


def test_an_empty_chat_stops_before_anything_is_read():
    for release in ALL:
        document = loaded([], {"schema_version": 8, "memories": {"a": 1}})
        derivation = ruleset_named(f"openvault/{release}").inject(
            document, Moment(user="Robin", character="Mira"), tokenizer_of(release)
        )
        assert not derivation.warnings
