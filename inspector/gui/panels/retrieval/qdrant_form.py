"""The form of Qdrant: a folder or a server, the collection, and which points are asked for."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.form_fields import (
    Choices,
    FileField,
    KeyField,
    NumberBox,
    number_box,
    show_number,
)
from inspector.gui.kit.labels import StatusLabel, Tone
from inspector.gui.kit.layouts import labelled_rows, stacked
from inspector.gui.kit.line_edit import LineEdit
from inspector.language import _
from inspector.preferences import QdrantChoice, RetrievalChoice
from inspector.retrieval.addresses import unprotected
from inspector.systems import retrieving_ruleset, sources_users

_FOLDER, _SERVER = range(2)
_AS_MANY = _("as many as are open")


class QdrantForm(QWidget):
    """Edits where Scribe's points lie and which of them are asked for.

    Signals:
        edited: something was changed by a person's hand.
    """

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choice = RetrievalChoice()
        self.location = Choices(self)
        self.location.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.location.addItems([_("a folder"), _("a running server")])
        self.location.setAccessibleName(_("Where Qdrant is"))
        self.folder = FileField(
            _("Folder of Qdrant"), _("made by local mode"), folder=True, parent=self
        )
        self.address = _line(_("Address of Qdrant"), "http://localhost:6333")
        self.key = KeyField(_("Key of Qdrant"), self)
        self.warning = StatusLabel(self, Tone.WARNING)
        self.collection = _line(_("Collection"), _usual_collection())
        self.user_id = _line(_("User id"), _("anybody's"))
        self.lorebook_ids = _line(_("Lorebook ids"), _("all; several are parted by commas"))
        self.chronicle_id = _line(_("Chronicle id"), _("all"))
        self.session_id = _line(_("Chat session id"), _("all"))
        self.entries = _number(_("Entries at most"), _AS_MANY)
        self.events = _number(_("Events at most"), _AS_MANY)
        self.threshold = _number(_("Least score"), _("any"), whole=False)
        self._lay_out()
        self._wire()

    def show_choice(self, choice: RetrievalChoice) -> None:
        """Show what is chosen."""
        self._choice = choice
        qdrant = choice.qdrant
        self.location.setCurrentIndex(_SERVER if qdrant.on_server else _FOLDER)
        self.folder.show_path(qdrant.folder)
        for line, text in self._lines(qdrant):
            if line.text().strip() != text:
                line.setText(text)
        if self._listed() != qdrant.lorebook_ids:
            self.lorebook_ids.setText(", ".join(qdrant.lorebook_ids))
        for box, value in self._numbers(qdrant):
            show_number(box, value)
        self._show_place()

    def edited_choice(self, choice: RetrievalChoice) -> RetrievalChoice:
        """The choice with what stands here."""
        qdrant = QdrantChoice(
            on_server=self.location.currentIndex() == _SERVER,
            folder=self.folder.path,
            address=self.address.text().strip(),
            collection=self.collection.text().strip(),
            user_id=self.user_id.text().strip(),
            lorebook_ids=self._listed(),
            chronicle_id=self.chronicle_id.text().strip(),
            session_id=self.session_id.text().strip(),
            entries=int(self.entries.value()),
            events=int(self.events.value()),
            threshold=self.threshold.value(),
        )
        return replace(choice, qdrant=qdrant)

    def _lines(self, qdrant: QdrantChoice) -> tuple[tuple[QLineEdit, str], ...]:
        return (
            (self.address, qdrant.address),
            (self.collection, qdrant.collection),
            (self.user_id, qdrant.user_id),
            (self.chronicle_id, qdrant.chronicle_id),
            (self.session_id, qdrant.session_id),
        )

    def _numbers(self, qdrant: QdrantChoice) -> tuple[tuple[NumberBox, float], ...]:
        return (
            (self.entries, qdrant.entries),
            (self.events, qdrant.events),
            (self.threshold, qdrant.threshold),
        )

    def _listed(self) -> tuple[str, ...]:
        named = (name.strip() for name in self.lorebook_ids.text().split(","))
        return tuple(name for name in named if name)

    def _edit(self) -> None:
        self._show_place()
        self.edited.emit()

    def _show_place(self) -> None:
        on_server = self.location.currentIndex() == _SERVER
        self._rows.setRowVisible(self.folder, not on_server)
        self._rows.setRowVisible(self.address, on_server)
        self._rows.setRowVisible(self.key, on_server)
        address = self.address.text().strip()
        self.key.show_address(address, is_kept=address in self._choice.with_key)
        has_key = on_server and self.key.has_key
        self.warning.say(unprotected(address, has_key=has_key))

    def _wire(self) -> None:
        self.location.activated.connect(self._edit)
        for line in (
            self.address,
            self.collection,
            self.user_id,
            self.lorebook_ids,
            self.chronicle_id,
            self.session_id,
        ):
            line.textEdited.connect(self._edit)
        for field in (self.folder, self.key):
            field.edited.connect(self._edit)
        for box in (self.entries, self.events, self.threshold):
            box.valueChanged.connect(self._edit)

    def _lay_out(self) -> None:
        fields = QWidget(self)
        rows = self._rows = labelled_rows(fields)
        rows.addRow(_("Qdrant is"), self.location)
        rows.addRow(_("Folder"), self.folder)
        rows.addRow(_("Address"), self.address)
        rows.addRow(_("Key"), self.key)
        rows.addRow(_("Collection"), self.collection)
        rows.addRow(_("User id"), self.user_id)
        rows.addRow(_("Lorebook ids"), self.lorebook_ids)
        rows.addRow(_("Chronicle id"), self.chronicle_id)
        rows.addRow(_("Session id"), self.session_id)
        rows.addRow(_("Entries at most"), self.entries)
        rows.addRow(_("Events at most"), self.events)
        rows.addRow(_("Least score"), self.threshold)
        stacked(self, self.warning, fields)


def _usual_collection() -> str:
    """What the system that retrieves items calls its own."""
    users = sources_users()
    return retrieving_ruleset(users[0].rulesets[0].name).collection if users else ""


def _line(name: str, placeholder: str) -> QLineEdit:
    line = LineEdit()
    line.setAccessibleName(name)
    line.setPlaceholderText(placeholder)
    return line


def _number(name: str, nothing: str, *, whole: bool = True) -> NumberBox:
    kind = SettingKind.WHOLE if whole else SettingKind.NUMBER
    box = number_box(SettingSpec(name, kind, 0, name, "", 0, 100_000 if whole else 1))
    box.setSpecialValueText(nothing)
    box.setFixedWidth(box.fontMetrics().horizontalAdvance(nothing) + 60)
    return box
