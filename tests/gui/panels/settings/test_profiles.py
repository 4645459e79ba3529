"""Profiles that an extension keeps are offered beside a person's own presets."""

from PySide6.QtWidgets import QMenu

from inspector.gui.panels.settings.presets import PresetsButton
from inspector.gui.state.session import Question
from inspector.sillytavern.settings_file import HostSettings
from inspector.surroundings import Surroundings

KEY, RULESET = "qvink_memory", "message-summarize/1.3"
THRESHOLD = "summary_injection_threshold"
PROFILES = {"Default": {THRESHOLD: 8}, "Long & slow": {THRESHOLD: 20}}
STORED = {"extension_settings": {KEY: {"profiles": PROFILES, THRESHOLD: 2}}}


def actions(qtbot, settings):
    around = Surroundings(HostSettings(settings))
    button = PresetsButton()
    qtbot.addWidget(button)
    button.show_question(Question(ruleset=RULESET).taking(around))
    menu = QMenu(button)
    button.fill(menu)
    return button, {one.text(): one for one in menu.actions() if one.text()}


def test_profiles_are_offered_as_they_stand_and_as_the_chat_is_opened(qtbot):
    button, found = actions(qtbot, STORED)
    names = ["as it stands", "Default (as opened)", "Long && slow"]
    assert [one for one in found if one in names] == names
    chosen = []
    button.preset_chosen.connect(chosen.append)
    for name in names:
        found[name].trigger()
    assert [one[THRESHOLD] for one in chosen] == [2, 8, 20]


def test_without_profiles_there_are_presets_alone(qtbot):
    _, found = actions(qtbot, {"extension_settings": {KEY: {THRESHOLD: 2}}})
    assert [*found] == ["Save as preset…", "Copy as settings.json"]
