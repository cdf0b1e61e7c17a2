"""The arm in its pose, with every joint tinted by the twist of its gear; painted without OpenGL."""

import math

import numpy as np
from PySide6.QtCore import QElapsedTimer, QRectF, QSize
from PySide6.QtGui import QPainter

from app.look.tokens import GRID
from app.speech.units import ARCMINUTE, MILLIMETRE, number
from app.widgets.arm_canvas import SIDE, ArmCanvas
from app.widgets.arm_chips import label_anchor, paint_labels
from app.widgets.arm_labels import LabelPlaces
from app.widgets.arm_painting import Page, fitting_page, obstacles, paint_arm, paint_ground
from app.widgets.arm_surroundings import fade_out, paint_scale
from app.widgets.painting import smooth_painter
from core.drawing.arm_scene import ArmBody, ArmScene, Extent
from core.recording import FloatArray
from core.robot.model import RobotModel

_FOOT_HEIGHT = 30.0
_TRIAD_WIDTH = 58.0
_SHOWN_FROM, _SHOWN_UNTIL = 0.10, 0.06
"""Deflection over full scale from which a label shows the value, and below which it hides it again."""
_FINE_BELOW_ARCMIN = 1.0
_FLOOR_REACH = 0.62
"""Reach of the floor, over the arm's length."""
_SPEAK_EVERY_MS = 1000


class ArmView(ArmCanvas):
    """An arm in its pose; a drag turns the view, a double-click resets it."""

    def __init__(self, *, shows_values: bool = True) -> None:
        """Without ``shows_values`` the joints are tinted, and no number or scale is painted."""
        super().__init__()
        self._shows_values = shows_values
        self.full_scale = 1.0
        self.is_stale = False
        self.label_places: list[QRectF] = []
        """Places of the labels when they were last painted, joint by joint."""
        self._scene: ArmScene | None = None
        self._extent = Extent()
        self._deflection = self._shares = np.empty(0)
        self._has_value = np.empty(0, dtype=np.bool_)
        self._places = LabelPlaces()
        self._spoken = QElapsedTimer()
        self.setAccessibleName(self.tr("The arm in its pose"))
        self.setMinimumSize(200, 180)

    def sizeHint(self) -> QSize:
        """Usual size of an arm with its labels."""
        return QSize(300, 280)

    def set_robot(self, robot: RobotModel | None) -> None:
        """Show another arm, or none; it appears with its first pose."""
        self._body = None if robot is None else ArmBody(robot)
        self._scene = None
        self._drawn.forget()
        self._extent = Extent()
        self._places.forget()
        n = 0 if robot is None else robot.joint_count
        self._deflection = self._shares = np.full(n, np.nan)
        self._has_value = np.zeros(n, dtype=np.bool_)
        self.setAccessibleDescription("")
        self.update()

    def show_pose(
        self,
        pose: FloatArray,
        *,
        deflection: FloatArray | None,
        full_scale: float,
        tool: FloatArray | None = None,
        is_stale: bool = False,
    ) -> None:
        """Show a pose (n,) of the model with the joints' deflection (n,), rad or m.

        ``deflection`` is NaN for a joint without link encoder, None if no joint has one. ``full_scale``
        (rad, m for sliding joints) has the full tint. ``tool`` (n,) is the displacement of the tool by each
        joint's deflection, m; only the words for screen readers use it.
        """
        if self._body is None or not np.all(np.isfinite(pose)):
            return
        robot = self._body.robot
        known = np.full(robot.joint_count, np.nan) if deflection is None else deflection
        self._deflection, self.full_scale = known, full_scale
        self._shares = known / full_scale
        # with hysteresis, so that a value near the threshold does not flicker
        self._has_value = np.abs(self._shares) >= np.where(self._has_value, _SHOWN_UNTIL, _SHOWN_FROM)
        self._scene = self._body.at(pose)
        self._extent.take(np.vstack([self._scene.tubes.reshape(-1, 3), self._scene.line]))
        newly_stale, self.is_stale = is_stale != self.is_stale, is_stale
        self._speak(tool, at_once=newly_stale)
        self.update()

    def reset_view(self) -> None:
        """Reset the view, and fit it to the present pose."""
        super().reset_view()
        self._extent = Extent()
        if self._scene is not None:
            self._extent.take(np.vstack([self._scene.tubes.reshape(-1, 3), self._scene.line]))
        self._places.forget()

    def paintEvent(self, _event: object) -> None:
        """Paint floor, arm, labels and scale."""
        with smooth_painter(self) as painter:
            if self._body is None or self._scene is None:
                self._paint_words(painter, self.tr("No pose yet."))
            else:
                self._paint_scene(painter, self._body, self._scene)
            self._paint_rim(painter)

    def _paint_scene(self, painter: QPainter, body: ArmBody, scene: ArmScene) -> None:
        page, colours = self._fitted(body), self._colours
        ground = self._mounting(body, reach=_FLOOR_REACH)
        shown = self._paint_drawn(
            painter, page, scene, ground=ground, shares=self._shares, is_stale=self.is_stale
        )
        if shown is None:
            self._paint_ground(painter, page, body)
            paint_arm(
                painter, page, body, scene, shares=self._shares, colours=colours, is_stale=self.is_stale
            )
        else:
            page, scene = shown
        if self._shows_values:
            self._paint_triad(painter)
            self._paint_labels(painter, page, body, scene)
            self._paint_foot(painter)

    def _fitted(self, body: ArmBody) -> Page:
        """Page on which the arm fills the room."""
        whole = QRectF(self.rect()).adjusted(SIDE, SIDE, -SIDE, -_FOOT_HEIGHT - GRID)
        return fitting_page(self.view, self._extent.points, body, room=whole, zoom=self.zoom)

    def _paint_ground(self, painter: QPainter, page: Page, body: ArmBody) -> None:
        """Paint the floor from a cached layer, which depends on the view and the theme only."""

        def paint(inner: QPainter) -> None:
            paint_ground(inner, page, body, reach=_FLOOR_REACH * body.length, colours=self._colours)
            fade_out(inner, QRectF(self.rect()))

        painter.drawPixmap(0, 0, self._kept("ground", self._key_of(page), paint))

    def _label(self, joint: int) -> str:
        """The value beside a joint's number; empty if it is too small to be shown."""
        return self._value(joint) if self._has_value[joint] else ""

    def _value(self, joint: int) -> str:
        assert self._body is not None
        slides = bool(self._body.robot.is_prismatic[joint])
        unit = MILLIMETRE if slides else ARCMINUTE
        decimals = 2 if unit.per_si * self.full_scale < _FINE_BELOW_ARCMIN else 1
        value = round(unit.per_si * float(self._deflection[joint]), decimals) + 0.0
        shown = number(value, decimals=decimals)
        return f"{shown} {unit.symbol}" if slides else f"{shown}′"

    def _paint_labels(self, painter: QPainter, page: Page, body: ArmBody, scene: ArmScene) -> None:
        texts = [(str(joint + 1), self._label(joint)) for joint in range(body.robot.joint_count)]
        anchors = [
            label_anchor(page, body, scene, joint=joint, words=words) for joint, words in enumerate(texts)
        ]
        room = QRectF(self.rect()).adjusted(3, 3, -3, -_FOOT_HEIGHT)
        self.label_places = self._places.find(anchors, obstacles(page, body, scene), room=room)
        joints = [anchor.place for anchor in anchors]
        numbers = range(len(texts))
        paint_labels(painter, joints, self.label_places, texts, numbers=numbers, is_stale=self.is_stale)

    def _paint_foot(self, painter: QPainter) -> None:
        """Paint the scale, unless no deflection is known."""
        if not np.isfinite(self._deflection).any():
            return
        value = ARCMINUTE.per_si * self.full_scale
        full = number(value, decimals=0 if math.isclose(value, round(value)) else 1)
        left = _TRIAD_WIDTH
        room = QRectF(left, self.height() - _FOOT_HEIGHT, self.width() - left - GRID, _FOOT_HEIGHT)
        paint_scale(
            painter,
            room,
            low=f"−{full}",
            high=f"+{full} {ARCMINUTE.symbol}",
            colours=self._colours,
            is_stale=self.is_stale,
        )

    def _speak(self, tool: FloatArray | None, *, at_once: bool) -> None:
        """Update the description for screen readers, at most once a second."""
        if not at_once and self._spoken.isValid() and self._spoken.elapsed() < _SPEAK_EVERY_MS:
            return
        self._spoken.start()
        self.setAccessibleDescription(self._summary(tool))

    def _summary(self, tool: FloatArray | None) -> str:
        if self.is_stale:
            return self.tr("No new data. The last pose is shown.")
        if not np.isfinite(self._shares).any():
            return self.tr("The twist of the joints is not known.")
        most = int(np.nanargmax(np.abs(self._shares)))
        facts = {"joint": most + 1, "value": self._value(most).replace("′", f" {ARCMINUTE.symbol}")}
        if tool is None or not math.isfinite(float(tool[most])):
            return self.tr("Joint {joint} is twisted most: {value}.").format(**facts)
        moved = number(abs(float(tool[most])) * MILLIMETRE.per_si, decimals=2)
        words = self.tr("Joint {joint} is twisted most: {value}, {moved} mm at the tool.")
        return words.format(**facts, moved=moved)
