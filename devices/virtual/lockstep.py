"""The host's side of simulated time: it advances only while a thread waits for the arm.

The device does nothing by itself. A waiting thread grants it control periods. The device executes them,
sends the resulting messages, and answers the grant last. By then every sample has arrived, and the thread
that reads the stream has taken it. Between two grants simulated time stands still. The simulated time
of each command, and with it every sample, therefore depends on the program alone and not on the load of
the computer. The pace only limits how soon one grant follows another.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from devices.clock import Waitable
from devices.driving.pulse import Pulse
from devices.errors import DeviceError, TransportError
from devices.open_arm.link_clock import SampleSource, TimedLink
from devices.open_arm.requests import Asked
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.settings import Pace
from devices.virtual.time_grants import ADVANCE, GRANT_PERIODS, grant

CATCH_UP_S = 0.1
"""Longest lag of a paced clock behind real time that is still made up for, s."""
PULSE_PATIENCE_S = 5.0
"""Longest wait for the thread that serves STOP, s, while the arm may move.

After that the thread counts as hung: time goes on without a heartbeat, and the arm's own watchdog
stops it.
"""
ANSWER_PATIENCE_S = 120.0
"""Longest wait for an answer of a live process, s; a broken link is detected at once."""
_LOOK_S = 0.25
_NAP_S = 0.005
_CLOSE_TIMEOUT_S = 1.0

log = logging.getLogger(__name__)


class LockstepClock:
    """The clock of one connection to a simulated arm, from ``attach`` to ``close``.

    Parameters
    ----------
    pace
        Limit of the simulated speed while a thread waits.
    pulse
        Ticked by the thread that serves STOP; an arm that may move waits for it.
    look_s
        Longest time of a grant, s: a command reaches the arm, and news of it the program, that much later.
    now, sleep
        This computer's clock in s; tests pass their own.
    """

    def __init__(
        self,
        pace: Pace,
        *,
        pulse: Pulse,
        look_s: float = GRANT_PERIODS * PERIOD_S,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._pace, self._pulse, self._wall, self._sleep = pace, pulse, now, sleep
        self._link: TimedLink | None = None
        self._samples: SampleSource | None = None
        self._may_move: Callable[[], bool] = lambda: False
        self._driving = threading.Lock()  # one grant at a time
        self._most_periods = round(look_s / PERIOD_S)
        self._periods = 0
        self._synced = -1
        """Number of requests sent by the time of the last grant."""
        self._waiting = 0
        self._readers = 0
        self._counting = threading.Lock()  # guards the two counts above
        self._anchor = now()
        self._closed = threading.Event()
        self._idle: threading.Thread | None = None
        self._runs = threading.Event()
        """Cleared while a person holds simulated time."""
        self._runs.set()

    @property
    def pace(self) -> Pace:
        """Limit of the simulated speed; it may be changed at any time, from any thread."""
        return self._pace

    @pace.setter
    def pace(self, pace: Pace) -> None:
        self._pace = pace

    @property
    def is_held(self) -> bool:
        """True while simulated time is held."""
        return not self._runs.is_set()

    def hold(self) -> None:
        """Let simulated time stand still until ``go_on``, also for threads that wait for the arm."""
        self._runs.clear()

    def go_on(self) -> None:
        """Let simulated time pass again after ``hold``."""
        self._runs.set()

    @property
    def passes_by_waiting(self) -> bool:
        """True: time advances only while a thread waits."""
        return True

    @property
    def look_s(self) -> float:
        """Longest time of a grant, s: a look in between would see nothing new."""
        return self._most_periods * PERIOD_S

    def attach(self, link: TimedLink, *, samples: SampleSource, may_move: Callable[[], bool]) -> None:
        """Drive the device behind ``link``; grants replace the heartbeats."""
        self._link, self._samples, self._may_move = link, samples, may_move
        link.end_heartbeats()

    def close(self) -> None:
        """Let waiting threads go on by this computer's clock; may be called again."""
        self._closed.set()
        self._runs.set()
        if self._idle is not None and self._idle is not threading.current_thread():
            self._idle.join(_CLOSE_TIMEOUT_S)

    def now(self) -> float:
        """Simulated seconds granted so far."""
        return self._periods * PERIOD_S

    def sleep(self, seconds: float) -> None:
        """Let ``seconds`` of simulated time pass."""
        self.wait(_NEVER, seconds)

    def wait(self, event: Waitable, seconds: float) -> bool:
        """Grant time until ``event`` has happened, at most ``seconds``; return True if it has.

        The answers to earlier requests need no simulated time; they are awaited first.
        """
        self._sync()
        ends = self._periods + round(seconds / PERIOD_S)
        with self._counted_as_waiting():
            while not event.wait(0.0):
                if not self._step(ends):
                    return event.wait(0.0)
        return True

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Context for the thread that reads the stream; time is granted only after it took all samples."""
        self._count_readers(1)
        try:
            yield
        finally:
            self._count_readers(-1)

    @property
    def is_read(self) -> bool:
        """True if a thread reads the stream."""
        return self._readers > 0

    def run_on(self) -> None:
        """Let time advance also while no thread waits, never faster than in real time."""
        if self._idle is None:
            self._idle = threading.Thread(target=self._run_idle, name="virtual idle time", daemon=True)
            self._idle.start()

    def _run_idle(self) -> None:
        pause_s = GRANT_PERIODS * PERIOD_S  # a higher pace would take the computer from what it works out
        due_at = self._wall()
        while not self._closed.is_set():
            due_at = max(due_at + pause_s, self._wall() - CATCH_UP_S)
            self._closed.wait(max(due_at - self._wall(), 0.0))
            # a waiting thread grants the time itself; both together would run too fast
            if not self._waiting and self._runs.is_set():
                with self._driving:
                    self._grant(GRANT_PERIODS)

    @contextmanager
    def _counted_as_waiting(self) -> Iterator[None]:
        with self._counting:
            self._waiting += 1
        try:
            yield
        finally:
            with self._counting:
                self._waiting -= 1

    def _count_readers(self, change: int) -> None:
        with self._counting:
            self._readers += change

    def _sync(self) -> None:
        """Wait until all sent requests are answered, as far as that needs no time."""
        link = self._link
        # a grant of no time is answered after everything that was sent before it
        if link is not None and link.sent != self._synced:
            with self._driving:
                self._grant(0)

    def _step(self, ends: int) -> bool:
        """Grant some of the periods up to ``ends``; False if there are none left."""
        self._runs.wait()
        with self._driving:
            periods = min(ends - self._periods, self._most_periods)
            if periods <= 0:
                return False
            self._keep_pace(periods)
            self._grant(periods)
            return True

    def _keep_pace(self, periods: int) -> None:
        """Wait until the pace allows these periods."""
        factor = self._pace.factor
        if factor is None:
            return
        now = self._wall()
        self._anchor = max(self._anchor + periods * PERIOD_S / factor, now - CATCH_UP_S)
        if self._anchor > now:
            self._sleep(self._anchor - now)

    def _grant(self, periods: int) -> None:
        """Let the device execute control periods and wait for everything that follows from them."""
        link = self._link
        if link is None or self._closed.is_set() or link.error is not None:
            self._pass_without_device(periods)
            return
        if periods:
            self._wait_for_pulse()
        asked = Asked(grant(periods, beat=self._pulse.is_alive()), keeps_time=True)
        self._periods += periods  # counted first: the samples of the grant arrive at its end
        self._synced = link.send(asked)
        try:
            self._wait_for(asked, link)
        except DeviceError as error:
            log.info("The simulated arm is gone: %s", error)
            return
        self._wait_for_readers()

    def _pass_without_device(self, periods: int) -> None:
        """Without a device let time pass in real time, so that timeouts still expire."""
        self._sleep(periods * PERIOD_S)
        self._periods += periods

    def _wait_for_pulse(self) -> None:
        if not self._may_move() or self._pulse.has_never_ticked:
            return
        until = self._wall() + PULSE_PATIENCE_S
        while not self._pulse.is_alive() and self._may_move() and self._wall() < until:
            if self._closed.wait(_NAP_S):
                return

    def _wait_for(self, asked: Asked, link: TimedLink) -> None:
        until = self._wall() + ANSWER_PATIENCE_S
        while not asked.wait(_LOOK_S):
            if self._closed.is_set():
                return
            if link.error is not None:  # lost while the request was in the writer's queue: nothing fails it
                raise link.error
            if self._wall() > until:
                link.give_up(TransportError("no-answer", request=ADVANCE, waited_s=ANSWER_PATIENCE_S))
        asked.result()

    def _wait_for_readers(self) -> None:
        samples = self._samples
        while samples is not None and self.is_read and not self._closed.is_set():
            if samples.wait_until_taken_in(_LOOK_S):
                return


class _Never:
    def wait(self, _timeout: float, /) -> bool:
        return False


_NEVER = _Never()
