"""Listening in the window: each request as it comes, matched, checked, answered; never a key."""

import json
import socket

import pytest

from inspector.gui.panels.listen.columns import answer_in_words, kind_in_words, verdict_in_words
from inspector.gui.panels.listen.panel import ListenPanel, foot_in_words
from inspector.gui.state.listening import RequestListener
from tests.captured import WIRE
from tests.listening.endpoints import endpoint, read_message

OK = b"HTTP/1.1 200 Fine\r\nContent-Length: 2\r\n\r\n{}"


@pytest.fixture
def captured(tmp_path):
    return next(iter(WIRE.laid_out("29-small-both-extensions", tmp_path)))


@pytest.fixture
def listener(qapp):
    made = RequestListener()
    yield made
    made.wait()


def sends(data):
    def answer(connection, _request):
        connection.sendall(data)

    return answer


def send(listening, body):
    """One request, as SillyTavern sends it, key and all."""
    data = json.dumps(body, ensure_ascii=False).encode()
    head = (
        b"POST /v1/chat/completions?key=sk-secret HTTP/1.1\r\nHost: x\r\n"
        b"Authorization: Bearer sk-secret\r\nContent-Length: %d\r\n\r\n" % len(data)
    )
    port = int(listening.address.rpartition(":")[2].partition("/")[0])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(head + data)
        return read_message(client)[0]


def test_each_request_is_checked_against_its_chat_and_answered_unchanged(
    listener, captured, tmp_path, qtbot
):
    listener.open_chat = captured.chat
    folder = tmp_path / "kept"
    with endpoint(sends(OK)) as server:
        listening = listener.start(server.url, 0, folder)
        assert send(listening, {**captured.body, "api_key": "sk-secret"}) == OK
        assert send(listening, captured.body) == OK
        send(listening, {"no": "request"})
        qtbot.waitUntil(
            lambda: (
                len(listener.heard) == 3
                and all(one.kept or one.number in (1, 3) for one in listener.heard)
                and all(one.answer for one in listener.heard)
            ),
            timeout=20_000,
        )
    odd, second, first = listener.heard
    assert verdict_in_words(odd).startswith("○ not checked: ")
    assert first.check.chat == captured.chat
    assert verdict_in_words(first) == "✓ as predicted"
    assert first.kept is None
    assert second.kept.share == 1.0
    assert answer_in_words(first).startswith("200 · ")
    assert "1 kept" not in foot_in_words(listener.heard)
    assert foot_in_words(listener.heard).startswith("3 requests · 100 % kept")
    files = sorted(folder.iterdir())
    assert len(files) == 3
    assert b"sk-secret" not in b"".join(path.read_bytes() for path in files)
    assert "sk-secret" not in repr(listener.heard)
    listener.stop()
    with pytest.raises(OSError, match="refused"):
        send(listening, captured.body)


def test_an_endpoint_that_is_gone_is_said_in_words(listener, captured, qtbot):
    listener.open_chat = captured.chat
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    listening = listener.start(f"http://127.0.0.1:{port}", 0, None)
    assert send(listening, captured.body) == b""
    qtbot.waitUntil(lambda: bool(listener.heard) and listener.heard[0].answer is not None)
    assert answer_in_words(listener.heard[0]).startswith("✕ the endpoint cannot be reached")
    qtbot.waitUntil(lambda: listener.heard[0].check is not None, timeout=10_000)


def test_a_request_of_no_known_chat_is_listed_all_the_same(listener, qtbot):
    with endpoint(sends(OK)) as server:
        listening = listener.start(server.url, 0, None)
        send(listening, {"messages": [{"role": "user", "content": "Is anybody there at all?"}]})
        qtbot.waitUntil(lambda: bool(listener.heard) and bool(listener.heard[0].problem))
    assert "No chat in the data folder" in listener.heard[0].problem
    assert verdict_in_words(listener.heard[0]) == "○ not checked"


def test_what_is_no_request_where_only_one_can_be_meant_is_listed_with_the_reason(
    listener, captured, qtbot, tmp_path
):
    listener.open_chat = captured.chat
    with endpoint(sends(OK)) as server:
        listening = listener.start(server.url, 0, tmp_path / "kept")
        for body in ({"messages": None}, {"messages": {}}):
            send(listening, body)
        send(listening, captured.body)
        qtbot.waitUntil(lambda: bool(listener.heard) and listener.heard[0].check is not None)
    assert [verdict_in_words(one) for one in listener.heard] == [
        "✓ as predicted",
        "○ not checked: `messages` is an object and no list, so this is no request.",
        "○ not checked: `messages` is `null` and no list, so this is no request.",
    ]
    assert [kind_in_words(one) for one in listener.heard[1:]] == ["–", "–"]
    assert len(list((tmp_path / "kept").iterdir())) == 3
    panel = ListenPanel()
    qtbot.addWidget(panel)
    panel.show_requests(listener.heard)
    checked = []
    panel.check_requested.connect(checked.append)
    for row in range(3):
        panel.table.setCurrentIndex(panel.model.index(row, 0))
        panel.table.doubleClicked.emit(panel.model.index(row, 0))
    assert checked == listener.heard[:1]


def test_the_panel_says_how_to_point_sillytavern_to_it_and_copies_the_address(
    listener, captured, qtbot, qapp
):
    panel = ListenPanel()
    qtbot.addWidget(panel)
    panel.resize(850, 360)
    panel.show()
    started = []
    panel.started.connect(lambda *given: started.append(given))
    panel.form.endpoint.setText(" https://example.com/api/v1 ")
    panel.form.port.setValue(0)
    panel.form.button.click()
    assert started == [("https://example.com/api/v1", 0, None)]
    panel.show_state(listener.start("http://127.0.0.1:9/api/v1", 0, None))
    address = listener.listening.address
    assert address.endswith("/api/v1")
    assert address in panel.instructions.text()
    assert "no key is kept" in panel.state.text()
    panel.copy_address()
    assert qapp.clipboard().text() == address
    panel.form.refuse("Port 1 cannot be listened on.")
    assert "Port 1" in panel.form.refusal.text()
    panel.show_state(None)
    assert panel.form.isVisible()
