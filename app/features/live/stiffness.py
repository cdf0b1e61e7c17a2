"""A reduced stiffness beside the stream: what it makes of the deflection of the moment. Moves nothing."""

from typing import TYPE_CHECKING

import numpy as np

from core.diagnostics.signals import Signal
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.live_correction import DeflectionMeaning, LiveCorrection, fits, zero_state
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from core.diagnostics.live import LiveSignals


class LiveStiffness:
    """Knows the stiffness that holds for what streams, and where the deflection was zeroed."""

    def __init__(self) -> None:
        self.meaning: DeflectionMeaning | None = None
        """Of the deflections that stream; None where no stiffness of this arm is known."""
        self._reduced: ReducedStiffness | None = None
        self._robot: RobotModel | None = None
        self._zeroed_at: FloatArray | None = None
        self._was_asked = False

    @property
    def is_known(self) -> bool:
        """Whether anything can be said."""
        return self.meaning is not None

    def tell(self, reduced: ReducedStiffness | None) -> None:
        """Go by this stiffness from now on, or by none."""
        if reduced is not self._reduced:
            self._reduced = reduced
            self._take()

    def begin(self, robot: RobotModel) -> None:
        """Another stream."""
        self._robot, self._zeroed_at = robot, None
        self._take()

    def forget(self) -> None:
        """The robot was let go."""
        self._robot, self._zeroed_at, self.meaning = None, None, None

    def zeroed(self, signals: "LiveSignals", *, was_asked: bool) -> None:
        """The deflection counts from here, because somebody asked or by itself."""
        self._zeroed_at, self._was_asked = signals.pose(), was_asked

    def of(self, signals: "LiveSignals") -> LiveCorrection | None:
        """What the deflection of the moment means; None where nobody can tell."""
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
        known = robot is not None and reduced is not None and fits(robot, reduced)
        self.meaning = DeflectionMeaning(robot, reduced) if known and robot and reduced else None
