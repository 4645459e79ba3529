"""The request: as one text and as a list of messages, each of which can be copied."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from inspector.gui.panels.context.request_model import RequestModel
from inspector.gui.panels.context.request_page import EMPTY, NOTHING
from tests.gui.settling import settle
from tests.systems.scribe.worlds import HISTORY, RAG, TOTAL, chat_of, document_of

ROOMY = {TOTAL: 10**7, HISTORY: 10**7, RAG: 10**6}


@pytest.fixture
def request_of(empty, ask, qtbot):
    def request_of(document, **settings):
        empty.set_map(*ask(document, **settings))
        empty.pages.switch.buttons["Request"].click()
        page = empty.pages.request
        qtbot.waitUntil(
            lambda: not page.worker.is_busy and bool(page._sent.messages), timeout=20_000
        )
        qtbot.waitUntil(lambda: not page.text.is_filling, timeout=60_000)
        return page

    return request_of


def copied(button, spy, qtbot):
    before = spy.count()
    button.click()
    qtbot.waitUntil(lambda: spy.count() > before)
    return QApplication.clipboard().text(), tuple(spy.at(before))


@pytest.fixture
def spy(empty):
    return QSignalSpy(empty.copied)


def test_the_model_keeps_qt_s_rules(qapp, displayed, qtmodeltester):
    model = RequestModel()
    qtmodeltester.check(model)
    model.show_messages(displayed.request.sent, 100)
    qtmodeltester.check(model)


def test_the_first_row_is_the_whole_and_each_other_one_a_message(request_of, document, tight):
    page = request_of(document, **tight)
    sent = page._sent.derivation.sent
    assert page.model.rowCount() == len(sent) + 1
    rows = [
        [page.model.data(page.model.index(row, column)) for column in range(4)]
        for row in range(page.model.rowCount())
    ]
    total = sum(one.tokens for one in sent)
    assert rows[0] == ["", "", "The whole request", f"{total:,}"]
    assert [row[1] for row in rows[1:]] == [one.role for one in sent]
    assert [row[3] for row in rows[1:]] == [str(one.tokens) for one in sent]
    assert page.text.toPlainText() == page._sent.derivation.sent_text
    assert page.copier.about.text() == f"{total:,} tokens in {len(sent)} messages"
    assert not page.copier.message.isEnabled()


def test_a_message_is_shown_and_copied_alone(request_of, document, tight, spy, qtbot):
    page = request_of(document, **tight)
    page.table.setCurrentIndex(page.model.index(2, 0))
    message = page._sent.messages[1]
    assert page.text.toPlainText() == message.text
    assert f"#{message.message} of the chat" in page.copier.about.text()
    text, wording = copied(page.copier.message, spy, qtbot)
    assert text == message.text
    assert wording == (message.tokens, f"one message of the {message.role}")


def test_the_whole_is_copied_as_text_and_as_json(request_of, document, tight, spy, qtbot):
    page = request_of(document, **tight)
    sent = page._sent.messages
    tokens = sum(one.tokens for one in sent)
    text, wording = copied(page.copier.text, spy, qtbot)
    assert text == page._sent.derivation.sent_text
    assert wording == (tokens, "the whole request")
    text, wording = copied(page.copier.list, spy, qtbot)
    assert json.loads(text) == [{"role": one.role, "content": one.text} for one in sent]
    assert wording == (tokens, f"{len(sent)} messages as JSON")


ODD = "tab\there\r\nnext\u2028line “quoted” <b>bold</b> 海龟 🐢 \\n {{char}}"


def test_odd_characters_are_copied_as_they_are(request_of, spy, qtbot):
    page = request_of(document_of(chat_of(ODD)), **ROOMY)
    text, _ = copied(page.copier.list, spy, qtbot)
    assert any(one["content"] == ODD for one in json.loads(text))
    text, _ = copied(page.copier.text, spy, qtbot)
    assert ODD in text


def test_a_very_long_line_is_cut_for_the_eye_and_copied_whole(request_of, qtbot):
    line = "word " * 60_000
    page = request_of(document_of(chat_of("short", line)), **ROOMY)
    page.table.setCurrentIndex(page.model.index(3, 0))
    qtbot.waitUntil(lambda: not page.text.is_filling, timeout=60_000)
    assert page.text.blockCount() > 100
    cursor = page.text.textCursor()
    cursor.select(QTextCursor.SelectionType.Document)
    page.text.setTextCursor(cursor)
    page.text.copy()
    assert QApplication.clipboard().text() == line


def test_a_large_request_fills_in_turns_and_stops_when_it_is_left(empty, ask, qtbot):
    document = document_of(chat_of(*("many words " * 40 for _ in range(400))))
    empty.set_map(*ask(document, **ROOMY))
    empty.pages.switch.buttons["Request"].click()
    page = empty.pages.request
    qtbot.waitUntil(lambda: page.text.is_filling, timeout=20_000)
    begun = page.text.document().characterCount()
    assert 0 < begun < 100_000
    empty.pages.switch.buttons["Rows"].click()
    stopped = page.text.document().characterCount()
    settle(empty)
    assert page.text.document().characterCount() == stopped
    empty.pages.switch.buttons["Request"].click()
    qtbot.waitUntil(lambda: not page.text.is_filling, timeout=60_000)
    assert page.text.toPlainText() == page._sent.derivation.sent_text


def test_what_is_not_sent_is_not_copied(empty, ask, document, tight):
    empty.set_map(*ask(document, **{**tight, TOTAL: 20}))
    empty.pages.switch.buttons["Request"].click()
    page = empty.pages.request
    assert page.words.text() == NOTHING
    assert not any(button.isEnabled() for button in page.copier._buttons)
    assert page.model.rowCount() == 0
    empty.clear()
    assert page.words.text() == EMPTY


def test_what_is_only_tried_out_is_not_in_it(request_of, empty, ask, document, tight, qtbot):
    page = request_of(document, **tight)
    before = page._sent
    empty.set_what_if(*ask(document, **{**tight, HISTORY: 10}))
    settle(empty)
    assert page._sent is before
    empty.set_map(*ask(document, **{**tight, HISTORY: 10}))
    qtbot.waitUntil(lambda: page._sent is not before)
    assert len(page._sent.messages) < len(before.messages)


def test_keys_walk_the_messages(request_of, document, tight, qtbot):
    page = request_of(document, **tight)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert page.text.toPlainText() == page._sent.messages[0].text
