"""Items scored by files and by Qdrant, without anything being sent."""

import gc
import json
import sys
from dataclasses import replace

import pytest

from inspector.preferences import load_preferences
from inspector.retrieval.qdrant import QdrantPlace, QdrantStore
from inspector.systems.scribe.settings import COLLECTION
from tests.gui.panels.retrieval.conftest import TEXTS
from tests.retrieval.local_qdrant import make_local_qdrant
from tests.retrieval.servers import qdrant, say, server


@pytest.fixture
def file(tmp_path):
    """Writes a JSON file and answers its path."""

    def write(name, value):
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
        return str(path)

    return write


@pytest.fixture
def folder(tmp_path):
    """A local Qdrant with Scribe's collection of two points, and an empty one."""
    points = [
        ([1, 0, 0], {"source_type": "lorebook_entry", "original_lorebook_entry_id": "1",
                     "is_enabled": True, "user_id": "u", "lorebook_id": "b"}),
        ([1, 1, 0], {"source_type": "chronicle_event", "event_id": "v1", "user_id": "u"}),
    ]  # fmt: skip
    return make_local_qdrant(tmp_path / "qdrant", {COLLECTION: points, "empty": []})


def use_qdrant(bench, folder, query):
    bench.choose("qdrant")
    bench.write(bench.panel.forms.qdrant.folder.line, str(folder))
    bench.write(bench.panel.forms.query.file.line, query)


def test_bm25_is_in_use_from_the_start_with_its_best_items(bench):
    result = bench.panel.result
    assert result.retriever.words == "In use: BM25"
    assert result.counts.words == "2 of 3 items match the query. 1 constant entry needs no score."
    assert result.query.words == f"Query: {TEXTS[-1]}"
    assert [name for _, name, _ in result.best.rows] == ["lore:1", "chronicle:v1"]
    assert not bench.panel.action_row.score_button.isVisible()
    assert not bench.panel.action_row.back_button.isEnabled()


def test_without_items_there_is_nothing_to_score(make_bench):
    bench = make_bench()
    bench.open(replace(bench.session.document, lorebook=None, chronicle=None))
    words = "No lorebook and no chronicle is open, so there is nothing to score."
    assert bench.panel.result.counts.words == words
    bench.choose("scores")
    assert not bench.panel.result.best.isVisible()


def test_scores_of_a_file_are_used_and_what_it_does_not_name_is_said(bench, file):
    bench.choose("scores")
    bench.write(bench.panel.forms.scores.line, file("s.json", {"lore:2": 0.8, "lore:1": 0.25}))
    bench.scored()
    result = bench.panel.result
    assert result.retriever.words == "In use: file s.json"
    assert result.counts.words == "2 of 4 items have a score."
    assert [(score, name) for score, name, _ in result.best.rows] == [
        ("0.800", "lore:2"),
        ("0.250", "lore:1"),
    ]
    assert "2 items have no score and count as 0: lore:3, chronicle:v1." in result.problems.words
    assert bench.commands.stack.undoText() == "Scores from file s.json"
    bench.settled(lambda: bench.ask(pending="else"))
    assert result.changed.words == ""


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[1]", "scores are a JSON object"),
        ('{"lore:1": "much"}', "the score of 'lore:1' is no number"),
        ("nonsense", "s.json"),
    ],
)
def test_a_file_that_holds_no_scores_is_said(bench, file, content, why):
    bench.choose("scores")
    bench.score()
    assert bench.error == "Choose a file of scores."
    bench.write(bench.panel.forms.scores.line, "/nowhere/s.json")
    bench.score()
    assert "/nowhere/s.json" in bench.error
    bench.write(bench.panel.forms.scores.line, file("s.json", content))
    bench.score()
    assert why in bench.error
    assert bench.scores is None


def test_vectors_of_files_score_by_their_cosine(bench, file):
    vectors = {"lore:1": [1, 0], "lore:2": [1, 1], "lore:3": [1, 2, 3], "lore:9": [1, 0]}
    bench.choose("vectors")
    bench.write(bench.panel.forms.vectors.line, file("v.json", vectors))
    bench.score()
    assert bench.error == "Choose a file with the query's vector."
    bench.write(bench.panel.forms.query.file.line, file("q.json", [2, 0]))
    bench.scored()
    assert bench.scores.values == pytest.approx({"lore:1": 1, "lore:2": 0.7071068})
    result = bench.panel.result
    assert result.retriever.words == "In use: cosine, file v.json"
    assert "2 items have no score and count as 0: lore:3, chronicle:v1." in result.problems.words
    assert "1 vector of another dimension than the query's 2 left out" in result.problems.words


def test_vectors_that_are_all_of_another_dimension_are_an_error(bench, file):
    bench.choose("vectors")
    bench.write(bench.panel.forms.vectors.line, file("v.json", {"lore:1": [1, 0]}))
    bench.write(bench.panel.forms.query.file.line, file("q.json", [2, 0, 1]))
    bench.score()
    assert "The query's vector has 3 dimensions and another 2" in bench.error


def test_a_local_qdrant_scores_the_items_that_it_holds(bench, file, folder):
    use_qdrant(bench, folder, file("q.json", [1, 0, 0]))
    bench.scored()
    assert bench.scores.values == pytest.approx({"lore:1": 1, "chronicle:v1": 0.7071068})
    assert bench.panel.result.retriever.words == "In use: Qdrant"
    form = bench.panel.forms.qdrant
    bench.write(form.user_id, "u")
    bench.write(form.lorebook_ids, "b, c")
    form.threshold.setValue(0.9)
    bench.scored()
    assert bench.scores.values == pytest.approx({"lore:1": 1})
    bench.retrieval_controller.wait()
    kept = load_preferences().retrieval.qdrant
    assert (kept.user_id, kept.lorebook_ids, kept.threshold) == ("u", ("b", "c"), 0.9)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_qdrant_that_cannot_be_asked_is_one_sentence(bench, file, folder, tmp_path):
    query = file("q.json", [1, 0, 0])
    form = bench.panel.forms.qdrant
    bench.choose("qdrant")
    bench.score()
    assert bench.error == "Choose the folder of Qdrant."
    use_qdrant(bench, tmp_path, query)
    bench.score()
    assert bench.error == f"{tmp_path} is no folder of a local Qdrant."
    use_qdrant(bench, folder, file("other.json", [1, 0]))
    bench.score()
    assert "holds vectors of 3 dimensions and the query's has 2" in bench.error
    use_qdrant(bench, folder, query)
    bench.write(form.collection, "empty")
    bench.score()
    assert bench.error == f"empty in {folder} is empty."
    bench.write(form.collection, "nothing")
    bench.score()
    assert f"has no collection 'nothing'; it has {COLLECTION}, empty." in bench.error
    bench.write(form.collection, "")
    bench.write(form.user_id, "nobody")
    bench.score()
    assert "none that was found is an item that is open here" in bench.error
    bench.write(form.user_id, "")
    with QdrantStore(QdrantPlace(COLLECTION, folder)):
        bench.score()
        assert "is locked: another program has this Qdrant folder open." in bench.error
    gc.collect()
    assert bench.scores is None
    assert bench.commands.stack.count() == 0


def test_a_running_qdrant_gets_the_vector_alone_after_a_person_agreed(bench, file, qtbot):
    payload = {"source_type": "lorebook_entry", "original_lorebook_entry_id": "1"}
    bench.choose("qdrant")
    form = bench.panel.forms.qdrant
    form.location.setCurrentIndex(1)
    form.location.activated.emit(1)
    bench.write(bench.panel.forms.query.file.line, file("q.json", [1, 0, 0]))
    bench.score()
    assert bench.error == "Write the address of Qdrant, such as http://localhost:6333."
    with server(qdrant([(0.75, payload)])) as (served, requests):
        address = served.removesuffix("/v1")
        bench.write(form.address, address)
        bench.panel.action_row.score_button.click()
        consent = bench.panel.action_row.consent
        qtbot.waitUntil(consent.isVisible)
        assert consent.question.words == (
            f"The query's vector will be sent to {address} and to no other address."
        )
        assert requests == []
        bench.settled(consent.send_button.click)
    assert bench.scores.values == {"lore:1": 0.75}
    assert not any(text in json.dumps(body) for text in TEXTS for *_, body in requests)
    with server(say(200, b"<html>")) as (served, _):
        bench.write(form.address, served)
        bench.score()
        assert bench.error == f"{served} does not answer as Qdrant does; is the address right?"


def test_without_the_client_qdrant_says_how_to_install_it(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "qdrant_client", None)
    bench.choose("qdrant")
    words = "Qdrant needs an optional package: "
    program = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    words += f"{program} -m pip install qdrant-client"
    assert bench.panel.missing.words == words
    assert not bench.panel.forms.qdrant.isEnabled()
    assert not bench.panel.action_row.score_button.isEnabled()
    bench.choose("scores")
    assert bench.panel.missing.words == ""
    assert bench.panel.forms.scores.isEnabled()
