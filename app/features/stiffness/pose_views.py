"""Views of the stiffness of the tool at one pose, and of its shift over the workspace."""

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QContextMenuEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.features.stiffness.legend import StiffnessLegend, of_ellipsoids, of_map
from app.features.stiffness.pose_presentation import directions, matrix, principal, worst_place
from app.features.stiffness.shift_map import ShiftMap, ShownMap
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import number
from app.widgets.arm_canvas import SIDE, ArmCanvas
from app.widgets.arm_painting import Page, fitting_page, paint_arm, paint_ground
from app.widgets.arm_surroundings import fade_out
from app.widgets.facts import ValueList
from app.widgets.layouts import ViewStack, stacked
from app.widgets.presentation_view import SectionsView
from app.widgets.scrolled import scrolled
from app.widgets.segmented import Segmented
from app.widgets.text import BOLD, Button, Text, paragraph
from app.widgets.view_saving import SavedTable
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import ellipsoid_outline
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.cartesian import Ellipsoid
from core.stiffness.deflection_map import DeflectionMap, StiffnessView

LARGEST, MEAN = range(2)
_SIDE_WIDTH = 300
_FORCE_N = 100.0
_READOUT_HEIGHT = 60
"""Room for three lines, so that nothing moves with the pointer."""
ELLIPSOID, MATRIX = range(2)


class PoseView(QWidget):
    """Ellipsoid at the tool with its three principal values, or the stiffness matrix."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = EllipsoidView(self.tr("How the tool gives at this pose"))
        self.values = ValueList(self.tr("Principal values"))
        self.kind = Segmented(self.tr("Show"), (self.tr("Ellipsoid"), self.tr("Matrix")))
        self.matrix = SectionsView(self.tr("Stiffness matrix of the tool"))
        self._stack = ViewStack()
        self.kind.chosen.connect(self._stack.setCurrentIndex)
        head = QHBoxLayout()
        head.addWidget(StiffnessLegend(of_ellipsoids()), 1)
        head.addWidget(self.kind)
        first, second = QWidget(), QWidget()
        row = QHBoxLayout(first)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GRID)
        row.addWidget(self.picture, 1)
        row.addWidget(scrolled(self.values, width=_SIDE_WIDTH))
        stacked(second, self.matrix)
        self._stack.addWidget(first)
        self._stack.addWidget(second)
        stacked(self, head, self._stack)

    @property
    def words(self) -> str:
        """Principal values, for tests and screen readers."""
        return self.values.words

    def show_view(self, view: StiffnessView, robot: RobotModel) -> None:
        """Show the stiffness at another pose of an arm."""
        self.values.show_rows(principal(view).rows)
        self.matrix.show_sections((matrix(view), directions(view)))
        tool = np.array(view.reduced.settings.tool)
        full = view.full.ellipsoid if view.full is not None else None
        shown = ShownEllipsoids(tool, full, view.at_joints.ellipsoid, _FORCE_N)
        self.picture.show_pose(robot, view.pose, shown, summary=self.values.words)


class MapView(QWidget):
    """Map of the shift over the workspace, with words on the worst place."""

    pose_asked = Signal(object)
    """Pose (n,) to show in the view of a pose."""

    def __init__(self) -> None:
        super().__init__()
        self.found: DeflectionMap | None = None
        self._robot: RobotModel | None = None
        self.kind = Segmented(self.tr("Of a place's poses"), (self.tr("Largest"), self.tr("Mean")))
        self.kind.chosen.connect(self._show)
        self.picture = ShiftMap(self.tr("Shift of the tool over the workspace"))
        self._readout, self._worst = Text(wrap=True), Text(wrap=True)
        self._readout.setMinimumHeight(_READOUT_HEIGHT)
        self.picture.pointed.connect(self._readout.setText)
        self.look_button = Button(self.tr("Look at the worst pose"))
        self.look_button.clicked.connect(self._ask_pose)
        self.none = paragraph()
        head = QHBoxLayout()
        head.addWidget(StiffnessLegend(of_map()), 1)
        head.addWidget(self.kind)
        aside = QVBoxLayout()
        for widget in (self._worst, self.look_button, self._readout):
            aside.addWidget(widget)
        aside.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self.picture, 3)
        row.addLayout(aside, 2)
        stacked(self, head, row, self.none)
        self.show_map(None, None)

    @property
    def words(self) -> str:
        """Words on the worst place and on the one below the pointer, for tests and screen readers."""
        return f"{self._worst.text()} {self._readout.text()} {self.none.text()}".strip()

    def show_working(self) -> None:
        """Show that the map is being computed."""
        self.show_map(None, None, why=self.tr("Working out the map …"))

    def show_unknown(self) -> None:
        """Show that there is no map, because springs are unknown."""
        self.show_map(None, None, why=self.tr("The joints' own springs are unknown: there is no map."))

    def show_map(self, found: DeflectionMap | None, robot: RobotModel | None, *, why: str = "") -> None:
        """Show another map, or ``why`` there is none."""
        self.found, self._robot = found, robot
        self.none.setText(why)
        for widget in (self.picture, self._worst, self._readout, self.look_button):
            widget.setVisible(found is not None)
        self.none.setVisible(found is None)
        self._show()

    @Slot()
    def _show(self) -> None:
        found, robot = self.found, self._robot
        if found is None or robot is None:
            self.picture.show_map(None)
            return
        values = found.mean if self.kind.index == MEAN else found.largest
        worst = worst_place(found, robot)
        self._worst.setText(worst)
        shown = ShownMap(found.radius, found.height, values, found.worst, found.most)
        self.picture.show_map(shown, summary=worst)

    @Slot()
    def _ask_pose(self) -> None:
        if self.found is not None:
            self.pose_asked.emit(self.found.worst_position)


_FOOT_HEIGHT = 30.0
_TRIAD_WIDTH = 58.0
_FOOT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
_FLOOR_REACH = 0.62
_LARGEST = 0.3
"""Largest length of a drawn half axis, as a share of the arm's length."""
_ROUND = (5.0, 2.0, 1.0)
_FILL = 0.16
_LABEL_OUT_PX, _LABEL_PX = 11.0, 20.0
_NOTHING_PX = 0.5


@dataclass(frozen=True, eq=False)
class ShownEllipsoids:
    """Tool point (3,) m in the flange frame, ellipsoids with half axes in m/N, and the ``force`` in N."""

    tool: FloatArray
    full: Ellipsoid | None
    """Ellipsoid by all springs; None where they are unknown."""
    reduced: Ellipsoid
    force: float


class EllipsoidView(ArmCanvas):
    """Ellipsoid of all springs as a filled outline, that of the joints alone as a dashed one."""

    menu_asked = Signal(QPoint)
    """A menu is wanted, at this point of the screen."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._scene: ArmScene | None = None
        self._shown: ShownEllipsoids | None = None
        self.setAccessibleName(name)
        self.setMinimumSize(260, 220)

    def sizeHint(self) -> QSize:
        """Size with room for an arm."""
        return QSize(480, 360)

    @property
    def magnification(self) -> float:
        """Factor from the shift of the tool to its length in the picture."""
        if self._shown is None or self._body is None:
            return 1.0
        longest = self._shown.force * float((self._shown.full or self._shown.reduced).size[0])
        if longest <= 0.0:
            return 1.0
        most = _LARGEST * self._body.length / longest
        power = 10.0 ** math.floor(math.log10(most))
        return next(step for step in _ROUND if step * power <= most * (1.0 + 1e-9)) * power

    def show_pose(
        self, robot: RobotModel, pose: FloatArray, shown: ShownEllipsoids, *, summary: str = ""
    ) -> None:
        """Show an arm at a pose (n,) of the model, with the ellipsoids at its tool."""
        if self._body is None or self._body.robot is not robot:
            self._body = ArmBody(robot)
            self._drawn.forget()
        self._scene, self._shown = self._body.at(pose), shown
        self.setAccessibleDescription(summary)
        self.update()

    def saved_table(self) -> SavedTable:
        """Table of the sizes and directions of the half axes."""
        if self._shown is None:
            return SavedTable((), ())
        header: list[str] = ["half axis"]
        columns: list[FloatArray] = [np.arange(1.0, 4.0)]
        for name, one in (("all springs", self._shown.full), ("joints alone", self._shown.reduced)):
            if one is not None:
                header += [f"{name} (m/N)", *(f"{name} {axis}" for axis in "xyz")]
                columns += [one.size, *one.directions]
        return SavedTable(tuple(header), tuple(columns))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu at the pointer, or in the middle for a key."""
        is_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        self.menu_asked.emit(self.mapToGlobal(self.rect().center()) if is_key else event.globalPos())
        event.accept()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint floor, arm and ellipsoids, and their magnification."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._body is None or self._scene is None or self._shown is None:
                self._paint_words(painter, self.tr("No pose yet."))
            else:
                self._paint_all(painter, self._body, self._scene, self._shown)
            self._paint_rim(painter)

    def _paint_all(self, painter: QPainter, body: ArmBody, scene: ArmScene, shown: ShownEllipsoids) -> None:
        page = self._fitted(body, scene, shown)

        def ground(inner: QPainter) -> None:
            paint_ground(inner, page, body, reach=_FLOOR_REACH * body.length, colours=self._colours)
            fade_out(inner, QRectF(self.rect()))

        nothing = np.full(body.robot.joint_count, np.nan)
        mounting = self._mounting(body, reach=_FLOOR_REACH)
        drawn = self._paint_drawn(painter, page, scene, ground=mounting, shares=nothing)
        if drawn is None:
            painter.drawPixmap(0, 0, self._kept("ground", self._key_of(page), ground))
            paint_arm(painter, page, body, scene, shares=nothing, colours=self._colours, is_stale=False)
        else:
            page, scene = drawn
        self._paint_triad(painter)
        middle = page.point(_tool(scene, shown))
        theme = current_theme()
        if shown.full is not None:
            self._paint_outline(painter, page, middle, self._axes(body, shown.full, shown), is_full=True)
        self._paint_outline(painter, page, middle, self._axes(body, shown.reduced, shown), is_full=False)
        self._paint_axes(painter, page, middle, self._axes(body, shown.full or shown.reduced, shown))
        painter.setPen(theme.colour("muted"))
        painter.setFont(theme.font())
        words = self.tr("{force} N in every direction, drawn × {factor}").format(
            force=number(shown.force), factor=number(self.magnification)
        )
        foot = QRectF(self.rect()).adjusted(_TRIAD_WIDTH, 0, -GRID, -GRID / 2)
        painter.drawText(foot, _FOOT, words)

    def _fitted(self, body: ArmBody, scene: ArmScene, shown: ShownEllipsoids) -> Page:
        """Page on which arm and ellipsoids are as large as they fit."""
        axes = self._axes(body, shown.full or shown.reduced, shown)
        tool = _tool(scene, shown)
        points = np.vstack([scene.tubes.reshape(-1, 3), scene.line, tool + axes.T, tool - axes.T])
        room = QRectF(self.rect()).adjusted(SIDE, SIDE, -SIDE, -_FOOT_HEIGHT - GRID)
        return fitting_page(self.view, points, body, room=room, zoom=self.zoom)

    def _axes(self, body: ArmBody, one: Ellipsoid, shown: ShownEllipsoids) -> FloatArray:
        """Half axes (3, 3) in m as they are drawn, as columns in the upright frame."""
        upright = np.column_stack([*body.ground, body.foot_axis])
        drawn: FloatArray = upright @ one.directions * (one.size * shown.force * self.magnification)
        return drawn

    def _paint_outline(
        self, painter: QPainter, page: Page, middle: QPointF, axes: FloatArray, *, is_full: bool
    ) -> None:
        long, short = ellipsoid_outline(page.view, axes).T
        colour = current_theme().colour("accent" if is_full else "model")
        fill = QColor(colour)
        fill.setAlphaF(_FILL if is_full else 0.0)
        painter.save()
        painter.translate(middle)
        painter.rotate(-math.degrees(math.atan2(long[1], long[0])))
        style = Qt.PenStyle.SolidLine if is_full else Qt.PenStyle.DashLine
        painter.setPen(QPen(colour, 2.0, style))
        painter.setBrush(fill)
        half = [page.per_metre * float(np.hypot(*axis)) for axis in (long, short)]
        painter.drawEllipse(QPointF(0.0, 0.0), max(half[0], _NOTHING_PX), max(half[1], _NOTHING_PX))
        painter.restore()

    def _paint_axes(self, painter: QPainter, page: Page, middle: QPointF, axes: FloatArray) -> None:
        """Paint the principal directions, each with its number at one end."""
        theme = current_theme()
        painter.setFont(theme.font(weight=BOLD))
        for place, axis in enumerate(axes.T):
            right, up, _ = page.view.seen(axis).tolist()
            way = QPointF(right, -up) * page.per_metre
            painter.setPen(QPen(theme.colour("accent"), 1.2))
            painter.drawLine(middle - way, middle + way)
            length = math.hypot(way.x(), way.y())
            if length < _LABEL_OUT_PX:
                continue
            at = middle + way * ((length + _LABEL_OUT_PX) / length)
            spot = QRectF(at.x() - _LABEL_PX / 2, at.y() - _LABEL_PX / 2, _LABEL_PX, _LABEL_PX)
            painter.setPen(QPen(theme.colour("accent"), 1.0))
            painter.setBrush(theme.colour("surface"))
            painter.drawEllipse(spot)
            painter.setPen(theme.colour("text"))
            painter.drawText(spot, Qt.AlignmentFlag.AlignCenter, str(place + 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)


def _tool(scene: ArmScene, shown: ShownEllipsoids) -> FloatArray:
    point: FloatArray = scene.flange[:3, 3] + scene.flange[:3, :3] @ shown.tool
    return point
