"""What every test of the window stands on."""

import pytest

from inspector.gui.kit.theme import LIGHT, current_theme, use_theme


@pytest.fixture(autouse=True)
def light(request):
    """The light theme, whatever the test before used."""
    if "qapp" in request.fixturenames or "qtbot" in request.fixturenames:
        request.getfixturevalue("qapp")
        use_theme(LIGHT)
    yield
    if current_theme() is not LIGHT:
        use_theme(LIGHT)
