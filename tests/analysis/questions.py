"""Questions for these tests: small chats with memories, asked of a ruleset."""

from hypothesis import strategies as st

from inspector.core.moment import Moment
from inspector.core.query import Query
from inspector.systems.openvault.rulesets import RULESETS
from inspector.tokenizer import load_tokenizer
from tests.systems.openvault.retrieval.vaults import event, talk, vault

NAMES = [ruleset.name for ruleset in RULESETS]
RELEASES = [ruleset.name for ruleset in RULESETS if ruleset.is_release]
DESIGNS = [ruleset.name for ruleset in RULESETS if not ruleset.is_release]
BUDGET = "retrievalFinalTokens"
FERRY_BUDGET = 220


def asked_of(ruleset, document, *, tokenizer=None, settings=None, **moment):
    """The question put to a ruleset; Robin is the user, and Mira answers."""
    rules = {one.name: one for one in RULESETS}[ruleset]
    counter = tokenizer or load_tokenizer(rules.encoding, rules.dialect)
    requested = Moment(
        **{"user": "Robin", "character": "Mira", "settings": settings or {}, **moment}
    )
    return Query(rules, document, requested, counter)


def village(count=12, length=40, hidden=36, **store):
    """Memories along a chat, each with another wording."""
    memories = [
        event(
            f"e{n}",
            summary=f"On day {n} Mira counted {n + 3} grey geese beside the mill pond.",
            message_ids=[n * hidden // count],
            sequence=n * 1000,
            importance=n % 5 + 1,
        )
        for n in range(count)
    ]
    return vault(talk(length, hidden=hidden), memories, **store)


def ferry_fire():
    """Messages and OpenVault data of a chat whose old memories fill a budget of `FERRY_BUDGET`.

    The ferry burned in the current scene, which is worth five stars.
    """
    memories = [
        event(
            f"old_{n}",
            summary=f"On day {n} Mira counted {n + 3} grey geese beside the old mill pond.",
            message_ids=[n],
            sequence=n * 1000,
            importance=2,
        )
        for n in range(9)
    ]
    burning = event(
        "ferry",
        summary="Robin set the ferry on fire, and Mira saw him do it.",
        message_ids=[150],
        sequence=150_000,
        importance=5,
    )
    store = {"schema_version": 8, "memories": [*memories, burning], "character_states": {}}
    return talk(160, hidden=152), {"openvault": store}


_people = st.lists(st.sampled_from(["Mira", "Robin", "Kai", "Лиза", "小雨"]), max_size=3)
_words = st.sampled_from(
    ["bell", "mill", "geese", "сокол", "мельница", "月光", "a very long story about the mill"]
)
_memories = st.fixed_dictionaries(
    {
        "summary": st.lists(_words, min_size=1, max_size=12).map(" ".join),
        "message_ids": st.lists(st.integers(0, 34), max_size=2),
        "importance": st.integers(1, 5),
        "witnesses": _people,
        "characters_involved": _people,
        "is_secret": st.booleans(),
        "archived": st.sampled_from([False, False, False, True]),
        "type": st.sampled_from(["event", "event", "event", "reflection"]),
    }
)


def _with_ids(records):
    return [
        {"id": f"e{n}", "sequence": (max(one["message_ids"], default=n)) * 1000 + n, **one}
        for n, one in enumerate(records)
    ]


vaults = st.builds(
    lambda records, hidden: vault(talk(30, hidden=hidden), _with_ids(records)),
    st.lists(_memories, min_size=1, max_size=8),
    st.integers(0, 30),
)
budgets = st.integers(20, 220)
