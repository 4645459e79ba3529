"""The rows of the steps: everything stays readable where there is little room."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui.panels.why.explanation import Mark, Step
from inspector.gui.panels.why.steps import StepRow

LONG = Step(
    Mark.FAILED,
    "It scored 2.81, rank 2645 of 8651; only the best 1000 are looked at",
    "score",
    "",
    "rank 2,645",
)


@pytest.fixture
def row(qtbot):
    window = QWidget()
    qtbot.addWidget(window)

    def make(step, width):
        made = StepRow(step, compact=False, parent=window)
        made.setGeometry(0, 0, width, made.heightForWidth(width))
        window.show()
        return made

    return make


@pytest.mark.parametrize("width", [260, 400, 900])
def test_a_long_sentence_leaves_the_gate_its_name(row, width):
    labels = row(LONG, width).findChildren(QLabel)
    heading = next(label for label in labels if "scored" in label.text())
    assert "score</span>" in heading.text()
    assert heading.height() >= heading.heightForWidth(heading.width())


def test_titles_and_gates_are_never_taken_for_markup(row):
    labels = row(Step(Mark.PASSED, "<b>Mara</b> knows it", "<i>pov"), 400).findChildren(QLabel)
    heading = next(label for label in labels if "knows it" in label.text())
    assert "&lt;b&gt;Mara" in heading.text()
    assert "&lt;i&gt;pov" in heading.text()
