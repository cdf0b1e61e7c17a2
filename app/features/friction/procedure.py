"""Friction: every joint swept both ways at several constant speeds, and what that says about it.

One recording holds all of it. What was recorded before a stop is looked at too: joints that were
swept to the end are measured.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.arm.moving import rest
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.ramp import Ramp
from app.arm.recorded import record_while
from app.arm.session import RobotSession
from app.arm.settings import FlangeSettings, FloorSettings, SweepFormSettings
from app.arm.staged import APPROACH, STAGE, STILL_S, run_motions
from app.arm.sweeping import (
    REST_S,
    Computing,
    expect_moves,
    expect_torque,
    in_turn,
    seconds_of,
    stroke,
    while_moving,
)
from app.features.friction.tasks import measure_friction, prepare_sweeps
from app.jobs.task import Task
from core.errors import NotIdentifiable, TorsionError
from core.friction.sweeps.settings import SweepSettings, quick
from core.monitor import Monitor
from core.recording import FloatArray, Quantity, TorqueKind
from devices.acquisition.recorder import RecordingInProgress

if TYPE_CHECKING:
    from app.features.friction.tasks import SweptJoint

NAME = "friction"
SWEEP = "sweep"
"""Strokes that are measured; facts ``joint`` and ``pose`` (from 0)."""
WARM_UP = "warm-up"
"""The same strokes before they count, where they are single moves; the same facts."""


@dataclass(frozen=True, eq=False)
class PreparedFriction(Prepared):
    """The sweeps; ``inertials`` are those of the stages of each joint and pose, as ``Prepared.inertial``."""

    inertials: Mapping[tuple[int, int], FloatArray | None] = field(default_factory=dict)


@dataclass(frozen=True)
class FrictionProcedure(FloorSettings, FlangeSettings, SweepFormSettings):
    """Sweep the joints of the settings and measure them.

    ``slow`` keeps tool point and elbow so slow that nobody has to leave the cell; ``is_quick`` takes
    the short form. A real arm's full speed is led up to, joint by joint.
    """

    settings: SweepSettings = field(default_factory=SweepSettings)
    label: str = NAME

    @property
    def name(self) -> str:
        """``friction``."""
        return NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Choose poses and speeds, and work out every motion.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``, ``controller-tells-no-torque``, ``sweep-joint``,
            ``no-sweep-pose``, ``sweep-speed-unknown``.
        NotIdentifiable
            ``friction-behind-sensor`` where torque is measured behind the gears.
        """
        check_controller(session)
        count, connection = session.safe.stop_count, session.connection_count
        swept = session.compute(
            Task(
                prepare_sweeps,
                circumstances=replace(session.circumstances(), floor_height=self.floor_height),
                settings=self.chosen_settings(),
                rehearse=not session.is_simulated,
            ),
            monitor,
        )
        motions = tuple(motion for joint in swept for motion in _motions(joint))
        inertials = {(joint.joint, joint.pose): joint.inertial for joint in swept}
        seconds = seconds_of(motions, _rest_after)
        return PreparedFriction(NAME, motions, seconds, connection, count, inertials=inertials)

    def chosen_settings(self) -> SweepSettings:
        """The settings with the short form and the slow bound in them."""
        from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S

        chosen = quick(self.settings) if self.is_quick else self.settings
        return replace(chosen, tool_speed=UNPROVEN_TOOL_SPEED_M_S) if self.slow else chosen

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Sweep joint after joint, then measure."""
        part = while_moving(monitor)

        def work(recording: RecordingInProgress) -> None:
            rest(session, STILL_S, recording=recording, monitor=part)
            _run_all(session, prepared, recording, part)

        outcome = record_while(
            session, prepared, work, label=self.label, payload_mass=self.payload_mass, monitor=part
        )
        return _measured(session, prepared, outcome, Computing(monitor))


def check_controller(session: RobotSession) -> None:
    """Refuse a controller whose friction cannot be measured, before anything is planned.

    Raises
    ------
    BadRequest, NotIdentifiable
        See ``FrictionProcedure.prepare``.
    """
    expect_moves(session)
    source = expect_torque(session)
    kind = session.capabilities.torque_kind
    assumed = kind is TorqueKind.UNKNOWN and session.robot.link_torque_sensors and source is Quantity.TORQUE
    if kind is TorqueKind.LINK_SENSOR or assumed:
        raise NotIdentifiable("friction-behind-sensor", recording=session.uri, robot=session.robot.name)


def _rest_after(planned: PlannedMotion) -> float:
    return STILL_S if planned.code in {APPROACH, STAGE} else REST_S


def _motions(swept: "SweptJoint") -> Iterator[PlannedMotion]:
    """One joint in one pose: the way there, warming up, and what is measured."""
    facts = {"joint": swept.joint, "pose": swept.pose}
    for number, preview in enumerate(swept.approach, 1):
        yield PlannedMotion(APPROACH, preview, {"move": number})
    is_staged = bool(swept.warm_up) and len(swept.sweeps) == 1
    for number, stage in enumerate(swept.warm_up, 1):
        if is_staged:
            stage_facts = {"stage": number, "fraction": stage.fraction, "cycles": stage.cycles}
            yield PlannedMotion(STAGE, stage.preview, {**facts, **stage_facts})
        else:
            yield PlannedMotion(WARM_UP, stage.preview, facts)
    for preview in swept.sweeps:
        yield PlannedMotion(SWEEP, preview, facts)


def _run_all(
    session: RobotSession, prepared: Prepared, recording: RecordingInProgress, monitor: Monitor
) -> None:
    """Every motion in its order; the stages of one joint in a run of their own."""
    for group, part in in_turn(tuple(_groups(prepared.motions)), monitor):
        if group[0].code in {APPROACH, STAGE}:
            ramp = Ramp(session.robot, _inertial(prepared, group[0]))
            run_motions(session, prepared, group, ramp=ramp, recording=recording, monitor=part)
        else:
            stroke(session, prepared, group[0], recording=recording, monitor=part)


def _inertial(prepared: Prepared, planned: PlannedMotion) -> FloatArray | None:
    """N·m that inertia takes along the stages that begin with this one."""
    if not isinstance(prepared, PreparedFriction) or planned.code != STAGE:
        return None
    joint, pose = planned.facts["joint"], planned.facts["pose"]
    assert isinstance(joint, int)
    assert isinstance(pose, int)
    return prepared.inertials.get((joint, pose))


def _groups(motions: tuple[PlannedMotion, ...]) -> Iterator[tuple[PlannedMotion, ...]]:
    """Stages that follow each other together, everything else alone."""
    group: list[PlannedMotion] = []
    for planned in motions:
        if group and not (planned.code == STAGE and group[-1].code == STAGE):
            yield tuple(group)
            group = []
        group.append(planned)
    if group:
        yield tuple(group)


def _measured(session: RobotSession, prepared: Prepared, outcome: Outcome, monitor: Monitor) -> Outcome:
    """The outcome with what the recording says about friction."""
    if not outcome.recordings:
        return outcome
    swept = (motion.facts["joint"] for motion in prepared.motions if motion.code == SWEEP)
    joints = dict.fromkeys(joint for joint in swept if isinstance(joint, int))
    try:
        found = session.compute(
            Task(
                measure_friction,
                visit=session.visit_file,
                labels=outcome.recordings,
                robot=session.robot,
                joints=tuple(joints),
            ),
            monitor,
        )
    except TorsionError as error:
        return replace(outcome, error=outcome.error or error)
    return replace(outcome, found=found)
