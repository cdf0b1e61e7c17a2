"""Processes of this program beside this one: start, messages, failure and end are the same for all.

Each begins as a new Python that imports what its work needs. Whatever goes wrong in it, from the first
import on, reaches the process that started it as an error, and its log as the full trace; nothing is
printed. What it logs goes to that log too.

On Windows a program with a window has no console. A console program started by it gets its own console,
which appears in front of the window, unless the flag here prevents it. Processes with our own Python
code are started by ``multiprocessing`` and have no window, like the program itself.
"""

import contextlib
import logging
import math
import multiprocessing
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from core.errors import ProcessEnded, UnexpectedFailure, is_expected
from core.monitor import Monitor

log = logging.getLogger(__name__)

Found = TypeVar("Found")
ENDS_S = 3.0
"""Time for a process to end after a request, s; longer than any arm needs to come to rest."""
_LOOK_S = 0.1
_POOL_ENDS_S = 10.0
_DIES_S = 1.0
"""Time for a process to end after the signal to terminate, s."""

NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0x08000000)
"""The flag of Windows; it is not defined elsewhere."""


@dataclass(frozen=True)
class _Leave:
    """The request to end."""


@dataclass(frozen=True)
class _Failed:
    """The error that the work ended with, and its trace for the log."""

    error: BaseException
    trace: str


class Owner:
    """The process that started this one, as the work in this one sees it."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._sending = pipe, threading.Lock()

    def send(self, message: object) -> None:
        """Send a message; any thread may. An owner that is gone needs none."""
        _send(self._pipe, self._sending, message)

    def has_spoken(self, within_s: float) -> bool:
        """Wait until ``receive`` would return or raise, or until the time is over."""
        try:
            return self._pipe.poll(within_s)
        except OSError:
            return True

    def receive(self) -> Any:
        """Wait for the next message.

        Raises
        ------
        EOFError
            When this process has to end: the owner asks for it, or is gone.
        """
        try:
            message = self._pipe.recv()
        except OSError as error:
            raise EOFError from error
        if isinstance(message, _Leave):
            raise EOFError  # noqa: TRY004  no wrong type, but the request to end
        return message

    def follow(self, gone: Callable[[], object], *, heard: Callable[[Any], object] | None = None) -> None:
        """Receive in a thread of its own, while this one works; ``gone`` is called there at the end."""

        def listen() -> None:
            with contextlib.suppress(EOFError):
                while True:
                    message = self.receive()
                    if heard is not None:
                        heard(message)
            gone()

        threading.Thread(target=listen, name="owner", daemon=True).start()

    def fail(self, error: BaseException) -> None:
        """Report an error that nothing handled; the owner then asks this process to end."""
        self.send(_Failed(carried(error), "".join(traceback.format_exception(error))))


class Child:
    """A process beside this one, and the thread that reads what it says.

    Parameters
    ----------
    work
        A function of a module; the process calls it with its ``Owner`` and the arguments.
    daemon
        False for work that starts processes itself. The end of this process then waits for it.
    heard
        Called with each message, in the reading thread; without it they wait for ``receive``.
    ended
        Called once in the reading thread, with the ``failure``: after the process has ended, or as soon
        as it has reported an error.

    Raises
    ------
    OSError
        When the system starts no process: no memory, or too many of this user.
    """

    def __init__(
        self,
        work: Callable[..., object],
        /,
        *arguments: object,
        name: str,
        daemon: bool = True,
        heard: Callable[[Any], object] | None = None,
        ended: Callable[[BaseException], object] = lambda _error: None,
    ) -> None:
        self.name = name
        self.error: BaseException | None = None
        """The error that the process has reported."""
        self.exit_code: int | None = None
        """None before the process is gone."""
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._heard, self._ended = heard or self._inbox.put, ended
        self._sending = threading.Lock()
        self._has_failed, self._is_gone = threading.Event(), threading.Event()
        self._is_killed = False
        # spawned, not forked: a fork would copy threads and locks of this program in any state
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        # the process unpickles the work itself, where an import that fails is its failure
        packed = pickle.dumps((work, arguments), protocol=pickle.HIGHEST_PROTOCOL)
        self._process = context.Process(target=_run, args=(theirs, packed), name=name, daemon=daemon)
        try:
            with _without_interrupts():
                self._process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:  # otherwise the pipe would not break when the process ends
            theirs.close()
        assert self._process.pid is not None
        self.pid: int = self._process.pid
        self._reader = threading.Thread(target=self._read, name=f"{name}-reader", daemon=True)
        self._reader.start()

    @property
    def has_ended(self) -> bool:
        """True once it has reported an error, or is gone."""
        return self._has_failed.is_set()

    @property
    def reason(self) -> str:
        """Reason of the end in a few words."""
        return f"exit code {self.exit_code}" if self.error is None else str(self.error)

    def failure(self) -> BaseException:
        """The error with which to go on after the end."""
        return self.error or ProcessEnded("process-ended", process=self.name, reason=self.reason)

    def send(self, message: object) -> None:
        """Send a message; any thread may. A process that is gone needs none."""
        _send(self._pipe, self._sending, message)

    def receive(self, *, within_s: float = math.inf, check: Callable[[], object] = lambda: None) -> Any:
        """Wait for the next message; ``check`` is called ten times a second and may raise.

        Raises
        ------
        queue.Empty
            When none came in time.
        BaseException
            The ``failure``.
        """
        until = time.monotonic() + within_s
        while True:
            check()
            with contextlib.suppress(queue.Empty):
                message = self._inbox.get(timeout=min(_LOOK_S, within_s))
                if not isinstance(message, _Leave):
                    return message
                self._inbox.put(message)
                raise self.failure()
            if time.monotonic() >= until:
                raise queue.Empty

    def leave(self) -> None:
        """Ask the process to end; returns at once."""
        self.send(_Leave())

    def terminate(self) -> None:
        """Send the signal to terminate; returns at once."""
        self._is_killed = True
        with contextlib.suppress(ValueError):  # it is gone
            self._process.terminate()

    def kill(self) -> None:
        """Kill the process, whatever it is doing; returns at once."""
        self._is_killed = True
        with contextlib.suppress(ValueError):
            self._process.kill()

    def join(self, within_s: float) -> bool:
        """Wait until the process has ended and all that it said is heard; True if it has."""
        if threading.current_thread() is not self._reader:
            self._reader.join(within_s)
        return self._is_gone.is_set()

    def end(self, *, within_s: float = ENDS_S) -> None:
        """Let the process end; terminate it, then kill it, if it does not. May be called again."""
        self.leave()
        if not self.join(within_s):
            self.terminate()
        if not self.join(_DIES_S):
            self.kill()
        self.join(_DIES_S)

    def _read(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._take(self._pipe.recv_bytes())
        self._process.join()
        self.exit_code = self._process.exitcode
        with self._sending:
            self._pipe.close()
            self._process.close()
        if self.exit_code and not self._is_killed and self.error is None:
            log.error("The process %s ended with %s", self.name, self.reason)
        self._is_gone.set()
        self._finish()

    def _take(self, content: bytes) -> None:
        try:
            message = pickle.loads(content)
        except Exception as error:  # noqa: BLE001  a class that only one side has, or one that changed
            message = _Failed(carried(error), traceback.format_exc())
        if isinstance(message, logging.LogRecord):
            logging.getLogger(message.name).handle(message)
        elif isinstance(message, _Failed):
            level = logging.INFO if is_expected(message.error) else logging.ERROR
            log.log(level, "The process %s failed:\n%s", self.name, message.trace)
            self.error = self.error or message.error
            self._finish()
            self.leave()
        else:
            self._heard(message)

    def _finish(self) -> None:
        if not self._has_failed.is_set():
            self._has_failed.set()
            self._inbox.put(_Leave())
            self._ended(self.failure())


def carried(error: BaseException) -> BaseException:
    """The error as another process can take it, which may not know its class."""
    if is_expected(error):
        with contextlib.suppress(Exception):  # a class with arguments of its own
            pickle.loads(pickle.dumps(error))
            return error
    return UnexpectedFailure(type(error).__name__, str(error))


def _send(pipe: Connection, sending: threading.Lock, message: object) -> None:
    content = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    with contextlib.suppress(OSError), sending:
        pipe.send_bytes(content)


def _run(pipe: Connection, packed: bytes) -> None:
    """Do the work of a ``Child``; the target of every process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    owner = Owner(pipe)
    logging.getLogger().addHandler(_OwnersLog(owner))
    logging.captureWarnings(capture=True)
    threading.excepthook = lambda failed: owner.fail(failed.exc_value or RuntimeError())
    try:
        work, arguments = pickle.loads(packed)
        work(owner, *arguments)
    except Exception as error:  # noqa: BLE001  the boundary of this process: its owner words and logs it
        owner.fail(error)
        sys.exit(1)


class _OwnersLog(logging.Handler):
    """Sends what is logged here to the owner's log."""

    def __init__(self, owner: Owner) -> None:
        super().__init__(logging.WARNING)
        self._owner = owner

    def emit(self, record: logging.LogRecord) -> None:
        """Send a record as text: neither its arguments nor its trace can always be pickled."""
        whole = {"msg": self.format(record), "args": None, "exc_info": None, "exc_text": None}
        self._owner.send(logging.makeLogRecord({**record.__dict__, **whole, "stack_info": None}))


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Let no Ctrl-C reach a process that is started meanwhile, not even before its first line.

    It inherits what this thread blocks; Windows has nothing of the kind.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Beside:
    """One process that computes meanwhile, until ``close``."""

    def __init__(self) -> None:
        self._pool = process_pool(1)

    def begin(self, work: Callable[[], Found]) -> Callable[[Monitor], Found]:
        """Begin ``work``, which can be pickled; return what waits for its result, or raises its error.

        Where the process died, the work is done by the one who waits.
        """
        try:
            return partial(_found, work, self._pool.submit(work))
        except BrokenExecutor:
            return lambda _monitor: work()

    def close(self) -> None:
        """End the process; what it is at is given up."""
        end_pool(self._pool)


def _found(work: Callable[[], Found], beside: Future[Found], monitor: Monitor) -> Found:
    while not wait([beside], timeout=_LOOK_S).done:
        monitor.check()
    try:
        return beside.result()
    except BrokenExecutor:
        return work()


def process_pool(count: int) -> ProcessPoolExecutor:
    """A pool of ``count`` processes, which start with the first work; end it with ``end_pool``."""
    context = multiprocessing.get_context("spawn")  # the same on every system, and safe beside threads
    return ProcessPoolExecutor(count, mp_context=context, initializer=_leave_interrupts)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """End the pool without waiting for work under way, of which nothing would be kept.

    A pool that notices the death of a process ends the others itself, but for one that it starts meanwhile.
    """
    processes = list((pool._processes or {}).values())  # noqa: SLF001  3.14 alone has kill_workers
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(_POOL_ENDS_S)
        if process.is_alive():  # it ignores the signal, or the computer is very busy
            process.kill()
            process.join()


def _leave_interrupts() -> None:
    """Ctrl-C in the terminal is the business of the process that started these."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def start_program(command: Sequence[str], *, own_session: bool = False) -> "subprocess.Popen[bytes]":
    """Start a program that reads from our pipe and whose output is discarded.

    Parameters
    ----------
    command
        The program and its arguments.
    own_session
        Ctrl-C in our terminal does not reach it.

    Raises
    ------
    OSError
        When it cannot be started.
    """
    return subprocess.Popen(
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=own_session,
        creationflags=_flags(),
    )


def exit_code_of(command: Sequence[str], *, folder: Path, timeout: float) -> int | None:
    """Run a program to its end in ``folder``; after ``timeout`` s it is killed and the exit code is None."""
    try:
        done = subprocess.run(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
            creationflags=_flags(),
            cwd=folder,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.returncode


def _flags() -> int:
    """Creation flags of Windows; other systems accept none."""
    return NO_WINDOW if sys.platform == "win32" else 0
