"""The query's vector for OpenVault 26: made by the endpoint or of a file, one step to undo."""

import json

import pytest

from tests.gui.panels.retrieval.conftest import TEXTS
from tests.retrieval.servers import embedded, say, server

BOTH = f"{TEXTS[0]}\n{TEXTS[2]}"


def right(handler, body):
    say(200, embedded(body["input"]))(handler, body)


@pytest.fixture
def bench(make_bench):
    return make_bench(ruleset="openvault/26")


def make(bench):
    bench.panel.vault.use_button.click()
    bench.qtbot.waitUntil(lambda: not bench.retrieval_controller.running.is_busy)
    if bench.panel.action_row.consent.isVisible():
        bench.panel.action_row.consent.send_button.click()
        bench.qtbot.waitUntil(lambda: not bench.retrieval_controller.running.is_busy)


def vector(bench):
    return bench.session.question.moment.query_vector


def test_what_the_user_said_last_is_embedded_as_openvault_asks_with_it(bench):
    view = bench.panel.vault
    with server(right) as (address, requests):
        bench.endpoint(address)
        assert "without a query vector" in view.state.words
        bench.settled(lambda: make(bench))
        assert [body["input"] for _, _, body in requests] == [[BOTH]]
    assert vector(bench) == (len(BOTH), 1.5)
    assert "a query vector of 2 numbers" in view.state.words
    assert view.query.words == f"Made of: {TEXTS[0]} {TEXTS[2]}"
    assert bench.commands.stack.undoText() == "Query vector for OpenVault 26"
    bench.settled(bench.commands.stack.undo)
    assert vector(bench) is None
    bench.settled(bench.commands.stack.redo)
    bench.settled(view.drop_button.click)
    assert vector(bench) is None
    assert bench.commands.stack.undoText() == "Query vector removed"


def test_one_text_is_asked_about_and_nothing_is_sent_before(bench, qtbot):
    with server(right) as (address, requests):
        bench.endpoint(address)
        bench.panel.vault.use_button.click()
        consent = bench.panel.action_row.consent
        qtbot.waitUntil(consent.isVisible)
        assert consent.question.words == (
            f"1 text (49 B) will be sent to {address}/embeddings and to no other address."
        )
        consent.keep_button.click()
        assert requests == []
    assert vector(bench) is None


def test_a_vector_of_an_older_query_is_said(bench):
    with server(right) as (address, _):
        bench.endpoint(address)
        bench.settled(lambda: make(bench))
        view = bench.panel.vault
        assert view.changed.words == ""
        bench.settled(lambda: bench.ask(pending="And the harbour?"))
        assert view.changed.words == "This vector is of an older query."
        bench.settled(lambda: make(bench))
        assert view.changed.words == ""
    assert vector(bench) == (len(f"{BOTH}\nAnd the harbour?"), 1.5)


def test_a_vector_of_a_file_is_used_too(bench, tmp_path):
    path = tmp_path / "q.json"
    path.write_text(json.dumps([0.5, 2]))
    bench.choose("vectors")
    make(bench)
    assert bench.error == "Choose a file with the query's vector."
    bench.write(bench.panel.forms.query.file.line, str(path))
    bench.settled(lambda: make(bench))
    assert vector(bench) == (0.5, 2.0)


def test_an_error_leaves_the_question_as_it_was(bench):
    with server(say(200, b"<html>")) as (address, _):
        bench.endpoint(address)
        make(bench)
        assert "a web page, which is no JSON" in bench.error
    assert vector(bench) is None
    assert bench.commands.stack.count() == 0


def test_bm25_makes_no_vector(bench):
    view = bench.panel.vault
    assert not view.use_button.isEnabled()
    assert view.needs.words.startswith("Choose vectors of a file or an embeddings endpoint")


def test_a_chat_that_openvault_has_no_part_in_shows_none_of_it(make_bench):
    assert not make_bench(ruleset="scribe/design").panel.vault.isVisible()
