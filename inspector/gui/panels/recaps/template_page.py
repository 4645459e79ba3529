"""The template around the running recap; what becomes of it stands in the preview alone."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from typing_extensions import override

from inspector.gui.kit.labels import OneLine, Tone
from inspector.gui.kit.layouts import hbox, vbox
from inspector.gui.kit.plain_text import PlainTextEdit
from inspector.gui.kit.theme import Themed, current_theme, fixed_font, font
from inspector.gui.panels.recaps.state import TEMPLATE, RecapsState
from inspector.language import _
from inspector.systems import recap_keeper


class _MacroHighlighter(QSyntaxHighlighter):
    """Marks where the recap goes."""

    def __init__(self, document: QTextDocument, background: QColor) -> None:
        super().__init__(document)
        self.background = background

    @override
    def highlightBlock(self, text: str) -> None:
        style = QTextCharFormat()
        style.setBackground(self.background)
        style.setFontWeight(600)
        macro = recap_keeper().template_macro
        at = text.find(macro)
        while at >= 0:
            self.setFormat(at, len(macro), style)
            at = text.find(macro, at + len(macro))


class TemplatePage(Themed, QWidget):
    """Edits the setting as it is typed.

    Signals:
        setting_changed: name of the setting and its new value.
        setting_reset: name of the setting.
    """

    setting_changed = Signal(str, object)
    setting_reset = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        theme = current_theme()
        super().__init__(parent)
        self._displayed = RecapsState()
        self.edit = PlainTextEdit(self)
        self.about = OneLine(self, Tone.QUIET, 11)
        self.figure = OneLine(self, Tone.QUIET, 11)
        self.reset = QPushButton(_("Reset"), self)
        self._marker = _MacroHighlighter(self.edit.document(), theme.selection)
        self._lay_out()
        self.restyle()
        self.edit.textChanged.connect(self._tell)
        self.reset.clicked.connect(lambda: self.setting_reset.emit(TEMPLATE))

    @override
    def restyle(self) -> None:
        theme = current_theme()
        self._marker.background = theme.selection
        self._marker.rehighlight()

    def show_recaps(self, displayed: RecapsState) -> None:
        """Show the template in force; what is typed is in force at once and stays."""
        self._displayed = displayed
        if self.edit.text != displayed.template:
            self.edit.load(displayed.template)
        self.edit.setEnabled(displayed.ruleset is not None)
        name = displayed.ruleset.name if displayed.ruleset else ""
        self.about.setText(f"{name}: {TEMPLATE}" if name else TEMPLATE)
        self.reset.setEnabled(TEMPLATE in displayed.settings)
        self.figure.setText(self._figure())

    def _figure(self) -> str:
        displayed = self._displayed
        if not displayed.derivation.injections:
            return ""
        slot = displayed.derivation.injections[0]
        if not slot.text:
            why = next(
                (one.text for one in displayed.derivation.warnings), _("There is no version.")
            )
            return _("Nothing is injected. {why}").format(why=why)
        words = _("{tokens:,} tokens in {key}").format(tokens=slot.tokens, key=slot.key)
        if displayed.template.strip() and recap_keeper().template_macro not in displayed.template:
            words = _("▲ Without {template_macro} the recap is lost. {words}").format(
                template_macro=recap_keeper().template_macro, words=words
            )
        return words

    def _tell(self) -> None:
        words = self.edit.text
        if self._displayed.ruleset is not None and words != self._displayed.template:
            self.edit.accept()
            self.setting_changed.emit(TEMPLATE, words)

    def _lay_out(self) -> None:
        heading = QLabel(_("Template"))
        heading.setFont(font(12, bold=True))
        self.edit.setFont(fixed_font())
        self.edit.setAccessibleName(_("Template"))
        head = hbox(None, heading, (self.about, 1), self.reset, margins=0)
        vbox(self, head, (self.edit, 1), self.figure, margins=(10, 8, 10, 10), spacing=6)
