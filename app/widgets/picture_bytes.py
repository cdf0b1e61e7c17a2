"""A picture as the content of a file."""

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPixmap

_QUALITY = 80
"""Of a PNG: how hard it is packed; nothing is lost."""


def png_bytes(picture: QPixmap) -> bytes:
    """The picture as PNG."""
    store = QBuffer()
    store.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(store, "PNG", _QUALITY)
    return bytes(store.data().data())
