"""Work of the robot's thread beside that of the session itself. No Qt."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.compute import Compute
from app.jobs.task import Task
from app.visit.tasks import robot_of_visit
from core.monitor import Monitor
from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import DeviceError

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure
    from app.arm.session import RobotSession

log = logging.getLogger(__name__)

DISARM_DEADLINE_S = 1.0
_LOOK_S = 0.01


@dataclass(frozen=True)
class Place:
    """Address of a controller, and the visit that takes its recordings."""

    uri: str
    visit: Path
    is_in_trial: "Callable[[RobotSession], bool] | None" = None
    """True if the arm may be moved for its first trial only; None for arms that have none."""


MakeSession = Callable[[Place, Pulse, Compute, Monitor], "RobotSession"]


def make_session(place: Place, pulse: Pulse, compute: Compute, monitor: Monitor) -> "RobotSession":
    """A session with the robot of the visit."""
    from app.arm.session import RobotSession

    robot = compute(Task(robot_of_visit, path=place.visit), monitor)
    return RobotSession(
        place.uri,
        robot,
        pulse=pulse,
        compute=compute,
        visit=place.visit,
        is_in_trial=place.is_in_trial,
        is_watched=True,
    )


def carried_out(
    session: "RobotSession", procedure: "Procedure", prepared: "Prepared", monitor: Monitor
) -> "Outcome":
    """Run a procedure; afterwards the arm is disarmed until the next one."""
    try:
        return procedure.run(session, prepared, monitor)
    finally:
        disarm(session)


def disarm(session: "RobotSession") -> None:
    """Disarm an armed arm and wait until the controller reports it, because that voids prepared motions."""
    if not _is_armed(session):
        return
    try:
        session.controller.disarm()
    except DeviceError as error:  # the outcome counts; a broken link is reported by itself
        log.info("The arm was not disarmed: %s", error)
        return
    clock = session.clock
    clock.sleep(0.0)  # no time, but the status that follows the answer
    deadline_s = clock.now() + DISARM_DEADLINE_S
    while _is_armed(session) and clock.now() < deadline_s:
        clock.sleep(_LOOK_S)


def _is_armed(session: "RobotSession") -> bool:
    return session.controller.status.lifecycle is Lifecycle.ARMED
