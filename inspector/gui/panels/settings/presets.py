"""The button with the settings that were saved under names."""

import json
from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QMenu, QPushButton, QWidget

from inspector.core.extension import AS_IT_STANDS
from inspector.gui.kit.text import shortened
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.session import Question
from inspector.language import _
from inspector.surroundings import as_stored
from inspector.systems import ruleset_named

Settings = Mapping[str, object]

_LONGEST = 60
"""Characters of a name in a menu."""


class PresetsButton(QPushButton):
    """Offers presets of the ruleset that answers, and to save or copy what is set now.

    Attributes:
        saved: answers the presets of a ruleset by name.

    Signals:
        preset_saved: ruleset, name, and the settings that a person changed.
        preset_deleted: ruleset and name.
        preset_chosen: the settings that were saved under a name.
        copied: a text for the clipboard.
    """

    preset_saved = Signal(str, str, object)
    preset_deleted = Signal(str, str)
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

    def keep_in(self, store: PreferencesStore) -> None:
        """Keep presets there."""
        self.saved = store.presets_of
        self.preset_saved.connect(store.save_preset)
        self.preset_deleted.connect(store.delete_preset)

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
            # The profile that the chat is opened with is the one whose values count by themselves.
            title = _words(name)
            if settings == self._usual:
                title = _("{name} (as opened)").format(name=title)
            action = menu.addAction(title)
            action.triggered.connect(partial(self._choose, settings))
        if self._profiles:
            menu.addSection(_("Presets"))
        saved = self.saved(self._ruleset)
        for name, settings in saved.items():
            menu.addAction(_words(name)).triggered.connect(partial(self._choose, settings))
        menu.addSeparator()
        save = menu.addAction(_("Save as preset…"))
        save.triggered.connect(self._ask_name)
        save.setEnabled(bool(self._changed))
        delete = menu.addMenu(_("Delete preset"))
        delete.setEnabled(bool(saved))
        for name in saved:
            delete.addAction(_words(name), partial(self.preset_deleted.emit, self._ruleset, name))
        copy = menu.addAction(_("Copy as settings.json"))
        copy.triggered.connect(self.copy_as_json)
        copy.setEnabled(bool(self._as_stored()))

    def copy_as_json(self) -> None:
        """Copy what a person changed as SillyTavern's settings.json has it."""
        self.copied.emit(json.dumps(self._as_stored(), ensure_ascii=False, indent=4))

    def _as_stored(self) -> Mapping[str, object]:
        opened = (name for name, settings in self._profiles.items() if settings == self._usual)
        profile = next((name for name in opened if name != AS_IT_STANDS), "")
        return as_stored(ruleset_named(self._ruleset), self._changed, profile)

    def _choose(self, settings: Mapping[str, object]) -> None:
        self.preset_chosen.emit(settings)

    def _ask_name(self) -> None:
        ruleset, changed = self._ruleset, dict(self._changed)
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(_("Save as preset"))

        def show_name(typed: str) -> None:
            name = " ".join(typed.split())
            exists = name in self.saved(ruleset)
            dialog.setLabelText(_("There is one of this name.") if exists else _("Name"))
            dialog.setOkButtonText(_("Replace") if exists else _("Save"))
            for box in dialog.findChildren(QDialogButtonBox):
                box.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(name))

        def save(typed: str) -> None:
            if name := " ".join(typed.split()):
                self.preset_saved.emit(ruleset, name, changed)

        dialog.textValueChanged.connect(show_name)
        dialog.textValueSelected.connect(save)
        dialog.open()
        show_name("")


def _words(name: str) -> str:
    return shortened(name, _LONGEST).replace("&", "&&")


def _nothing_saved(_ruleset: str) -> Mapping[str, Settings]:
    return {}
