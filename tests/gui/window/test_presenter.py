"""The presenter shows a view to those that are seen first, and to the others a panel a turn."""

import threading
from functools import partial

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QTabWidget

from inspector.core.edits import ReviseMemories, SetField, apply
from inspector.core.moment import Moment
from inspector.core.problems import Problem
from inspector.gui.kit.panel import Panel
from inspector.gui.state.checking import Checked, Checker
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.question_edits import SetQuestion
from inspector.gui.state.selection import Selection
from inspector.gui.state.session import Question, Session, State
from inspector.gui.state.view import Part
from inspector.gui.state.workers import SLOW_MS
from inspector.gui.window.presenter import Presenter
from inspector.loading import open_chat
from inspector.systems import memory_maker
from tests.gui.settling import take_turn

AN_HOUR_MS = 3_600_000


class Recorder(Panel):
    """A panel that notes in which turn of the event loop it is shown what."""

    turn = 0

    def __init__(self, log):
        super().__init__()
        self._log = log
        self.prepared = []

    def prepare(self, view):
        for _ in range(2):
            self.prepared.append((Recorder.turn, view.document))
            QTimer.singleShot(0, self, self._end_turn)
            yield

    def show_view(self, view, changes):
        self._log.append((Recorder.turn, self, changes.parts, view.answer))
        QTimer.singleShot(0, self, self._end_turn)

    def _end_turn(self):
        Recorder.turn += 1


@pytest.fixture
def log():
    return []


@pytest.fixture
def tabs(qtbot, log):
    tabs = QTabWidget()
    qtbot.addWidget(tabs)
    for name in "abcd":
        tabs.addTab(Recorder(log), name)
    tabs.setCurrentIndex(2)
    tabs.show()
    qtbot.waitExposed(tabs)
    return tabs


@pytest.fixture
def presenter(qtbot, sample, tabs):
    session, selection, deriver = Session(), Selection(), Deriver()
    # However long an answer takes here, it is not slow to come but where that is tested.
    deriver._worker._slow.setInterval(AN_HOUR_MS)
    commands, checker = Commands(session), Checker()
    deriver.answered.connect(checker.take_answer)
    presenter = Presenter(session, commands, deriver, checker, selection)
    for number in range(tabs.count()):
        presenter.take_in(tabs.widget(number))
    presenter.session, presenter.commands, presenter.deriver = session, commands, deriver
    with qtbot.waitSignal(presenter.settled):
        session.open(State(open_chat(sample).document, Question()))
    yield presenter
    presenter.stop()
    checker.wait()
    deriver.wait()


@pytest.mark.parametrize("deletes", [False, True])
@pytest.mark.parametrize("together", [False, True])
def test_nothing_else_of_a_document_is_shown_before_it(
    qtbot, presenter, monkeypatch, deletes, together
):
    known, unknown = {}, []

    def show(panel, view, changes):
        if Part.DOCUMENT in changes:
            known[panel] = view.document
        if known.get(panel, before) is not view.document:
            unknown.append((panel, changes.parts))

    before = presenter.session.document
    monkeypatch.setattr(Recorder, "show_view", show)
    edit = (
        memory_maker(before).deleted(before, (3,))
        if deletes
        else SetField((0,), "importance", before.memories[0].importance % 5 + 1)
    )
    asked = SetQuestion(presenter.session.question.with_moment(Moment(at=40)), "at 40")
    with qtbot.waitSignal(presenter.settled):
        if together:
            presenter.commands.submit_all((edit, asked))
        else:
            presenter.commands.submit(edit)
            presenter.commands.submit(asked)
    presenter.commands.stack.undo()
    with qtbot.waitSignal(presenter.settled):
        presenter.commands.stack.undo()
    assert len(known) == 4
    assert unknown == []


def test_what_is_seen_comes_first_and_the_rest_a_panel_a_turn(qtbot, presenter, tabs, log):
    log.clear()
    with qtbot.waitSignal(presenter.displayed):
        presenter.commands.submit(SetField((0,), "importance", 5))
    answered = [one for one in log if Part.ANSWER in one[2]]
    turns, panels, _, answers = zip(*answered, strict=True)
    assert panels == tuple(tabs.widget(number) for number in (2, 0, 1, 3))
    assert len(set(turns)) == 4
    assert set(answers) == {presenter.view.answer}


def test_another_chat_is_prepared_a_part_a_turn_before_it_is_shown(
    qtbot, presenter, tabs, log, sample
):
    panels = [tabs.widget(number) for number in range(tabs.count())]
    for panel in panels:
        panel.prepared.clear()
    log.clear()
    document = open_chat(sample).document
    with qtbot.waitSignal(presenter.opened):
        presenter.session.open(State(document, Question()))
    displayed = {panel: turn for turn, panel, parts, _ in log if Part.CHAT in parts}
    for panel in panels:
        (turn, prepared), (next_turn, still_prepared) = panel.prepared
        assert prepared is still_prepared is document
        assert turn < next_turn < displayed[panel]


def test_the_first_answer_is_shown_to_what_is_seen_a_panel_a_turn(
    qtbot, presenter, tabs, log, sample
):
    others = [Recorder(log), Recorder(log)]
    for one in others:
        qtbot.addWidget(one)
        one.show()
        presenter.take_in(one)
    log.clear()
    with qtbot.waitSignal(presenter.displayed):
        presenter.session.open(State(open_chat(sample).document, Question()))
    answered = [(turn, panel) for turn, panel, parts, _ in log if Part.ANSWER in parts]
    assert [panel for _, panel in answered[:3]] == [tabs.widget(2), *others]
    assert len({turn for turn, _ in answered}) == len(answered)


def test_what_is_not_seen_waits_for_the_newest_answer(qtbot, presenter, tabs, log):
    log.clear()
    edits = [SetField((0,), "importance", 4)]

    def edit_again(_answer):
        if edits:
            QTimer.singleShot(0, tabs, partial(presenter.commands.submit, edits.pop()))

    presenter.deriver.answered.connect(edit_again)
    presenter.commands.submit(SetField((0,), "importance", 5))
    qtbot.waitUntil(lambda: not edits and not presenter.is_behind)
    answers = [[one[3] for one in log if one[1] is tabs.widget(n) and one[3]] for n in (2, 0)]
    assert len(dict.fromkeys(answers[0])) == 2
    assert dict.fromkeys(answers[1]) == {presenter.view.answer: None}


def test_a_panel_that_comes_into_sight_is_shown_before_those_that_do_not(
    qtbot, presenter, tabs, log
):
    log.clear()
    presenter.deriver.answered.connect(lambda _: tabs.setCurrentIndex(3))
    with qtbot.waitSignal(presenter.displayed):
        presenter.commands.submit(SetField((0,), "importance", 5))
    panels = [one[1] for one in log if Part.ANSWER in one[2]]
    assert panels[0] is tabs.widget(3)


def test_an_edit_waits_for_its_answer_unless_that_is_slow(qtbot, presenter, tabs, log):
    log.clear()
    edit, seen = SetField((0,), "importance", 5), tabs.widget(2)
    presenter.commands.submit(edit)
    presenter._turn.start()  # as an earlier answer may have left it
    presenter._turn.timeout.emit()
    assert not log
    with qtbot.waitSignal(presenter.settled):
        pass
    assert next(one[2] for one in log if one[1] is seen) == Part.DOCUMENT | Part.ANSWER
    presenter.deriver._worker._slow.setInterval(SLOW_MS)
    log.clear()
    release = threading.Event()
    presenter.deriver._worker.queue.start(lambda _: release.wait(60))
    presenter.commands.submit(SetField((0,), "importance", 4))
    qtbot.waitUntil(lambda: bool(log))
    assert [one[1:3] for one in log] == [(seen, Part.DOCUMENT)]
    release.set()
    qtbot.waitUntil(lambda: len({one[1] for one in log if Part.ANSWER in one[2]}) == 4)


def test_where_memories_go_what_is_seen_is_shown_a_panel_a_turn_before_the_answer(
    qtbot, presenter, tabs, log
):
    others = [Recorder(log), Recorder(log)]
    for one in others:
        qtbot.addWidget(one)
        one.show()
        presenter.take_in(one)
    release = threading.Event()
    presenter.deriver._worker.queue.start(lambda _: release.wait(60))
    log.clear()
    presenter.commands.submit(ReviseMemories("Gone", removed=frozenset({0})))
    qtbot.waitUntil(lambda: len([one for one in log if Part.DOCUMENT in one[2]]) == 3)
    turns, panels, _, _ = zip(*(one for one in log if Part.DOCUMENT in one[2]), strict=True)
    assert panels == (tabs.widget(2), *others)
    assert len(set(turns)) == 3
    assert not any(Part.ANSWER in one[2] for one in log)
    with qtbot.waitSignal(presenter.settled):
        release.set()
    assert {one[1] for one in log if Part.DOCUMENT in one[2]} == {*presenter._viewers}


def test_what_is_dragged_reaches_those_whom_nobody_sees_once_it_rests(qtbot, presenter, tabs, log):
    state = State(presenter.view.document, presenter.view.question)
    seen = tabs.widget(2)
    rest, rest_ms = presenter._rest, presenter._rest.interval()
    rest.setInterval(AN_HOUR_MS)
    log.clear()
    for _ in range(3):
        with qtbot.waitSignal(presenter.deriver.answered):
            presenter.deriver.request(state, what_if=True)
        take_turn()  # in which those that wait could come
    assert [one[1] for one in log] == [seen] * 3
    rest.start(rest_ms)
    qtbot.waitUntil(lambda: len(log) == 6)
    assert {one[1] for one in log[3:]} == {tabs.widget(n) for n in (0, 1, 3)}
    assert {one[2] for one in log} == {Part.WHAT_IF}


def test_what_was_found_of_another_document_is_not_shown(presenter):
    document, former = presenter.session.document, presenter.view.problems
    other = apply(document, SetField((0,), "importance", 5))
    found = (Problem("gone", "It is said of what is no longer there.", memory=0),)
    presenter._take_problems(Checked(other, found, ()))
    assert presenter.view.problems == former
    presenter._take_problems(Checked(document, found, ()))
    assert found[0] in presenter.view.problems
