"""The page of the release's faults, each with a switch that mends it."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QScrollArea, QWidget

from inspector.core.request import Fault
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import hbox, let_scroll, nest, vbox
from inspector.gui.panels.context.state import ContextState
from inspector.language import _


class FaultRow(QWidget):
    """One fault: what it is called, what goes wrong, and whether it is mended.

    Signals:
        mended: a person switches it: whether the fault shall be mended (bool).
    """

    mended = Signal(bool)

    def __init__(self, fault: Fault, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fault = fault
        self.switch = QCheckBox(_("Mended"), self)
        self.title = plain_label(_(fault.title), bold=True)
        self.meaning = plain_label(_(fault.meaning), 11, Tone.QUIET)
        self.switch.setToolTip(
            _("{setting}: true is the release, false is mended.").format(setting=fault.setting)
        )
        self.switch.setAccessibleName(_("Mended: {title}").format(title=_(fault.title)))
        self.switch.setAccessibleDescription(_(fault.meaning))
        column = vbox(None, self.title, self.meaning, spacing=1)
        row = hbox(self, margins=(10, 4, 10, 4), spacing=16)
        row.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignTop)
        nest(row, column, 1)
        self.switch.clicked.connect(self.mended)


class FaultsPage(QScrollArea):
    """Lists the faults that make a difference here, and those that are mended.

    Signals:
        setting_chosen: a fault's setting, and its value: false mends it.
    """

    setting_chosen = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings: Mapping[str, object] = {}
        self._displayed: ContextState | None = None
        self._body = QWidget(self)
        self._column = vbox(self._body, 1, margins=(0, 4, 0, 4), spacing=0)
        self._rows: list[FaultRow] = []
        let_scroll(self, self._body, see_through=True)
        self.setAccessibleName(_("Faults of the release"))

    @property
    def rows(self) -> Sequence[FaultRow]:
        """The faults that are listed."""
        return self._rows

    @property
    def working(self) -> int:
        """How many faults make a difference here."""
        request = None if self._displayed is None else self._displayed.request
        return 0 if request is None else len(request.faults)

    def set_settings(self, settings: Mapping[str, object]) -> None:
        """Say which settings are in force, so that mended faults are listed too."""
        self._settings = settings
        self._list()

    def show_answer(self, displayed: ContextState | None) -> None:
        """List the faults of another answer."""
        self._displayed = displayed
        self._list()

    def _list(self) -> None:
        request = None if self._displayed is None else self._displayed.request
        working = () if request is None else request.faults
        known = () if request is None else request.known_faults
        mended = {fault.setting for fault in known if self._settings.get(fault.setting) is False}
        listed = [fault for fault in known if fault in working or fault.setting in mended]
        if [row.fault for row in self._rows] != listed:
            self._rebuild(listed)
        for row in self._rows:
            row.switch.setChecked(row.fault.setting in mended)

    def _rebuild(self, faults: Sequence[Fault]) -> None:
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [FaultRow(fault, self._body) for fault in faults]
        for index, row in enumerate(self._rows):
            row.mended.connect(partial(self._switch, row.fault.setting))
            self._column.insertWidget(index, row)

    def _switch(self, setting: str, mended: bool) -> None:  # noqa: FBT001 (a slot)
        self.setting_chosen.emit(setting, not mended)
