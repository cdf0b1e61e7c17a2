"""Views of the stiffness of the tool at one pose, and of its shift over the workspace."""

import numpy as np
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.features.stiffness.ellipsoid_view import EllipsoidView, ShownEllipsoids
from app.features.stiffness.legend import StiffnessLegend, of_ellipsoids, of_map
from app.features.stiffness.pose_presentation import directions, matrix, principal, worst_place
from app.features.stiffness.shift_map import ShiftMap, ShownMap
from app.look.tokens import GRID
from app.widgets.presentation_view import SectionsView
from app.widgets.scrolled import scrolled
from app.widgets.segmented import Segmented
from app.widgets.stacked import stacked
from app.widgets.text import Button, Text, paragraph
from app.widgets.value_list import ValueList
from app.widgets.view_stack import ViewStack
from core.robot.model import RobotModel
from core.stiffness.deflection_map import DeflectionMap
from core.stiffness.view import StiffnessView

LARGEST, MEAN = range(2)
_SIDE_WIDTH = 300
_FORCE_N = 100.0
_READOUT_HEIGHT = 60
"""Room for three lines, so that nothing moves with the pointer."""
ELLIPSOID, MATRIX = range(2)


class PoseView(QWidget):
    """Ellipsoid at the tool with its three principal values, or the stiffness matrix."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
