"""A visit recorded on the virtual robot without a person: for a demonstration. No Qt.

The procedures are those of a real arm, as fast as this computer simulates. A virtual cell is empty, so
no slower stages come first; a thread keeps the heartbeat up.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from core.monitor import Cancelled, Monitor, NamedMonitor, PartOfMonitor
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from devices.capabilities import ControllerKind
from devices.driving.pulse import Pulse
from devices.errors import CHECK_NEEDED, MotionRejected
from devices.virtual.settings import Pace, VirtualSettings

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure
    from app.arm.session import RobotSession
    from app.features.recording.procedure import RecordProcedure

FIT_RUNS = ("fit-1", "fit-2", "fit-3")
HELD_OUT_RUNS = ("check",)
"""Runs that judge the model; they are never fitted."""
RUN_S = 15.0
"""Length of each run, s on the device's clock."""
LOOK_S = 0.1
"""Time between two looks at the arm, s: nobody is there who would act in between."""
_TICK_S = 0.03


def record_virtual_visit(
    path: Path,
    *,
    robot: str,
    seed: int,
    monitor: Monitor,
    labels: tuple[str, ...] = (*FIT_RUNS, *HELD_OUT_RUNS),
    seconds: float | None = None,
    worn: tuple[int, ...] = (),
) -> tuple[str, ...]:
    """Make a visit and record one random motion of all joints, ``seconds`` long, for every label.

    The gears of the joints that are ``worn`` (counted from 0) have backlash.

    Returns
    -------
    Labels of the recordings in the visit.

    Raises
    ------
    BadFile
        ``file-exists``.
    DeviceError
        When the virtual robot fails.
    Cancelled
        When it was stopped; the recordings until then are in the visit.
    """
    length = RUN_S if seconds is None else seconds
    with virtual_session(path, robot=robot, seed=seed, monitor=monitor, worn=worn) as session:
        return tuple(_recorded(session, labels, seconds=length, seed=seed, monitor=monitor))


@contextmanager
def virtual_session(
    path: Path, *, robot: str, seed: int, monitor: Monitor, worn: tuple[int, ...] = ()
) -> "Iterator[RobotSession]":
    """A new visit, connected to the virtual robot for as long as the block lasts.

    Raises
    ------
    BadFile
        ``file-exists``.
    DeviceError
        When the virtual robot cannot be reached.
    """
    from core.storage.visit import Visit

    Visit.create(path, robot_toml=write_toml(load_robot(robot))).close()
    with session_of(path, robot=robot, seed=seed, monitor=monitor, worn=worn) as session:
        yield session


@contextmanager
def session_of(
    path: Path,
    *,
    robot: str,
    seed: int,
    monitor: Monitor,
    worn: tuple[int, ...] = (),
    elastic_links: bool = False,
) -> "Iterator[RobotSession]":
    """An existing visit, connected to the virtual robot for as long as the block lasts.

    Raises
    ------
    DeviceError
        When the virtual robot cannot be reached.
    """
    settings = VirtualSettings(
        robot=robot,
        kind=ControllerKind.OPEN,
        seed=seed,
        pace=Pace.FAST,
        look_s=LOOK_S,
        worn=worn,
        elastic_links=elastic_links,
    )
    with session_at(path, settings, monitor=monitor) as session:
        yield session


@contextmanager
def session_at(path: Path, settings: VirtualSettings, *, monitor: Monitor) -> "Iterator[RobotSession]":
    """An existing visit, connected to this very virtual robot for as long as the block lasts.

    Raises
    ------
    DeviceError
        When the virtual robot cannot be reached.
    """
    from app.arm.session import RobotSession
    from app.jobs.task import compute_here

    pulse = Pulse()
    robot = load_robot(settings.robot)
    session = RobotSession(settings.uri, robot, pulse=pulse, compute=compute_here, visit=path)
    with _ticked(pulse):
        try:
            session.open(monitor)
            yield session
        finally:
            session.close()


def sway(seconds: float, *, seed: int, label: str) -> "RecordProcedure":
    """A random motion of all joints, at full speed at once: a virtual cell is empty."""
    from app.arm.procedure import RecordedMotion
    from app.features.recording.procedure import RecordProcedure

    return RecordProcedure(
        seconds, RecordedMotion.SWAY, speed=1.0, seed=seed, label=label, payload_mass=0.0, rehearse=False
    )


def run_unwatched(
    session: "RobotSession", procedure: "Procedure", monitor: Monitor, *, name: str
) -> "Outcome":
    """Prepare and run a procedure under one name, with every question answered by yes.

    ``monitor`` is offered the prepared procedure before the arm moves, for a picture of it.

    Raises
    ------
    Cancelled
        When it was stopped.
    TorsionError
        The reason why it ended early.
    """
    named = NamedMonitor(monitor, name, hides_texts=True)
    identity = session.identity
    try:
        prepared = procedure.prepare(session, PartOfMonitor(named, first=0.0, last=0.4))
        prepared = prepared.confirmed(clear_cell=True, serial="" if identity is None else identity.serial)
        monitor.keep(prepared)
        outcome = procedure.run(session, prepared, PartOfMonitor(named, first=0.4, last=1.0))
    except MotionRejected as rejected:
        if rejected.code == CHECK_NEEDED:  # stopped before it began: nothing has moved
            raise Cancelled from rejected
        raise
    if outcome.error is not None:
        raise outcome.error
    if outcome.stopped:
        raise Cancelled
    return outcome


def _recorded(
    session: "RobotSession", labels: tuple[str, ...], *, seconds: float, seed: int, monitor: Monitor
) -> Iterator[str]:
    for number, label in enumerate(labels):
        part = PartOfMonitor(monitor, first=number / len(labels), last=(number + 1) / len(labels))
        motion = sway(seconds, seed=seed + number, label=label)
        yield from run_unwatched(session, motion, part, name=label).recordings


@contextmanager
def _ticked(pulse: Pulse) -> Iterator[None]:
    """Keep the heartbeat of a virtual arm up for as long as the block lasts."""
    over = threading.Event()

    def tick() -> None:
        while not over.wait(_TICK_S):
            pulse.tick()

    pulse.tick()
    thread = threading.Thread(target=tick, name="virtual heartbeat", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
