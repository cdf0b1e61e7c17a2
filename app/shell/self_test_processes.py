"""The checks of the self-test that start another process: the worker, and the window."""

import multiprocessing
import queue
import time
from pathlib import Path
from typing import TYPE_CHECKING

from app.shell.self_test_checks import Facts, Wrong
from core.monitor import Monitor

if TYPE_CHECKING:
    from app.jobs.protocol import News

ANSWER_S = 60.0
"""Limit for a worker that starts on a busy computer, s."""
WINDOW_S = 110.0
CANCEL_S = 5.0
_POLL_S = 0.02


def answer(monitor: Monitor, *, number: int) -> int:
    """A job for the worker process: says the number back."""
    monitor.report(1.0, "answered")
    return number


def wait_for_cancellation(monitor: Monitor) -> None:
    """A job that ends only when it is asked to."""
    monitor.report(0.0, "waiting")
    while True:
        monitor.check()
        time.sleep(_POLL_S)


def check_worker(_folder: Path, _monitor: Monitor) -> Facts:
    """The worker process starts, answers, and stops a job when asked to."""
    from app.jobs.process import WorkerProcess
    from app.jobs.protocol import CancelRequest, Leave, Progress, Request, Stopped, Succeeded
    from app.jobs.task import Task

    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    began = time.perf_counter()
    worker = WorkerProcess(lambda _number, message: news.put(message), on_end=lambda _code: None)
    try:
        worker.send(Request(1, Task(answer, number=42)))
        _await(news, Succeeded(42), ANSWER_S)
        started_s = time.perf_counter() - began
        worker.send(Request(2, Task(wait_for_cancellation)))
        _await(news, Progress(0.0, "waiting"), ANSWER_S)
        began = time.perf_counter()
        worker.send(CancelRequest(2))
        _await(news, Stopped(), CANCEL_S)
        stopped_s = time.perf_counter() - began
        worker.send(Leave())
    except BaseException:
        worker.kill()
        raise
    finally:
        worker.join(ANSWER_S)
    return {"start_s": round(started_s, 2), "cancel_ms": round(1e3 * stopped_s, 1)}


def _await(news: "queue.SimpleQueue[News]", wanted: "News", timeout_s: float) -> None:
    """Wait for one message and pass over the progress before it."""
    deadline = time.monotonic() + timeout_s
    while True:
        try:
            message = news.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Wrong(f"the worker process said nothing for {timeout_s:.0f} s") from None
        if message == wanted:
            return
        if type(message).__name__ != "Progress":
            raise Wrong(f"the worker process said {message} where {wanted} was expected")


def check_window(folder: Path, monitor: Monitor) -> Facts:
    """The window can be built and painted, in a process of its own: Qt ends the process that it dislikes."""
    from app.shell.self_test_window import build_window

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=build_window, args=(theirs, str(folder)), name="self-test-window")
    process.start()
    theirs.close()
    try:
        deadline = time.monotonic() + WINDOW_S
        while not ours.poll(_POLL_S):
            monitor.check()
            if time.monotonic() > deadline:
                raise Wrong(f"the window was not there within {WINDOW_S:.0f} s")
        said: Facts | str = ours.recv()
    except EOFError:
        process.join(CANCEL_S)
        raise Wrong(f"the window's process ended with exit code {process.exitcode}") from None
    finally:
        process.join(CANCEL_S)
        if process.is_alive():
            process.kill()
        process.join()
        ours.close()
    if isinstance(said, str):
        raise Wrong(said)
    return said
