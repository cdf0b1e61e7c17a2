"""What the visit knows of the arm, beside the stream: torques of its model, and the shift of the tool.

The model runs while the page is visible. Nothing here moves anything.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.features.live.prediction import LivePrediction, PredictionState
from core.diagnostics.model_torques import ModelTorques, Push
from core.diagnostics.signals import Signal
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.stiffness.live_correction import DeflectionMeaning, LiveCorrection, belongs_to_arm, zero_state
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from core.diagnostics.live_signals import LiveSignals
    from core.identification.result import IdentificationResult
    from devices.acquisition.ring import Ring

log = logging.getLogger(__name__)

PAST_S = 10.0
"""Part of the stream that the model is given when it becomes ready, s."""
MOST_ROWS = 3000
"""Samples that are handed on at once."""
_NOTHING_READ = -1
_TORQUES = {Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE}
_POSITIONS = {Quantity.POSITION, Quantity.MOTOR_POSITION}


@dataclass(frozen=True, eq=False)
class ModelFrame:
    """Torques of the model up to now, in SI units; n joints, M points a curve."""

    time: FloatArray
    """(M,) s before the newest sample of the stream."""
    curves: Mapping[Signal, FloatArray]
    """(M, n) of each model signal, N·m."""
    measured: FloatArray
    """(M, n) measured torque, filtered as the expected one, N·m."""
    pushes: tuple[Push, ...]


class LiveModel:
    """Owns the model's process: starts it when the page is shown, ends it when the page is hidden."""

    def __init__(self) -> None:
        self._result: IdentificationResult | None = None
        self._robot: RobotModel | None = None
        self._rate_hz = 0.0
        self._quantities: tuple[Quantity, ...] = ()
        self._window_s = 10.0
        self._is_visible = False
        self._prediction: LivePrediction | None = None
        self._torques: ModelTorques | None = None
        self._ring: Ring | None = None
        self._generation = _NOTHING_READ
        self._is_end_logged = False

    @property
    def is_offered(self) -> bool:
        """True where there is a model and the stream has the torque and position that it needs."""
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
    def state(self) -> PredictionState | None:
        """State of the model's process; None without a model for this stream."""
        if not self.is_offered:
            return None
        return self._prediction.state if self._prediction else PredictionState.STARTING

    def set_result(self, result: "IdentificationResult | None") -> None:
        """Use another model, or none."""
        if result is not self._result:
            self._result = result
            self._restart()

    def begin(
        self, robot: RobotModel, *, rate_hz: float, quantities: Sequence[Quantity], window_s: float
    ) -> None:
        """Follow another stream; curves begin with it."""
        self._robot, self._rate_hz, self._quantities = robot, rate_hz, tuple(quantities)
        self._window_s = window_s
        self._restart()

    def forget(self) -> None:
        """Follow no stream: the robot was let go."""
        self._robot = None
        self._restart()

    def look(self) -> None:
        """Start the process, where there is a model: the page is visible."""
        if not self._is_visible:
            self._is_visible = True
            self._restart()

    def look_away(self) -> None:
        """End the process: the page is hidden."""
        self._is_visible = False
        self._end()

    def set_window(self, seconds: float) -> None:
        """Keep curves of the last ``seconds``."""
        self._window_s = seconds
        if self._torques is not None:
            self._torques.set_window(seconds)

    def work(self, ring: "Ring") -> bool:
        """Hand on new samples and take in torques; True if the curves or the state changed. Never waits."""
        prediction, torques = self._prediction, self._torques
        if prediction is None or torques is None:
            return False
        if ring is not self._ring:
            self._ring, self._generation = ring, _NOTHING_READ
        if self.state is PredictionState.RUNNING:
            block, following = ring.since(self._generation, seconds=PAST_S, most=MOST_ROWS)
            if block.count and prediction.offer(block.sequence, block.device_time, block.columns):
                self._generation = following
        found = prediction.take()
        for rows in found:
            torques.feed(rows)
        if self.state is PredictionState.ENDED and not self._is_end_logged:
            self._is_end_logged = True
            log.warning("The model beside the stream ended: %s", prediction.why)
            return True
        return bool(found)

    def frame(self, newest_s: float) -> ModelFrame | None:
        """Curves up to ``newest_s`` on the device's clock; None before the first."""
        if self._torques is None or self._torques.is_empty:
            return None
        time, curves, measured = self._torques.curves()
        pushes = self._torques.pushes() if self.state is PredictionState.RUNNING else ()
        return ModelFrame(time - newest_s, curves, measured, pushes)

    def values(self, signal: Signal, sequence: npt.NDArray[np.int64]) -> FloatArray:
        """A model signal (N, n) at some samples, N·m; NaN where it is unknown."""
        if self._torques is None:
            return self._nothing(sequence)
        return self._torques.values(signal, sequence)

    def measured(self, sequence: npt.NDArray[np.int64]) -> FloatArray:
        """Measured torque (N, n) at some samples, N·m, filtered as the expected one; NaN likewise."""
        if self._torques is None:
            return self._nothing(sequence)
        return self._torques.measured(sequence)

    def _nothing(self, sequence: npt.NDArray[np.int64]) -> FloatArray:
        return np.full((sequence.size, self._robot.joint_count if self._robot else 0), np.nan)

    def _restart(self) -> None:
        self._end()
        self._torques, self._generation, self._is_end_logged = None, _NOTHING_READ, False
        if not (self._is_visible and self.is_offered):
            return
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
