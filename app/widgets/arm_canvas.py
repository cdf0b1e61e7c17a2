"""Common base of drawn arms: page, mark, theme, and a cache of painted layers."""

from collections.abc import Callable
from typing import cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.arm_drawer import Detail, DrawnArm
from app.widgets.arm_look import ArmColours, ArmLook
from app.widgets.arm_painting import Page, fitting_page
from app.widgets.arm_surroundings import grid_step, paint_triad
from app.widgets.mark_ribbon import paint_ribbon
from app.widgets.turned_by_hand import TurnedByHand
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.picture_scene import Ground, Motion, PictureScene, axes_of
from core.recording import FloatArray

SIDE = 20.0
MARK_HEIGHT, MARK_WIDTH = 40.0, 120.0
_TRIAD = 3.0 * SIDE
"""Width of the axes in the lower left corner."""
_WORTH_CROWDING = 1.08
"""Least gain in size of the arm for which its labels are crowded beside the mark."""


class ArmCanvas(TurnedByHand):
    """A drawn arm, seen from the side and slightly from above."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._body: ArmBody | None = None
        self._mark = ""
        self._pictures: dict[str, tuple[object, QPixmap]] = {}
        self._colours, self._look = ArmColours.of_theme(), ArmLook.of_theme()
        self._drawn = DrawnArm(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        current_theme().changed.connect(self._take_theme)

    def set_mark(self, word: str) -> None:
        """Set the mark of an arm that is not real, such as VIRTUAL; empty for a real one."""
        self._mark = word
        self.update()

    def _page(self, body: ArmBody, points: FloatArray, *, room: QRectF, beside: float) -> Page:
        """Page on which points (P, 3) m fill the room, or the room below or beside the mark.

        ``beside`` is the space kept free at the left if they are beside it, pixels.
        """
        page = fitting_page(self.view, points, body, room=room, zoom=self.zoom)
        mark = QRectF(self.width() - MARK_WIDTH, 0.0, MARK_WIDTH, MARK_HEIGHT)
        margin = float(body.joint_radius.max())
        if not self._mark or not page.reaches(points, mark, margin=margin):
            return page
        lower = room.adjusted(0.0, max(MARK_HEIGHT - room.top(), 0.0), 0.0, 0.0)
        below = fitting_page(self.view, points, body, room=lower, zoom=self.zoom)
        narrower = room.adjusted(beside, 0.0, self.width() - room.right() - MARK_WIDTH, 0.0)
        aside = fitting_page(self.view, points, body, room=narrower, zoom=self.zoom)
        return aside if aside.per_metre > _WORTH_CROWDING * below.per_metre else below

    def _paint_drawn(
        self,
        painter: QPainter,
        page: Page,
        scene: ArmScene,
        *,
        ground: Ground,
        shares: FloatArray,
        motion: Motion | None = None,
        is_stale: bool = False,
    ) -> tuple[Page, ArmScene] | None:
        """Paint the picture of the arm that is drawn elsewhere; returns page and scene that it shows, if any.

        It may show the pose before. ``shares`` (n,) are deflections divided by the full scale.
        """
        assert self._body is not None
        asked = PictureScene(
            page.eye(self.size(), self.devicePixelRatioF()),
            self._look.of(is_stale=is_stale),
            ground,
            self._look.parts(self._body, scene, shares, is_stale=is_stale),
            0 if motion is None else motion.number,
        )
        shown = self._drawn.show(asked, motion, (page, scene))
        if shown is None or self._drawn.image is None:
            return None
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(self.rect()), self._drawn.image)
        return cast(tuple[Page, ArmScene], shown)

    def _mounting(self, body: ArmBody, *, reach: float) -> Ground:
        """The grid of the arm's mounting surface, as far as ``reach`` over its length."""
        far = reach * body.length
        return Ground(axes_of(body.ground), (0.0, 0.0, 0.0), far, grid_step(far), is_floor=False)

    def _paint_triad(self, painter: QPainter) -> None:
        paint_triad(painter, QPointF(SIDE, self.height() - SIDE), self.view.seen(np.eye(3)))

    def _key_of(self, page: Page) -> tuple[object, ...]:
        """Key of a layer that depends only on the view, the size and the theme."""
        ratio = self.devicePixelRatioF()
        return page.per_metre, page.foot.toTuple(), page.view, self.size().toTuple(), ratio, self._colours

    def _kept(self, name: str, key: object, paint: Callable[[QPainter], None]) -> QPixmap:
        """A layer of the size of the widget; it is painted again only when its key changes."""
        kept = self._pictures.get(name)
        if kept is not None and kept[0] == key:
            return kept[1]
        picture = self._blank(None if kept is None else kept[1])
        with QPainter(picture) as inner:
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(inner)
        self._pictures[name] = key, picture
        return picture

    def _blank(self, before: QPixmap | None) -> QPixmap:
        """A transparent picture; the former one if its size fits, because new memory costs time."""
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        fits = before is not None and before.size() == size and before.devicePixelRatio() == ratio
        picture = before if before is not None and fits else QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        return picture

    def _paint_words(self, painter: QPainter, words: str) -> None:
        """Paint words in the middle, if there is nothing to draw."""
        painter.setPen(current_theme().colour("muted"))
        painter.setFont(current_theme().font())
        room = QRectF(self.rect()).adjusted(GRID, 0.0, -GRID, 0.0)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)

    def _paint_rim(self, painter: QPainter) -> None:
        """Paint the frame of the focus, the mark, and why the picture is a plain one."""
        self._paint_detail(painter)
        if self.hasFocus():
            painter.setPen(QPen(current_theme().colour("accent"), 2.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), GRID, GRID)
        paint_ribbon(painter, QRectF(self.rect()), self._mark)

    @property
    def detail_words(self) -> str:
        """Reason for a plain picture; empty where the picture is detailed, or nothing is shown."""
        if self._body is None:
            return ""
        words = {
            Detail.PREPARED: self.tr("The detailed picture is being prepared …"),
            Detail.PLAIN: self.tr("Plain picture: the detailed one cannot be drawn."),
        }
        return words.get(self._drawn.detail, "")

    def _paint_detail(self, painter: QPainter) -> None:
        """Paint why the picture is a plain one, in the lower right corner."""
        if not (words := self.detail_words):
            return
        theme = current_theme()
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted"))
        metrics = painter.fontMetrics()
        room = QRectF(_TRIAD, self.height() - metrics.height() - GRID, 0.0, metrics.height())
        room.setRight(self.width() - GRID)
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, round(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shown)

    def _take_theme(self) -> None:
        self._colours, self._look = ArmColours.of_theme(), ArmLook.of_theme()
        self._pictures.clear()
        self.update()
