"""Form of the correction: the run, its places, and the load."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal, Slot

from app.arm.procedure import ToolSettings
from app.features.tool_correction.presentation import parse_place
from app.guide.procedure_form import ProcedureForm
from app.look.tokens import GRID
from app.speech.entries import place_of
from app.speech.quantities import NotUnderstood
from app.widgets.choice import Choice
from app.widgets.fields import CheckedField
from app.widgets.layouts import captioned
from app.widgets.setting_fields import SettingFields
from app.widgets.text import Button
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensation_result import CompensationReference, CompensationRun

if TYPE_CHECKING:
    from app.features.tool_correction.procedure import CompensateProcedure


class CompensateForm(ProcedureForm):
    """Form of two runs: places are added for the first run, and taken over for the second."""

    here_asked = Signal()
    """The present pose of the arm is wanted as a place."""
    remove_asked = Signal()
    file_asked = Signal()
    """Places of a table are wanted."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._robot: RobotModel | None = None
        self._typed: tuple[FloatArray, ...] = ()
        self.reference: CompensationReference | None = None
        """Result of the first run, with which the second is compared."""
        self.run = Choice(self.tr("Which run"))
        self.run.offer(
            (
                (CompensationRun.UNLOADED, self.tr("1  Without the load")),
                (CompensationRun.LOADED, self.tr("2  With the load")),
            )
        )
        self.run.choose(CompensationRun.UNLOADED)
        self.place = CheckedField(
            self.tr("Joint positions of a place"), parse_place, bounds=None, accepts="0 −30 45 …"
        )
        self.place.edit.setToolTip(self.tr("One number per joint, in ° (mm where a joint slides)."))
        self.add_button = Button(self.tr("Add this place"))
        self.here_button = Button(self.tr("Add where the arm stands"))
        self.remove_button = Button(self.tr("Remove the chosen place"), role="quiet")
        self.file_button = Button(self.tr("Places from a table …"), role="quiet")
        self.file_button.clicked.connect(self.file_asked)
        self.point = SettingFields(ToolSettings())
        self.tool = self.point.field("tool")
        self.watch(self.point)
        self.add_button.clicked.connect(self._add)
        self.here_button.clicked.connect(self.here_asked)
        self.remove_button.clicked.connect(self.remove_asked)
        self.place.changed.connect(self._show)
        self.run.picked.connect(self._picked)
        self._lay_out()
        self._show()

    @property
    def load(self) -> CompensationRun:
        """Run that is chosen, without or with the load."""
        assert isinstance(self.run.value, CompensationRun)
        return self.run.value

    @property
    def places(self) -> tuple[FloatArray, ...]:
        """Places of the chosen run, (n,) each as the controller reports them."""
        robot = self._robot
        if self.load is CompensationRun.UNLOADED or robot is None or self.reference is None:
            return self._typed
        return tuple(robot.position_as_reported(place.goal) for place in self.reference.places)

    def show_robot(self, robot: RobotModel | None) -> None:
        """Accept places of this arm; drops those of another one."""
        if robot is not None and self._robot is not None and robot.name != self._robot.name:
            self._typed = ()
        self._robot = robot
        self._show()

    def show_reference(self, reference: CompensationReference | None) -> None:
        """Take the result of the run without the load, and its places where none are named."""
        self.reference = reference
        robot = self._robot
        if reference is not None and robot is not None and not self._typed:
            self._typed = tuple(robot.position_as_reported(place.goal) for place in reference.places)
        self._show()

    def choose(self, load: CompensationRun) -> None:
        """Choose a run without emitting ``changed``."""
        self.run.choose(load)
        self._show()

    def add(self, place: FloatArray) -> None:
        """Add a place, (n,) rad (m) as the controller reports it."""
        self._typed = (*self._typed, np.array(place, dtype=np.float64))
        self._show()
        self.changed.emit()

    @property
    def robot(self) -> RobotModel | None:
        """Arm whose places are accepted; None without one."""
        return self._robot

    def take_places(self, places: Sequence[FloatArray]) -> None:
        """Take these places, (n,) rad (m) each as the controller reports them, and begin without the load."""
        self._typed = tuple(np.array(place, dtype=np.float64) for place in places)
        self.choose(CompensationRun.UNLOADED)
        self.changed.emit()

    def remove(self, row: int) -> None:
        """Remove the place of this row."""
        if 0 <= row < len(self._typed):
            self._typed = self._typed[:row] + self._typed[row + 1 :]
            self._show()
            self.changed.emit()

    def forget(self) -> None:
        """Clear places and reference: another visit is open."""
        self._typed, self.reference = (), None
        self.choose(CompensationRun.UNLOADED)

    def procedure(self) -> "CompensateProcedure | None":
        """Procedure with the values of the fields; None where something is missing."""
        from app.features.tool_correction.procedure import CompensateProcedure

        is_loaded = self.load is CompensationRun.LOADED
        if not self.is_understood or not self.places or (is_loaded and self.reference is None):
            return None
        return CompensateProcedure(
            () if is_loaded else self.places,
            load=self.load,
            reference=self.reference if is_loaded else None,
            payload_mass=self.payload_mass,
            tool=None if not is_loaded else self.point.value("tool"),
        )

    @Slot()
    def _picked(self) -> None:
        self._show()
        self.changed.emit()

    @Slot()
    def _add(self) -> None:
        if (place := self._read()) is not None:
            self.place.show_text("")
            self.add(place)

    def _read(self) -> FloatArray | None:
        """Place in the field; None where it does not fit this arm."""
        if self._robot is None:
            return None
        try:
            numbers = self.place.value
        except NotUnderstood:
            return None
        assert isinstance(numbers, tuple)
        return place_of(numbers, self._robot)

    @Slot()
    def _show(self) -> None:
        is_first = self.load is CompensationRun.UNLOADED
        self._adding.setVisible(is_first)
        self._payload.setVisible(not is_first)
        self._point.setVisible(not is_first)
        self.add_button.setEnabled(self._read() is not None)
        self.here_button.setEnabled(self._robot is not None)
        self.file_button.setEnabled(self._robot is not None)
        self.remove_button.setEnabled(bool(self._typed))

    def _lay_out(self) -> None:
        self.column.setSpacing(2)
        self.column.addWidget(captioned(self.tr("Which run"), self.run))
        self._adding = captioned(self.tr("Place: joint positions in °"), self.place)
        inside = self._adding.layout()
        assert inside is not None
        for button in (self.add_button, self.here_button, self.file_button, self.remove_button):
            inside.addWidget(button)
        self.column.addWidget(self._adding)
        self._payload = captioned(self.tr("Load, as far as known"), self.payload)
        self.column.addWidget(self._payload)
        self._point = self.point.captioned("tool")
        self.column.addWidget(self._point)
        self.end()
