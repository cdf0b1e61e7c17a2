"""The self-test: the program checks itself without a robot and without a network.

Every check raises for a fault, and returns its measurements. Each one runs even if those before it failed,
so that one start finds every fault. No Qt: the window is built in a process of its own.
"""

import os
import queue
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.jobs.worker import end_at_once
from app.shell.commands.window import has_display
from app.shell.self_test_checks import (
    Facts,
    Wrong,
    check_folders,
    check_kernels,
    check_report,
    check_resources,
    check_solvers,
    check_storage,
    check_virtual_robot,
)
from core.errors import ProcessEnded, UnexpectedFailure
from core.monitor import Cancelled, Monitor, PartOfMonitor
from core.processes import Child, Owner
from core.storage.output_writer import written_at_once

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType

    from app.jobs.task import News


ANSWER_S = 60.0
"""Limit for a worker that starts on a busy computer, s."""
WINDOW_S = 110.0
CANCEL_S = 5.0
_POLL_S = 0.02
_WIDTH, _HEIGHT = 160, 120
_LEAST_SHARE = 0.02
"""Least share of the picture that the arm covers, and its volume tints."""
_OPAQUE, _BLUER = 250, 20


def check_drawing(_folder: Path, _monitor: Monitor) -> Facts:
    """An arm before its swept volume and beside a box covers some of a picture."""
    from core.drawing.arm_scene import ArmBody
    from core.drawing.picture_scene import Eye, Ground, Look, Motion, PictureScene, arm_parts, corners_of
    from core.drawing.ray_cast import Caster, Swept
    from core.robot.library import load_robot

    grey, blue = (0.5, 0.5, 0.5), (0.0, 0.0, 1.0)
    look = Look(
        floor=grey,
        line=grey,
        box=grey,
        edge=grey,
        volume=blue,
        path=grey,
        halo=grey,
        ink=grey,
        light=(0.3, 0.4, 0.2, 0.4, 0.4, -0.4, 0.4),
        shadow=0.4,
        outline=0.3,
        glass=(0.1, 0.5, 0.2, 0.6, 0.9),
        print_=0.3,
        surface=1.0,
    )
    corner = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    boxes = (corners_of(np.array([0.5, -0.9, 0.0]) + 0.2 * corner),)
    ground = Ground(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, 0.0), 1.5, 0.2, is_floor=True, boxes=boxes)
    robot = load_robot("generic-6r")
    body, n = ArmBody(robot), robot.joint_count
    poses = np.linspace(0.0, 1.0, 9)[:, np.newaxis] * np.linspace(1.2, 0.2, n)
    tints = np.tile(grey, (n, 1))
    arm = arm_parts(body, body.at(poses[0]), tints=tints, glow=np.full(n, 0.5), ground=grey, plate=grey)
    eye = Eye(-1.1, 0.3, 0.4 * _HEIGHT, (0.5 * _WIDTH, 0.8 * _HEIGHT), _WIDTH, _HEIGHT)
    picture = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
    scene = PictureScene(eye, look, ground, arm, motion=1)
    Caster().draw(scene, Swept.of(Motion(1, robot, poses)), picture)
    blueness = picture[..., 0].astype(int) - picture[..., 2]
    solid = float(((picture[..., 3] > _OPAQUE) & (blueness < _BLUER)).mean())
    glass = float((blueness > _BLUER).mean())
    if min(solid, glass) < _LEAST_SHARE:
        raise Wrong(f"an arm covers {solid:.1%} of its picture, and its volume {glass:.1%}")
    return {"arm_percent": round(100.0 * solid, 1), "volume_percent": round(100.0 * glass, 1)}


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
    from app.jobs.task import CancelRequest, Leave, Progress, Request, Stopped, Succeeded, Task

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
    child = Child(build_window, str(folder), name="self-test-window", daemon=False)
    try:
        said: Facts | str = child.receive(within_s=WINDOW_S, check=monitor.check)
    except queue.Empty:
        raise Wrong(f"the window was not there within {WINDOW_S:.0f} s") from None
    except (ProcessEnded, UnexpectedFailure) as error:
        raise Wrong(f"the window's process ended ({child.reason})") from error
    finally:
        child.end(within_s=CANCEL_S)
    if isinstance(said, str):
        raise Wrong(said)
    return said


class Check(StrEnum):
    """Names of the checks, in their order."""

    RESOURCES = "resources"
    FOLDERS = "folders"
    KERNELS = "kernels"
    DRAWING = "drawing"
    SOLVERS = "solvers"
    STORAGE = "storage"
    WORKER = "worker"
    VIRTUAL_ROBOT = "virtual-robot"
    REPORT = "report"
    WINDOW = "window"


@dataclass(frozen=True)
class Finding:
    """Result of one check."""

    check: Check
    passed: bool
    seconds: float
    facts: Facts = field(default_factory=dict)
    """Measurements and counts, by name."""
    error: Exception | None = None
    """Reason of a failure; None where it passed."""


def run_self_test(
    monitor: Monitor, *, checks: Mapping[Check, Callable[[Path, Monitor], Facts]] | None = None
) -> Iterator[Finding]:
    """Carry out every check, in a folder that is gone afterwards.

    Raises
    ------
    Cancelled
        When it was stopped.
    """
    chosen = CHECKS if checks is None else checks
    with tempfile.TemporaryDirectory(prefix="torsion-self-test-", ignore_cleanup_errors=True) as folder:
        for number, (check, look) in enumerate(chosen.items()):
            monitor.check()
            part = PartOfMonitor(monitor, first=number / len(chosen), last=(number + 1) / len(chosen))
            part.report(0.0, check.value)
            place = Path(folder, check.value)
            place.mkdir()
            yield _finding(check, look, place, part)


def _finding(check: Check, look: Callable[[Path, Monitor], Facts], folder: Path, monitor: Monitor) -> Finding:
    began = time.perf_counter()
    try:
        with written_at_once():  # in a folder that is gone before the command ends
            facts = look(folder, monitor)
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001  the boundary: every failure becomes a line of the answer
        return Finding(check, passed=False, seconds=time.perf_counter() - began, error=error)
    return Finding(check, passed=True, seconds=time.perf_counter() - began, facts=facts)


CHECKS: Mapping[Check, Callable[[Path, Monitor], Facts]] = {
    Check.RESOURCES: check_resources,
    Check.FOLDERS: check_folders,
    Check.KERNELS: check_kernels,
    Check.DRAWING: check_drawing,
    Check.SOLVERS: check_solvers,
    Check.STORAGE: check_storage,
    Check.WORKER: check_worker,
    Check.VIRTUAL_ROBOT: check_virtual_robot,
    Check.REPORT: check_report,
    Check.WINDOW: check_window,
}
"""All of them, in the order in which they build on one another."""


def build_window(owner: Owner, folder: str) -> None:
    """Build the window, paint it into memory, and send facts about it, or what is wrong, as text."""
    owner.follow(end_at_once)
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    began = time.perf_counter()
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from app.shell.gui import Program
    from app.visit.settings import SettingsStore

    qInstallMessageHandler(_keep_to_itself)
    application = QApplication([])
    program = Program(application, SettingsStore(Path(folder, "settings.json")), folder=Path(folder))
    try:
        picture = program.window.grab().toImage()
        seconds = time.perf_counter() - began
        places = range(0, min(picture.width(), picture.height()), 8)
        colours = {picture.pixel(place, place) for place in places}
        wrong = len(colours) < 2  # one colour: nothing was painted
    finally:
        program.leave()
        program.window.close()
    facts = {"platform": application.platformName(), "built_s": round(seconds, 2)}
    owner.send("the window stayed empty" if wrong else facts)


def _keep_to_itself(kind: "QtMsgType", _context: "QMessageLogContext", text: str) -> None:
    """Print only messages of Qt that end the process, between the lines of the self-test."""
    if kind.name in {"QtCriticalMsg", "QtFatalMsg"}:
        sys.stderr.write(f"Qt: {text}\n")
