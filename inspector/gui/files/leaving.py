"""Before anything unsaved would be lost a person is asked."""

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QMainWindow

from inspector.core.document import Document
from inspector.gui.files.chat_keeper import ChatKeeper
from inspector.gui.files.drafts import Drafts
from inspector.gui.files.saving import Saving
from inspector.gui.kit.dialogs import (
    ask_about_only_copy,
    ask_about_refused,
    ask_about_unsaved,
)
from inspector.gui.state.session import Session


class Leaving:
    """Settles unsaved edits of the open chat before it is left.

    Args:
        window: over which is asked.
        session: holds the document.
        keeper: reads what comes in its place.
        saving: saves what a person wants saved.
        collect: has what is typed become part of the document.

    Attributes:
        drafts: what is typed and not kept.
    """

    def __init__(
        self,
        window: QMainWindow,
        session: Session,
        keeper: ChatKeeper,
        saving: Saving,
        collect: Callable[[], object],
    ) -> None:
        self._window = window
        self._session = session
        self._keeper = keeper
        self._saving = saving
        self._collect = collect
        self.drafts = Drafts(window)
        session.changed.connect(self.drafts.changed)  # what was typed may be an edit by now
        self._given_up = self._unsaved
        self._wish: object = None
        self._write: Callable[[Callable[[], None]], None] = saving.save

    def may_leave(
        self, then: Callable[[], object], stay: Callable[[], object] | None = None
    ) -> bool:
        """Whether nothing unsaved would be lost; asks if so, and saves first if wanted.

        Args:
            then: called after a save that the person asked for; not if they stay, nor if they
                leave in another way by then.
            stay: called if they go back.
        """
        answer = self._ask()
        if answer == "save":
            self._keeper.cancel()  # what was to come in place of the chat before
            self._save(then)
        elif answer == "stay" and stay is not None:
            stay()
        return answer == "discard"

    def settle(self, then: Callable[[], object], stay: Callable[[], object] | None = None) -> None:
        """Go on once unsaved edits are saved or given up; see `may_leave`."""
        if self.may_leave(then, stay):
            self.give_up()
            then()

    def give_up(self) -> None:
        """What is unsaved now is not wanted; nobody asks about it again."""
        self._given_up = self._unsaved

    def let_in(self, show: Callable[[], None]) -> None:
        """Show a chat that was read; who went on editing meanwhile is asked about that, too."""
        self._collect()
        document, typed = self._given_up
        if self._session.document is document and self.drafts.texts == typed:
            show()
            self.give_up()  # nothing of the one that is shown now, and no more of the former
            return
        answer, again = self._ask(), partial(self.let_in, show)
        if answer == "stay":
            self._keeper.cancel()
        elif answer == "save":
            self._save(again)
        else:
            self.give_up()
            again()

    def _ask(self) -> str:
        """What becomes of what is unsaved; `discard` where nothing is."""
        self._collect()
        typed, names = self.drafts.texts, self._saving.modified_names
        answer, only_here = "discard", self._saving.only_here
        self._write = self._saving.save
        with self._keeper.questions.one():
            if typed and not ask_about_refused(self._window, typed[0]):
                answer = "stay"
            elif only_here:
                answer = self._ask_about_only_copy(only_here)
            elif names:
                answer = ask_about_unsaved(self._window, names)
        if answer != "stay":
            self._wish = None
        return answer

    def _ask_about_only_copy(self, name: str) -> str:
        """What becomes of a chat that is whole only here, and of what stands beside it."""
        answer, self._write = ask_about_only_copy(self._window, name), self._saving.put_back
        names = self._saving.modified_beside
        if answer == "discard" and names:
            answer, self._write = (
                ask_about_unsaved(self._window, names),
                self._saving.save_beside,
            )
        return answer

    def _save(self, then: Callable[[], object]) -> None:
        """Save, and go on unless a person has left in another way, or wants to, by then."""
        wish = self._wish = object()

        def go_on() -> None:
            if self._wish is wish:
                then()

        self._write(go_on)

    @property
    def _unsaved(self) -> tuple[Document, tuple[str, ...]]:
        """What would be lost with the open chat."""
        return self._session.document, self.drafts.texts
