"""An identified model beside a live stream, in a small process of its own, as the window sees it. No Qt.

One thread writes a chunk, waits for its torques, and keeps them until somebody takes them; the
window only puts down and picks up, and never waits. A process that died, or that does not answer
in time, is given up: the page then says that nothing is expected. Whoever started it stops it.
"""

import math
import multiprocessing
import pickle
import queue
import threading
import time as clock
from collections import deque
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from app.live_prediction_worker import READY, serve
from core.diagnostics.model_torques import TorqueRows
from core.identification.result import IdentificationResult
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

READY_WITHIN_S = 300.0
"""Where nothing is compiled yet the first start takes long."""
ANSWER_WITHIN_S = 5.0
MOST_WAITING_S = 20.0
"""Of the stream, that may wait for an answer; what comes beyond that is left out."""
_LOOK_S = 0.1
_NEEDED = (
    Quantity.POSITION,
    Quantity.VELOCITY,
    Quantity.MOTOR_POSITION,
    Quantity.MOTOR_VELOCITY,
    Quantity.TORQUE,
    Quantity.CURRENT,
    Quantity.MOTOR_TORQUE,
)
"""What a model can use of a stream."""
Chunk = tuple[npt.NDArray[np.int64], FloatArray, dict[Quantity, FloatArray]]


class PredictionState(StrEnum):
    """How the process stands."""

    STARTING = "starting"
    RUNNING = "running"
    ENDED = "ended"
    """It could not use the model, died, or did not answer."""


class LivePrediction:
    """Owns one process and one thread from the beginning until :meth:`stop`."""

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
        """Why it ended, for the log."""
        self.delay_s = 0.0
        """How much later torques come than the samples, s; known once it runs."""
        self._used = tuple(quantity for quantity in quantities if quantity in _NEEDED)
        self._first = (result, robot, rate_hz, self._used)
        self._most_waiting = round(MOST_WAITING_S * rate_hz)
        self._waiting = 0
        """Samples that were put down and are not answered yet."""
        self._inbox: queue.SimpleQueue[Chunk] = queue.SimpleQueue()
        self._found: deque[TorqueRows] = deque()
        self._started, self._stopping = threading.Event(), threading.Event()
        self._late_s = clock.monotonic() + READY_WITHIN_S
        """When what the process was asked last has to be answered."""
        context = multiprocessing.get_context("spawn")
        self._ours, self._theirs = context.Pipe()
        self._process = context.Process(
            target=serve, args=(self._theirs,), name="torsion-prediction", daemon=True
        )
        self._thread = threading.Thread(target=self._run, name="live-prediction", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """Process number, for tests and the log; None before it has started and after its end."""
        return self._process.pid if self._thread.is_alive() else None

    def offer(
        self, sequence: npt.NDArray[np.int64], time: FloatArray, columns: Mapping[Quantity, FloatArray]
    ) -> bool:
        """Put down samples (N,), (N,) s and (N, n); returns at once, and whether they were taken."""
        is_taken = self.state is PredictionState.RUNNING and self._waiting < self._most_waiting
        if is_taken and sequence.size:
            self._waiting += sequence.size
            self._inbox.put((sequence, time, {name: columns[name] for name in self._used}))
        return is_taken

    def take(self) -> list[TorqueRows]:
        """Pick up the torques that have come since the last time; returns at once.

        A process that is late is given up here.
        """
        if clock.monotonic() > self._late_s and self.state is not PredictionState.ENDED:
            self.why = self.why or "no answer in time"
            self._kill()
        found = []
        while self._found:
            found.append(self._found.popleft())
            self._waiting -= found[-1].sequence.size
        return found

    def stop(self) -> None:
        """End the process; returns at once, the thread ends within moments."""
        self._stopping.set()
        self._kill()

    def join(self, timeout_s: float) -> bool:
        """Wait until process and thread are gone; whether they are."""
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _kill(self) -> None:
        if self._started.is_set():
            self._process.kill()

    def _run(self) -> None:
        self._process.start()
        self._theirs.close()  # else the end of the process would not be seen as end of file
        self._started.set()
        try:
            self._talk()
        except (EOFError, OSError) as error:  # the process is gone
            self.why = self.why or f"the process ended ({type(error).__name__})"
        self.state = PredictionState.ENDED
        self._process.kill()
        self._process.join()
        self._ours.close()

    def _talk(self) -> None:
        self._send(self._first)
        answer = self._answer()
        if not answer or answer[0] != READY:
            self.why = str(answer[1]) if answer else ""
            return
        self.delay_s = float(answer[1])
        self._late_s = math.inf
        self.state = PredictionState.RUNNING
        while not self._stopping.is_set():
            try:
                chunk = self._inbox.get(timeout=_LOOK_S)
            except queue.Empty:
                if not self._process.is_alive():
                    raise EOFError from None
                continue
            self._late_s = clock.monotonic() + ANSWER_WITHIN_S
            self._send(chunk)
            answer = self._answer()
            if answer:
                self._found.append(TorqueRows(*answer))
            self._late_s = math.inf

    def _send(self, message: object) -> None:
        self._ours.send_bytes(pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL))

    def _answer(self) -> tuple[Any, ...]:
        """What the process says; nothing once nobody waits any more."""
        while not self._ours.poll(_LOOK_S):
            if self._stopping.is_set():
                return ()
        answer: tuple[Any, ...] = pickle.loads(self._ours.recv_bytes())
        return answer
