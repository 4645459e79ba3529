"""As the file is, as sent next: the switch, the line above the block, and what is kept of it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.gui.state.session import Question
from inspector.gui.window.main_window import MainWindow
from inspector.gui.window.send_chooser import AS_FILE, AS_SENT
from inspector.preferences import load_preferences
from tests.captured import WIRE

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def chat(tmp_path):
    """A chat in its data folder, of which OpenVault hides the beginning before sending."""
    return next(WIRE.laid_out("61-auto-hide-openvault26-budget", tmp_path)).chat


@pytest.fixture
def start(qtbot, chat):
    def started(question=None):
        window = MainWindow(load_preferences(), question)
        qtbot.addWidget(window, before_close_func=forget_edits)
        window.resize(1366, 731)
        window.show()
        with qtbot.waitSignal(window.bench.presenter.settled, timeout=20_000):
            window.bench.flow.open(str(chat))
        return window

    return started


def forget_edits(window):
    window.bench.wait()
    window.bench.keeper.chat = None


def press(window, qtbot, name):
    with qtbot.waitSignal(window.bench.presenter.displayed, timeout=10_000):
        QTest.mouseClick(window.bench.context.send.switch.buttons[name], LEFT)


def test_what_happens_before_sending_is_shown_kept_and_undone_and_never_written(start, qtbot, chat):
    before = chat.read_bytes()
    window = start(Question("openvault/26"))
    bench = window.bench
    preview, sending = bench.panels.preview, bench.panels.sending
    assert bench.context.send.switch.current == AS_SENT
    qtbot.waitUntil(lambda: "OpenVault hides 0–18" in preview.event_line.words.text())
    assert preview.event_line.isVisible()
    assert preview.title_bar.location.words.startswith("✓ delivered as message 1")
    qtbot.waitUntil(lambda: bool(preview.view.page.sent_only))
    assert preview.view.page.sent_only == frozenset(range(6))
    QTest.mouseClick(preview.event_line.link, LEFT)
    assert sending.isVisible()
    block = bench.presenter.view.answer.derivation.injections[0].text
    with qtbot.waitSignal(bench.presenter.displayed, timeout=10_000):
        sending.keep_all.click()
    assert bench.session.document.chat.hidden[:20] == b"\x01" * 19 + b"\0"
    assert bench.commands.stack.undoText() == "Hide 0–18"
    assert bench.presenter.view.answer.derivation.injections[0].text == block
    press(window, qtbot, AS_FILE)
    assert bench.presenter.view.answer.derivation.injections[0].text == block
    assert not preview.event_line.isVisible()
    bench.commands.stack.undo()
    bench.commands.stack.undo()
    assert not any(bench.session.document.chat.hidden)
    assert chat.read_bytes() == before


def test_the_switch_is_remembered_for_the_chat(start, qtbot):
    window = start(Question("openvault/26"))
    press(window, qtbot, AS_FILE)
    forget_edits(window)
    window.close()
    again = start(Question("openvault/26"))
    assert again.bench.context.send.switch.current == AS_FILE
    assert again.bench.presenter.view.answer.prediction is None
