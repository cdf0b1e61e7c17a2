"""Friction: every joint is swept both ways at several constant speeds, then its friction is computed.

One recording holds all sweeps. After a stop, the joints that were swept to the end are measured too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from app.arm.procedure import (
    FlangeSettings,
    FloorSettings,
    Outcome,
    PlannedMotion,
    Prepared,
    SweepFormSettings,
)
from app.arm.recorded_procedure import record_while, rest
from app.arm.session import RobotSession
from app.arm.speed_stages import Ramp
from app.arm.staged_run import APPROACH, STAGE, STILL_S, run_motions
from app.arm.sweeping import (
    REST_S,
    Computing,
    expect_torque,
    in_turn,
    seconds_of,
    stroke,
    while_moving,
)
from app.features.friction.planned_sweeps import SWEEP
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
WARM_UP = "warm-up"
"""Code of the same strokes before they count, where they are single moves; the facts of ``SWEEP``."""


@dataclass(frozen=True, eq=False)
class PreparedFriction(Prepared):
    """The prepared sweeps.

    ``inertials`` are the N·m that inertia takes along the stages, by their joint and pose (from 0).
    """

    inertials: Mapping[tuple[object, object], FloatArray | None] = field(default_factory=dict)


@dataclass(frozen=True)
class FrictionProcedure(FloorSettings, FlangeSettings, SweepFormSettings):
    """Sweep the joints of the settings and measure them.

    ``slow`` keeps tool point and elbow so slow that people may stay in the cell; ``is_quick`` takes
    the short form. A real arm reaches full speed in stages, joint by joint.
    """

    name: ClassVar[str] = NAME
    settings: SweepSettings = field(default_factory=SweepSettings)
    label: str = NAME

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
        return PreparedFriction(
            NAME,
            motions,
            seconds_of(motions, _rest_after),
            connection,
            count,
            inertials={(joint.joint, joint.pose): joint.inertial for joint in swept},
        )

    def chosen_settings(self) -> SweepSettings:
        """Settings with the short form and the bound of the tool's speed applied."""
        from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S

        chosen = quick(self.settings) if self.is_quick else self.settings
        return replace(chosen, tool_speed=UNPROVEN_TOOL_SPEED_M_S) if self.slow else chosen

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Sweep joint after joint, then compute the friction."""
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
    session.expect_motion()
    source = expect_torque(session)
    kind = session.capabilities.torque_kind
    assumed = kind is TorqueKind.UNKNOWN and session.robot.link_torque_sensors and source is Quantity.TORQUE
    if kind is TorqueKind.LINK_SENSOR or assumed:
        raise NotIdentifiable("friction-behind-sensor", recording=session.uri, robot=session.robot.name)


def _rest_after(planned: PlannedMotion) -> float:
    return STILL_S if planned.code in {APPROACH, STAGE} else REST_S


def _motions(swept: "SweptJoint") -> Iterator[PlannedMotion]:
    """Motions of one joint in one pose: the way there, the warm-up, and the measured strokes."""
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
    """Carry out every motion in its order; the stages of one joint are one run with one ramp."""
    for group, part in in_turn(tuple(_groups(prepared.motions)), monitor):
        if group[0].code in {APPROACH, STAGE}:
            ramp = Ramp(session.robot, _inertial(prepared, group[0]))
            run_motions(session, prepared, group, ramp=ramp, recording=recording, monitor=part)
        else:
            stroke(session, prepared, group[0], recording=recording, monitor=part)


def _inertial(prepared: Prepared, planned: PlannedMotion) -> FloatArray | None:
    """N·m (points, n) that inertia takes along the stages that begin with this one; None on the way there."""
    assert isinstance(prepared, PreparedFriction)
    return prepared.inertials.get((planned.facts.get("joint"), planned.facts.get("pose")))


def _groups(motions: tuple[PlannedMotion, ...]) -> Iterator[tuple[PlannedMotion, ...]]:
    """Groups of motions: stages that follow each other are one group, every other motion is alone."""
    group: list[PlannedMotion] = []
    for planned in motions:
        if group and not (planned.code == STAGE and group[-1].code == STAGE):
            yield tuple(group)
            group = []
        group.append(planned)
    if group:
        yield tuple(group)


def _measured(session: RobotSession, prepared: Prepared, outcome: Outcome, monitor: Monitor) -> Outcome:
    """Add the friction that was computed from the recording to the outcome."""
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
