"""The settings panel: a ruleset's settings as a form, made from their descriptions."""

from collections.abc import Mapping, Sequence
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QScrollArea,
    QWidget,
)
from typing_extensions import override

from inspector.core.edits import Edit
from inspector.core.settings import SetSetting, SettingSpec
from inspector.gui.kit.labels import Tone, plain_label
from inspector.gui.kit.layouts import vbox
from inspector.gui.kit.panel import Panel, Worker
from inspector.gui.kit.style import set_role
from inspector.gui.kit.visibility import WhenSeen
from inspector.gui.panels.settings.editors import SettingEditor
from inspector.gui.panels.settings.foot import SettingsFoot
from inspector.gui.panels.settings.groups import GroupedRows
from inspector.gui.panels.settings.head import SettingsHead
from inspector.gui.panels.settings.row import SettingRow, is_same
from inspector.gui.state.question_edits import QuestionEdit, ResetSettings
from inspector.gui.state.session import Question
from inspector.gui.state.view import Part, View, ViewChanges
from inspector.language import _
from inspector.systems import RULESETS, ruleset_named, system_of


class SettingsPanel(Panel):
    """All settings of the ruleset that answers; it changes nothing itself."""

    name = "settings"
    title = _("Settings")
    shows_kept = True
    has_surface = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._wanted: tuple[str, str] | None = None
        self._question: Question | None = None
        self._seen = WhenSeen(self, self._show_question)
        self._specs: tuple[SettingSpec, ...] = ()
        self._rows: dict[str, SettingRow] = {}
        self._host_settings: Mapping[str, object] = {}
        self.head = SettingsHead(self)
        self.presets, self.filter = self.head.presets, self.head.filter
        self.foot = SettingsFoot(self)
        self.reset_button = QPushButton(_("Reset all"), self)
        self.nothing = plain_label(tone=Tone.QUIET)
        self.scroll_area = QScrollArea(self)
        self._groups = GroupedRows({}, self.reset_button, self)
        self._lay_out()
        self.presets.copied.connect(self.copy_requested)
        self.filter.textChanged.connect(self._apply_filter)
        self.reset_button.clicked.connect(lambda: self._reset(None))
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._regroup)
        self._rebuild()
        self.set_ruleset("", "", is_release=False, specs=(), values={})

    @override
    def show_view(self, view: View, changes: ViewChanges) -> None:
        if Part.QUESTION in changes:
            self._question = question = view.question
            self.presets.show_question(question)
            self.set_host_settings(
                question.host_settings.in_words(question.ruleset), question.usual_settings
            )
            if self._seen.is_now():
                self._show_question()
        if Part.CHAT in changes or Part.ANSWER in changes:
            self.foot.show_answer(view.answer)

    @property
    @override
    def workers(self) -> tuple[Worker, ...]:
        return (self.foot.worker,)

    @override
    def commit(self) -> None:
        for editor in self.findChildren(SettingEditor):
            editor.commit()

    @property
    def rows(self) -> Mapping[str, SettingRow]:
        """The rows by the setting's name; made when they are seen, or asked for."""
        self._show_question()
        return self._rows

    def _show_question(self) -> None:
        """Show the settings of what is asked, where that is not shown yet."""
        question, self._question = self._question, None
        if question is not None:
            ruleset = ruleset_named(question.ruleset)
            self.set_ruleset(
                ruleset.name,
                _(ruleset.title),
                ruleset.is_release,
                ruleset.settings,
                question.moment.settings,
            )

    def set_host_settings(self, words: str, host_settings: Mapping[str, object]) -> None:
        """Say where the settings come from that `set_ruleset` shows next.

        Args:
            words: which file they were taken from; empty if there is none.
            host_settings: what it says: these values count as long as nobody changes them.
        """
        self.foot.show_source(words)
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
        self.head.show_ruleset(name, title, len(self._specs), is_release=is_release)
        held = {spec.name: values.get(spec.name, spec.default) for spec in self._specs}
        unused = system_of(name).unused_settings(held) if name in RULESETS else ()
        for spec in self._specs:
            row = self._rows[spec.name]
            row.set_host_settings(self._host_settings)
            row.show_value(
                held[spec.name],
                differs=self._differs(spec, values),
                is_unused=spec.name in unused,
            )
        changed = self._groups.changed
        self.reset_button.setText(
            _("Reset all") if changed < 2 else _("Reset all {changed}").format(changed=changed)
        )
        self.reset_button.setEnabled(changed > 0)
        self._regroup()
        self._show_wanted()

    def show_setting(self, ruleset: str, name: str) -> None:
        """Bring a setting into sight and give it the keys, as soon as its ruleset is shown."""
        self._wanted = (ruleset, name)
        self._show_question()
        self._show_wanted()

    def _show_wanted(self) -> None:
        ruleset, name = self._wanted or ("", "")
        if ruleset and ruleset == self._name and name in self._rows:
            self._wanted = None
            self.filter.clear()
            self.scroll_area.ensureWidgetVisible(self._rows[name])
            self._rows[name].editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _differs(self, spec: SettingSpec, values: Mapping[str, object]) -> bool:
        """Whether a person changed it: what was taken from SillyTavern's file is the usual."""
        usual = self._host_settings.get(spec.name, spec.default)
        return not is_same(values.get(spec.name, usual), usual)

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

    def _rebuild(self) -> None:
        self.filter.clear()
        words = dict(system_of(self._name).setting_words) if self._name in RULESETS else {}
        made = {spec.name: SettingRow(spec, words.get(spec.name)) for spec in self._specs}
        self._rows = {name: made[name] for name in sorted(made, key=[*words, *made].index)}
        for row in self._rows.values():
            row.changed.connect(self._change)
            row.reset.connect(self._reset)
        self.reset_button.setParent(self)
        self._groups = GroupedRows(self._rows, self.reset_button, self)
        self.scroll_area.setWidget(self._groups)
        self._groups.setAutoFillBackground(False)
        self._apply_filter()

    def _regroup(self) -> None:
        """Let what was changed stand first, once nobody is in a field any more."""
        focused = QApplication.focusWidget()
        is_inside = focused is not None and self._groups.isAncestorOf(focused)
        if self._groups.is_behind and not is_inside:
            self._groups.arrange()

    def _apply_filter(self) -> None:
        words = self.filter.text().strip()
        found = self._groups.filter(words.casefold())
        self.nothing.setVisible(bool(self._name) and not found)
        self.nothing.setText(
            _("No setting holds “{words}”.").format(words=words)
            if self._specs
            else _("This ruleset has no settings.")
        )

    def _lay_out(self) -> None:
        self.scroll_area.viewport().setAutoFillBackground(False)
        set_role(self.reset_button, "link")
        self.reset_button.setToolTip(_("Give every setting its usual value again"))
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setContentsMargins(12, 24, 12, 24)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setAccessibleName(_("Settings"))
        self.setFocusProxy(self.filter)
        vbox(self, self.head, self.nothing, (self.scroll_area, 1), self.foot, margins=0, spacing=0)
