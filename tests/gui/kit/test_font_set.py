"""What is written from a kept layout looks as Qt writes it."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from inspector.gui.kit.font_set import FontSet, font_set
from inspector.gui.kit.theme import fixed_font


def picture(write):
    image = QImage(260, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    write(painter)
    painter.end()
    return image


@pytest.mark.parametrize(
    "text",
    ["12 memories · 340 tokens", "end 99,873", "AVAT fi", "小雨", "שלום 12", "e\u0301", "a\nb", ""],
)
@pytest.mark.parametrize("x", [20.0, 20.37])
def test_a_text_looks_the_same_however_often_it_is_written(qapp, text, x):
    for letters in (font_set(10.5, bold=True, tabular=True), FontSet(fixed_font(10.5))):

        def by_qt(painter, letters=letters):
            painter.setFont(letters.font)
            painter.setPen(QColor("navy"))
            painter.drawText(QPointF(x, 25), text)

        def by_us(painter, letters=letters):
            letters.write(painter, x, 25, text, QColor("navy"))

        wanted = picture(by_qt)
        assert [picture(by_us) == wanted for _ in range(3)] == [True] * 3


def test_a_font_set_is_made_once_for_each_font_of_the_application(qapp):
    before = font_set(11)
    assert font_set(11) is before
    usual = QApplication.font()
    larger = QApplication.font()
    larger.setPointSizeF(usual.pointSizeF() * 2)
    QApplication.setFont(larger)
    try:
        assert font_set(11).width("memory") > 1.5 * before.width("memory")
    finally:
        QApplication.setFont(usual)
    assert font_set(11) is before
