"""Make the icons of all systems from the drawing: `python .ci/icons.py` (needs Pillow)."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PIL import Image
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).parent.parent / "resources" / "icons"
NAME = "memory-inspector"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def draw(size: int) -> Image.Image:
    """The drawing at a number of pixels."""
    picture = QImage(size, size, QImage.Format.Format_RGBA8888)
    picture.fill(0)
    painter = QPainter(picture)
    drawing = QByteArray((ICONS / f"{NAME}.svg").read_bytes())
    QSvgRenderer(drawing).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return Image.frombytes("RGBA", (size, size), bytes(picture.constBits()))


def main() -> int:
    """Write every icon."""
    application = QGuiApplication(sys.argv[:1])
    pictures = {size: draw(size) for size in SIZES}
    for size, picture in pictures.items():
        folder = ICONS / "hicolor" / f"{size}x{size}" / "apps"
        folder.mkdir(parents=True, exist_ok=True)
        picture.save(folder / f"{NAME}.png", optimize=True)
    largest, rest = pictures[512], [pictures[size] for size in SIZES]
    largest.save(ICONS / f"{NAME}.icns", append_images=rest)
    pictures[256].save(
        ICONS / f"{NAME}.ico",
        sizes=[(size, size) for size in SIZES if size <= 256],
        append_images=rest,
    )
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
