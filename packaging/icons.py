"""Draws the program's icon and writes it in the formats that desktops need.

A joint with an encoder on either side of its gear: two half rings in the colours of motor and link, with the
gaps of a twist between them. ``python3 packaging/run.py icons`` writes ``resources/icons``; the files are
committed.
"""

import struct
import sys
from collections.abc import Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPOSITORY))

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt  # noqa: E402
from PySide6.QtGui import QColor, QGuiApplication, QImage, QImageWriter, QPainter, QPen  # noqa: E402
from PySide6.QtSvg import QSvgGenerator  # noqa: E402

from app.look.tokens import LIGHT  # noqa: E402

FOLDER = REPOSITORY / "resources" / "icons"
PNG_SIZE = 256
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
_GRID = 64.0
_STEPS_PER_DEGREE = 16
_TWIST_DEG = 24
"""Angle by which the link lags behind the motor, degrees."""


def paint(painter: QPainter) -> None:
    """Draw the icon onto a square of 64 by 64."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(LIGHT.accent))
    painter.drawRoundedRect(QRectF(2, 2, 60, 60), 13, 13)
    paper = QColor(LIGHT.on_accent)
    _half_ring(painter, 23.0, 90, paper)
    _half_ring(painter, 23.0, 270, QColor(LIGHT.warning))
    painter.setPen(QPen(paper, 5.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(32, 32), QPointF(32, 20))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(paper)
    painter.drawEllipse(QPointF(32, 32), 6.5, 6.5)


def _half_ring(painter: QPainter, radius: float, first_deg: float, colour: QColor) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 7.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    place = QRectF(32 - radius, 32 - radius, 2 * radius, 2 * radius)
    length = 180 - _TWIST_DEG
    painter.drawArc(place, round(first_deg * _STEPS_PER_DEGREE), round(length * _STEPS_PER_DEGREE))


def image(size: int) -> QImage:
    """Draw the icon as a picture of ``size`` pixels."""
    picture = QImage(QSize(size, size), QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.scale(size / _GRID, size / _GRID)
    paint(painter)
    painter.end()
    return picture


def png(picture: QImage) -> bytes:
    """Encode a picture as PNG."""
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(picture)
    return bytes(held.data())


def ico(pictures: Sequence[bytes], sizes: Sequence[int]) -> bytes:
    """Combine PNG pictures to a Windows icon: a directory entry of 16 bytes each, then the pictures."""
    offset = 6 + 16 * len(pictures)
    entries, bodies = [], []
    for size, body in zip(sizes, pictures, strict=True):
        shown = size % 256  # in this format 0 means 256
        entries.append(struct.pack("<BBBBHHII", shown, shown, 0, 0, 1, 32, len(body), offset))
        bodies.append(body)
        offset += len(body)
    return b"".join([struct.pack("<HHH", 0, 1, len(pictures)), *entries, *bodies])


def write_svg(path: Path) -> None:
    """Write the icon as a vector graphic."""
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(QSize(round(_GRID), round(_GRID)))
    generator.setViewBox(QRectF(0, 0, _GRID, _GRID))
    generator.setTitle("Torsion")
    painter = QPainter(generator)
    paint(painter)
    painter.end()


def main() -> int:
    """Write the icon in all formats."""
    application = QGuiApplication(["icons", "-platform", "offscreen"])
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "torsion.png").write_bytes(png(image(PNG_SIZE)))
    (FOLDER / "torsion.ico").write_bytes(ico([png(image(size)) for size in ICO_SIZES], ICO_SIZES))
    write_svg(FOLDER / "torsion.svg")
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
