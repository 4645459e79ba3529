"""What is tried out by a drag, and what holds again once that ends."""

from inspector.core.edits import SetField
from inspector.gui.state.commands import Commands
from inspector.gui.state.derivation import Deriver
from inspector.gui.state.session import Question, Session, State
from inspector.gui.state.what_if import WhatIf
from inspector.loading import open_chat


def test_an_edit_is_answered_though_a_drag_that_ends_where_it_began_overtook_it(sample, qtbot):
    session = Session()
    session.open(State(open_chat(sample).document, Question()))
    commands, deriver = Commands(session), Deriver()
    what_if = WhatIf(session, commands, deriver)
    answers = []
    deriver.answered.connect(answers.append)
    what_if.drop_budget(5_000)
    commands.submit(SetField((0,), "importance", 5))
    deriver.request(session.state)
    what_if.drag_budget(4_000)
    what_if.drop_budget(5_000)
    qtbot.waitUntil(lambda: bool(answers) and not deriver.is_busy)
    assert not answers[-1].what_if
    assert answers[-1].state.document is session.document


def test_between_two_steps_of_a_drag_nothing_else_is_begun(sample, qtbot):
    session = Session()
    session.open(State(open_chat(sample).document, Question()))
    deriver = Deriver()
    what_if = WhatIf(session, Commands(session), deriver)
    said, times = [], []
    deriver.presses.connect(said.append)
    deriver.busy_changed.connect(times.append)
    for tokens in (5_000, 4_000, 3_000):
        with qtbot.waitSignal(deriver.answered):
            what_if.drag_budget(tokens)
    assert times == [True, False] * 3
    assert said == [True]
    qtbot.waitUntil(lambda: said == [True, False])
