"""The buttons under a version: what can be done with it."""

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from inspector.gui.panels.recaps.state import VersionRow
from inspector.language import _


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
        self.delete.setProperty("danger", True)  # noqa: FBT003 - Qt's signature
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
        self.use.setText(f"Use {name}".rstrip())
        self.delete.setText(f"Delete {name}".rstrip())
        for button in (self.edit, self.take, self.delete):
            button.setEnabled(version is not None)
        self.use.setEnabled(version is not None and not version.is_current)
        self.bring.setEnabled(is_open)
        for button in (self.edit, self.use, self.bring, self.take, self.delete):
            button.setVisible(not editing)
        self.keep.setVisible(editing)
        self.cancel.setVisible(editing)
