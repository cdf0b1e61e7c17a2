"""Load steps: slow strokes of every joint that gravity loads, with standstills, so that its twist shows.

One recording holds all strokes; each stroke and each standstill is an event of it. Where the visit has a
model already, the twist is analysed at once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from app.arm.procedure import FlangeSettings, FloorSettings, Outcome, PlannedMotion, Prepared
from app.arm.recorded_procedure import Progress, record_while, rest
from app.arm.session import RobotSession
from app.arm.staged_run import APPROACH, STILL_S
from app.arm.sweeping import (
    MOVING_SHARE,
    REST_S,
    approach,
    expect_twist,
    in_turn,
    seconds_of,
    stroke,
    while_moving,
)
from app.features.twist.load_steps_tasks import prepare_load_steps, twist_of_load_steps
from app.features.twist.results import LoadStepsFound
from app.jobs.task import Task
from core.elasticity.load_steps_plan import KnownPayload, LoadStepSettings
from core.errors import Fact, TorsionError
from core.monitor import Monitor, NullMonitor
from devices.acquisition.recorder import RecordingInProgress

if TYPE_CHECKING:
    from app.features.twist.load_steps_tasks import SteppedJoint
    from core.elasticity.load_steps_plan import LoadStepPlan

NAME = "load-steps"
STROKE = "load-stroke"
"""One way over a joint's range, or a part of it; facts ``joint`` (from 0), ``round`` (from 1), ``way`` (±1)
and, for one move of several, ``move`` (from 1)."""
STANDSTILL = "standstill"
"""Prefix of the event when the joint stops on its way; facts of the stroke, and ``place`` in rad (m)."""
LEFT_OUT = "load-step-left-out"
"""Code of the event of a joint that is not loaded; facts ``joint`` (its name) and ``obstacle``."""


@dataclass(frozen=True, eq=False)
class PreparedLoadSteps(Prepared):
    """The prepared strokes.

    ``standstills`` by a motion's place in ``motions``: pairs of s after its begin, and rad (m).
    """

    plan: "LoadStepPlan | None" = None
    standstills: Mapping[int, tuple[tuple[float, float], ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class LoadStepsProcedure(FloorSettings, FlangeSettings):
    """Load the joints of the settings by gravity and record how far their gears twist.

    ``payload`` is the load on the flange where its mass and centre are known; ``payload_mass`` where only its
    mass is.
    """

    name: ClassVar[str] = NAME
    settings: LoadStepSettings = field(default_factory=LoadStepSettings)
    payload: KnownPayload | None = None
    label: str = NAME

    def prepare(self, session: RobotSession, monitor: Monitor) -> Prepared:
        """Choose poses and ranges, and work out every motion.

        Raises
        ------
        BadRequest
            ``controller-does-not-move``, ``controller-tells-no-twist``, ``load-step-joint``,
            ``no-load-step-pose``, ``sweep-speed-unknown``.
        NotIdentifiable
            ``no-loadable-joint``.
        """
        session.expect_motion()
        expect_twist(session)
        count, connection = session.safe.stop_count, session.connection_count
        identity = session.identity
        ratio = None if identity is None else identity.gear_ratio
        staged = session.compute(
            Task(
                prepare_load_steps,
                circumstances=replace(session.circumstances(), floor_height=self.floor_height),
                settings=self.settings,
                payload=self.payload,
                gear_ratio=() if ratio is None else tuple(ratio.tolist()),
                visit=session.visit,
            ),
            monitor,
        )
        found = tuple(motion for joint in staged.joints for motion in _motions(joint))
        motions = tuple(planned for planned, _ in found)
        standstills = {number: times for number, (_, times) in enumerate(found) if times}
        seconds = seconds_of(motions, lambda planned: _rest_after(planned, self.settings.stop_s))
        return PreparedLoadSteps(
            NAME, motions, seconds, connection, count, plan=staged.plan, standstills=standstills
        )

    def run(self, session: RobotSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        """Carry out stroke after stroke, then analyse the twist."""
        assert isinstance(prepared, PreparedLoadSteps)
        part = while_moving(monitor)
        mass = self.payload_mass if self.payload is None else self.payload.mass

        def work(recording: RecordingInProgress) -> None:
            _note_left_out(session, prepared, recording)
            rest(session, STILL_S, recording=recording, monitor=part)
            _run_all(session, prepared, recording, part, stop_s=self.settings.stop_s)

        outcome = record_while(session, prepared, work, label=self.label, payload_mass=mass, monitor=part)
        assert prepared.plan is not None
        return _analysed(session, outcome, LoadStepsFound(prepared.plan), monitor)


def _rest_after(planned: PlannedMotion, stop_s: float) -> float:
    if planned.code == APPROACH:
        return STILL_S
    return stop_s if "move" in planned.facts else REST_S


def _motions(stepped: "SteppedJoint") -> Iterator[tuple[PlannedMotion, tuple[tuple[float, float], ...]]]:
    """Motions of one joint, each with its standstills: s after the begin of the motion, and rad (m)."""
    for number, preview in enumerate(stepped.approach, 1):
        yield PlannedMotion(APPROACH, preview, {"move": number}), ()
    for each in stepped.strokes:
        places = each.stroke.places[1:]
        facts: dict[str, Fact] = {
            "joint": stepped.joint,
            "round": each.stroke.round,
            "way": each.stroke.way,
        }
        if each.standstills:
            (preview,) = each.moves
            yield PlannedMotion(STROKE, preview, facts), tuple(zip(each.standstills, places, strict=True))
            continue
        for number, (preview, place) in enumerate(zip(each.moves, places, strict=True), 1):
            yield PlannedMotion(STROKE, preview, {**facts, "move": number}), ((preview.duration, place),)


def _note_left_out(
    session: RobotSession, prepared: PreparedLoadSteps, recording: RecordingInProgress
) -> None:
    names = session.robot.joint_names
    for poor in prepared.plan.left_out if prepared.plan else ():
        recording.note(LEFT_OUT, joint=names[poor.joint], obstacle=poor.obstacle.value)


def _run_all(
    session: RobotSession,
    prepared: PreparedLoadSteps,
    recording: RecordingInProgress,
    monitor: Monitor,
    *,
    stop_s: float,
) -> None:
    """Carry out every motion in its order."""
    groups = [(planned,) for planned in prepared.motions]
    for number, ((planned,), part) in enumerate(in_turn(groups, monitor)):
        if planned.code == APPROACH:
            approach(session, prepared, planned, recording=recording, monitor=part)
            continue
        stroke(
            session,
            prepared,
            planned,
            recording=recording,
            monitor=part,
            rest_s=_rest_after(planned, stop_s),
            progress=partial(_Standstills, planned, prepared.standstills[number], recording),
        )


class _Standstills:
    """Progress of a stroke; notes each standstill in the recording when it is reached."""

    def __init__(
        self,
        planned: PlannedMotion,
        standstills: tuple[tuple[float, float], ...],
        recording: RecordingInProgress,
        report: Progress,
    ) -> None:
        self._facts, self._recording, self._report = planned.facts, recording, report
        duration = planned.preview.duration
        self._left = [(time / duration, place) for time, place in standstills]

    def __call__(self, fraction: float) -> None:
        """Report the share that is done, and note the standstills that it has passed."""
        self._report(fraction)
        while self._left and fraction >= min(self._left[0][0], 1.0):
            _, place = self._left.pop(0)
            self._recording.note(f"{STANDSTILL}-begins", **self._facts, place=place)


def _analysed(session: RobotSession, outcome: Outcome, found: LoadStepsFound, monitor: Monitor) -> Outcome:
    """Add the analysis of the twist to the outcome; none without a model, and none of an incomplete run."""
    outcome = replace(outcome, found=found)
    if not outcome.is_complete:
        return outcome
    monitor.report(MOVING_SHARE, "")
    try:
        elasticity = session.compute(
            Task(twist_of_load_steps, visit=session.visit_file, labels=outcome.recordings), NullMonitor()
        )
    except TorsionError as error:
        return replace(outcome, error=error)
    return replace(outcome, found=replace(found, elasticity=elasticity))
