from inspector.core.card import Card
from inspector.core.document import Document, sources_of
from inspector.core.edits import apply
from inspector.core.sources import Scores
from inspector.lore_files import FileKind
from inspector.source_edits import PinScores, PutBeside, TakeAway


def test_scores_are_put_beside_a_chat_and_taken_away():
    scores = Scores({"lore:0": 0.5}, "a test")
    with_scores = apply(Document(), PutBeside(scores))
    assert sources_of(with_scores).scores is scores
    assert sources_of(apply(with_scores, TakeAway(FileKind.SCORES))).scores is None


def test_a_character_leaves_the_scores_as_they_are():
    scores, card = Scores({}), Card(name="Mara")
    document = apply(apply(Document(), PutBeside(scores)), PutBeside(card))
    assert (sources_of(document).scores, sources_of(document).card) == (scores, card)


def test_pins_are_set_together_and_taken_back_one_by_one():
    pinned = apply(Document(), PinScores({"lore:0": 1.0, "lore:1": 0.25}))
    assert sources_of(pinned).pinned == {"lore:0": 1.0, "lore:1": 0.25}
    assert sources_of(apply(pinned, PinScores({"lore:0": None}))).pinned == {"lore:1": 0.25}


def test_a_pin_that_is_there_already_changes_nothing():
    pinned = apply(Document(), PinScores({"lore:0": 1.0}))
    assert apply(pinned, PinScores({"lore:0": 1.0, "lore:9": None})) is pinned
