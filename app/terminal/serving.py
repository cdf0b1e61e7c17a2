"""While an arm may move, the main thread does one thing only: it is there to stop it.

Work runs in a thread. The main thread ticks the pulse, without which the arm gets no
heartbeats, and listens: the first Ctrl-C, SIGTERM, hang-up or end of standard input stops
the arm, and the work then ends by itself and saves. Further ones stop it harder.
"""

import os
import select
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from app.terminal.progress import TerminalMonitor
from devices.controller import StopLevel
from devices.driving.pulse import Pulse

T = TypeVar("T")

TICK_S = 0.01
"""Time between two ticks of the pulse, s, and the longest until a stop is noticed."""
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
END_OF_INPUT = "standard input was closed"


class Server:
    """Runs work in a thread and serves STOP meanwhile; for the main thread."""

    def __init__(self, pulse: Pulse, monitor: TerminalMonitor) -> None:
        self._pulse, self._monitor = pulse, monitor
        self.stop_arm: Callable[[StopLevel], None] | None = None
        """Set as soon as there is something to stop."""
        self.stopped_by = ""
        """The signal or event that asked for the stop; empty for none."""
        self._asked: list[str] = []
        self._served = 0
        self._input_ended = end_of_input_watch()

    def note(self, reason: str) -> None:
        """Ask for a stop; safe inside a signal handler: the main loop does the rest."""
        self._asked.append(reason)

    def do(self, work: Callable[[], T]) -> T:
        """Run ``work`` in a thread until it ends; what it raises is raised here."""
        results: list[T] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                results.append(work())
            except BaseException as error:  # noqa: BLE001  carried to the main thread
                errors.append(error)

        thread = threading.Thread(target=run, name="procedure", daemon=True)
        self._pulse.tick()
        thread.start()
        while thread.is_alive():
            self._serve()
            thread.join(TICK_S)
        if errors:
            raise errors[0]
        return results[0]

    def _serve(self) -> None:
        self._pulse.tick()
        if self._input_ended():
            self._asked.append(END_OF_INPUT)
        while self._served < len(self._asked):
            level = StopLevel.ABORT if self._served else StopLevel.CONTROLLED
            self._served += 1
            if self.stop_arm is not None:
                self.stop_arm(level)
            self.stopped_by = self.stopped_by or self._asked[0]
            self._monitor.stop()


@contextmanager
def serving(pulse: Pulse, monitor: TerminalMonitor) -> Iterator[Server]:
    """A server that listens to the signals that mean stop, for as long as the block lasts."""
    server = Server(pulse, monitor)
    if threading.current_thread() is not threading.main_thread():
        yield server  # Python delivers signals to the main thread alone
        return
    before = {}

    def noted(number: int, _frame: FrameType | None) -> None:
        server.note(signal.Signals(number).name)

    for name in _SIGNALS:
        known = getattr(signal, name, None)
        if known is not None:
            before[known] = signal.signal(known, noted)
    try:
        yield server
    finally:
        for known, handler in before.items():
            signal.signal(known, handler)


def ask(question: str) -> str:
    """A line typed at the terminal; Ctrl-C ends the program, for nothing moves while it is asked."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.stderr.write(question)
        sys.stderr.flush()
        return sys.stdin.readline().strip()
    finally:
        signal.signal(signal.SIGINT, before)


def end_of_input_watch(descriptor: int = 0) -> Callable[[], bool]:
    """Return a function that is True once standard input has been closed.

    Only a terminal, a pipe or a socket that is open now counts: without one, a closed input
    is no wish to stop. Windows cannot detect it.
    """
    if sys.platform == "win32" or not _is_watchable(descriptor) or _has_ended(descriptor):
        return lambda: False
    ended = False

    def look() -> bool:
        nonlocal ended
        if ended or not _has_ended(descriptor):
            return False
        ended = True
        return True

    return look


def _is_watchable(descriptor: int) -> bool:
    try:
        mode = os.fstat(descriptor).st_mode
    except OSError:
        return False
    return os.isatty(descriptor) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _has_ended(descriptor: int) -> bool:
    """True at the end of the input; anything that can be read is thrown away."""
    try:
        if os.isatty(descriptor) and os.tcgetpgrp(descriptor) != os.getpgrp():
            return False  # in the background; reading would suspend the program
        ready, _, _ = select.select([descriptor], [], [], 0.0)
        return bool(ready) and not os.read(descriptor, 4096)
    except OSError:  # the terminal has gone
        return True
