"""Common parts of procedures that move one joint after the other, record it, and compute a result.

Such a procedure plans its motions (``prepare``), runs them in order while a recording runs, and then has the
result computed. Its plan, its events and its result are its own.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from app.arm.procedure import PlannedMotion, Prepared
from app.arm.recorded_procedure import Progress, carry_out, reporting, rest
from app.arm.session import RobotSession
from app.arm.speed_stages import Ramp
from app.arm.staged_run import APPROACH, STILL_S, run_motions
from core.errors import BadRequest
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import Quantity
from devices.acquisition.recorder import RecordingInProgress

if TYPE_CHECKING:
    pass


REST_S = 0.1
"""Rest after a motion that is followed by another one of the same joint, s."""
MOVING_SHARE = 0.95
"""Part of the progress for the motions; the rest is for computing the result."""
DRIVEN = (Quantity.TORQUE, Quantity.CURRENT, Quantity.MOTOR_TORQUE)
"""Channels from which the torque of a joint is known, the best first."""


def expect_torque(session: RobotSession) -> Quantity:
    """Return the channel from which the torque of the joints is known.

    Raises
    ------
    BadRequest
        ``controller-tells-no-torque``.
    """
    found = next((quantity for quantity in DRIVEN if quantity in session.capabilities.quantities), None)
    if found is None:
        raise BadRequest("controller-tells-no-torque", controller=session.uri)
    return found


def expect_twist(session: RobotSession) -> None:
    """Refuse a controller that does not report both encoders of a gear.

    Raises
    ------
    BadRequest
        ``controller-tells-no-twist``.
    """
    if not session.capabilities.has_link_encoders:
        raise BadRequest("controller-tells-no-twist", controller=session.uri)


def while_moving(monitor: Monitor) -> PartOfMonitor:
    """Return the part of the progress in which the arm moves."""
    return PartOfMonitor(monitor, first=0.0, last=MOVING_SHARE)


class Computing(NullMonitor):
    """The last part of the progress, without cancellation: a stop of the arm must not discard its result."""

    def __init__(self, shown: Monitor) -> None:
        self._shown = PartOfMonitor(shown, first=MOVING_SHARE, last=1.0)

    def report(self, fraction: float, text: str = "") -> None:
        """Report progress within this part."""
        self._shown.report(fraction, text)

    def keep(self, result: object) -> None:
        """Pass on an intermediate result."""
        self._shown.keep(result)


def seconds_of(motions: Sequence[PlannedMotion], rest_after: Callable[[PlannedMotion], float]) -> float:
    """Return the duration of motions with the rest before the first and after each, s."""
    return STILL_S + sum(planned.preview.duration + rest_after(planned) for planned in motions)


def in_turn(
    groups: Sequence[Sequence[PlannedMotion]], monitor: Monitor
) -> Iterator[tuple[Sequence[PlannedMotion], PartOfMonitor]]:
    """Yield each group with its part of the progress, in proportion to the duration of its motions."""
    seconds = [sum(planned.preview.duration for planned in group) for group in groups]
    whole_s, passed_s = sum(seconds), 0.0
    for group, group_s in zip(groups, seconds, strict=True):
        until_s = passed_s + group_s
        yield group, PartOfMonitor(monitor, first=passed_s / whole_s, last=until_s / whole_s)
        passed_s = until_s


def approach(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    *,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    """Run a slow move to the pose at which a joint's motions begin."""
    ramp = Ramp(session.robot, None)
    run_motions(session, prepared, (planned,), ramp=ramp, recording=recording, monitor=monitor)


def stroke(
    session: RobotSession,
    prepared: Prepared,
    planned: PlannedMotion,
    *,
    recording: RecordingInProgress,
    monitor: Monitor,
    rest_s: float = REST_S,
    progress: Callable[[Progress], Progress] = lambda report: report,
) -> None:
    """Run a motion of one joint (its fact ``joint``, from 0) and rest after it.

    ``progress`` may wrap the progress callback, such as to note the position of the joint on the way.
    """
    joint = planned.facts["joint"]
    assert isinstance(joint, int)
    text = f"{session.robot.joint_names[joint]}: {planned.code}"
    monitor.report(0.0, text)
    carry_out(
        session,
        prepared,
        planned,
        recording=recording,
        monitor=monitor,
        progress=progress(reporting(monitor, text)),
    )
    rest(session, rest_s, recording=recording, monitor=monitor)


def rest_after(planned: PlannedMotion) -> float:
    """Return the rest after a motion, s: longer after an approach."""
    return STILL_S if planned.code == APPROACH else REST_S
