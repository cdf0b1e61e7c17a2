"""What the visit knows of the arm, beside the stream: torques of its model, and the shift of the tool.

The model runs in a process of its own while the page is visible: the window sends chunks of samples and picks
torques up, and never waits. A process that died, or that does not answer in time, is given up: the page then
says that no torque is expected any more. Nothing here moves anything. No Qt.
"""

import logging
import time as clock
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.features.live.tasks import follow, take_up
from app.jobs.process import WorkerProcess
from app.jobs.task import Failed, News, Request, Succeeded, Task
from core.diagnostics.model_torques import ModelTorques, Push, TorqueRows
from core.diagnostics.signals import Signal
from core.identification.result import IdentificationResult
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel
from core.stiffness.live_correction import DeflectionMeaning, LiveCorrection, belongs_to_arm, zero_state
from core.stiffness.result import ReducedStiffness

if TYPE_CHECKING:
    from core.diagnostics.live_signals import LiveSignals
    from devices.acquisition.ring import Ring

log = logging.getLogger(__name__)

PAST_S = 10.0
"""Part of the stream that the model is given when it becomes ready, s."""
MOST_ROWS = 3000
"""Samples that are handed on at once."""
_NOTHING_READ = -1
_TORQUES = {Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE}
_POSITIONS = {Quantity.POSITION, Quantity.MOTOR_POSITION}
READY_WITHIN_S = 300.0
"""Limit of the first start, s: it takes long where nothing is compiled yet."""
ANSWER_WITHIN_S = 5.0
MOST_WAITING_S = 20.0
"""Part of the stream that may wait for an answer, s; samples beyond it are left out."""
_NEEDED = (
    Quantity.POSITION,
    Quantity.VELOCITY,
    Quantity.MOTOR_POSITION,
    Quantity.MOTOR_VELOCITY,
    Quantity.TORQUE,
    Quantity.CURRENT,
    Quantity.MOTOR_TORQUE,
)
"""Quantities of a stream that a model can use."""


class PredictionState(StrEnum):
    """State of the model's process."""

    STARTING = "starting"
    RUNNING = "running"
    ENDED = "ended"
    """The process could not use the model, died, or did not answer."""


class LivePrediction:
    """Owns one process from the beginning until :meth:`stop`."""

    def __init__(
        self,
        result: IdentificationResult,
        robot: RobotModel,
        *,
        rate_hz: float,
        quantities: Sequence[Quantity],
    ) -> None:
        self.state = PredictionState.STARTING
        self.why = ""
        """Reason of the end, for the log."""
        self.delay_s = 0.0
        """Delay of the torques behind the samples, s; known once it runs."""
        self._used = tuple(quantity for quantity in quantities if quantity in _NEEDED)
        self._most_waiting = round(MOST_WAITING_S * rate_hz)
        self._waiting = 0
        """Samples that were sent and are not answered yet."""
        self._found: deque[TorqueRows] = deque()
        # each number has one writer, so no lock: the window's thread asks, the reading thread answers
        self._asked, self._answered = 0, -1
        self._late_s = clock.monotonic() + READY_WITHIN_S
        """Monotonic time by which a missing answer has to be there, s."""
        self._worker = WorkerProcess(self._take, on_end=self._end)
        first = Task(take_up, result=result, robot=robot, rate_hz=rate_hz, quantities=self._used)
        self._worker.send(Request(self._asked, first))

    @property
    def pid(self) -> int | None:
        """Process number, for tests and the log; None before it has started and after its end."""
        return None if self.state is PredictionState.ENDED else self._worker.pid

    def offer(
        self, sequence: npt.NDArray[np.int64], time: FloatArray, columns: Mapping[Quantity, FloatArray]
    ) -> bool:
        """Send samples (N,), (N,) s and (N, n); returns at once: True if they were taken."""
        is_taken = self.state is PredictionState.RUNNING and self._waiting < self._most_waiting
        if is_taken and sequence.size:
            if self._answered == self._asked:
                self._late_s = clock.monotonic() + ANSWER_WITHIN_S
            self._waiting += sequence.size
            self._asked += 1
            used = {name: columns[name] for name in self._used}
            chunk = Task(follow, sequence=sequence, time=time, columns=used)
            self._worker.send(Request(self._asked, chunk))
        return is_taken

    def take(self) -> list[TorqueRows]:
        """Pick up the torques that have come since the last time; returns at once.

        A process that is late is given up here.
        """
        is_late = self._answered != self._asked and clock.monotonic() > self._late_s
        if is_late and self.state is not PredictionState.ENDED:
            self._give_up("no answer in time")
        found = []
        while self._found:
            found.append(self._found.popleft())
            self._waiting -= found[-1].sequence.size
        return found

    def stop(self) -> None:
        """End the process; returns at once, its threads end within moments."""
        self._worker.kill()

    def join(self, timeout_s: float) -> bool:
        """Wait until process and threads have ended; True if they have."""
        return self._worker.join(timeout_s)

    def _take(self, number: int, news: News) -> None:
        """Take an answer; called by the reading thread."""
        match news:
            case Succeeded(TorqueRows() as rows):
                self._found.append(rows)
            case Succeeded(float(delay_s)):
                self.delay_s = delay_s
                self.state = PredictionState.RUNNING
            case Failed(error):
                self._give_up(f"{type(error).__name__}: {error}")
        self._late_s = clock.monotonic() + ANSWER_WITHIN_S
        self._answered = number

    def _give_up(self, why: str) -> None:
        self.why = self.why or why
        self._worker.kill()

    def _end(self, why: BaseException | None) -> None:
        """Note the end of the process; called by the reading thread."""
        self.why = self.why or f"the process ended ({why})"
        self.state = PredictionState.ENDED


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

    def set_result(self, result: IdentificationResult | None) -> None:
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
