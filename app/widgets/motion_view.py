"""The swept volume of a motion, with the arm in front of it: at a time of the motion, or as it is now."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF, QSize, QTimer
from PySide6.QtGui import QFontMetricsF, QPainter

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import NO_BREAK, number
from app.speech.words import body_word
from app.widgets.arm_canvas import SIDE, ArmCanvas
from app.widgets.arm_chips import label_anchor, paint_labels
from app.widgets.arm_labels import LabelPlaces
from app.widgets.arm_painting import (
    LEGEND_HEIGHT,
    Page,
    SweptColours,
    corners_reach,
    fitting_page,
    obstacles,
    paint_arm,
    paint_box,
    paint_ground,
    paint_legend,
    paint_level,
    paint_path,
    paint_plumb,
    paint_volume,
)
from app.widgets.arm_surroundings import fade_out, grid_step
from app.widgets.dimension_line import DimensionLine, millimetres, paint_bodies, paint_dimension
from app.widgets.painting import smooth_painter
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.nearest_points import nearest_points, tubes_of
from core.drawing.orthographic import box_corners, floor_level
from core.drawing.picture_scene import Ground, Motion, axes_of, corners_of
from core.drawing.swept_volume import ClosestApproach, SweptVolume, swept_volume
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box

_FLOOR_ROOM = 1.25
"""Reach of the floor, over that of the arm and the boxes on it."""
_MOUNT_REACH = 0.62
"""Drawn reach of the mounting surface, over the arm's length."""
_NEAR_CLOSEST_S = 0.25
"""Time around the closest approach in which its bodies are not outlined, since the arm is there, s."""
_FOOT = 14.0
_VOLUME_OPACITY = 0.22
_PLAIN_AFTER_MS = 80
"""Time after which a new motion's volume is painted here, unless its drawn picture has come."""
_numbers = itertools.count(1)


class MotionView(ArmCanvas):
    """The swept volume, the path of the tool, and the arm; a drag turns the view."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 0.0
        self.nothing: str | None = None
        """Words that are shown without a motion; None for the usual ones."""
        self.gap_place = QRectF()
        """Place of the label of the closest approach when it was last painted."""
        self.swept: SweptVolume | None = None
        self._floor_height: float | None = None
        self._boxes: tuple[Box, ...] = ()
        self._corners: list[FloatArray] = []
        self._poses, self._times = np.empty((0, 0)), np.empty(0)
        self._closest: ClosestApproach | None = None
        self._motion: Motion | None = None
        self._gap: FloatArray | None = None
        self._gap_bodies: tuple[FloatArray, FloatArray] | None = None
        self._places, self._chip_places = LabelPlaces(), LabelPlaces()
        self.pose: FloatArray | None = None
        """Pose (n,) of the moving arm, rad or m; None where a time of the motion is shown."""
        self.joint = -1
        """Joint that moves, from 0; -1 for none."""
        self.is_stale = False
        """True if the arm may be elsewhere by now."""
        self._swept_colours = SweptColours.of_theme()
        self._page_kept: tuple[object, Page] | None = None
        self._is_new = False
        """True until a motion was painted for the first time."""
        self._plain = QTimer(self, singleShot=True, interval=_PLAIN_AFTER_MS)
        self._plain.timeout.connect(self.update)
        self.setAccessibleName(self.tr("What the motion sweeps through"))
        self.setMinimumSize(280, 220)

    def sizeHint(self) -> QSize:
        """Usual size of a swept volume."""
        return QSize(640, 440)

    def set_robot(
        self, robot: RobotModel | None, *, floor_height: float | None = None, boxes: Sequence[Box] = ()
    ) -> None:
        """Set the arm, or none, and its surroundings; the motion has to be set again."""
        self._body = None if robot is None else ArmBody(robot)
        self._floor_height, self._boxes = floor_height, tuple(boxes)
        self._corners = [] if self._body is None else [box_corners(self._body, box) for box in boxes]
        self._forget_motion()

    def show_motion(
        self, poses: FloatArray, times: FloatArray, *, closest: ClosestApproach | None = None
    ) -> None:
        """Show a motion through ``poses`` (K, n) rad or m at ``times`` (K,) s, from its begin.

        Raises
        ------
        BadRequest
            ``motion-shape`` if the poses do not fit the robot.
        """
        self._forget_motion()
        if self._body is None or not len(poses):
            return
        self._poses, self._times = np.asarray(poses, dtype=np.float64), np.asarray(times, dtype=np.float64)
        self.seconds = float(self._times[0])
        self._take_closest(self._body, closest)
        self._motion = Motion(next(_numbers), self._body.robot, self._poses)
        self.swept = swept_volume(self._body, self._poses)
        self._is_new = True
        self.setAccessibleDescription(self._summary(self.swept))

    def show_pose(self, pose: FloatArray, *, joint: int, is_stale: bool) -> None:
        """Show the arm as it is now, in a pose (n,), with a label at the joint that moves (-1 for none)."""
        if self._body is None or self.swept is None or not np.all(np.isfinite(pose)):
            return
        self.pose, self.joint, self.is_stale = np.array(pose), joint, is_stale
        self.update()

    def show_at(self, seconds: float) -> None:
        """Show the arm at this time of the motion, s."""
        if self._times.size and seconds != self.seconds:
            self.seconds = min(max(seconds, float(self._times[0])), float(self._times[-1]))
            self.update()

    def show_nothing(self, words: str) -> None:
        """Show these words in place of a motion."""
        self._forget_motion()
        self.nothing = words
        self.setAccessibleDescription(words)

    @property
    def stands_still(self) -> bool:
        """True for a single pose, of which only the arm is shown."""
        return len(self._times) == 1

    def pose_at(self, seconds: float) -> FloatArray:
        """Pose (n,) at a time of the motion, s."""
        return np.array([np.interp(seconds, self._times, column) for column in self._poses.T])

    def paintEvent(self, _event: object) -> None:
        """Paint the surroundings, the volume, and the arm in front of them."""
        with smooth_painter(self) as painter:
            if self._body is None or self.swept is None:
                words = self.tr("No motion yet.") if self.nothing is None else self.nothing
                self._paint_words(painter, words)
            else:
                self._paint_motion(painter, self._body, self.swept)
            self._paint_rim(painter)

    def _paint_motion(self, painter: QPainter, body: ArmBody, swept: SweptVolume) -> None:
        page, scene = self._fitted(body, swept), body.at(self._pose_now())
        nothing = np.zeros(body.robot.joint_count)
        motion = None if self.stands_still else self._motion
        ground = self._ground(body, swept)
        drawn = self._paint_drawn(
            painter, page, scene, ground=ground, shares=nothing, motion=motion, is_stale=self.is_stale
        )
        if drawn is None:
            self._paint_simply(painter, page, body, swept)
        else:
            page, scene = drawn
            if self._floor_height is not None:
                paint_plumb(painter, page, ground.middle[2], colours=self._swept_colours)
        self._paint_before(painter, page, body, swept)
        self._paint_joint(painter, page, body, scene)

    def _paint_simply(self, painter: QPainter, page: Page, body: ArmBody, swept: SweptVolume) -> None:
        """Paint floor, volume and arm without the process that draws them.

        On the screen a new motion begins with the arm alone: page and numbers that came with it are laid out
        in the same turn, and the drawn picture mostly comes before what is left out here.
        """
        if self._is_new and self.isVisible():
            self._is_new = False
            self._plain.start()
        if not self._plain.isActive():
            self._paint_behind(painter, page, body, swept)
        scene, nothing = body.at(self._pose_now()), np.zeros(body.robot.joint_count)
        paint_arm(painter, page, body, scene, shares=nothing, colours=self._colours, is_stale=self.is_stale)

    def _paint_behind(self, painter: QPainter, page: Page, body: ArmBody, swept: SweptVolume) -> None:
        """Paint floor, volume and path, all kept as one layer."""
        colours, key = self._swept_colours, (*self._key_of(page), self._swept_colours, swept)

        def behind(inner: QPainter) -> None:
            self._paint_floor(inner, page, body, swept)
            if not self.stands_still:
                volume = self._kept(
                    "volume",
                    key,
                    lambda onto: paint_volume(onto, page, swept.shown, body.tube_radius, colours=colours),
                )
                inner.setOpacity(_VOLUME_OPACITY)
                inner.drawPixmap(0, 0, volume)
                inner.setOpacity(1.0)
                paint_path(inner, page, swept.tool, colours)

        painter.drawPixmap(0, 0, self._kept("behind", key, behind))

    def _paint_before(self, painter: QPainter, page: Page, body: ArmBody, swept: SweptVolume) -> None:
        """Paint what is in front of the arm: axes, legend and closest approach, all kept as one layer."""
        has_gap, shows_gap = self._gap is not None, self._gap is not None and self.pose is None
        is_outlined = shows_gap and not self._is_at_closest
        look = has_gap, shows_gap, is_outlined, self._swept_colours, current_theme().font().key()

        def before(inner: QPainter) -> None:
            self._paint_triad(inner)
            if not self.stands_still:
                paint_legend(inner, self._legend_room(), has_gap=has_gap, colours=self._swept_colours)
            if shows_gap:
                self._paint_gap(inner, page, body, is_outlined=is_outlined)

        painter.drawPixmap(0, 0, self._kept("before", (*self._key_of(page), *look, swept), before))

    @property
    def _is_at_closest(self) -> bool:
        """True near the time of the closest approach, when the arm itself is there."""
        return self._closest is not None and abs(self.seconds - self._closest.time) <= _NEAR_CLOSEST_S

    def _ground(self, body: ArmBody, swept: SweptVolume) -> Ground:
        """The floor with the boxes, or the mounting surface if the floor is unknown."""
        boxes = tuple(corners_of(corners) for corners in self._corners)
        if self._floor_height is None:
            return replace(self._mounting(body, reach=_MOUNT_REACH), boxes=boxes)
        reach = max(float(np.hypot(*swept.farthest[:, :2].T).max()), corners_reach(self._corners))
        level, far = floor_level(body, self._floor_height), _FLOOR_ROOM * reach
        axes = axes_of(np.eye(3)[:2])
        return Ground(axes, (0.0, 0.0, level), far, grid_step(far), is_floor=True, boxes=boxes)

    def _fitted(self, body: ArmBody, swept: SweptVolume) -> Page:
        """Page on which the volume and the surroundings fill the room; kept while all of it is as before."""
        key = self.view, self.zoom, self.size().toTuple(), swept
        if self._page_kept is None or self._page_kept[0] != key:
            self._page_kept = key, self._fit(body, swept)
        return self._page_kept[1]

    def _fit(self, body: ArmBody, swept: SweptVolume) -> Page:
        room = QRectF(self.rect()).adjusted(SIDE, LEGEND_HEIGHT + GRID, -SIDE, -_FOOT)
        points = np.vstack([swept.farthest, *self._corners])
        if self._floor_height is not None:  # with the shadow
            level = np.full(len(swept.farthest), floor_level(body, self._floor_height))
            points = np.vstack([points, np.column_stack([swept.farthest[:, :2], level])])
        return fitting_page(self.view, points, body, room=room, zoom=self.zoom)

    def _paint_floor(self, painter: QPainter, page: Page, body: ArmBody, swept: SweptVolume) -> None:
        """Paint the floor, or the mounting surface if the floor is unknown, and the boxes."""
        ground = self._ground(body, swept)
        if ground.is_floor:
            floor, level = page.level(ground.middle[2]), ground.middle[2]
            paint_level(painter, floor, reach=ground.reach, colours=self._swept_colours, grid=self._colours)
            fade_out(painter, QRectF(self.rect()))
            paint_plumb(painter, page, level, colours=self._swept_colours)
        else:
            paint_ground(painter, page, body, reach=ground.reach, colours=self._colours)
        for corners in sorted(self._corners, key=lambda box: float(page.view.seen(box)[:, 2].mean())):
            paint_box(painter, page, corners, colours=self._swept_colours)

    def _paint_gap(self, painter: QPainter, page: Page, body: ArmBody, *, is_outlined: bool) -> None:
        """Paint the closest approach: the line between the two bodies, and they at that time if outlined."""
        if self._gap is None or self._closest is None:
            return
        ink = self._swept_colours.ink
        if self._gap_bodies is not None and is_outlined:
            paint_bodies(painter, page, *self._gap_bodies, colour=ink)
        room = QRectF(self.rect()).adjusted(GRID, LEGEND_HEIGHT + GRID, -GRID, -GRID)
        words = millimetres(self._closest.distance)
        line = DimensionLine(page.point(self._gap[0]), page.point(self._gap[1]), words)
        around = obstacles(page, body, body.at(self.pose_at(self._closest.time)))
        self.gap_place = self._places.find([line.anchor()], around, room=room)[0]
        paint_dimension(painter, line, self.gap_place, colour=ink)

    def _paint_joint(self, painter: QPainter, page: Page, body: ArmBody, scene: ArmScene) -> None:
        """Paint a label at the joint that moves."""
        if not 0 <= self.joint < body.robot.joint_count:
            return
        room = QRectF(self.rect()).adjusted(GRID, LEGEND_HEIGHT + GRID, -GRID, -GRID)
        anchor = label_anchor(page, body, scene, joint=self.joint, words=(str(self.joint + 1), ""))
        places = self._chip_places.find([anchor], obstacles(page, body, scene), room=room)
        words = [(str(self.joint + 1), "")]
        paint_labels(painter, [anchor.place], places, words, numbers=(self.joint,), is_stale=self.is_stale)

    def _pose_now(self) -> FloatArray:
        return self.pose_at(self.seconds) if self.pose is None else self.pose

    def _legend_room(self) -> QRectF:
        height = max(LEGEND_HEIGHT, QFontMetricsF(current_theme().font()).height())
        return QRectF(GRID, GRID / 2.0, self.width() - 3.0 * GRID, height)

    def _take_closest(self, body: ArmBody, closest: ClosestApproach | None) -> None:
        self._closest = closest
        if closest is None:
            return
        pose = self.pose_at(closest.time)
        self._gap = nearest_points(
            body,
            pose,
            first=closest.first,
            second=closest.second,
            floor_height=self._floor_height,
            boxes=self._boxes,
        )
        bodies = [tubes_of(body, pose, name) for name in (closest.first, closest.second)]
        moving = [found for found in bodies if found is not None]
        if moving:
            tubes, radii = (np.concatenate(parts) for parts in zip(*moving, strict=True))
            self._gap_bodies = body.upright(tubes), radii

    def _forget_motion(self) -> None:
        self._poses, self._times = np.empty((0, 0)), np.empty(0)
        self._closest = self._gap = self._gap_bodies = None
        self.gap_place = QRectF()
        self._places.forget()
        self._chip_places.forget()
        self.pose, self.joint, self.is_stale = None, -1, False
        self._drawn.forget()
        self._motion = None
        self.seconds = 0.0
        self.swept = self.nothing = None
        self.setAccessibleDescription("")
        self.update()

    def _summary(self, swept: SweptVolume) -> str:
        if self.stands_still:
            return self.tr("The arm stands still.")
        size = [number(value, decimals=2) for value in (swept.high - swept.low).tolist()]
        words = self.tr(
            "The motion takes {seconds} s. The arm passes through a room of {x} by {y} by {z} m;"
            " its tool goes {length} m."
        ).format(
            seconds=number(float(self._times[-1] - self._times[0]), decimals=1),
            x=size[0],
            y=size[1],
            z=size[2],
            length=number(swept.tool_length, decimals=1),
        )
        if self._closest is None:
            return words
        nearest = self.tr("Closest: {first} and {second}, {distance} after {time} s.").format(
            first=body_word(self._closest.first),
            second=body_word(self._closest.second),
            distance=millimetres(self._closest.distance).replace(NO_BREAK, " "),
            time=number(self._closest.time, decimals=1),
        )
        return f"{words} {nearest}"

    def _take_theme(self) -> None:
        self._swept_colours = SweptColours.of_theme()
        super()._take_theme()
