"""Render as: who is in the group, and the message about to be sent."""

import pytest
from PySide6.QtCore import Qt

from inspector.core.chat import Chat
from inspector.core.document import Document
from inspector.core.moment import Moment
from inspector.core.sending import SendKind
from inspector.gui.state.session import Question
from inspector.gui.window.context_bar import ContextBar
from inspector.gui.window.send_chooser import SendChooser


@pytest.fixture
def document():
    names = ["Mara", "Kai & Co", "张伟"]
    lines = [{"name": name, "mes": "Words."} for name in names]
    return Document(chat=Chat(names, bytes(3), bytes(3), [None] * 3, [6] * 3, lines, is_group=True))


@pytest.fixture
def bar(qtbot, document):
    made = ContextBar()
    qtbot.addWidget(made)
    made.resize(1400, 40)
    made.show()
    made.requested = []
    made.edit_requested.connect(lambda edit: made.requested.append(edit.question.moment))
    made.show_question(Question(), document)
    return made


def choose(bar, text):
    bar.group.menu().aboutToShow.emit()
    action = next(a for a in bar.group.menu().actions() if a.text() == text)
    action.trigger()


def test_a_group_is_made_member_by_member(bar, document):
    assert bar.group.text() == "Solo chat"
    choose(bar, "Kai && Co")
    assert bar.requested[-1].group == ("Kai & Co",)
    bar.show_question(Question(moment=bar.requested[-1]), document)
    choose(bar, "张伟")
    assert bar.requested[-1].group == ("Kai & Co", "张伟")
    bar.show_question(Question(moment=bar.requested[-1]), document)
    assert bar.group.text() == "Kai && Co, 张伟"
    choose(bar, "Kai && Co")
    assert bar.requested[-1].group == ("张伟",)
    choose(bar, "Solo chat")
    assert bar.requested[-1].group == ()


def test_members_whom_the_chat_does_not_know_are_shown_too(bar, document):
    bar.show_question(Question(moment=Moment(group=("A", "B", "C"))), document)
    assert bar.group.text() == "A, B +1"
    assert bar.group.accessibleDescription() == "A, B, C"


def test_enter_asks_about_the_pending_message(bar, document, qtbot):
    qtbot.keyClicks(bar.pending, "Where is it?")
    assert bar.requested == []
    qtbot.keyClick(bar.pending, Qt.Key.Key_Return)
    assert [moment.pending for moment in bar.requested] == ["Where is it?"]
    bar.show_question(Question(moment=bar.requested[-1]), document)
    bar.pending.clear()
    qtbot.keyClick(bar.pending, Qt.Key.Key_Return)
    assert bar.requested[-1].pending is None


def test_what_is_being_typed_stays_while_answers_come(bar, document, qtbot):
    qtbot.keyClicks(bar.pending, "Where")
    bar.show_question(Question(), document)
    assert bar.pending.text() == "Where"


def test_undo_brings_an_older_pending_message_back(bar, document, qtbot):
    qtbot.keyClicks(bar.pending, "New")
    qtbot.keyClick(bar.pending, Qt.Key.Key_Return)
    bar.show_question(Question(moment=Moment(pending="Old")), document)
    assert bar.pending.text() == "Old"


@pytest.mark.parametrize(("total", "displayed"), [(None, 200_000), (2**40, 2**31 - 1), (0, 0)])
def test_a_budget_that_no_field_can_hold_is_no_reason_to_fail(bar, document, total, displayed):
    moment = Moment(settings={"default_context_total_token_limit": total})
    bar.show_question(Question("scribe/2025-08", moment=moment), document)
    assert bar.budget.value() == displayed
    assert bar.requested == []


def test_what_has_no_room_is_opened_by_a_sign_in_the_colour_of_words(bar):
    assert not bar.rest.isVisible()
    bar.resize(500, 40)
    assert bar.rest.isVisible()
    drawn = bar.rest.grab().toImage()
    words, ground = bar.rest.palette().buttonText().color(), bar.palette().window().color()
    bar.rest.setText("")
    assert drawn != bar.rest.grab().toImage()
    assert words != ground


@pytest.mark.parametrize("kind", SendKind)
def test_the_kind_of_send_that_is_chosen_is_asked_for(qtbot, kind):
    chooser = SendChooser()
    qtbot.addWidget(chooser)
    chooser.show_question(Question("openvault/26", as_sent=True))
    place = chooser.kind.findData(kind)
    with qtbot.waitSignal(chooser.edit_requested) as heard:
        chooser.kind.setCurrentIndex(place)
        chooser.kind.activated.emit(place)
    assert heard.args[0].question.send.kind is kind
