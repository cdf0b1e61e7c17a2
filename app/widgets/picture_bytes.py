"""A picture as the content of a PNG file."""

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPixmap

_QUALITY = 80
"""Compression of a PNG, which is lossless."""


def png_bytes(picture: QPixmap) -> bytes:
    """Encode a picture as PNG."""
    store = QBuffer()
    store.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(store, "PNG", _QUALITY)
    return bytes(store.data().data())
