"""What has to be written to save, and under which names."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFileDialog

from inspector.core.edits import changes_between
from inspector.gui.files.conflicts import What
from inspector.gui.files.file_keeper import OpenFile
from inspector.gui.files.file_service import FileContext
from inspector.gui.files.sample import is_shipped
from inspector.language import _
from inspector.server.chats import ServerRoute

CHAT_FILTER = _("Chats (*.jsonl);;All files (*)")
LONGEST_NAME = 255
LORE_FILTER = _("JSON (*.json);;All files (*)")

Job = Callable[[], None]


@dataclass(frozen=True)
class Way:
    """Who writes the chat's own file.

    Attributes:
        route: to a running SillyTavern that writes it; None to write it here.
        remark: what else to say once it is written; empty for nothing.
    """

    route: ServerRoute | None = None
    remark: str = ""


class SaveJobs:
    """Makes jobs that write files; a job is None where a person chose no name for a copy.

    Args:
        window: over which names are asked for.
        keeper: writes the chat.
        lore: writes what stands beside it.
        session: holds what is written.
        chose: told the folder of every name that is chosen.

    Attributes:
        folder: where a copy is offered to be put.
        way: who writes the chat's own file.
    """

    def __init__(self, context: FileContext, chose: Callable[[str], object]) -> None:
        self._window, self._session = context.window, context.session
        self._keeper, self._lore = context.keeper, context.lore
        self._chose = chose
        self.folder = ""
        self.way = Way()

    @property
    def modified(self) -> list[What]:
        """The files that hold something else than the document; none without a chat."""
        chat, document = self._keeper.chat, self._session.document
        if chat is None:
            return []
        own: list[What] = [None] if changes_between(chat.saved, document).in_chat else []
        return [*own, *self._lore.readings.modified(document)]

    def path(self, what: What) -> Path | None:
        """The file of the chat, or of what stands beside it."""
        opened = self._opened(what)
        return None if opened is None else opened.path

    def all(self) -> list[Job] | None:
        """Jobs for all that is modified; the chat's also if nothing is.

        None where for one of them no name was chosen: then nothing is to be written.
        """
        jobs: list[Job | None] = []
        for what in self.modified or [None]:
            jobs.append(self.in_place(what))
            if jobs[-1] is None:
                break
        return together(jobs)

    def in_place(self, what: What, *, overwrite: bool = False) -> Job | None:
        """Write a file where it is; what ships with the program as a copy."""
        path, save = self.path(what), self._save(what)
        if save is None or path is None or is_shipped(path):
            return self.copy(what)
        if what is None and not overwrite:
            return partial(save, route=self.way.route)
        return partial(save, overwrite=overwrite)

    def copy(self, what: What) -> Job | None:
        """Write a file under another name, which is asked for."""
        path, save = self.path(what), self._save(what)
        target = None if path is None else self._choose(path, what)
        if save is None or target is None:
            return None
        self._chose(str(target.parent))
        return partial(save, target)

    def _opened(self, what: What) -> OpenFile | None:
        return self._keeper.chat if what is None else self._lore.readings.of(what)

    def _save(self, what: What) -> Callable[..., None] | None:
        """What writes a file as it is open now; None if it is not open any more."""
        chat, reading = self._keeper.chat, self._lore.readings.of(what)
        if what is not None:
            return None if reading is None else partial(self._lore.save, reading, what)
        return None if chat is None else partial(self._keeper.save, chat, self._session.document)

    def _choose(self, path: Path, what: What) -> Path | None:
        folder = Path(self.folder) if self.folder else Path.home()
        suggested = str(folder / name_of_copy(path))
        title = _("Save a copy of {name}").format(name=path.name)
        names = CHAT_FILTER if what is None else LORE_FILTER
        with self._keeper.questions.one():
            name, _rest = QFileDialog.getSaveFileName(self._window, title, suggested, names)
        return Path(name) if name else None


def name_of_copy(path: Path) -> str:
    """What a copy of a file is called at first: not longer than a name may be, in bytes."""
    end = f" {_('(edited)')}{path.suffix}"
    stem = path.stem
    while stem and len(os.fsencode(stem + end)) > LONGEST_NAME:
        stem = stem[:-1]
    return stem + end


def together(jobs: Sequence[Job | None]) -> list[Job] | None:
    """The jobs; None if for one of the files no name was chosen."""
    found = [job for job in jobs if job is not None]
    return found if len(found) == len(jobs) else None
