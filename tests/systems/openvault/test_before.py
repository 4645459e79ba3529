"""The format that the terse one replaces, and what it says of what it leaves out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.document import Document
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.systems import ruleset_named
from inspector.tokenizer import load_tokenizer
from tests.systems.openvault.retrieval.vaults import agrees, chat_of, talk

BEFORE = ruleset_named("openvault/before")
COUNTER = load_tokenizer("o200k_base")


def block(memories, length=600, **case):
    case = {"memories": memories, "chat_length": length, **case}
    return BEFORE.format(case, COUNTER)["text"].split("\n")


def memory(position, importance=3, **more):
    return {
        "summary": f"At {position}.",
        "message_ids": [position],
        "importance": importance,
        **more,
    }


def test_the_whole_block_in_three_sections():
    felt = {"Sasha": "aroused", "Derek": "dominant"}
    memories = [
        memory(10, 4, is_secret=True, emotional_impact=felt),
        memory(12, 5, emotional_impact=felt),
        memory(22, 4, emotional_impact={}),
        memory(60),
        memory(150, emotional_impact=felt),
        memory(560),
        memory(564, is_secret=True),
    ]
    relationships = [{"character": "Goblin", "trust": 1, "tension": 9, "type": "enemy"}]
    emotion = {"emotion": "anxious", "fromMessages": {"min": 580, "max": 590}}
    assert block(memories, relationships=relationships, emotional_info=emotion) == [
        "<scene_memory>",
        "(Current chat has #600 messages)",
        "",
        "## The Story So Far",
        "[★★★★] [Secret] At 10.",
        "    💔 Emotional: Sasha feels aroused, Derek feels dominant",
        "[★★★★★] At 12.",
        "    ⤷ IMMEDIATELY AFTER",
        "    💔 Emotional: Sasha feels aroused, Derek feels dominant",
        "[★★★★] At 22.",
        "    ⤷ Shortly after",
        "",
        "...",
        "",
        "[★★★] At 60.",
        "",
        "## Leading Up To This Moment",
        "[★★★] At 150.",
        "",
        "## Current Scene",
        "Emotional state: anxious (as of msgs #580-590)",
        "Relationships with present characters:",
        "- Goblin: enemy (low trust, high tension)",
        "",
        "[★★★] At 560.",
        "[★★★] [Secret] At 564.",
        "    ⤷ IMMEDIATELY AFTER",
        "",
        "</scene_memory>",
    ]


def test_without_memories_a_blank_line_stays_below_the_header():
    lines = ["<scene_memory>", "(Current chat has #5 messages)", "", "</scene_memory>"]
    assert block([], 5) == lines


@pytest.mark.parametrize(
    ("positions", "hint"),
    [
        ([100, 104], "    ⤷ IMMEDIATELY AFTER"),
        ([100, 105], "    ⤷ Shortly after"),
        ([100, 114], "    ⤷ Shortly after"),
        ([100, 115], None),
        # Rounded half up: 100.5 is 101 and 105.4 is 105.
        ([100.5, 105.4], "    ⤷ IMMEDIATELY AFTER"),
        ([100.4, 104.6], "    ⤷ Shortly after"),
    ],
)
def test_a_hint_goes_by_rounded_positions(positions, hint):
    hints = [line for line in block([memory(one) for one in positions]) if "⤷" in line]
    assert hints == ([] if hint is None else [hint])


def test_a_hint_is_about_the_neighbour_that_is_kept():
    memories = [memory(100, 5), memory(103, 1), memory(106, 5)]
    full = block(memories)
    assert full.count("    ⤷ IMMEDIATELY AFTER") == 2
    fewer = next(
        lines for budget in range(400, 0, -1) if (lines := block(memories, budget=budget)) != full
    )
    assert "[★] At 103." not in fewer
    assert [line for line in fewer if "⤷" in line] == ["    ⤷ Shortly after"]


records = st.lists(
    st.builds(
        memory,
        st.integers(0, 599),
        st.integers(1, 5),
        emotional_impact=st.sampled_from([{}, {"Mira": "glad"}, {"Mira": 5}, "sad", None]),
        is_secret=st.booleans(),
    ),
    max_size=14,
)


@given(records=records, budget=st.integers(0, 500))
def test_lines_below_a_memory_count_with_it_and_go_with_it(records, budget):
    document = Document(
        chat=chat_of(talk(600)),
        memories=tuple(Memory(index, record, index) for index, record in enumerate(records)),
    )
    moment = Moment(user="Robin", character="Mira", settings={"retrievalFinalTokens": budget})
    derivation = BEFORE.inject(document, moment, COUNTER)
    agrees(derivation, document)
    (slot,) = derivation.injections
    assert slot.cost == derivation.budget.used
    assert slot.cost <= budget or not derivation.in_block
    for verdict in derivation.verdicts:
        lines = [line for line in slot.lines if line.memory == verdict.memory]
        if verdict.in_block:
            assert verdict.tokens == sum(line.tokens for line in lines)
        else:
            assert not lines
