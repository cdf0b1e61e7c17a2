"""The only way to motion: a plan is admitted once, begun once, watched, and void after any stop."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from devices.capabilities import Identity
from devices.controller import Controller, StopLevel
from devices.errors import DeviceError
from devices.motion import Motion
from devices.safety.preview import Preview
from devices.samples import SampleBlock


class NewestSamples(Protocol):
    """Where the newest samples are: the acquisition's ring."""

    def newest(self, seconds: float) -> tuple[FloatArray, Mapping[Quantity, FloatArray]]:
        """Device time (N,) and columns (N, n) of the last ``seconds``."""

    def age(self) -> float:
        """Seconds since the last sample arrived; infinite before the first."""


@dataclass(frozen=True, eq=False)
class Clearance:
    """Leave to begin one motion once; void after any stop."""

    preview: Preview
    stop_count: int


class SafeArm:
    """A controller that only moves as was previewed, from where it was previewed."""

    def __init__(
        self, controller: Controller, robot: RobotModel, *, identity: Identity, samples: NewestSamples
    ) -> None:
        self._controller, self._robot = controller, robot
        self._identity, self._samples = identity, samples

    @property
    def stop_count(self) -> int:
        """How often the arm was stopped, by anyone; hand it to ``make_preview``."""
        raise NotImplementedError

    @property
    def violation(self) -> DeviceError | None:
        """Why the watchdog stopped the present or last motion; None where it did not."""
        raise NotImplementedError

    def standing_pose(self) -> FloatArray:
        """(n,) the model's joint positions, from fresh samples of a standing arm.

        Raises
        ------
        MotionRejected
            ``stale-stream`` or ``arm-not-standing``.
        """
        raise NotImplementedError

    def admit(
        self, preview: Preview, *, clear_cell_confirmed: bool = False, serial_confirmed: str = ""
    ) -> Clearance:
        """Leave to begin the motion of ``preview``.

        Raises
        ------
        MotionRejected
            ``preview-not-allowed``, ``check-needed-after-stop``, ``clear-cell-not-confirmed``,
            ``serial-not-confirmed``, ``wrong-serial``, ``stale-stream``, ``arm-not-standing``,
            ``start-pose-differs``.
        """
        raise NotImplementedError(preview, clear_cell_confirmed, serial_confirmed)

    def begin(self, clearance: Clearance) -> Motion:
        """Check the start pose again, arm the controller, start, and watch.

        Raises
        ------
        MotionRejected
            As ``admit``, and ``clearance-used`` for a second time.
        """
        raise NotImplementedError(clearance)

    def stop(self, level: StopLevel = StopLevel.CONTROLLED) -> None:
        """Stop from any thread in any state, without waiting; voids every clearance."""
        raise NotImplementedError(level)

    def watch(self, block: SampleBlock) -> None:
        """Look at samples as they arrive (a watcher of the acquisition); stops the arm on a violation."""
        raise NotImplementedError(block)

    def close(self) -> None:
        """Stop a motion under way and end the watching; idempotent."""
        raise NotImplementedError
