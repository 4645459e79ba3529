"""Lines of text in cells: laid out once, and drawn as Qt draws them."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from inspector.gui.kit.theme import font
from inspector.gui.tables.cells import LEFT, RIGHT, draw_line

TEXTS = ("Mara", "She said: “no” — and left… " * 9, "吴小美 came 🗝 in", "a\nb\tc", "e\u0301", "")
IN_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def drawn(ratio, draw):
    image = QImage(round(320 * ratio), round(40 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setFont(font(12))
    draw(painter)
    painter.end()
    return image


@pytest.mark.parametrize("ratio", [1, 1.25, 2])
@pytest.mark.parametrize("side", [LEFT, RIGHT])
@pytest.mark.parametrize("text", TEXTS)
def test_a_line_is_drawn_pixel_by_pixel_as_qt_draws_it(qapp, text, side, ratio):
    rect = QRect(5, 4, 150, 23)

    def as_qt(painter):
        painter.setPen(QColor("black"))
        line = QFontMetrics(painter.font()).elidedText(
            text, Qt.TextElideMode.ElideRight, rect.width()
        )
        painter.drawText(rect, int(side | IN_LINE), line)

    wanted = drawn(ratio, as_qt)
    for _ in range(2):
        assert (
            drawn(ratio, lambda painter: draw_line(painter, rect, text, QColor("black"), side))
            == wanted
        )
