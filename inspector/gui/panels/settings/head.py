"""The head of the settings: whose they are, the filter, and the presets."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from inspector.gui.kit.labels import Label, OneLine, Tone
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.line_edit import LineEdit
from inspector.gui.kit.text import counted
from inspector.gui.kit.theme import scaled
from inspector.gui.panels.settings.presets import PresetsButton
from inspector.language import _

_FILTER_FROM = 8
_ROOMY_PX, _NARROW_PX = 640, 420


class SettingsHead(QWidget):
    """One line; what can be missed goes where room is short."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title, self.kind = OneLine(self, bold=True), OneLine(self, Tone.QUIET, 11)
        self.count = Label(self, Tone.QUIET, 11)
        self.filter = LineEdit(self)
        self.presets = PresetsButton(self)
        self._total = 0
        self.filter.setPlaceholderText(_("Filter: a name, a code, or changed"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(_("Filter settings"))
        self.filter.setMinimumWidth(scaled(120))
        hbox(
            self,
            (self.title, 1),
            (self.kind, 1),
            (self.filter, 2),
            self.count,
            self.presets,
            margins=(12, 4, 10, 4),
            spacing=8,
        )

    def show_ruleset(self, name: str, title: str, total: int, *, is_release: bool) -> None:
        """Say whose settings these are, and how many.

        Args:
            name: of the ruleset.
            title: what people call it; its name where that is empty.
            total: how many settings it has.
            is_release: whether it is a release.
        """
        self._total = total
        self.title.setText(title.rstrip(".") or name)
        self.kind.setText(
            _("{name} · its faults are included").format(name=name) if is_release else name
        )
        self.count.setText(counted(total, "{n} setting", "{n} settings"))
        self.filter.setVisible(total > _FILTER_FROM)
        self.presets.setVisible(total > 0)
        self._fit()

    def _fit(self) -> None:
        self.kind.setVisible(self.width() >= scaled(_ROOMY_PX))
        self.count.setVisible(self.width() >= scaled(_NARROW_PX) and self._total > 0)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
