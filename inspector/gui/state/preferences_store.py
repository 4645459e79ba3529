"""What the window remembers between two starts: recent chats, theme, layout."""

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from inspector.core.errors import InspectorError
from inspector.gui.state.file_words import size_in_words, when_changed
from inspector.preferences import OpenTabChoice, Preferences, SendChoice, save_preferences

if TYPE_CHECKING:
    from inspector.core.chat import Chat
    from inspector.gui.state.session import Question

RecentRow = tuple[str, str, bool, str]
"""A path, when the file was last written in words, whether it is there, its size in words."""


class PreferencesStore(QObject):
    """The preferences of the running window.

    Attributes:
        preferences: as they are now.
    """

    def __init__(self, preferences: Preferences, parent: QObject, *, keep: bool) -> None:
        super().__init__(parent)
        self.preferences = preferences
        self._keep = keep

    def change(self, **values: object) -> None:
        """Change preferences and keep them; a failure to keep them is no reason to stop."""
        self.preferences = replace(self.preferences, **values)
        self._save()

    def remember_chat(self, path: Path) -> None:
        """Put a chat on top of the recent ones."""
        self.preferences = self.preferences.with_recent(_key(path))
        self._save()

    def remember_renamed(self, before: Path, path: Path) -> None:
        """Keep for a chat's new path what was kept for the one before, and put it on top."""
        self.preferences = self.preferences.renamed(_key(before), _key(path))
        self.remember_chat(path)

    def remember_settings(self, chat: Path, question: "Question") -> None:
        """Keep the settings that a person changed, for the chat and for their rulesets."""
        kept = self.preferences
        for ruleset in (*question.other_settings, question.ruleset):
            settings = _plain(question.changed_settings_of(ruleset))
            kept = kept.with_settings(_key(chat), ruleset, settings)
        if kept != self.preferences:
            self.preferences = kept
            self._save()

    def settings_in(self, chat: Path) -> Mapping[str, Mapping[str, object]]:
        """The settings of each ruleset as they were in a chat, else as they were last."""
        return self.preferences.settings_in(_key(chat))

    def remember_send(self, chat: Path, question: "Question") -> None:
        """Keep what of a chat's next request is looked at."""
        choice = SendChoice(
            as_sent=question.as_sent, kind=question.send.kind, folder=question.data_folder
        )
        if choice != self.preferences.chat_sends.get(_key(chat), SendChoice()):
            self.preferences = self.preferences.with_send(_key(chat), choice)
            self._save()

    def remember_ruleset(self, chat: Path, ruleset: str) -> None:
        """Keep which ruleset answers for a chat."""
        if self.ruleset_in(chat) != ruleset:
            self.preferences = self.preferences.with_ruleset(_key(chat), ruleset)
            self._save()

    def ruleset_in(self, chat: Path) -> str:
        """The ruleset that was chosen for a chat last; empty if none was."""
        return self.preferences.chat_rulesets.get(_key(chat), "")

    def with_send(self, path: Path, chat: "Chat", question: "Question") -> "Question":
        """A question that asks for the same of a chat's next request as it did last.

        Args:
            path: the chat's file.
            chat: its messages.
            question: asked of it otherwise.
        """
        choice = self.preferences.chat_sends.get(_key(path), SendChoice())
        kinds = type(question.send.kind)
        kind = next((one for one in kinds if one == choice.kind), kinds.NORMAL)
        question = replace(question, as_sent=choice.as_sent, send=replace(question.send, kind=kind))
        if not choice.folder:
            return question
        try:
            return question.with_data_folder(Path(choice.folder), chat)
        except InspectorError:
            # It was there once; what is unknown without it is named where it is missing.
            return question

    def presets_of(self, ruleset: str) -> Mapping[str, Mapping[str, object]]:
        """The settings that were saved for a ruleset, by name."""
        return self.preferences.presets.get(ruleset, {})

    def save_preset(self, ruleset: str, name: str, settings: Mapping[str, object]) -> None:
        """Keep settings under a name."""
        self.preferences = self.preferences.with_preset(ruleset, name, _plain(settings))
        self._save()

    def delete_preset(self, ruleset: str, name: str) -> None:
        """Keep settings under a name no longer."""
        self.preferences = self.preferences.without_preset(ruleset, name)
        self._save()

    def remember_folder(self, folder: str) -> None:
        """Let the next file dialog start in a folder."""
        self.change(last_folder=folder)

    def remember_filters(self, noun: str, filters: tuple[str, ...]) -> None:
        """Keep the filters that were used on memories, messages and so on, the newest first."""
        self.change(former_filters={**self.preferences.former_filters, noun: filters})

    def filters_of(self, noun: str) -> Mapping[str, str]:
        """The filters that a person keeps of memories, messages and so on, by name."""
        return self.preferences.named_filters.get(noun, {})

    def keep_filters(self, noun: str, named: Mapping[str, str]) -> None:
        """Keep filters under names."""
        kept = {**self.preferences.named_filters, noun: dict(named)}
        self.change(named_filters=kept)

    def remember_wrapping(self, wrap: bool) -> None:  # noqa: FBT001 - a slot's signature
        """Keep whether the preview wraps long lines."""
        self.change(wrap_preview=wrap)

    def remember_sillytavern(self, folder: str) -> None:
        """Keep in which user folder of SillyTavern a chat was chosen last."""
        self.change(sillytavern=folder)

    def remember_open_tab(self, choice: OpenTabChoice) -> None:
        """Keep whether a running SillyTavern is looked for before a save."""
        self.change(open_tab=choice)

    def recent_rows(self) -> list[RecentRow]:
        """The recent chats, as the welcome page shows them."""
        return [_row(Path(name)) for name in self.preferences.recent]

    def _save(self) -> None:
        if self._keep:
            # A folder that cannot be written now may be later; and a path that is not UTF-8, which
            # JSON cannot hold, may go: the next change is kept with all before it.
            with contextlib.suppress(OSError, ValueError):
                save_preferences(self.preferences)


def _key(chat: Path) -> str:
    """Under which path a chat is known, however somebody came to it."""
    return os.path.abspath(chat)  # noqa: PTH100 - Path.absolute leaves `..` where it stands


def _plain(settings: Mapping[str, object]) -> dict[str, Any]:
    """Settings as JSON would give them back."""
    return json.loads(json.dumps(dict(settings)))


def _row(path: Path) -> RecentRow:
    try:
        status = path.stat()
    except (OSError, ValueError):
        # Too long, or with a NUL: no file of any name.
        return str(path), "", False, ""
    return str(path), when_changed(status.st_mtime), True, size_in_words(status.st_size)
