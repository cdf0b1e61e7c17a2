"""Pictures as files: small enough for the help, sheets of several, and pages of reports."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image
from PySide6.QtGui import QPixmap

from app.widgets.view_saving import png_bytes

_COLOURS = 192
_GAP, _GROUND = 12, (213, 218, 224)
_REPORT_PAGES = 2


def image_of(picture: QPixmap) -> Image.Image:
    """A picture of the window."""
    return Image.open(BytesIO(png_bytes(picture))).convert("RGB")


def keep(image: Image.Image, path: Path) -> None:
    """Write a picture with few colours, so that its file is small."""
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def sheet(images: Sequence[Image.Image], *, columns: int) -> Image.Image:
    """Pictures of one size beside and below each other."""
    wide, high = images[0].size
    rows = -(-len(images) // columns)
    whole = Image.new("RGB", (columns * (wide + _GAP) - _GAP, rows * (high + _GAP) - _GAP), _GROUND)
    for number, image in enumerate(images):
        row, column = divmod(number, columns)
        whole.paste(image, (column * (wide + _GAP), row * (high + _GAP)))
    return whole


def report_pages(report: Path, *, count: int = _REPORT_PAGES, scale: float = 1.0) -> list[Image.Image]:
    """The first pages of a report; at a scale of 1 a point is a pixel."""
    document = pypdfium2.PdfDocument(report)
    try:
        pages = range(min(count, len(document)))
        return [document[number].render(scale=scale).to_pil().convert("RGB") for number in pages]
    finally:
        document.close()
