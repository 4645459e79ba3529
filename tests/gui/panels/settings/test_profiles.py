"""Profiles that an extension keeps are offered beside a person's own presets."""

import json

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QMenu

from inspector.core.moment import Moment
from inspector.gui.panels.settings.presets import PresetsButton
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.session import Question
from inspector.preferences import Preferences
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
    assert [*found] == ["Save as preset…", "Delete preset", "Copy as settings.json"]


@pytest.fixture
def presets(qtbot):
    """A button of its own for changed settings, and the preferences that it keeps presets in."""
    parent = QObject()
    store = PreferencesStore(Preferences(), parent, keep=False)
    button = PresetsButton()
    qtbot.addWidget(button)
    button.keep_in(store)

    def ask(ruleset, **settings):
        button.show_question(Question(ruleset=ruleset, moment=Moment(settings=settings)))
        menu = QMenu(button)
        button.fill(menu)
        return {one.text(): one for one in menu.actions() if one.text()}

    yield button, store, ask
    for dialog in button.findChildren(QInputDialog):
        dialog.reject()


def named(button, action, name):
    """Type a name into the dialog of an action; answers the words of its button, if it takes it."""
    action.trigger()
    dialog = button.findChildren(QInputDialog)[-1]
    dialog.setTextValue(name)
    ok = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    words, label = ok.text() if ok.isEnabled() else "", dialog.labelText()
    dialog.accept()
    return words, label


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two\t words ", "two words"),
        ("CON", "CON"),
        ("a/b\\c:*?", "a/b\\c:*?"),
        ("é漢🙂" * 99, None),
    ],
)
def test_any_name_but_an_empty_one_is_kept(presets, typed, kept):
    button, store, ask = presets
    save = ask("openvault/26", retrievalFinalTokens=700)["Save as preset…"]
    assert named(button, save, "  ")[0] == ""
    assert store.presets_of("openvault/26") == {}
    assert named(button, save, typed)[0] == "Save"
    assert [*store.presets_of("openvault/26")] == [kept or typed]
    (listed, *_) = ask("openvault/26")
    assert listed == typed[:59] + "…" if kept is None else listed == kept


def test_a_name_that_exists_is_replaced_after_it_was_said(presets):
    button, store, ask = presets
    for tokens, words in (
        (700, ("Save", "Name")),
        (800, ("Replace", "There is one of this name.")),
    ):
        save = ask("openvault/26", retrievalFinalTokens=tokens)["Save as preset…"]
        assert named(button, save, "small") == words
    assert store.presets_of("openvault/26") == {"small": {"retrievalFinalTokens": 800}}
    delete = ask("openvault/26")["Delete preset"]
    delete.menu().actions()[0].trigger()
    assert store.presets_of("openvault/26") == {}
    assert not ask("openvault/26")["Delete preset"].isEnabled()


def test_only_what_the_extension_has_is_copied(presets):
    button, _, ask = presets
    copied = []
    button.copied.connect(copied.append)
    for ruleset, settings in (
        ("scribe/design", {"persona": "x"}),
        ("openvault/terse", {"emotion": "x"}),
    ):
        assert not ask(ruleset, **settings)["Copy as settings.json"].isEnabled()
    ask("openvault/terse", emotion="x", retrievalFinalTokens=700)["Copy as settings.json"].trigger()
    assert json.loads(copied[0]) == {
        "extension_settings": {"openvault": {"retrievalFinalTokens": 700}}
    }
