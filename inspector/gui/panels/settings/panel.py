"""The settings panel: a ruleset's settings as a form, made from their descriptions."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from inspector.core.edits import Edit
from inspector.core.settings import SetSetting, SettingSpec
from inspector.gui.kit.panel import Panel
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, font
from inspector.gui.panels.settings.editors import SettingEditor
from inspector.gui.panels.settings.presets import PresetsButton
from inspector.gui.panels.settings.row import SettingRow
from inspector.gui.state.question_edits import QuestionEdit, ResetSettings
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.systems import ruleset_named

_FILTER_FROM = 8


class SettingsPanel(Themed, Panel):
    """All settings of the ruleset that answers; it changes nothing itself."""

    name = "settings"
    title = "Settings"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._specs: tuple[SettingSpec, ...] = ()
        self._rows: dict[str, SettingRow] = {}
        self._host_settings: Mapping[str, object] = {}
        self._title = QLabel(self)
        self._kind = QLabel(self)
        self.source = QLabel(self)
        self.reset_button = QPushButton("Reset all", self)
        self.presets = PresetsButton(self)
        self.filter = QLineEdit(self)
        self.nothing = QLabel(self)
        self.scroll_area = QScrollArea(self)
        self._lay_out()
        self.filter.textChanged.connect(self._apply_filter)
        self.reset_button.clicked.connect(lambda: self._reset(None))
        self.restyle()
        self._rebuild()
        self.set_ruleset("", "", is_release=False, specs=(), values={})

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.QUESTION in changes:
            question = view.question
            ruleset = ruleset_named(question.ruleset)
            self.presets.show_question(question)
            self.set_host_settings(
                question.host_settings.in_words(ruleset.name), question.usual_settings
            )
            self.set_ruleset(
                ruleset.name,
                ruleset.title,
                ruleset.is_release,
                ruleset.settings,
                question.moment.settings,
            )

    @override
    def commit(self) -> None:
        for editor in self.findChildren(SettingEditor):
            editor.commit()

    @override
    def restyle(self) -> None:
        theme = current_theme()
        palette = QPalette()
        # Fusion outlines its controls 40 % darker than the window.
        palette.setColor(QPalette.ColorRole.Window, theme.control_border.lighter(140))
        self.setPalette(palette)
        quiet = QPalette()
        quiet.setColor(QPalette.ColorRole.WindowText, theme.text_2)
        for label in (self._kind, self.source, self.nothing):
            label.setPalette(quiet)

    @property
    def rows(self) -> Mapping[str, SettingRow]:
        """The rows by the setting's name."""
        return self._rows

    def set_host_settings(self, words: str, host_settings: Mapping[str, object]) -> None:
        """Say where the settings come from that `set_ruleset` shows next.

        Args:
            words: which file they were taken from; empty if there is none.
            host_settings: what it says: these values count as long as nobody changes them.
        """
        self.source.setText(words)
        self.source.setVisible(bool(words))
        self._host_settings = host_settings

    def set_ruleset(
        self,
        name: str,
        title: str,
        is_release: bool,  # noqa: FBT001 (given with the ruleset's other facts)
        specs: Sequence[SettingSpec],
        values: Mapping[str, object],
    ) -> None:
        """Show a ruleset's settings; `values` are those that differ from their defaults.

        What a person is typing stays while the same ruleset is shown.
        """
        if name != self._name or tuple(specs) != self._specs:
            self._name, self._specs = name, tuple(specs)
            self._rebuild()
        self._title.setText(name)
        faults = " Its faults are included." if is_release else ""
        words = f"{title.rstrip('.')}.{faults}" if title else faults.strip()
        self._kind.setText(words)
        for spec in self._specs:
            row = self._rows[spec.name]
            row.set_host_settings(self._host_settings)
            row.show_value(values.get(spec.name, spec.default), differs=self._differs(spec, values))
        self.reset_button.setEnabled(any(self._differs(spec, values) for spec in self._specs))
        self.reset_button.setVisible(bool(self._specs))
        self.presets.setVisible(bool(self._specs))

    def _differs(self, spec: SettingSpec, values: Mapping[str, object]) -> bool:
        """Whether a person changed it: what was taken from SillyTavern's file is the usual."""
        if spec.name not in self._host_settings:
            return spec.name in values
        return values.get(spec.name, spec.default) != self._host_settings[spec.name]

    @override
    def show_refusal(self, edit: Edit | QuestionEdit, reason: str) -> None:
        """Say at a setting why its value was refused."""
        if isinstance(edit, SetSetting) and edit.ruleset == self._name and edit.name in self._rows:
            row = self._rows[edit.name]
            row.show_refusal(reason)
            self.scroll_area.ensureWidgetVisible(row)

    def _change(self, name: str, value: object) -> None:
        self.edit_requested.emit(SetSetting(self._name, name, value))

    def _reset(self, name: str | None) -> None:
        names = None if name is None else (name,)
        self.edit_requested.emit(ResetSettings(self._name, names))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), current_theme().surface)

    def _rebuild(self) -> None:
        self.filter.clear()
        self.filter.setVisible(len(self._specs) > _FILTER_FROM)
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._rows = {spec.name: SettingRow(spec, form) for spec in self._specs}
        for row in self._rows.values():
            column.addWidget(row)
            row.changed.connect(self._change)
            row.reset.connect(self._reset)
        column.addStretch(1)
        self.scroll_area.setWidget(form)
        form.setAutoFillBackground(False)
        self._apply_filter()

    def _apply_filter(self) -> None:
        words = self.filter.text().strip().casefold()
        shown = [row for row in self._rows.values() if row.matches(words)]
        for row in self._rows.values():
            row.setVisible(row in shown)
        self.nothing.setVisible(bool(self._name) and not shown)
        self.nothing.setText(
            f"No setting holds “{self.filter.text().strip()}”."
            if self._specs
            else "This ruleset has no settings."
        )

    def _lay_out(self) -> None:
        self.scroll_area.viewport().setAutoFillBackground(False)
        bold = fixed_font(12)
        bold.setBold(True)
        self._title.setFont(bold)
        for label in (self._kind, self.source):
            label.setFont(font(11))
            label.setWordWrap(True)
        self.source.hide()
        self.source.setAccessibleName("Where the settings come from")
        for label in (self._title, self._kind, self.source, self.nothing):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.reset_button.setToolTip("Give every setting its default again")
        self.filter.setPlaceholderText("Filter: a name, a meaning, or changed")
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName("Filter settings")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setContentsMargins(12, 24, 12, 24)
        self.nothing.setWordWrap(True)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setAccessibleName("Settings")
        head = QVBoxLayout()
        head.setContentsMargins(12, 10, 12, 8)
        head.setSpacing(6)
        line = QHBoxLayout()
        line.addWidget(self._title, 1)
        line.addWidget(self.presets)
        line.addWidget(self.reset_button)
        head.addLayout(line)
        head.addWidget(self._kind)
        head.addWidget(self.source)
        head.addWidget(self.filter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.nothing)
        column.addWidget(self.scroll_area, 1)
