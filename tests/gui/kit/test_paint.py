"""Shapes that several painted controls share."""

import pytest
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter

from inspector.gui.kit.paint import fill_high, frame


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("style", [Qt.BrushStyle.SolidPattern, Qt.BrushStyle.BDiagPattern])
def test_what_is_filled_in_bands_looks_as_if_filled_at_once(qapp, ratio, style):
    brush, rect = QBrush(QColor(20, 90, 200, 95), style), QRectF(3.4, 40, 61.3, 198.0)

    def picture(fill):
        image = QImage(round(90 * ratio), round(260 * ratio), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor("white"))
        painter = QPainter(image)
        fill(painter)
        painter.end()
        return image

    at_once = picture(lambda painter: painter.fillRect(rect, brush))
    assert picture(lambda painter: fill_high(painter, rect, brush)) == at_once


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_frame_at_the_edge_has_all_its_sides_at_every_scale(qapp, ratio):
    image = QImage(round(80 * ratio), round(40 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    painter = QPainter(image)
    frame(painter, QRect(0, 0, 80, 40), QColor("black"))
    painter.end()
    middle, right, bottom = image.height() // 2, image.width() - 1, image.height() - 1
    across = [image.pixelColor(image.width() // 2, y) for y in (0, middle, bottom)]
    along = [image.pixelColor(x, middle) for x in (0, image.width() // 2, right)]
    black, white = QColor("black"), QColor("white")
    assert across == along == [black, white, black]
