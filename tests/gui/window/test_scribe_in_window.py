"""Scribe's rulesets in the whole window: every dock shows a request as well as a block."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.core.settings import SetSetting
from inspector.gui.state.secondary import SecondaryDerivations
from inspector.gui.state.session import Question, State
from inspector.gui.window.main_window import MainWindow
from inspector.loading import open_chat
from inspector.lore_files import Beside, open_beside
from inspector.preferences import Preferences
from inspector.shipped import sample_chat, sample_lorebook
from inspector.systems import with_sources
from inspector.systems.scribe.derivation import ScribeDerivation
from inspector.systems.scribe.rulesets import RULESETS
from tests.gui.settling import settle, take_turn

TOTAL = "default_context_total_token_limit"
LIMITS = {"scribe/design": TOTAL, "scribe/2025-08": "CONTEXT_TOTAL_TOKEN_LIMIT"}


def change_setting(window, name, value):
    bench = window.bench
    bench.commands.submit(SetSetting(bench.session.question.ruleset, name, value))


def forget_edits(window):
    """Close without the question that unsaved edits would raise."""
    for worker in (window.bench.keeper, window.bench.lore, window.bench.deriver):
        worker.wait()
    window.bench.keeper.chat = None


@pytest.fixture
def opened(qtbot):
    def make(ruleset):
        window = MainWindow(Preferences(), Question(ruleset))
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.show()
        qtbot.waitExposed(window)
        window.answers = []
        window.bench.deriver.answered.connect(window.answers.append)
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=30_000):
            window.bench.flow.open(str(sample_chat()))
        return window

    return make


def requested(window, qtbot, act):
    """Do something and wait until its answer is shown."""
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=20_000):
        act()
    return window.answers[-1].derivation


def look_at_all(window):
    """Have every dock seen, and what it asks for then shown in it."""
    for dock in window.bench.docks.all:
        window.bench.docks.show(dock.name)
        take_turn()
        assert not dock.grab().isNull()
    settle(window)


@pytest.mark.parametrize("ruleset", [one.name for one in RULESETS])
def test_every_dock_shows_a_request_and_a_refusal(opened, qtbot, ruleset):
    window, limit = opened(ruleset), LIMITS[ruleset]
    assert isinstance(window.answers[-1].derivation, ScribeDerivation)
    window.bench.selection.select([3])
    window.bench.selection.select_message(150)
    look_at_all(window)
    for index, slot in enumerate(window.answers[-1].derivation.injections):
        window.bench.panels.preview.show_slot(slot.key)
        settle(window)
        assert index < 2
    qtbot.waitUntil(lambda: not window.bench.explanation_controller.is_busy, timeout=60_000)
    derivation = requested(window, qtbot, lambda: change_setting(window, limit, 0))
    assert derivation.error
    look_at_all(window)
    derivation = requested(window, qtbot, lambda: change_setting(window, limit, 50_000))
    assert derivation.error is None


def test_the_bars_budget_is_the_total_of_the_request(opened, qtbot):
    window = opened("scribe/design")
    budget = window.bench.context.budget
    assert (budget.isEnabled(), budget.value()) == (True, 200_000)
    assert budget.toolTip() == "Tokens that the whole request may have"

    def type_budget():
        budget.setFocus()
        budget.selectAll()
        QTest.keyClicks(budget, "1500")
        QTest.keyClick(budget, Qt.Key.Key_Return)

    derivation = requested(window, qtbot, type_budget)
    assert window.bench.session.question.moment.settings == {TOTAL: 1500}
    assert derivation.parts.limit == 1500
    assert window.bench.commands.stack.undoText() == "Budget 1,500"
    requested(window, qtbot, window.bench.menus.undo.trigger)
    assert budget.value() == 200_000


def test_scribe_is_chosen_in_the_bar_and_left_again(opened, qtbot):
    window = opened("openvault/temporal")
    picker = window.bench.context.ruleset
    names = [picker.itemData(row) for row in range(picker.count())]
    assert [one.name for one in RULESETS] == [name for name in names if "scribe/" in name]

    def choose(name):
        picker.setCurrentIndex(picker.findData(name))
        picker.activated.emit(picker.currentIndex())

    derivation = requested(window, qtbot, lambda: choose("scribe/2025-08"))
    assert isinstance(derivation, ScribeDerivation)
    requested(window, qtbot, lambda: choose("openvault/temporal"))
    assert window.bench.context.budget.value() == 10_000


def test_a_further_system_is_never_scribe():
    sources = open_beside(Beside(lorebook=sample_lorebook())).sources
    document = with_sources(open_chat(sample_chat()).document, sources)
    state = State(document, Question("openvault/temporal"))
    assert "scribe" in state.document.carried
    assert [one.ruleset for one in SecondaryDerivations().of(state)] == ["auto-recap/design"]
