"""What is kept from one question to the next changes no answer."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.chat import Chat
from inspector.core.edits import ChangeNames, SetField, SetHidden, apply
from inspector.core.memory import Memory
from inspector.core.moment import Moment
from inspector.sillytavern.send.chat_ends import ending
from inspector.systems.openvault.retrieval.fingerprints import index_of
from inspector.systems.openvault.rulesets import RULESETS
from inspector.tokenizer import load_tokenizer
from tests.systems.openvault.retrieval.vaults import loaded, talk, vault

LENGTH = 24
PEOPLE = ["Mira", "Robin", "Kai", "Old Tam", "Лиза"]
people = st.lists(st.sampled_from(PEOPLE), max_size=3)
summaries = st.lists(
    st.sampled_from(["bell", "mill", "geese", "Old", "Tam", "сокол", "мельница", "月光"]),
    min_size=1,
    max_size=9,
).map(" ".join)
records = st.fixed_dictionaries(
    {
        "summary": summaries,
        "message_ids": st.lists(st.integers(0, LENGTH + 3), max_size=2),
        "importance": st.integers(1, 5),
        "witnesses": people,
        "characters_involved": people,
        "type": st.sampled_from(["event", "event", "reflection"]),
    },
    optional={
        "is_secret": st.booleans(),
        "archived": st.booleans(),
        "message_fingerprints": st.lists(
            st.sampled_from(["d2", "d9", "d20", "gone"]), min_size=1, max_size=2
        ),
        "tokens": st.lists(st.sampled_from(["bell", "mill", "gees", "Old Tam"]), max_size=6),
        "mentions": st.integers(1, 9),
        "created_at": st.just("2026-08-01T12:00:00Z"),
    },
)
graphs = st.fixed_dictionaries(
    {
        "nodes": st.dictionaries(
            st.sampled_from(["mill", "old tam", "3"]),
            st.fixed_dictionaries(
                {
                    "name": st.sampled_from(["Mill", "Old Tam", "Bell"]),
                    "description": summaries,
                    "aliases": people,
                }
            ),
        ),
        "edges": st.just({"e": {"source": "mill", "target": "old tam", "description": "near"}}),
    }
)
places = st.integers(0, 3)
edits = st.one_of(
    st.builds(lambda n, stars: SetField((n,), "importance", stars), places, st.integers(1, 5)),
    st.builds(lambda n, words: SetField((n,), "summary", words), places, summaries),
    st.builds(lambda n, put: SetField((n,), "archived", put), places, st.booleans()),
    st.builds(
        lambda n, name: ChangeNames((n,), "witnesses", add=(name,)),
        places,
        st.sampled_from(PEOPLE),
    ),
    st.builds(lambda n, hidden: SetHidden((n,), hidden), st.integers(0, LENGTH - 1), st.booleans()),
)
moments = st.builds(
    Moment,
    at=st.one_of(st.none(), st.integers(0, LENGTH - 1)),
    character=st.sampled_from([None, *PEOPLE]),
    pending=st.sampled_from([None, "Where is the bell of Old Tam?", "Где мельница?"]),
    settings=st.fixed_dictionaries({"retrievalFinalTokens": st.sampled_from([30, 90, 4000])}),
    boundaries=st.sampled_from([None, (5, 12)]),
)


def wording(ruleset, document, moment):
    derivation = ruleset.inject(document, moment, load_tokenizer(ruleset.encoding, ruleset.dialect))
    buckets = [derivation.bucket_of(memory) for memory in derivation.existing]
    verdicts = list(derivation.verdicts)
    assert buckets == [one.bucket for one in verdicts]
    steps = [
        [(step.gate, step.passed, step.detail, repr(step.numbers)) for step in steps]
        for steps in (derivation.steps_for(one.memory) for one in verdicts)
    ]
    prompts = [
        (one.key, one.position, one.depth, one.tokens, one.sections)
        for one in derivation.injections
    ]
    return prompts, verdicts, steps, derivation.budget, derivation.warnings


def afresh(document):
    """The same document of new objects, of which nothing can be known."""
    chat = document.chat
    return replace(
        document,
        chat=Chat(
            names=list(chat.names),
            from_user=chat.from_user,
            hidden=chat.hidden,
            send_dates=list(chat.send_dates),
            sizes=chat.sizes,
            records=list(chat.records),
        ),
        memories=tuple(Memory(one.index, one.record, one.location) for one in document.memories),
    )


@given(
    stored=st.lists(records, min_size=4, max_size=6),
    hidden=st.integers(0, LENGTH),
    graph=graphs,
    turns=st.lists(st.tuples(edits, moments), min_size=1, max_size=5),
)
def test_an_answer_after_many_questions_is_that_to_the_first(stored, hidden, graph, turns):
    memories = [{"id": f"e{n}", "sequence": n, **record} for n, record in enumerate(stored)]
    states = {name: {"known_events": ["e1"]} for name in ("Mira", "Kai")}
    document = vault(talk(LENGTH, hidden=hidden), memories, states, graph=graph)
    for edit, moment in turns:
        document = apply(document, edit)
        for ruleset in RULESETS:
            assert wording(ruleset, document, moment) == wording(ruleset, afresh(document), moment)


def test_chats_that_end_elsewhere_share_what_is_read_of_the_memories_alone():
    chat = loaded(talk(LENGTH), {"schema_version": 8, "memories": []}).chat
    whole, cut = index_of(chat), index_of(ending(chat, 5))
    assert cut.of_memories is whole.of_memories
    assert cut.columns is not whole.columns
    assert index_of(loaded(talk(LENGTH), {"memories": []}).chat).of_memories is not cut.of_memories
