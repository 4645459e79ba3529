"""The button with the settings that were saved under names."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QPushButton, QWidget

from inspector.gui.state.session import Question
from inspector.language import _
from inspector.systems import system_of

Settings = Mapping[str, object]


class PresetsButton(QPushButton):
    """Offers presets of the ruleset that answers, and to save or copy what is set now.

    Attributes:
        saved: answers the presets of a ruleset by name.

    Signals:
        preset_saved: ruleset, name, and the settings that a person changed.
        preset_chosen: the settings that were saved under a name.
        copied: a text for the clipboard.
    """

    preset_saved = Signal(str, str, object)
    preset_chosen = Signal(object)
    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Presets"), parent)
        self.saved: Callable[[str], Mapping[str, Settings]] = _nothing_saved
        self._ruleset = ""
        self._changed: Settings = {}
        self._profiles: Mapping[str, Settings] = {}
        self._usual: Settings = {}
        menu = QMenu(self)
        menu.aboutToShow.connect(partial(self.fill, menu))
        self.setMenu(menu)

    def show_question(self, question: Question) -> None:
        """Be about the ruleset that is asked, and the settings of it that a person changed."""
        self._ruleset, self._changed = question.ruleset, question.changed_settings
        self._profiles = question.host_settings.profiles.get(question.ruleset, {})
        self._usual = question.usual_settings

    def fill(self, menu: QMenu) -> None:
        """Offer what was saved, and to save or copy what is set now."""
        menu.clear()
        if self._profiles:
            menu.addSection(_("Profiles of the extension"))
        for name, settings in self._profiles.items():
            words = name.replace("&", "&&")
            # The profile that the chat is opened with is the one whose values count by themselves.
            opened = _(" (as opened)") if settings == self._usual else ""
            action = menu.addAction(f"{words}{opened}")
            action.triggered.connect(partial(self._choose, settings))
        if self._profiles:
            menu.addSection(_("Presets"))
        for name, settings in self.saved(self._ruleset).items():
            action = menu.addAction(name.replace("&", "&&"))
            action.triggered.connect(partial(self._choose, settings))
        menu.addSeparator()
        save = menu.addAction(_("Save as preset…"))
        save.triggered.connect(self._save_preset)
        save.setEnabled(bool(self._changed))
        menu.addAction(_("Copy as settings.json")).triggered.connect(self.copy_as_json)

    def copy_as_json(self) -> None:
        """Copy what a person changed as SillyTavern's settings.json has it."""
        name = self._ruleset
        nested: dict[str, Any] = {}
        for path, value in self._changed.items():
            *parents, last = path.split(".")
            location = nested
            for one in parents:
                location = location.setdefault(one, {})
            location[last] = value
        key = next(iter(system_of(name).extension_keys), name.partition("/")[0])
        whole = {"extension_settings": {key: nested}}
        self.copied.emit(json.dumps(whole, ensure_ascii=False, indent=4))

    def _choose(self, settings: Mapping[str, object]) -> None:
        self.preset_chosen.emit(settings)

    def _save_preset(self) -> None:
        name, accepted = QInputDialog.getText(self, _("Save as preset"), _("Name"))
        if accepted and name.strip():
            self.preset_saved.emit(self._ruleset, name.strip(), dict(self._changed))


def _nothing_saved(_ruleset: str) -> Mapping[str, Settings]:
    return {}
