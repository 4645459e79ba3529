"""The choosers of both sides, and what can be done with the comparison."""

from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.panels.compare.sides import Difference


class Head(QWidget):
    """In what the sides differ, side A and side B with their tokens, and buttons."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox(self)
        self.a, self.b = QComboBox(self), QComboBox(self)
        self.file = QPushButton("Choose a file…", self)
        self.swap = QPushButton("Swap", self)
        self.inline = QPushButton("One column", self)
        self.next = QPushButton("Next", self)
        self.copy = QPushButton("Copy report", self)
        self.tokens_a, self.tokens_b = QLabel(self), QLabel(self)
        self._sides = QWidget(self)
        self._lay_out()

    def show_difference(self, difference: Difference) -> None:
        """Offer what there is to choose where the sides differ in this."""
        self.file.setVisible(difference is Difference.FILES)
        are_two = difference is not Difference.SYSTEMS
        for part in (self.inline, self.next, self.swap, self._sides):
            part.setVisible(are_two)

    def _lay_out(self) -> None:
        self.next.setToolTip("Next difference (F8; Shift+F8 for the one before)")
        self.swap.setToolTip("Swap A and B (Alt+X)")
        self.kind.setAccessibleName("In what the sides differ")
        for kind in Difference:
            self.kind.addItem(kind.value)
        self.inline.setCheckable(True)
        top = _row_of(self.kind, self.file, None, self.inline, self.next, self.swap, self.copy)
        sides: list[QWidget | None] = []
        for letter, picker, tokens in (("A", self.a, self.tokens_a), ("B", self.b, self.tokens_b)):
            picker.setAccessibleName(f"Side {letter}")
            picker.setMinimumContentsLength(10)
            picker.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            picker.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            sides += [QLabel(letter, self), picker, tokens]
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addLayout(top)
        row = _row_of(*sides)
        row.setContentsMargins(0, 0, 0, 0)
        self._sides.setLayout(row)
        whole.addWidget(self._sides)


def _row_of(*widgets: QWidget | None) -> QHBoxLayout:
    """Widgets side by side; None takes the room that is left."""
    row = QHBoxLayout()
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row
