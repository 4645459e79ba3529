"""Versions of the running recap: the table, their growth, and what they say or differ in."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from inspector.analysis.differences import Diff, diff
from inspector.core.errors import InspectorError
from inspector.core.recap import RecapVersion
from inspector.core.recap_edits import DeleteVersion, EditVersion, UseVersion
from inspector.gui.kit.diff_rows import Row, aligned
from inspector.gui.kit.diff_view import DiffView
from inspector.gui.kit.find_bar import with_find_bar
from inspector.gui.kit.layouts import split, vbox
from inspector.gui.kit.style import set_role
from inspector.gui.kit.theme import Themed, scaled
from inspector.gui.panels.recaps.compare_bar import CompareBar, Mode
from inspector.gui.panels.recaps.counting import Counting
from inspector.gui.panels.recaps.growth import Growth, Point
from inspector.gui.panels.recaps.reading import Reading
from inspector.gui.panels.recaps.state import RecapsState, VersionRow
from inspector.gui.panels.recaps.transfer import (
    current_place,
    imported,
    now,
    read_version,
    write_version,
)
from inspector.gui.panels.recaps.versions_model import VersionsModel
from inspector.gui.panels.recaps.versions_table import VersionsTable
from inspector.gui.state.workers import LatestWorker
from inspector.language import _

_ROOMY_PX = 620
"""Narrower, the growth would take the room of the table's columns."""


class VersionButtons(QWidget):
    """Verbs with the version that they concern; while editing, only keep and cancel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QPushButton(self)
        self.keep = QPushButton(self)
        self.cancel = QPushButton(_("Cancel"), self)
        self.use = QPushButton(self)
        self.bring = QPushButton(_("Import…"), self)
        self.take = QPushButton(_("Export…"), self)
        self.delete = QPushButton(self)
        self.keep.setToolTip(_("Add the text as a version of its own and use it (Ctrl+Enter)"))
        self.edit.setToolTip(_("Write this version anew, as a version of its own (F2)"))
        self.use.setToolTip(_("Make this version the current one (Enter)"))
        self.bring.setToolTip(_("Add the text of a file as a version, and use it"))
        self.take.setToolTip(_("Write this version's text to a file"))
        self.delete.setToolTip(_("Take this version away (Del); Ctrl+Z brings it back"))
        set_role(self.delete, "danger")
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 10, 6)
        for button in (self.edit, self.keep, self.cancel, self.use, self.bring, self.take):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.delete)

    def show_version(
        self, version: VersionRow | None, next_name: str, *, editing: bool, is_open: bool
    ) -> None:
        """Offer what can be done with a version.

        Args:
            version: the one that is shown.
            next_name: what a new version will be called.
            editing: whether a person is writing one.
            is_open: whether there is a chat to add one to.
        """
        name = version.name if version else ""
        self.edit.setText(_("Edit as {next_name}").format(next_name=next_name))
        self.keep.setText(_("Keep as {next_name}").format(next_name=next_name))
        self.use.setText(_("Use {name}").format(name=name).rstrip())
        self.delete.setText(_("Delete {name}").format(name=name).rstrip())
        for button in (self.edit, self.take, self.delete):
            button.setEnabled(version is not None)
        self.use.setEnabled(version is not None and not version.is_current)
        self.bring.setEnabled(is_open)
        for button in (self.edit, self.use, self.bring, self.take, self.delete):
            button.setVisible(not editing)
        self.keep.setVisible(editing)
        self.cancel.setVisible(editing)


@dataclass(frozen=True, eq=False)
class Compared:
    """Two texts and what they differ in, also as rows."""

    old: str
    new: str
    diff: Diff
    rows: tuple[Row, ...]


class Comparison(QObject):
    """Compares two texts when asked.

    Signals:
        compared: a `Compared` for what was asked last.
    """

    compared = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = LatestWorker(self)
        self.worker.answered.connect(self._take)
        self._requested: tuple[str, str] | None = None
        self._found: Compared | None = None

    def compare(self, old: str, new: str) -> None:
        """Compare; what is known already is answered at once."""
        if self.is_for(old, new):
            self.worker.cancel()
            self._requested = (old, new)
            self.repeat()
        elif self._requested != (old, new) or not self.worker.is_busy:
            self._requested = (old, new)
            self.worker.ask(lambda _ticket: _compared(old, new))

    def is_for(self, old: str, new: str) -> bool:
        """Whether the last answer is about these texts."""
        found = self._found
        return found is not None and (found.old, found.new) == (old, new)

    def repeat(self) -> None:
        """Give the last answer again."""
        if self._found is not None:
            self.compared.emit(self._found)

    def _take(self, found: Compared) -> None:
        self._found = found
        self.compared.emit(found)


def _compared(old: str, new: str) -> Compared:
    found = diff(old, new)
    return Compared(old, new, found, aligned(found))


_SAME = _("A and B say the same.")
_ONE = _("There is no second version to compare with.")


class VersionsPage(Themed, QWidget):
    """Shows versions and asks for edits of them; it changes nothing itself.

    Attributes:
        can_edit: asked before anybody types; says why where nobody may.

    Signals:
        edit_requested: a `core.edits.Edit`.
        announced: a sentence about what was done or could not be.
    """

    edit_requested = Signal(object)
    announced = Signal(str)

    def __init__(self, counting: Counting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._displayed = RecapsState()
        self._counting = counting
        self.model = VersionsModel(counting.tokens, self)
        self.table = VersionsTable(self.model, self)
        self.growth = Growth(self)
        self.bar = CompareBar(self)
        self.differences = DiffView(self)
        self._differences = with_find_bar(self.differences, self)
        self.reading = Reading(self)
        self.comparison = Comparison(self)
        self._body = QStackedWidget(self)
        self.buttons = VersionButtons(self)
        self._editing: int | None = None
        self.can_edit: Callable[[], bool] = lambda: True
        self._lay_out()
        self._connect()
        self._refresh()

    @property
    def is_editing(self) -> bool:
        """Whether a person is writing a new version."""
        return self._editing is not None

    @override
    def restyle(self) -> None:
        self.model.refresh()

    def show_recaps(self, displayed: RecapsState) -> None:
        """Show the versions; A and B stay the same as long as they are there.

        Where another version becomes current, it is what a person looks at.
        """
        before, self._displayed = self._displayed, displayed
        if displayed.running is before.running and displayed.document.chat is before.document.chat:
            self._refresh_figures()
            return
        kept = {row.version: row.location for row in displayed.rows}
        edited = self._version(before, self._editing)
        old, new = (self._version(before, location) for location in self.model.compared)
        current = current_place(displayed)
        if current != current_place(before) or new not in kept:
            old, new = None, None
        self.model.set_rows(displayed.rows)
        latest = len(displayed.rows) - 1 if displayed.rows else None
        at = kept[new] if new else latest if current is None else current
        if edited is not None:
            self._move(edited, at)
        self._compare(kept.get(old) if old else None, at)

    def _move(self, edited: RecapVersion, other: int | None) -> None:
        """Follow the version that is written anew to where it stands now.

        Args:
            edited: that version, as it was.
            other: from which the words begin anew where it is gone; None without any version.
        """
        rows = self._displayed.rows
        same = [row.location for row in rows if row.version is edited]
        same += [row.location for row in rows if row.version.number == edited.number]
        self._write_on((*same, other or 0)[0])

    def refresh_tokens(self) -> None:
        """More token counts are known."""
        self.model.refresh()
        self._refresh_figures()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The table's columns come before the picture of them.
        self.growth.setVisible(self.width() >= scaled(_ROOMY_PX))

    def commit(self) -> None:
        """Take over what is typed and not yet asked for."""
        if self._editing is not None and self.reading.edit.is_modified:
            self._keep_edit()

    def start_editing(self) -> None:
        """Let a person write the shown version anew, as a version of its own."""
        row = self._new()
        if row is not None and not self.reading.edit.is_modified and self.can_edit():
            self._edit(row.location, None)
        if self.is_editing:
            self.reading.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def edit_again(self, edit: object) -> None:
        """Let a person go on with a version that was refused; what they typed stays."""
        if isinstance(edit, EditVersion):
            self._edit(edit.location, edit.content)

    def _edit(self, location: int, typed: str | None) -> None:
        rows = self._displayed.rows[location : location + 1]
        self.reading.start_editing(rows[0].text if rows else "", typed)
        self._write_on(location)
        self._refresh()

    def _write_on(self, location: int) -> None:
        """Let the new version be written from this one: it covers the same scenes."""
        self._editing = location
        self.reading.edit.target = ("version", str(location))

    def show_version(self, version: RecapVersion) -> None:
        """Read a version, beside the one before it."""
        rows = (row.location for row in self._displayed.rows if row.version is version)
        location = next(rows, None)
        if location is not None:
            self._compare(None, location)

    def _version(self, displayed: RecapsState, index: int | None) -> RecapVersion | None:
        return (
            displayed.rows[index].version
            if index is not None and index < len(displayed.rows)
            else None
        )

    def _old(self) -> VersionRow | None:
        index = self.model.compared[0]
        return None if index is None else self._displayed.rows[index]

    def _new(self) -> VersionRow | None:
        index = self.model.compared[1]
        return None if index is None else self._displayed.rows[index]

    def _idle(self) -> VersionRow | None:
        """The version that verbs concern; none while one is written, where none is offered."""
        return None if self.is_editing else self._new()

    def _compare(self, old: int | None, new: int | None) -> None:
        """Make these A and B; without an A it is the version before B."""
        if new is not None and (old is None or old == new):
            old = new - 1 if new > 0 else (1 if len(self._displayed.rows) > 1 else None)
        self.model.compared = (old, new)
        self.model.refresh()
        blocker = QSignalBlocker(self.bar)
        self.bar.show_versions(self._displayed.rows, old, new)
        blocker.unblock()
        if new is not None:
            self.table.select_places(new)
        self._refresh()

    def _refresh(self) -> None:
        new, old, mode = self._new(), self._old(), self.bar.mode
        editing = self._editing is not None
        self.buttons.show_version(
            new, self._displayed.next_number, editing=editing, is_open=self._displayed.is_open
        )
        self.bar.setEnabled(not editing)
        reads = editing or mode is Mode.READ
        self._body.setCurrentWidget(self.reading if reads else self._differences)
        if not editing:
            self.reading.show_text("" if new is None else new.text)
        self._refresh_figures()
        self._refresh_differences(old, new)

    def _refresh_figures(self) -> None:
        tokens = self._counting.tokens
        self.growth.show_points(
            [
                Point(
                    row.name, tokens(row.text), row.location in self.model.compared, row.is_current
                )
                for row in self._displayed.rows
            ]
        )
        old, new = self._old(), self._new()
        self.bar.show_figures(old, new, tokens)
        if self.comparison.is_for(old.text if old else "", new.text if new else ""):
            self.comparison.repeat()

    def _refresh_differences(self, old: VersionRow | None, new: VersionRow | None) -> None:
        if self.bar.mode is Mode.READ:
            return
        if old is None or new is None:
            self.differences.say(_ONE if new is not None else _("There is no version yet."))
            return
        self.comparison.compare(old.text, new.text)

    def _show_differences(self, found: Compared) -> None:
        if found.diff.is_same:
            self.differences.say(_SAME)
        else:
            is_inline = self.bar.mode is Mode.INLINE
            self.differences.show_rows(found.rows, is_inline=is_inline)
        self.bar.show_diff(found.diff)

    def _choose(self, places: tuple[int, ...]) -> None:
        first, *rest = places or (None,)
        if first is not None:
            self._compare(first if rest else None, rest[-1] if rest else first)

    def _choose_one(self, location: int) -> None:
        self._compare(None, location)

    def _follow_bar(self) -> None:
        old, new = self.bar.places
        self._compare(old, new)

    def _keep_edit(self) -> None:
        location, words = self._editing, self.reading.edit.text
        self.end_editing()
        if location is not None:
            self.edit_requested.emit(EditVersion(location, words, now()))

    def end_editing(self) -> None:
        """Go back to reading; what was typed is gone."""
        self._editing = None
        self.reading.end_editing()
        self._refresh()

    def _use(self) -> None:
        row = self._idle()
        if row is not None and not row.is_current:
            self.edit_requested.emit(UseVersion(row.location))

    def _delete(self) -> None:
        row = self._idle()
        if row is not None:
            self.edit_requested.emit(DeleteVersion(row.location))

    def _import(self) -> None:
        try:
            words = read_version(self)
        except InspectorError as error:
            self.announced.emit(str(error))
            return
        if words is not None:
            self.edit_requested.emit(imported(self._displayed, words))

    def _export(self) -> None:
        row = self._new()
        if row is None:
            return
        try:
            written = write_version(self, _("recap {name}.txt").format(name=row.name), row.text)
        except InspectorError as error:
            self.announced.emit(str(error))
            return
        if written is not None:
            self.announced.emit(
                _("Wrote {name} to {written}").format(name=row.name, written=written)
            )

    def _connect(self) -> None:
        self.table.chosen.connect(self._choose)
        self.table.deletion_requested.connect(self._delete)
        self.table.edit_requested.connect(self.start_editing)
        self.table.use_requested.connect(self._use)
        self.growth.chosen.connect(self._choose_one)
        self.bar.changed.connect(self._follow_bar)
        self.bar.step_requested.connect(self.differences.step)
        self.comparison.compared.connect(self._show_differences)
        self.reading.edit.committed.connect(self._keep_edit)
        self.reading.edit.reverted.connect(self.end_editing)
        buttons = self.buttons
        for button, act in (
            (buttons.edit, self.start_editing),
            (buttons.keep, self._keep_edit),
            (buttons.cancel, self.end_editing),
            (buttons.use, self._use),
            (buttons.bring, self._import),
            (buttons.take, self._export),
            (buttons.delete, self._delete),
        ):
            button.clicked.connect(act)

    def _lay_out(self) -> None:
        self._body.addWidget(self._differences)
        self._body.addWidget(self.reading)
        upper = split("recap_growth", self.table, self.growth, sizes=(520, 330))
        upper.setChildrenCollapsible(True)  # the growth may be put away
        lower = QWidget(self)
        vbox(lower, self.bar, (self._body, 1), self.buttons, margins=0, spacing=0)
        whole = split("recap_versions", upper, lower, vertical=True, handle=3, stretches=(2, 3))
        vbox(self, whole, margins=0)
