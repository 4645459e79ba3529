"""Keeps what a person chose: the choice in the preferences, a key in the system's keyring."""

from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from inspector.gui.kit.form_fields import KeyField
from inspector.gui.kit.panel import Panel
from inspector.gui.state.preferences_store import PreferencesStore
from inspector.gui.state.running import Running
from inspector.language import _
from inspector.preferences import ModelChoice, RetrievalChoice
from inspector.retrieval.keys import forget_key, keep_key
from inspector.retrieval.pending import awaited

PAUSE_MS = 300
"""Milliseconds without another keystroke after which a choice is kept."""

_KEEPING = _("Keeping the key…")
_FORGETTING = _("Forgetting the key…")


Choice = TypeVar("Choice", RetrievalChoice, ModelChoice)


class ChoicePanel(Panel, Generic[Choice]):
    """A panel on which something is chosen that is kept.

    Signals:
        edited: something was changed by a person's hand.
    """

    edited = Signal()

    @property
    def choice(self) -> Choice:
        """What is chosen, with all that stands in its forms."""
        raise NotImplementedError

    @property
    def keys(self) -> tuple[KeyField, ...]:
        """Where keys are typed."""
        raise NotImplementedError

    def show_choice(self, choice: Choice) -> None:
        """Show what is chosen."""
        raise NotImplementedError


class Choosing(QObject, Generic[Choice]):
    """The choice of a panel, remembered.

    Args:
        panel: where it is made.
        kept_as: the field of the preferences that keeps it.
        running: waits for the keyring.
        preferences_store: keeps it.
        parent: what it belongs to.

    Signals:
        settled: the choice has changed, and a person has stopped typing for a moment.
    """

    settled = Signal()

    def __init__(
        self,
        panel: ChoicePanel[Choice],
        kept_as: str,
        running: Running,
        preferences_store: PreferencesStore,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._panel = panel
        self._kept_as = kept_as
        self._running = running
        self._preferences_store = preferences_store
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        panel.show_choice(self._kept)
        panel.edited.connect(self._pause.start)
        self._pause.timeout.connect(self._settle)
        for key in panel.keys:
            key.keep_requested.connect(self._keep_key)
            key.forget_requested.connect(self._forget_key)

    @property
    def choice(self) -> Choice:
        """The choice as it is now."""
        return self._panel.choice

    def change(self, **values: object) -> None:
        """Change the choice, show it and keep it."""
        self._panel.show_choice(replace(self.choice, **values))
        self.keep()

    def keep(self) -> None:
        """Keep the choice."""
        self._pause.stop()
        choice = self.choice
        if choice != self._kept:
            self._preferences_store.change(**{self._kept_as: choice})

    @property
    def _kept(self) -> Any:
        return getattr(self._preferences_store.preferences, self._kept_as)

    def _settle(self) -> None:
        self.keep()
        self.settled.emit()

    def _keep_key(self, address: str, key: str) -> None:
        # The keyring may ask to be unlocked, which takes as long as it takes.
        self._running.start(
            _KEEPING,
            lambda report: awaited(partial(keep_key, address, key), lambda: report(0, 1)),
            lambda _: self._take_key(address),
        )

    def _forget_key(self, address: str) -> None:
        self._running.start(
            _FORGETTING,
            lambda report: awaited(partial(forget_key, address), lambda: report(0, 1)),
            lambda _: self.change(with_key=self._without(address)),
        )

    def _take_key(self, address: str) -> None:
        self.change(with_key=(*self._without(address), address))
        for key in self._panel.keys:
            key.clear_typed(address)

    def _without(self, address: str) -> tuple[str, ...]:
        return tuple(one for one in self.choice.with_key if one != address)
