"""An identified model on the live page: runs while somebody looks, and keeps what it says as curves."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.diagnostics.model_torques import ModelTorques, Push
from core.diagnostics.signals import Signal
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from app.features.live.prediction import LivePrediction
    from core.identification.result import IdentificationResult
    from devices.acquisition.ring import Ring

log = logging.getLogger(__name__)

PAST_S = 10.0
"""Of the stream, that the model is given when it becomes ready."""
MOST_ROWS = 3000
_NOTHING_READ = -1
_TORQUES = {Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE}
_POSITIONS = {Quantity.POSITION, Quantity.MOTOR_POSITION}


class ModelState(StrEnum):
    """Whether torques are expected."""

    NONE = "none"
    """There is no identified model for this stream."""
    STARTING = "starting"
    RUNNING = "running"
    ENDED = "ended"
    """The model's process could not go on."""


@dataclass(frozen=True, eq=False)
class ModelFrame:
    """What a model says now, in SI units; n joints, M points a curve."""

    time: FloatArray
    """(M,) s before the newest sample of the stream."""
    curves: Mapping[Signal, FloatArray]
    """(M, n) of each model signal."""
    measured: FloatArray
    """(M, n) measured torque, filtered as the expected one."""
    pushes: tuple[Push, ...]


class LiveModel:
    """Owns the process beside the stream: starts it when somebody looks, ends it when nobody does."""

    def __init__(self) -> None:
        self._result: IdentificationResult | None = None
        self._robot: RobotModel | None = None
        self._rate_hz = 0.0
        self._quantities: tuple[Quantity, ...] = ()
        self._window_s = 10.0
        self._is_looked_at = False
        self._prediction: LivePrediction | None = None
        self._torques: ModelTorques | None = None
        self._ring: Ring | None = None
        self._generation = _NOTHING_READ
        self._has_told = False

    @property
    def is_offered(self) -> bool:
        """Whether there is a model for what streams."""
        robot, result = self._robot, self._result
        streamed = set(self._quantities)
        return (
            robot is not None
            and result is not None
            and len(result.friction) == robot.joint_count
            and bool(streamed & _TORQUES)
            and bool(streamed & _POSITIONS)
        )

    @property
    def state(self) -> ModelState:
        """Whether torques are expected now."""
        if not self.is_offered:
            return ModelState.NONE
        return ModelState(self._prediction.state.value) if self._prediction else ModelState.STARTING

    def set_result(self, result: "IdentificationResult | None") -> None:
        """Expect torques by another model, or by none."""
        if result is not self._result:
            self._result = result
            self._restart()

    def begin(
        self, robot: RobotModel, *, rate_hz: float, quantities: Sequence[Quantity], window_s: float
    ) -> None:
        """Another stream."""
        self._robot, self._rate_hz, self._quantities = robot, rate_hz, tuple(quantities)
        self._window_s = window_s
        self._restart()

    def forget(self) -> None:
        """The robot was let go."""
        self._robot = None
        self._restart()

    def look(self) -> None:
        """Somebody looks."""
        if not self._is_looked_at:
            self._is_looked_at = True
            self._restart()

    def look_away(self) -> None:
        """Nobody looks any more; the process ends."""
        self._is_looked_at = False
        self._end()

    def set_window(self, seconds: float) -> None:
        """Curves over another stretch of time."""
        self._window_s = seconds
        if self._torques is not None:
            self._torques.set_window(seconds)

    def work(self, ring: "Ring") -> bool:
        """Hand on what is new, take in what came back; whether anything did. Never waits."""
        prediction, torques = self._prediction, self._torques
        if prediction is None or torques is None:
            return False
        if ring is not self._ring:
            self._ring, self._generation = ring, _NOTHING_READ
        if self.state is ModelState.RUNNING:
            block, following = ring.since(self._generation, seconds=PAST_S, most=MOST_ROWS)
            if block.count and prediction.offer(block.sequence, block.device_time, block.columns):
                self._generation = following
        found = prediction.take()
        for rows in found:
            torques.feed(rows)
        if self.state is ModelState.ENDED and not self._has_told:
            self._has_told = True
            log.warning("Nothing is expected beside the stream any more: %s", prediction.why)
            return True
        return bool(found)

    def frame(self, newest_s: float) -> ModelFrame | None:
        """What it says now, beside a stream whose newest sample is at ``newest_s`` on the device's clock."""
        if self._torques is None or self._torques.is_empty:
            return None
        time, curves, measured = self._torques.curves()
        pushes = self._torques.pushes() if self.state is ModelState.RUNNING else ()
        return ModelFrame(time - newest_s, curves, measured, pushes)

    def values(self, signal: Signal, sequence: npt.NDArray[np.int64]) -> FloatArray:
        """A model signal (N, n) at some samples; NaN where nothing is known."""
        if self._torques is None:
            return self._nothing(sequence)
        return self._torques.values(signal, sequence)

    def measured(self, sequence: npt.NDArray[np.int64]) -> FloatArray:
        """The measured torque (N, n), filtered as the expected one, likewise."""
        if self._torques is None:
            return self._nothing(sequence)
        return self._torques.measured(sequence)

    def _nothing(self, sequence: npt.NDArray[np.int64]) -> FloatArray:
        return np.full((sequence.size, self._robot.joint_count if self._robot else 0), np.nan)

    def _restart(self) -> None:
        self._end()
        self._torques, self._generation, self._has_told = None, _NOTHING_READ, False
        if not (self._is_looked_at and self.is_offered):
            return
        from app.features.live.prediction import LivePrediction

        assert self._robot is not None
        assert self._result is not None
        self._torques = ModelTorques(self._robot.joint_count, rate_hz=self._rate_hz, window_s=self._window_s)
        self._prediction = LivePrediction(
            self._result, self._robot, rate_hz=self._rate_hz, quantities=self._quantities
        )

    def _end(self) -> None:
        if self._prediction is not None:
            self._prediction.stop()
            self._prediction = None
