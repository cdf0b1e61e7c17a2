"""The stream of one client that also moves: the maker's own client, one cycle after another in a thread.

The controller takes one client only. So while the arm may be moved, this one reads too. It runs in a process
of its own, which nothing else keeps waiting; a controller that gets no set-points stops the arm after 20
cycles by itself.
"""

import contextlib
import importlib.util
import logging
import queue
import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from core.recording import FloatArray
from devices.controller import LinkCounters
from devices.driving.jitter import Jitter
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, MotionRejected, ProtocolError, RobotStateError, TransportError
from devices.franka.intake import RATE_HZ, Intake
from devices.franka.reading import BUFFER_S, END_TIMEOUT_S
from devices.franka.state import FrankaState
from devices.protocol_fci.commands import Load
from devices.protocol_fci.header import NEWEST
from devices.protocol_fci.state import ERRORS, JOINTS, RobotMode
from devices.samples import SampleBlock

PACKAGE = "pylibfranka"
REPORTED = ("q", "theta", "dq", "dtheta", "tau_J")
ROW = np.dtype([("message_id", "<u8"), *((name, "<f8", (JOINTS,)) for name in REPORTED)])
SILENT_S = 1.0
WATCHED_CYCLES = 1000
"""Cycles of which the lateness is known."""
ORDER_TIMEOUT_S = 5.0
_PACK = struct.Struct(f"<Q{len(REPORTED) * JOINTS}d").pack
_WAITED_S = 0.3 / RATE_HZ
"""A state that has to be waited for so long is a new one."""
_STATE_EVERY = 10
"""The errors and the load are looked at in every tenth cycle, and in each whose mode is another."""
log = logging.getLogger(__name__)


class Commander(Protocol):
    """Decides where the arm goes; called by the thread of the cycles, which must not wait."""

    def on_state(self, state: FrankaState) -> None:
        """Take in the newest state."""

    def on_lost(self, error: DeviceError) -> None:
        """Take note that nothing comes any more."""


class Mover(Protocol):
    """A motion, set-point by set-point."""

    def step(self, seconds: float) -> list[float]:
        """The next set-point (7,), rad, ``seconds`` after the one before."""

    @property
    def is_over(self) -> bool:
        """True once that was the last one."""


def why_not(*, version: int, is_usual_port: bool) -> MotionRejected | None:
    """Reason why an arm cannot be moved from this computer; None if it can."""
    if not sys.platform.startswith("linux"):
        return MotionRejected("franka-needs-linux", system=sys.platform)
    if version != NEWEST:
        return MotionRejected("franka-motion-version", told=version, needed=NEWEST)
    if not is_usual_port:
        return MotionRejected("franka-motion-port")
    if importlib.util.find_spec(PACKAGE) is None:
        python = f"{sys.version_info.major}.{sys.version_info.minor}"
        return MotionRejected("franka-package-missing", package=PACKAGE, python=python)
    return None


class VendorLink:
    """One connection of the maker's client, from the constructor until ``close``.

    Raises
    ------
    TransportError
        ``franka-client-failed`` if the client cannot connect.
    """

    def __init__(self, host: str) -> None:
        self._library = _library()
        self._errors = _errors_of(self._library)
        try:
            # the kernel is asked for priority below; one without it is judged by how late its cycles are
            self._robot = self._library.Robot(host, self._library.RealtimeConfig.kIgnore)
            first = self._robot.read_once()
        except self._errors as error:
            raise TransportError("franka-client-failed", said=str(error)) from error
        self.error: DeviceError | None = None
        self.commander: Commander | None = None
        self._intake = Intake()
        self.samples = SampleQueue(round(BUFFER_S * RATE_HZ))
        self._rows: deque[bytes] = deque(maxlen=round(BUFFER_S * RATE_HZ))
        self._taking = threading.Lock()
        self._cycles: deque[tuple[int, float]] = deque(maxlen=WATCHED_CYCLES)
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._count = 0
        self._ended = threading.Event()
        self.heard_at = time.monotonic()
        self.state = _state_of(first)
        self._wanted: Sequence[float] = first.q_d
        self._thread = threading.Thread(target=self._run, name="franka-cycle", daemon=True)

    @property
    def counters(self) -> LinkCounters:
        """Counts of states and samples."""
        return self._intake.counters(overflowed=self.samples.overflowed)

    @property
    def set_point(self) -> FloatArray:
        """Position at which the controller holds the arm (7,), rad, as it counts."""
        return np.array(self._wanted)

    @property
    def jitter(self) -> Jitter | None:
        """Jitter of the newest cycles; None before there are some."""
        cycles, (late, _) = list(self._cycles), self.lateness
        if len(cycles) < len("ab"):
            return None
        rate = (len(cycles) - 1) / max(cycles[-1][1] - cycles[0][1], 1 / RATE_HZ)
        return Jitter(rate, float(np.quantile(late, 0.99)), float(late.max()))

    @property
    def lateness(self) -> tuple[FloatArray, int]:
        """Delay of the newest cycles, s (N,), and the number of those that were lost among them."""
        cycles = np.array(list(self._cycles))
        if not len(cycles):
            return np.zeros(0), 0
        lost = int(cycles[-1, 0] - cycles[0, 0]) + 1 - len(cycles)
        return lateness_of(cycles[:, 0], cycles[:, 1]), lost

    def start(self) -> None:
        """Start the thread of the cycles."""
        self._thread.start()

    def take(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller.read``."""
        with self._taking:
            rows = [self._rows.popleft() for _ in range(len(self._rows))]
            if rows:
                table = np.frombuffer(b"".join(rows), dtype=ROW)
                block = self._intake.block(table, host_time=time.monotonic())
                if block is not None:
                    self.samples.put(block)
        return self.samples.take(timeout)

    def set_load(self, load: Load) -> None:
        """Set the load of the flange between two cycles.

        Raises
        ------
        MotionRejected
            ``franka-load-refused``.
        """
        robot = self._robot
        refused = self._between(lambda: robot.set_load(load.mass, list(load.center), list(load.inertia)))
        if refused is not None:
            raise MotionRejected("franka-load-refused", said=str(refused), mass=load.mass)

    def recover(self) -> None:
        """Let the controller clear its errors; raises ``RobotStateError`` ``franka-not-cleared``."""
        refused = self._between(self._robot.automatic_error_recovery)
        if refused is not None:
            raise RobotStateError("franka-not-cleared", said=str(refused))

    def follow(self, mover: Mover, ended: Callable[[Exception | None], None]) -> None:
        """Begin a motion after this cycle; ``ended`` is called at its end, with an error if it failed."""

        def carry_out() -> None:
            error: Exception | None = None
            try:
                self._move(mover)
            except self._errors as raised:
                if isinstance(raised, self._library.NetworkException):
                    raise
                error = raised
            ended(error)

        self._orders.put(carry_out)

    def abort(self) -> None:
        """Let the controller stop the arm by itself, from any thread."""
        with contextlib.suppress(*self._errors):
            self._robot.stop()

    def close(self) -> None:
        """End the thread and the connection; may be called again."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        if not self._thread.is_alive():
            self._robot = None
        self.samples.close()

    def _between(self, task: Callable[[], object]) -> Exception | None:
        """Do something between two cycles; return the error of the library."""
        if self.error is not None:
            raise self.error
        answers: queue.SimpleQueue[Exception | None] = queue.SimpleQueue()

        def carry_out() -> None:
            try:
                task()
            except self._errors as error:
                answers.put(error)
            else:
                answers.put(None)

        self._orders.put(carry_out)
        try:
            return answers.get(timeout=ORDER_TIMEOUT_S)
        except queue.Empty:
            raise TransportError("no-answer", request="order", waited_s=ORDER_TIMEOUT_S) from None

    def _run(self) -> None:
        try:
            self._catch_up()
            while not self._ended.is_set():
                self._note(self._robot.read_once())
                with contextlib.suppress(queue.Empty):
                    self._orders.get_nowait()()
        except self._errors as error:
            self._lose(_lost_error(error))
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the maker's client ended")
            self._lose(ProtocolError("stream-failed", device="franka", reason=str(error)))

    def _catch_up(self) -> None:
        """Throw away the states that came before this thread: the newest of them were lost."""
        for _ in range(WATCHED_CYCLES):
            asked_at = time.monotonic()
            self._robot.read_once()
            if time.monotonic() - asked_at > _WAITED_S:
                return

    def _move(self, mover: Mover) -> None:
        library = self._library
        control = self._robot.start_joint_position_control(library.ControllerMode.JointImpedance)
        is_first = True
        try:
            while True:
                state, passed = control.readOnce()
                self._note(state)
                command = library.JointPositions(mover.step(0.0 if is_first else passed.to_sec()))
                is_first = False
                command.motion_finished = mover.is_over or self._ended.is_set()
                control.writeOnce(command)
                if command.motion_finished:
                    return
        finally:
            # an error keeps this frame, and the client takes no other motion while this one exists
            del control

    def _note(self, state: Any) -> None:
        """Keep a state, in microseconds."""
        number = round(state.time.to_sec() * RATE_HZ)
        now = time.monotonic()
        self._rows.append(_PACK(number, *state.q, *state.theta, *state.dq, *state.dtheta, *state.tau_J))
        self._cycles.append((number, now))
        self._wanted = state.q_d
        self.heard_at = now
        self._count += 1
        if self._count % _STATE_EVERY == 0 or state.robot_mode.value != self.state.mode:
            self.state = _state_of(state)
            if self.commander is not None:
                self.commander.on_state(self.state)

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set():
            self.error = error
            if self.commander is not None:
                self.commander.on_lost(error)
        self.samples.close(self.error)


def lateness_of(numbers: FloatArray, times: FloatArray) -> FloatArray:
    """Delay of cycles (N,), s, from the numbers of their states and the times at which they came, s.

    The controller's own pace is taken out of it: a simulated one counts a cycle in a little more than a
    millisecond, and none of its states is late for that. The pace is the line through the promptest cycle of
    the first and that of the last quarter. A computer that cannot follow does not hide behind it: the client
    takes the newest state only, so that those in between are lost, and counted.
    """
    ages = times - numbers / RATE_HZ
    quarter = len(ages) // 4
    if quarter:
        first, last = int(np.argmin(ages[:quarter])), int(np.argmin(ages[-quarter:])) - quarter
        pace = (ages[last] - ages[first]) / (numbers[last] - numbers[first])
        ages = ages - pace * (numbers - numbers[first])
    late: FloatArray = ages - ages.min()
    return late


def _library() -> Any:
    import pylibfranka

    return pylibfranka


def _errors_of(library: Any) -> tuple[type[Exception], ...]:
    """Errors of the client; in Python they have no common base."""
    names = ("Command", "Control", "Franka", "InvalidOperation", "Network", "Realtime")
    return tuple(getattr(library, f"{name}Exception") for name in names)


def _lost_error(error: Exception) -> TransportError:
    if "closed" in str(error).lower() or "interrupted" in str(error).lower():
        return TransportError("franka-taken-over")
    return TransportError("link-lost", errno=0, reason=str(error))


def _state_of(state: Any) -> FrankaState:
    errors = state.current_errors
    names = tuple(name for name in ERRORS if getattr(errors, name)) if errors else ()
    return FrankaState(
        message_id=round(state.time.to_sec() * RATE_HZ),
        mode=RobotMode(state.robot_mode.value),
        errors=names,
        load=Load(float(state.m_load), tuple(state.F_x_Cload), tuple(state.I_load)),
        speed=max(map(abs, state.dq)),
    )
