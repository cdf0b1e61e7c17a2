"""Shift of the tool by the deflection of the moment, by a reduced stiffness of the arm. Moves nothing."""

from typing import TYPE_CHECKING

import numpy as np

from core.diagnostics.signals import Signal
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.live_correction import DeflectionMeaning, LiveCorrection, belongs_to_arm, zero_state
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from core.diagnostics.live_signals import LiveSignals


class LiveStiffness:
    """Keeps the stiffness of the arm that streams, and the pose in which the deflection was zeroed."""

    def __init__(self) -> None:
        self.meaning: DeflectionMeaning | None = None
        """Meaning of the deflections that stream; None where the stiffness of this arm is unknown."""
        self._reduced: ReducedStiffness | None = None
        self._robot: RobotModel | None = None
        self._zeroed_at: FloatArray | None = None
        self._was_asked = False

    def use(self, reduced: ReducedStiffness | None) -> None:
        """Use this stiffness from now on, or none."""
        if reduced is not self._reduced:
            self._reduced = reduced
            self._take()

    def begin(self, robot: RobotModel) -> None:
        """Follow another stream; its deflection has no zero yet."""
        self._robot, self._zeroed_at = robot, None
        self._take()

    def forget(self) -> None:
        """Follow no stream: the robot was let go."""
        self._robot, self._zeroed_at, self.meaning = None, None, None

    def zeroed(self, signals: "LiveSignals", *, was_asked: bool) -> None:
        """Note the present pose as that of the zero; ``was_asked`` by a person, else taken by itself."""
        self._zeroed_at, self._was_asked = signals.pose(), was_asked

    def of(self, signals: "LiveSignals") -> LiveCorrection | None:
        """Correction by the deflection of the moment; None where stiffness or deflection is unknown."""
        now = signals.now()
        deflection = now.get(Signal.DEFLECTION)
        if self.meaning is None or self._robot is None or deflection is None:
            return None
        pose = signals.pose()
        zero = zero_state(
            self._robot,
            pose=pose,
            zeroed_at=self._zeroed_at if signals.zero is not None else None,
            was_steady=signals.zero_is_steady is not False,
            was_asked=self._was_asked,
        )
        position = np.asarray(self._robot.position_as_reported(pose))
        return self.meaning.of(deflection, position=position, pose=pose, zero=zero)

    def _take(self) -> None:
        robot, reduced = self._robot, self._reduced
        known = robot is not None and reduced is not None and belongs_to_arm(robot, reduced)
        self.meaning = DeflectionMeaning(robot, reduced) if known and robot and reduced else None
