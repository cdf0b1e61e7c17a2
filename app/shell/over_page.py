"""Keeps a widget over another one: along its upper edge, as high as its text needs."""

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QWidget

_MOST = 0.6
"""Share of the height behind that is covered at most."""


class OverPage(QObject):
    """Places ``cover``, a child of the frame, over the upper edge of a widget; no layout knows of it."""

    def __init__(self, cover: QWidget, *, widest: int | None = None) -> None:
        """With ``widest``, px, the cover is no wider than that, at the right edge."""
        super().__init__(cover)
        self._cover, self._widest = cover, widest
        self._behind: QWidget | None = None
        cover.installEventFilter(self)

    def lie_over(self, behind: QWidget) -> None:
        """Lie over this widget from now on."""
        if self._behind is not None:
            self._behind.removeEventFilter(self)
        self._behind = behind
        behind.installEventFilter(self)
        self.take_place()

    @property
    def width(self) -> int:
        """Width of the cover, px."""
        behind = 0 if self._behind is None else self._behind.width()
        return behind if self._widest is None else min(behind, self._widest)

    def take_place(self) -> None:
        """Take the place and the height for the present text."""
        behind, cover, frame = self._behind, self._cover, self._cover.parentWidget()
        if behind is None or frame is None or cover.isHidden():
            return
        width = self.width
        wanted = cover.heightForWidth(width) if cover.hasHeightForWidth() else cover.sizeHint().height()
        height = min(wanted, round(_MOST * behind.height()))
        corner = behind.mapTo(frame, QPoint(behind.width() - width, 0))
        cover.setGeometry(corner.x(), corner.y(), width, height)
        cover.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the widget behind, and the text of the cover."""
        # before it is seen Qt tells a cover its old size, and would forget one that it takes meanwhile
        if watched is self._cover and not self._cover.isVisible():
            return False
        if event.type() in {
            QEvent.Type.Resize,
            QEvent.Type.Move,
            QEvent.Type.Show,
            QEvent.Type.LayoutRequest,
        }:
            self.take_place()
        return False
