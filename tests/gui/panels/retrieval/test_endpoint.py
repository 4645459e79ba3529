"""Items scored by an embeddings endpoint on the loopback address: asked first, sent once, kept."""

import json
import threading
from dataclasses import replace

import keyring
import pytest

from inspector.core.lore import LoreKind, SetLoreField
from inspector.preferences import load_preferences, preferences_file
from inspector.retrieval.keys import SERVICE
from tests.gui.panels.retrieval.conftest import TEXTS
from tests.gui.settling import settle
from tests.retrieval.keyrings import AskingKeyring, LockedKeyring
from tests.retrieval.servers import right, say, server


def vectors_of(body):
    """Vectors by which texts with a wheel or a mill are near each other."""
    return [
        {"index": index, "embedding": [text.count("wheel"), text.count("mill"), 0.1]}
        for index, text in enumerate(body["input"])
    ]


def good(handler, body):
    say(200, {"data": vectors_of(body)})(handler, body)


def test_nothing_is_sent_before_a_person_agrees(bench, qtbot):
    with server(good) as (address, requests):
        bench.endpoint(address)
        bench.panel.action_row.score_button.click()
        consent = bench.panel.action_row.consent
        qtbot.waitUntil(consent.isVisible)
        assert consent.question.words == (
            f"5 texts (114 B) will be sent to {address}/embeddings and to no other address."
        )
        consent.keep_button.click()
        assert not consent.isVisible()
        assert requests == []
        assert bench.scores is None
        assert bench.commands.stack.count() == 0


def test_items_are_scored_in_one_step_to_undo(bench, qtbot):
    with server(good) as (address, requests):
        bench.endpoint(address)
        bench.scored()
        ((_, headers, body),) = requests
    assert "Authorization" not in headers
    assert body["model"] == "m"
    assert body["input"][0] == TEXTS[-1]
    assert not any("disabled" in text for text in body["input"])
    result = bench.panel.result
    assert result.retriever.words == "In use: cosine, m"
    assert result.counts.words == "4 of 4 items have a score."
    assert [(name, title) for _, name, title in result.best.rows] == [
        ("lore:1", "The mill"),
        ("lore:2", "Harbour"),
        ("chronicle:v1", "A fire took the mill."),
    ]
    assert bench.commands.stack.undoText() == "Scores from cosine, m"
    bench.settled(bench.commands.stack.undo)
    assert bench.scores is None
    assert result.retriever.words == "In use: BM25"
    bench.settled(bench.commands.stack.redo)
    assert result.retriever.words == "In use: cosine, m"
    bench.settled(bench.panel.action_row.back_button.click)
    assert (bench.scores, bench.commands.stack.undoText()) == (None, "Back to BM25")


def test_a_text_is_sent_once_and_an_address_asked_about_once(bench, qtbot):
    with server(good) as (address, requests):
        bench.endpoint(address)
        bench.scored()
        assert bench.panel.forms.endpoint.goes_to.words.startswith("To be sent: nothing, to ")
        bench.settled(lambda: bench.ask(pending="The wheel?"))
        assert bench.panel.result.changed.words == "These scores are of an older query."
        bench.settled(bench.panel.result.again_button.click)
        qtbot.waitUntil(lambda: not bench.panel.result.changed.words)
        assert not bench.panel.action_row.consent.isVisible()
    assert [body["input"] for _, _, body in requests][1:] == [["The wheel?"]]
    assert load_preferences().retrieval.agreed == (f"{address}/embeddings",)


def test_another_address_is_asked_about_again(bench, qtbot):
    with server(good) as (first, _), server(good) as (second, requests):
        bench.endpoint(first)
        bench.scored()
        bench.endpoint(second, model="another")
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        assert second in bench.panel.action_row.consent.question.words
        bench.endpoint(f"{second}/else")
        assert not bench.panel.action_row.consent.isVisible()
        assert requests == []


def test_what_was_reworded_since_is_said(bench):
    with server(good) as (address, _):
        bench.endpoint(address)
        bench.scored()
    edit = SetLoreField((0,), "content", "A ruin.", LoreKind.LOREBOOK)
    bench.settled(lambda: bench.commands.submit(edit))
    assert bench.panel.result.changed.words == "1 item reworded since."


def test_an_edit_made_meanwhile_is_not_lost(bench, qtbot):
    arrived, released = threading.Event(), threading.Event()

    def slow(handler, body):
        arrived.set()
        released.wait(60)
        good(handler, body)

    with server(slow) as (address, _):
        bench.endpoint(address)
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        bench.panel.action_row.consent.send_button.click()
        qtbot.waitUntil(arrived.is_set)
        edit = SetLoreField((0,), "content", "A ruin.", LoreKind.LOREBOOK)
        assert bench.commands.submit(edit)
        edited = bench.session.document
        released.set()
        qtbot.waitUntil(lambda: bench.scores is not None)
    assert bench.session.document.lorebook is edited.lorebook
    assert [bench.commands.stack.text(one) for one in range(2)][1] == "Scores from cosine, m"
    bench.commands.stack.undo()
    assert bench.session.document is edited
    bench.commands.stack.undo()
    assert bench.session.document.lorebook.items[0].content == "A mill with a wheel."


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (say(200, b"<html>"), "answered with a web page, which is no JSON."),
        (say(401, b""), "asks for a key (401 Unauthorized)."),
        (say(500, b"out of memory"), "answered 500 Internal Server Error: out of memory."),
        (say(302, b"", Location="http://127.0.0.1:9/"), "nothing is sent to other addresses."),
        (say(200, {"data": []}), "did not answer with one embedding a text"),
        (lambda handler, _: handler.connection.close(), "closed the connection without an answer."),
    ],
)
def test_a_wrong_answer_is_one_sentence_and_changes_nothing(bench, answer, why):
    with server(answer) as (address, _):
        bench.endpoint(address)
        bench.score()
        assert address in bench.error
        assert why in bench.error
    assert bench.scores is None
    assert bench.commands.stack.count() == 0
    assert bench.panel.action_row.score_button.isEnabled()


def test_a_server_that_is_not_there_is_said(bench):
    bench.endpoint("http://127.0.0.1:1/v1")
    bench.score()
    assert (
        bench.error == "Nothing listens at http://127.0.0.1:1/v1/embeddings; is the server running?"
    )


@pytest.mark.parametrize(
    ("address", "model", "why"),
    [
        ("", "m", "Write the endpoint's address, such as http://localhost:1234/v1."),
        ("http://x/v1", "", "Name the model as the endpoint calls it."),
        ("localhost:1234", "m", "'localhost:1234' is no address such as http://localhost:1234/v1."),
        ("http://me:pw@x", "m", "holds a name or a password before the @"),
    ],
)
def test_what_is_missing_is_said_before_anything_is_sent(bench, address, model, why):
    bench.endpoint(address, model)
    bench.score()
    assert why in bench.error


def test_vectors_of_another_dimension_are_said(bench):
    def uneven(handler, body):
        rows = [{"index": 0, "embedding": [1.0]}]
        rows += [{"index": 1 + i, "embedding": [1.0, 2.0]} for i in range(len(body["input"]) - 1)]
        say(200, {"data": rows})(handler, body)

    with server(uneven) as (address, _):
        bench.endpoint(address)
        bench.score()
    assert "gives vectors of different dimensions for the model m" in bench.error
    bench.panel.forms.endpoint.clear_button.click()
    bench.qtbot.waitUntil(lambda: not bench.retrieval_controller.running.is_busy)
    with server(good) as (address, _):
        bench.endpoint(address)
        bench.scored()
    assert bench.panel.result.counts.words == "4 of 4 items have a score."


def test_a_silent_server_is_given_up_and_the_window_lives_on(bench, qtbot):
    released = threading.Event()
    with server(lambda *_: released.wait(60)) as (address, _):
        bench.endpoint(address, silence=0.4)
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        bench.panel.action_row.consent.send_button.click()
        deeds = bench.panel.action_row
        assert deeds.doing.words == "Scoring the items…"
        assert deeds.cancel_button.isVisible()
        assert not deeds.score_button.isEnabled()
        qtbot.waitUntil(lambda: bool(bench.error), timeout=5000)
        assert bench.error == f"{address}/embeddings was silent for 0.4 seconds."
        assert not deeds.progress.isVisible()
        released.set()


def test_progress_is_shown_and_cancel_ends_at_once(bench, qtbot):
    arrived, released = threading.Event(), threading.Event()

    def second_is_silent(handler, body):
        if arrived.is_set():
            released.wait(60)
        arrived.set()
        good(handler, body)

    entries = [
        replace(bench.session.document.lorebook.items[0], index=i, uid=str(i), content=f"text {i}")
        for i in range(100)
    ]
    document = bench.session.document
    bench.open(replace(document, lorebook=replace(document.lorebook, items=tuple(entries))))
    with server(second_is_silent) as (address, requests):
        bench.endpoint(address)
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        bench.panel.action_row.consent.send_button.click()
        qtbot.waitUntil(lambda: len(requests) == 2)
        qtbot.waitUntil(lambda: bench.panel.action_row.progress.value() > 500)
        bench.panel.action_row.cancel_button.click()
        assert not bench.retrieval_controller.running.is_busy
        bench.retrieval_controller.wait()
        released.set()
    assert bench.scores is None
    assert bench.error == ""
    assert bench.panel.action_row.score_button.isEnabled()


def test_closing_does_not_wait_for_a_silent_server(bench, qtbot):
    released = threading.Event()
    with server(lambda *_: released.wait(60)) as (address, requests):
        bench.endpoint(address)
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        bench.panel.action_row.consent.send_button.click()
        qtbot.waitUntil(lambda: bool(requests))
        bench.retrieval_controller.wait()
        bench.window.close()
        released.set()
        settle(bench.window)
    assert bench.scores is None


def test_another_chat_opened_meanwhile_gets_no_scores(bench, qtbot):
    arrived, released = threading.Event(), threading.Event()

    def slow(handler, body):
        arrived.set()
        released.wait(60)
        right(handler, body)

    with server(slow) as (address, _):
        bench.endpoint(address)
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        bench.panel.action_row.consent.send_button.click()
        qtbot.waitUntil(arrived.is_set)
        bench.open()
        released.set()
        settle(bench.window)
    assert bench.scores is None
    assert not bench.retrieval_controller.running.is_busy


def test_a_user_who_has_said_nothing_is_told_so(bench):
    with server(good) as (address, requests):
        bench.endpoint(address)
        bench.settled(lambda: bench.ask(pending="  "))
        bench.score()
        assert bench.error.startswith("Nothing is sought for")
        assert requests == []


def test_what_is_chosen_is_remembered_and_a_key_is_not(make_bench, qtbot, memory_keyring):
    first = make_bench()
    first.endpoint("http://127.0.0.1:1/v1", silence=3)
    key = first.panel.forms.endpoint.key
    first.write(key.line, "s3cret")
    first.retrieval_controller.wait()
    stored = preferences_file().read_text("utf-8")
    assert "s3cret" not in stored
    assert json.loads(stored)["retrieval"]["model"] == "m"
    second = make_bench()
    choice = second.panel.choice
    assert (choice.method, choice.address, choice.silence) == (
        "endpoint",
        "http://127.0.0.1:1/v1",
        3,
    )
    assert second.panel.forms.endpoint.address.text() == "http://127.0.0.1:1/v1"
    assert second.panel.forms.endpoint.key.typed == ""


def test_a_typed_key_is_sent_and_kept_in_the_keyring_when_requested(
    make_bench, qtbot, memory_keyring
):
    bench = make_bench()
    with server(good) as (address, requests):
        bench.endpoint(address)
        key = bench.panel.forms.endpoint.key
        bench.write(key.line, "s3cret")
        bench.scored()
        assert memory_keyring.kept == {}
        key.keep_button.click()
        qtbot.waitUntil(lambda: key.typed == "")
        assert memory_keyring.kept == {(SERVICE, address): "s3cret"}
        assert key.line.placeholderText() == "kept in the system's keyring"
        bench.retrieval_controller.wait()

        again = make_bench()
        again.ask(pending="The wheel?")
        again.scored()
        assert [headers["Authorization"] for _, headers, _ in requests] == ["Bearer s3cret"] * 2
        again.panel.forms.endpoint.key.forget_button.click()
        qtbot.waitUntil(lambda: memory_keyring.kept == {})
        qtbot.waitUntil(lambda: load_preferences().retrieval.with_key == ())
    assert "s3cret" not in preferences_file().read_text("utf-8")


def test_a_refused_key_is_said(bench):
    with server(say(401, b"")) as (address, _):
        bench.endpoint(address)
        bench.write(bench.panel.forms.endpoint.key.line, "s3cret")
        bench.score()
        assert bench.error == f"{address}/embeddings refuses the key (401 Unauthorized)."


def test_a_key_that_was_typed_for_another_address_is_not_sent(bench):
    with server(good) as (address, requests):
        bench.endpoint("http://127.0.0.1:1/v1")
        bench.write(bench.panel.forms.endpoint.key.line, "s3cret")
        bench.endpoint(address)
        assert bench.panel.forms.endpoint.key.typed == ""
        bench.scored()
    assert "Authorization" not in requests[0][1]


@pytest.mark.parametrize(
    ("address", "warned"),
    [
        ("http://api.example.com/v1", True),
        ("https://api.example.com/v1", False),
        ("http://127.0.0.1:1234/v1", False),
        ("http://localhost:1234/v1", False),
        ("http://[::1]:1234/v1", False),
        ("http://[::1", False),
    ],
)
def test_a_key_that_would_travel_unencrypted_is_warned_of(bench, address, warned):
    bench.endpoint(address)
    form = bench.panel.forms.endpoint
    assert form.fields.warning.words == ""
    bench.write(form.key.line, "s3cret")
    assert bool(form.fields.warning.words) is warned


def test_a_locked_keyring_is_said_and_the_key_stays_typed(bench, qtbot):
    keyring.set_keyring(LockedKeyring())
    bench.endpoint("http://127.0.0.1:1/v1")
    key = bench.panel.forms.endpoint.key
    bench.write(key.line, "s3cret")
    key.keep_button.click()
    qtbot.waitUntil(lambda: bool(bench.error))
    assert bench.error == "The system's keyring cannot be written: it is locked."
    assert key.typed == "s3cret"


def test_a_keyring_that_waits_to_be_unlocked_does_not_hold_the_window(make_bench, qtbot):
    with server(good) as (address, requests):
        bench = make_bench()
        bench.endpoint(address)
        bench.write(bench.panel.forms.endpoint.key.line, "s3cret")
        bench.panel.forms.endpoint.key.keep_button.click()
        qtbot.waitUntil(lambda: bool(load_preferences().retrieval.with_key))
        requesting = AskingKeyring()
        keyring.set_keyring(requesting)
        bench.panel.action_row.score_button.click()
        qtbot.waitUntil(bench.panel.action_row.consent.isVisible)
        bench.panel.action_row.consent.send_button.click()
        qtbot.waitUntil(requesting.requested.is_set)
        bench.retrieval_controller.wait()
        requesting.unlocked.set()
        settle(bench.window)
        assert requests == []


def test_older_messages_are_sent_where_the_ruleset_retrieves_them(make_bench):
    bench = make_bench(ruleset="scribe/2025-08")
    with server(good) as (address, requests):
        bench.endpoint(address)
        older = bench.panel.forms.older
        assert older.isVisible()
        older.click()
        bench.scored()
        assert requests[0][2]["input"][-1].endswith(TEXTS[0])
    assert set(bench.scores.values) >= {"chat:0", "lore:1"}
    bench.choose("scores")
    assert not older.isVisible()
