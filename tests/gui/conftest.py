"""What every test of the window stands on."""

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QDialog, QMenu, QMessageBox

from inspector.gui.kit.theme import LIGHT, current_theme, use_theme
from inspector.gui.panels.why import finding
from inspector.gui.state import replaying
from inspector.gui.window.process import collect_due

AN_HOUR_MS = 3_600_000
AN_HOUR_S = 3600.0


@pytest.fixture(autouse=True)
def collected_here():
    """Garbage of a test is collected after it, and by no worker: see `GuiCollector`."""
    gc.disable()
    yield
    # What was closed goes before garbage is looked for: see `closed_windows`.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    collect_due()
    gc.enable()


@pytest.fixture(autouse=True)
def light(request):
    """The light theme, whatever the test before used."""
    if "qapp" in request.fixturenames or "qtbot" in request.fixturenames:
        request.getfixturevalue("qapp")
        if current_theme() is not LIGHT:
            use_theme(LIGHT)
    yield
    if current_theme() is not LIGHT:
        use_theme(LIGHT)


@pytest.fixture
def replayed():
    """A test that uses this has chats replayed for the timeline's strip; see `no_replay`."""


@pytest.fixture(autouse=True)
def no_replay(request, monkeypatch):
    """No chat is replayed, which takes as long as to open it, but where that is tested."""
    if "replayed" not in request.fixturenames:
        monkeypatch.setattr(replaying, "PAUSE_MS", AN_HOUR_MS)
        monkeypatch.setattr(replaying, "FOLLOWED_MS", AN_HOUR_MS)


@pytest.fixture(autouse=True)
def sought_to_the_end(monkeypatch):
    """The smallest change is looked for as long as a busy machine needs, and not for seconds."""
    monkeypatch.setattr(finding, "_SECONDS", AN_HOUR_S)


@pytest.fixture(autouse=True)
def unanswered(monkeypatch):
    """Nobody is there to answer: what waits for a person is answered at once, and fails the test.

    A window that is closed after a test may ask about what is typed in it, and would wait for ever.
    """
    questions = []

    def answer(box):
        questions.append(" ".join(box.text().split()))
        roles = QMessageBox.ButtonRole
        by_role = {box.buttonRole(one): one for one in box.buttons()}
        given = by_role.get(roles.DestructiveRole) or by_role.get(roles.RejectRole)
        if given is not None:
            given.click()
        return 0

    def refuse(widget, *_where):
        questions.append(widget.windowTitle() or type(widget).__name__)

    monkeypatch.setattr(QMessageBox, "exec", answer)
    monkeypatch.setattr(QDialog, "exec", refuse)
    monkeypatch.setattr(QMenu, "exec", refuse)
    yield questions
    if questions:
        pytest.fail(f"Nobody was there to answer: {'; '.join(questions)}")
