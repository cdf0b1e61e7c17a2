"""Torque ramps: the motor winds a gear on a bench, whose output is locked, slowly up and down.

The safety layer previews each of many small moves from the present position of the motor. After each move the
torque is read, and where it is enough, the motor turns round. A person confirms the whole range of the motor;
no step leaves it.
"""

from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from app.arm.motions import preview_chain
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.recorded_procedure import carry_out, record_while, rest
from app.arm.session import RobotSession
from app.arm.sweeping import expect_torque, while_moving
from app.features.twist.results import TorqueRampsFound
from app.features.twist.tasks import analyse_twist
from app.jobs.task import Task
from core.elasticity.torque_ramp import TorqueRamp, TorqueRampSettings
from core.errors import BadRequest, TorsionError
from core.monitor import Monitor, NullMonitor, PartOfMonitor
from core.recording import FloatArray
from devices.acquisition.recorder import RecordingInProgress
from devices.errors import DataQualityError, MotionRejected
from devices.motion import MotionPlan, MoveTo
from devices.safety.standstill import read_standing

NAME = "torque-ramps"
RANGE = "torque-ramp-range"
"""Code of a part of the range that the motor may go through; shown, never run."""
STEP = "torque-ramp-step"
"""Code of one small move; facts ``joint`` (from 0) and ``way`` (from 0, even ones go up)."""
SETTLE_S = 0.15
"""Standstill after each step; the torque is read in its last tenth of a second."""
STILL_S = 0.5
PIECE_S = 4.0
"""Longest move in which the range is shown: a controller without attendance may move no longer."""
STEP_ABOUT_S = 0.45
"""Time of a step with its preview and its reading, for the predicted duration."""
WAY_SHARE = 2.0
"""Steps of a way, as a multiple of the settings' steps: most gears are softer in places."""
FOLLOWING_RAD = float(np.radians(0.3))
"""Largest distance of the motor from its set-point; beyond it the motor counts as stuck."""


@dataclass(frozen=True)
class TorqueRampsProcedure:
    """Wind each gear of a bench up and down, and analyse its loops."""

    name: ClassVar[str] = NAME
    settings: TorqueRampSettings = field(default_factory=TorqueRampSettings)
    label: str = NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Preview the range that the motors may go through.

        Raises
        ------
        BadRequest
            ``output-not-locked``, ``controller-does-not-move``, ``controller-tells-no-torque``,
            ``rated-torque-unknown``.
        """
        check_bench(session)
        count, connection = session.safe.stop_count, session.connection_count
        circumstances = session.circumstances()
        plans = _range(session, circumstances.start, self.settings)
        previews = session.compute(Task(preview_chain, circumstances=circumstances, plans=plans), monitor)
        motions = tuple(PlannedMotion(RANGE, preview) for preview in previews)
        ways = (2 * self.settings.rounds + 2) * session.robot.joint_count
        seconds = ways * WAY_SHARE * self.settings.steps * STEP_ABOUT_S + 2.0 * STILL_S
        return Prepared(NAME, motions, seconds, connection, count)

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Wind gear after gear, then analyse the loops."""
        part = while_moving(monitor)

        def work(recording: RecordingInProgress) -> None:
            rest(session, STILL_S, recording=recording, monitor=part)
            count = session.robot.joint_count
            for joint in range(count):
                whole = PartOfMonitor(part, first=joint / count, last=(joint + 1) / count)
                _wind(session, prepared, joint, self.settings, recording, whole)
            rest(session, STILL_S, recording=recording, monitor=part)

        outcome = record_while(session, prepared, work, label=self.label, payload_mass=None, monitor=part)
        return _analysed(session, outcome)


def check_bench(session: RobotSession) -> None:
    """Refuse an arm that can move, and a controller that cannot wind its gear up or report its torque.

    Raises
    ------
    BadRequest
        See ``TorqueRampsProcedure.prepare``.
    """
    robot = session.robot
    if not robot.output_locked:
        raise BadRequest("output-not-locked", robot=robot.name)
    session.expect_motion()
    expect_torque(session)
    if not np.isfinite(robot.torque_limit).all():
        joint = int(np.argmax(~np.isfinite(robot.torque_limit)))
        raise BadRequest("rated-torque-unknown", joint=robot.joint_names[joint])


def _range(session: RobotSession, start: FloatArray, settings: TorqueRampSettings) -> tuple[MotionPlan, ...]:
    """Short moves to both ends of the range and back, joint after joint."""
    plans: list[MotionPlan] = []
    for joint in range(session.robot.joint_count):
        low, high = _bounds(session, start, joint, settings)
        place = float(start[joint])
        for end in (high, low, place):
            targets = _pieces(place, end, longest=PIECE_S * settings.speed)
            plans.extend(_move(session, start, joint, target, settings) for target in targets)
            place = end
    return tuple(plans)


def _bounds(
    session: RobotSession, start: FloatArray, joint: int, settings: TorqueRampSettings
) -> tuple[float, float]:
    """Lower and upper end of a motor's range in rad, by the settings and inside its limits."""
    robot = session.robot
    return (
        max(float(start[joint]) - settings.most_wind, float(robot.lower[joint])),
        min(float(start[joint]) + settings.most_wind, float(robot.upper[joint])),
    )


def _pieces(first: float, last: float, *, longest: float) -> list[float]:
    count = max(1, int(np.ceil(abs(last - first) / longest)))
    return [float(place) for place in np.linspace(first, last, count + 1)[1:]]


def _move(
    session: RobotSession, pose: FloatArray, joint: int, target: float, settings: TorqueRampSettings
) -> MoveTo:
    goal = pose.copy()
    goal[joint] = target
    limit = float(session.robot.velocity_limit[joint])
    return MoveTo(goal, min(1.0, settings.speed / limit) if np.isfinite(limit) else 0.01)


def _wind(
    session: RobotSession,
    prepared: Prepared,
    joint: int,
    settings: TorqueRampSettings,
    recording: RecordingInProgress,
    monitor: Monitor,
) -> None:
    """Move step by step until the ramp of one gear is over.

    Raises
    ------
    BadRequest
        ``torque-ramp-wind``: the output gives way.
    MotionRejected
        ``torque-ramp-not-following``: the motor does not reach its set-point.
    Stopped, DeviceError
        As ``carry_out``.
    """
    robot = session.robot
    position, torque = _measured(session, joint)
    goal = session.standing_pose()
    low, high = _bounds(session, goal, joint, settings)
    ramp = TorqueRamp(settings, rated=float(robot.torque_limit[joint]), start=position)
    while (target := ramp.next_target(position=position, torque=torque)) is not None:
        # the person confirmed this range: beyond it the output gives way, or the gear has too much play
        if not low <= target <= high:
            raise BadRequest(
                "torque-ramp-wind", wind=max(high - goal[joint], goal[joint] - low), torque=torque
            )
        planned = _step(session, _move(session, goal, joint, target, settings), joint=joint, way=ramp.way)
        text = f"{robot.joint_names[joint]}: {torque:.1f} N·m"
        monitor.report(ramp.progress, text)
        carry_out(session, prepared, planned, recording=recording, monitor=monitor, progress=lambda _: None)
        rest(session, SETTLE_S, recording=recording, monitor=monitor)
        position, torque = _measured(session, joint)
        if abs(position - target) > FOLLOWING_RAD:
            raise MotionRejected(
                "torque-ramp-not-following", joint=robot.joint_names[joint], distance=abs(position - target)
            )


def _step(session: RobotSession, plan: MotionPlan, *, joint: int, way: int) -> PlannedMotion:
    """Preview of one move from the present position of the motor."""
    circumstances = session.circumstances()
    (preview,) = session.compute(
        Task(preview_chain, circumstances=circumstances, plans=(plan,)), NullMonitor()
    )
    return PlannedMotion(STEP, preview, {"joint": joint, "way": way})


def _measured(session: RobotSession, joint: int) -> tuple[float, float]:
    """Position in rad and torque in N·m of a motor at standstill.

    Raises
    ------
    MotionRejected
        ``stale-stream``, ``arm-not-standing``.
    DataQualityError
        ``torque-lost``.
    """
    pose = session.standing_pose()
    torque = read_standing(session.robot, session.stream.acquisition.ring).torque
    if torque is None or not np.isfinite(torque[joint]):
        raise DataQualityError("torque-lost", joint=session.robot.joint_names[joint])
    return float(pose[joint]), float(torque[joint])


def _analysed(session: RobotSession, outcome: Outcome) -> Outcome:
    """Add the analysis of the loops to the outcome; none of an incomplete run."""
    if not outcome.is_complete or not outcome.recordings:
        return outcome
    try:
        found = session.compute(
            Task(analyse_twist, visit=session.visit_file, fit=outcome.recordings), NullMonitor()
        )
    except TorsionError as error:
        return replace(outcome, error=error)
    return replace(outcome, found=TorqueRampsFound(found))
