"""What every test of the window stands on."""

import gc

import pytest

from inspector.gui.kit.theme import LIGHT, current_theme, use_theme
from inspector.gui.window.process import collect_due


@pytest.fixture(autouse=True)
def collected_here():
    """Garbage of a test is collected after it, and by no worker: see `GuiCollector`."""
    gc.disable()
    yield
    collect_due()
    gc.enable()


@pytest.fixture(autouse=True)
def light(request):
    """The light theme, whatever the test before used."""
    if "qapp" in request.fixturenames or "qtbot" in request.fixturenames:
        request.getfixturevalue("qapp")
        use_theme(LIGHT)
    yield
    if current_theme() is not LIGHT:
        use_theme(LIGHT)
