"""The line that says what needs a decision."""

import pytest

from inspector.gui.kit.notice import Notice


@pytest.fixture
def notice(qtbot):
    made = Notice()
    qtbot.addWidget(made)
    return made


def choose(notice, words):
    (button,) = [one for one in notice.buttons if one.text() == words]
    button.click()


def test_what_was_not_decided_comes_back_once_what_covered_it_is(notice):
    done = []
    notice.ask("Lost.", [("Put back", lambda: done.append("back"))], "chat")
    notice.ask("Left.", [("Later", lambda: done.append("later"))], "left")
    assert notice.text == "Left."
    choose(notice, "Later")
    assert (notice.text, notice.isHidden()) == ("Lost.", False)
    choose(notice, "Put back")
    assert done == ["later", "back"]
    assert notice.isHidden()


def test_of_one_thing_the_newest_question_alone_is_asked(notice):
    notice.ask("Changed.", [("Merge", list)], "chat")
    notice.ask("Left.", [("Later", list)], "left")
    notice.ask("Gone.", [("Keep", list)], "chat")
    notice.close_about("chat")
    assert notice.text == "Left."
    choose(notice, "Later")
    assert notice.isHidden()


def test_what_a_choice_asks_stands_before_what_is_left(notice):
    notice.ask("First.", [("One", list)])
    notice.ask("Second.", [("Two", lambda: notice.ask("Third.", [("Three", list)]))])
    choose(notice, "Two")
    assert notice.text == "Third."
    choose(notice, "Three")
    assert notice.text == "First."
    notice.close_notice()
    assert notice.isHidden()
    notice.close_about("nothing")
    assert not notice.is_about(None)


def test_what_is_settled_while_it_is_covered_does_not_come_back(notice):
    notice.ask("Lost.", [("Put back", list)], "chat")
    notice.ask("Left.", [("Later", list)], "left")
    notice.close_about("chat")
    choose(notice, "Later")
    assert notice.isHidden()
