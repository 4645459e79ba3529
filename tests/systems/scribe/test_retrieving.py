"""What a retriever is asked about a chat, and how its scores age."""

from dataclasses import dataclass, replace

import pytest

from inspector.core.document import Document, sources_of
from inspector.core.edits import apply
from inspector.core.lore import LoreKind, SetLoreField
from inspector.core.moment import Moment
from inspector.core.sources import Scores
from inspector.retrieval.bm25 import Bm25Index
from inspector.retrieval.retriever import RetrievalError
from inspector.retrieval.scoring import RetrievedScores, Since, retrieved, since, without_score
from inspector.systems import with_sources
from inspector.systems.scribe.retrieving import sought_at
from inspector.systems.scribe.rulesets import DESIGN, RELEASE_2025_08
from tests.systems.scribe.worlds import Words, chat_of, document_of, entry, event, inject

CHAT = chat_of("who owns the mill", "nobody knows", "then the harbour")


def world(**more):
    entries = [
        entry(0, "a mill", keywords=("wheel",)),
        entry(1, "a harbour", enabled=False),
        replace(entry(2, ""), title=""),
    ]
    return document_of(CHAT, entries, [event(0, "the mill burnt", created_at=None)], **more)


def requested(document, ruleset=DESIGN, *, older=False, **moment):
    specs = ruleset.settings
    return sought_at(document, Moment(**moment), specs, Words(), older_messages=older)


def test_enabled_items_with_a_text_are_sought_with_title_keys_and_content():
    found = requested(world())
    assert found.query == "then the harbour"
    assert dict(found.searchables) == {
        "lore:0": "Entry 0\nwheel\na mill",
        "chronicle:e0": "the mill burnt",
    }


def test_the_query_is_that_of_the_ruleset_at_every_moment():
    document = world()
    for moment in ({}, {"pending": "the fire"}, {"pending": ""}, {"at": 1}, {"at": 0}):
        bm25 = inject(document, DESIGN, **moment)
        scores = {row.item.key: row.score for row in bm25.rag if row.item.enabled}
        found = requested(document, **moment)
        pool = [row.item.searchable for row in _pool(bm25)]
        found_scores = Bm25Index(item.text for item in pool).scores(found.query)
        mine = {item.id: score for item, score in zip(pool, found_scores, strict=True)}
        assert {key: mine[key] for key in scores} == scores


def _pool(derivation):
    rows = {row.item.key: row for row in derivation.rag}
    order = ["lore:0", "lore:1", "lore:2", "chronicle:e0"]
    return [rows[key] for key in order]


def test_a_chronicle_that_takes_no_part_is_not_asked_about():
    found = requested(world(), settings={"chronicles_enabled": False})
    assert [item.key for item in found.items] == ["lore:0"]


def test_older_messages_of_the_user_are_asked_about_where_they_are_wanted():
    found = requested(world(), RELEASE_2025_08, older=True)
    assert [item.key for item in found.items] == ["lore:0", "chronicle:e0", "chat:0"]


@dataclass
class Half:
    """Finds the first item alone."""

    name: str = "half"

    def scores(self, query, items, progress=None):
        return {items[0].id: len(query) / 100}


def test_scores_carry_what_they_were_made_of_and_rank_the_items():
    document = world()
    found = requested(document)
    scores = retrieved(found, Half(), problems=["One is odd."])
    assert scores == RetrievedScores(
        {"lore:0": 0.16}, "half", "then the harbour", dict(found.searchables), ("One is odd.",)
    )
    assert [item.key for item in without_score(found, scores)] == ["chronicle:e0"]
    after = with_sources(document, replace(sources_of(document), scores=scores))
    derivation = inject(after)
    assert derivation.retriever == "half"
    assert {row.id: row.score for row in derivation.rag}["lore:0"] == 0.16


def test_without_items_there_is_nothing_to_ask():
    with pytest.raises(RetrievalError, match="no item to score"):
        retrieved(requested(Document(chat=CHAT)), Half())


def test_what_changed_since_is_counted():
    document = world()
    scores = retrieved(requested(document), Half())
    assert not since(scores, requested(document))
    assert since(scores, requested(document, pending="else")) == Since(query=True)
    reworded = apply(document, SetLoreField((0,), "content", "a ruin", LoreKind.LOREBOOK))
    assert since(scores, requested(reworded)) == Since(reworded=1)
    enabled = apply(document, SetLoreField((1,), "enabled", True, LoreKind.LOREBOOK))
    assert since(scores, requested(enabled)) == Since(added=1)
    assert not since(Scores({}), requested(document))
    assert not since(None, requested(document))
