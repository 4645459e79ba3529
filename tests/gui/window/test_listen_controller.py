"""Where was listened last is known at the next start; what could be a secret is not kept."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoStack

from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.selection import Selection
from inspector.gui.window.listen_controller import ListenController
from inspector.gui.window.panels import Panels
from inspector.preferences import load_preferences


@pytest.fixture
def start(qtbot):
    owner = QObject()
    made = []

    def started():
        panels = Panels(Selection(owner), QUndoStack(owner), owner)
        panel = panels.listen
        qtbot.addWidget(panel)
        store = PreferencesStore(load_preferences(), owner, keep=True)
        controller = ListenController(owner, None, None, store)
        controller.follow(panels, None)
        made.append(controller)
        return panel.form, controller

    yield started
    for controller in made:
        controller.wait()


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("http://127.0.0.1:9/v1", "http://127.0.0.1:9/v1"),
        ("http://me:word@127.0.0.1:9/v1", ""),
        ("http://127.0.0.1:9/v1?key=abc", ""),
    ],
)
def test_the_endpoint_is_remembered_unless_it_may_hold_a_secret(start, typed, kept):
    form, _ = start()
    assert form.endpoint.text() == ""
    usual = form.port.value()
    form.endpoint.setText(typed)
    form.port.setValue(0)
    form.button.click()
    again, _ = start()
    was_refused = bool(form.refusal.text())
    assert again.endpoint.text() == ("" if was_refused else kept)
    assert again.port.value() == (usual if was_refused else 0)
