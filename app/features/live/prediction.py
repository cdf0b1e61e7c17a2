"""An identified model beside a live stream, in a worker process of its own, as the window sees it. No Qt.

The window sends chunks of samples and picks torques up, and never waits. A process that died, or that
does not answer in time, is given up: the page then says that no torque is expected any more. The
owner of the prediction stops it.
"""

import time as clock
from collections import deque
from collections.abc import Mapping, Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from app.features.live.tasks import follow, take_up
from app.jobs.process import WorkerProcess
from app.jobs.protocol import Failed, News, Request, Succeeded
from app.jobs.task import Task
from core.diagnostics.model_torques import TorqueRows
from core.identification.result import IdentificationResult
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

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
