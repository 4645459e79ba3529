"""Fields of the forms: a file, a folder, a key, a number, a number of seconds, a choice."""

from PySide6.QtCore import QLocale, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)
from typing_extensions import override

from inspector.core.decoded import is_number
from inspector.core.settings import SettingKind, SettingSpec
from inspector.gui.kit.layouts import hbox
from inspector.gui.kit.line_edit import LineEdit, PathEdit
from inspector.gui.kit.theme import scaled
from inspector.language import _, numeral, without_marks

_EDGE_PX = 2
"""What the style leaves free around the text of a combo box."""

_LEAST_KEY_PX = 36
"""A form takes no more from a row; buttons beside the key must keep their words."""

_FAR = 1e12
"""No setting is greater; a spin box wants to know."""


class NumberBox(QDoubleSpinBox):
    """A spin box that parts thousands as the language does, and lets the wheel scroll the form."""

    def __init__(self, spec: SettingSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        is_whole = spec.kind is SettingKind.WHOLE
        self.setLocale(QLocale.c())
        self.setGroupSeparatorShown(False)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setDecimals(0 if is_whole else 6)
        self.setRange(
            -_FAR if spec.least is None else spec.least,
            _FAR if spec.greatest is None else spec.greatest,
        )
        if is_whole and is_number(spec.default) and abs(spec.default) >= 100:
            self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        elif not is_whole:
            self.setSingleStep(0.05 if spec.greatest is not None and spec.greatest <= 1 else 0.1)
        if spec.unit:
            self.setSuffix(f" {spec.spoken_unit}")
        metrics = self.fontMetrics()
        written = max((f"{spec.default}", "000,000"), key=len)
        self.setFixedWidth(metrics.horizontalAdvance(f"{written} {spec.spoken_unit}") + 44)

    @override
    def textFromValue(self, val: float) -> str:
        decimals = f"{val:.{self.decimals()}f}".partition(".")[2].rstrip("0")
        return numeral(val, f",.{len(decimals)}f")

    @override
    def valueFromText(self, text: str) -> float:
        return super().valueFromText(self._without_marks(text))

    @override
    def validate(self, input: str, pos: int) -> tuple[QValidator.State, str, int]:
        before = len(self._without_marks(input[:pos]))
        return super().validate(self._without_marks(input), before)[0], input, pos

    def _without_marks(self, text: str) -> str:
        return without_marks(text, is_whole=not self.decimals())

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Choices(QComboBox):
    """A combo box that elides what it has no room for, and lets the wheel scroll the form.

    With the keyboard in it, the wheel chooses.
    """

    @override
    def paintEvent(self, e: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, part, self).width() - _EDGE_PX
        text = self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)
        option.currentText = text
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    @override
    def wheelEvent(self, e: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(e)
        else:
            e.ignore()


class FileField(QWidget):
    """The path of a file or folder, written or chosen.

    Signals:
        edited: it has changed by a person's hand.
    """

    edited = Signal()

    def __init__(
        self, name: str, placeholder: str, *, folder: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name, self._is_folder = name, folder
        self.line = PathEdit(self)
        self.line.setPlaceholderText(placeholder)
        self.line.setAccessibleName(name)
        self.choose_button = QPushButton(_("Choose…"), self)
        self.choose_button.setAccessibleName(_("Choose: {name}").format(name=name))
        row = hbox(self, margins=0, spacing=6)
        row.addWidget(self.line, 1)
        row.addWidget(self.choose_button)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self.edited)
        self.choose_button.clicked.connect(self.choose)

    @property
    def path(self) -> str:
        """What stands in it."""
        return self.line.text().strip()

    def show_path(self, path: str) -> None:
        """Show another path."""
        if path != self.path:
            self.line.setText(path)

    def choose(self) -> None:
        """Let a person point at it."""
        if self._is_folder:
            chosen = QFileDialog.getExistingDirectory(self, self._name, self.path)
        else:
            kinds = _("JSON (*.json);;All files (*)")
            chosen, _rest = QFileDialog.getOpenFileName(self, self._name, self.path, kinds)
        if chosen:
            self.line.setText(chosen)
            self.edited.emit()


class KeyField(QWidget):
    """A key for one address: typed for as long as the window is open, or kept in the keyring.

    Signals:
        keep_requested: the typed key is to be kept (address, key).
        forget_requested: the kept key is to be forgotten (address).
        edited: something else is typed.
    """

    keep_requested = Signal(str, str)
    forget_requested = Signal(str)
    edited = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._address = ""
        self._is_kept = False
        self.line = LineEdit(self)
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setAccessibleName(name)
        self.line.setMinimumWidth(scaled(_LEAST_KEY_PX))
        self.keep_button = QPushButton(_("Keep"), self)
        self.keep_button.setToolTip(_("Keep the key in the system's keyring"))
        self.forget_button = QPushButton(_("Forget"), self)
        self.forget_button.setToolTip(_("Take the key out of the system's keyring"))
        row = hbox(self, margins=0, spacing=6)
        row.addWidget(self.line, 1)
        row.addWidget(self.keep_button)
        row.addWidget(self.forget_button)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._type)
        self.keep_button.clicked.connect(self._keep)
        self.forget_button.clicked.connect(lambda: self.forget_requested.emit(self._address))
        self._show()

    @property
    def typed(self) -> str:
        """The key that is typed and not kept."""
        return self.line.text().strip()

    @property
    def has_key(self) -> bool:
        """Whether there is a key, typed or kept."""
        return self._is_kept or bool(self.typed)

    def show_address(self, address: str, *, is_kept: bool) -> None:
        """Say whose key it is; what was typed for another address is not sent to this one."""
        if address != self._address or (is_kept and not self._is_kept):
            self.line.clear()
        self._address, self._is_kept = address, is_kept
        self._show()

    def clear_typed(self, address: str) -> None:
        """Forget what is typed for an address: it has been kept."""
        if address == self._address:
            self.line.clear()
            self._show()

    def _type(self) -> None:
        self._show()
        self.edited.emit()

    def _keep(self) -> None:
        self.keep_requested.emit(self._address, self.typed)

    def _show(self) -> None:
        kept, none = _("kept in the system's keyring"), _("none; a typed key is not kept by itself")
        self.line.setPlaceholderText(kept if self._is_kept else none)
        self.keep_button.setEnabled(bool(self._address and self.typed))
        self.forget_button.setVisible(self._is_kept)


def number_box(spec: SettingSpec) -> NumberBox:
    """A box for a number that is as high as the fields beside it."""
    box = NumberBox(spec)
    box.setAccessibleName(spec.name)
    box.setMinimumHeight(scaled(24))
    return box


def seconds_box(name: str, usual: float, most: float) -> NumberBox:
    """A box for a number of seconds."""
    box = number_box(SettingSpec(name, SettingKind.NUMBER, usual, name, "s", 0.1, most))
    box.setDecimals(1)
    box.setSingleStep(1.0)
    return box


def show_number(box: NumberBox, value: float) -> None:
    """Show another number, without saying that a person wrote it."""
    with QSignalBlocker(box):
        box.setValue(value)
