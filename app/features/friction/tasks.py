"""Friction sweeps: planned from the present pose, made into motions, evaluated afterwards. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.circumstances import Circumstances, Stage, controller_settings
from app.visit.contents import SWEEP_BEGINS
from app.visit.stored_products import keep_link_position, new_link_position, newest
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel
from devices.capabilities import MotionKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.friction.sweeps.plan import SweepBlock, SweepPlan, SweepStroke
    from core.friction.sweeps.settings import SweepSettings
    from core.identification.friction_sweeps import SweepSpan

_BEGINS = "-begins"
_SLOW_SHARE = 0.1
"""Share of the joints' speed: about that of a move that endangers no one."""


def sweeps_of_visit(monitor: Monitor, *, path: Path) -> FrictionSweeps | None:
    """The newest friction sweeps of a visit; None without any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest(visit, FRICTION_SWEEPS, FrictionSweeps)


def use_recordings(monitor: Monitor, *, visit: Path, labels: Sequence[str], joint: int) -> FrictionSweeps:
    """Let the recordings ``labels`` count for one joint (from 0) again; the result is stored in the visit.

    Raises
    ------
    NotIdentifiable, NotEnoughData, BadRequest
        As ``app.features.friction.tasks.measure_friction``.
    """
    from app.features.friction.tasks import measure_friction
    from app.visit.recordings import robot_of
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        robot = robot_of(opened)
    return measure_friction(monitor, visit=visit, labels=labels, robot=robot, joints=(joint,))


@dataclass(frozen=True, eq=False)
class SweptJoint:
    """Motions of one joint in one pose of the others; ``joint`` and ``pose`` count from 0.

    ``approach`` brings the arm there, ``warm_up`` comes before what is measured: in stages of
    speed, slowest first, where the controller runs trajectories, else stroke by stroke.
    ``inertial`` (points, n) N·m is what inertia takes along the warm-up at full speed.
    """

    joint: int
    pose: int
    approach: tuple[Preview, ...]
    warm_up: tuple[Stage, ...]
    sweeps: tuple[Preview, ...]
    inertial: FloatArray | None


def prepare_sweeps(
    monitor: Monitor, *, circumstances: Circumstances, settings: "SweepSettings", rehearse: bool
) -> tuple[SweptJoint, ...]:
    """Plan the sweeps from the present pose; each motion is previewed from the end of the one before.

    Parameters
    ----------
    circumstances
        Present pose of the arm, and the facts that a preview needs.
    settings
        With a ``tool_speed`` people may stay in the cell. How the controller carries out moves is filled
        in here.
    rehearse
        Run slower stages before a joint's full speed.

    Raises
    ------
    BadRequest
        ``no-sweep-pose``, ``sweep-joint``.
    """
    made = _Motions(circumstances, settings, rehearse=rehearse)
    plan = made.plan(PartOfMonitor(monitor, first=0.0, last=0.5))
    swept: list[SweptJoint] = []
    for number, block in enumerate(plan.blocks):
        count = len(plan.blocks)
        part = PartOfMonitor(monitor, first=0.5 + 0.5 * number / count, last=0.5 + 0.5 * (number + 1) / count)
        part.report(0.0)
        swept.append(made.swept(block, part))
    return tuple(swept)


class _Motions:
    """Makes motions of the blocks of a plan; the end of one is the start of the next."""

    def __init__(self, circumstances: Circumstances, settings: "SweepSettings", *, rehearse: bool) -> None:
        from core.excitation.limits.motion_limits import motion_limits

        self._at = circumstances
        self._settings = controller_settings(circumstances, settings)
        self._runs_paths = MotionKind.TRAJECTORY in circumstances.capabilities.motions
        self._fast = self._settings.tool_speed is None
        self._rehearse = rehearse and self._fast
        self._limits = motion_limits(circumstances.robot, start=circumstances.start)
        self._proven = circumstances.proven

    def plan(self, monitor: Monitor) -> "SweepPlan":
        """Plan the strokes in poses that the safety layer allows."""
        from core.friction.sweeps.plan import plan_sweeps

        return plan_sweeps(
            self._at.robot,
            self._limits,
            start=self._at.start,
            settings=self._settings,
            floor_height=self._at.floor_height,
            boxes=self._at.boxes,
            is_allowed=self._is_allowed,
            monitor=monitor,
        )

    def _is_allowed(self, block: "SweepBlock", here: FloatArray) -> bool:
        """Return whether the safety layer allows a slow move from ``here`` and all strokes.

        The widest, fastest stroke is checked first: it is short, and most poses fail there. Where the strokes
        run as one path, that path is checked too, because it turns at places that the widest does not reach.
        """
        attended = self._at.capabilities.stops_when_host_silent
        move = MoveTo(block.pose, _SLOW_SHARE)
        # an arm that finishes a move although the host is silent goes there in many short ones instead
        if attended and not replace(self._at, start=here).allow(move, proven=True):
            return False
        widest = max(block.strokes, key=lambda stroke: (abs(stroke.end - stroke.start), stroke.speed))
        begin = block.pose.copy()
        begin[block.joint] = widest.start
        at_widest = replace(self._at, start=begin)
        if not self._runs_paths:
            return at_widest.allow(self._move(block, widest), proven=False)
        from core.friction.sweeps.motion import sweep_trajectory

        first = block.strokes.index(widest)
        alone = replace(block.after(first), strokes=(widest,))
        if not at_widest.allow(RunTrajectory(sweep_trajectory(alone)), proven=self._fast):
            return False
        at_first = replace(self._at, start=block.pose)
        return at_first.allow(RunTrajectory(sweep_trajectory(block)), proven=self._fast)

    def swept(self, block: "SweepBlock", monitor: Monitor) -> SweptJoint:
        """Motions of one block, the slow way to its pose first."""
        from app.arm.planned_runs import approach

        way = approach(self._at, block.pose, monitor)
        self._stand_at(way[-1].end if way else self._at.start)
        made = self._as_paths(block, monitor) if self._runs_paths else self._as_moves(block, monitor)
        return replace(made, approach=way)

    def _stand_at(self, pose: FloatArray) -> None:
        self._at = replace(self._at, start=pose)

    def _as_paths(self, block: "SweepBlock", monitor: Monitor) -> SweptJoint:
        from app.arm.speed_stages import inertial_torque
        from core.friction.sweeps.motion import sweep_trajectory
        from core.friction.sweeps.plan import StrokeUse

        warm_up = block.part(StrokeUse.WARM_UP)
        stages: tuple[Stage, ...] = ()
        inertial = None
        if warm_up.strokes:
            trajectory = sweep_trajectory(warm_up)
            inertial = inertial_torque(self._at.robot, trajectory)
            stages = self._stages(warm_up, monitor)
        measured = block.after(len(warm_up.strokes))
        sweeps = self._preview(RunTrajectory(sweep_trajectory(measured)), monitor)
        return SweptJoint(block.joint, block.number, (), stages, (sweeps,), inertial)

    def _stages(self, warm_up: "SweepBlock", monitor: Monitor) -> tuple[Stage, ...]:
        """Warm-up at growing speed; the first stage is slow enough for an arm that is not proven yet."""
        from app.arm.speed_stages import stage_fractions
        from core.friction.sweeps.motion import sweep_trajectory

        trajectory = sweep_trajectory(warm_up)
        fractions: tuple[float, ...] = ()
        if self._rehearse:
            share = max(stroke.speed for stroke in warm_up.strokes) / float(
                self._limits.velocity[warm_up.joint]
            )
            fractions = stage_fractions(warm_up.tool_speed, share=min(share, 1.0), proven=self._proven)
        stages: list[Stage] = []
        for fraction in (*fractions, 1.0):
            plan = RunTrajectory(trajectory.slowed(fraction))
            # once a first stage has run, the arm counts as proven
            proven = self._fast if stages or fraction == 1.0 else self._proven
            preview = self._at.preview(plan, start=self._at.start, proven=proven, monitor=monitor)
            stages.append(Stage(fraction, preview))
        self._proven = self._proven or self._fast
        return tuple(stages)

    def _as_moves(self, block: "SweepBlock", monitor: Monitor) -> SweptJoint:
        from core.friction.sweeps.plan import StrokeUse

        warm_up, sweeps = [], []
        for stroke in block.strokes:
            monitor.check()
            preview = self._preview(self._move(block, stroke), monitor)
            if stroke.use is StrokeUse.WARM_UP:
                warm_up.append(Stage(1.0, preview))
            else:
                sweeps.append(preview)
        return SweptJoint(block.joint, block.number, (), tuple(warm_up), tuple(sweeps), None)

    def _move(self, block: "SweepBlock", stroke: "SweepStroke") -> MoveTo:
        target = block.pose.copy()
        target[block.joint] = stroke.end
        return MoveTo(target, min(1.0, stroke.speed / float(self._at.robot.velocity_limit[block.joint])))

    def _preview(self, plan: MoveTo | RunTrajectory, monitor: Monitor) -> Preview:
        preview = self._at.preview(plan, start=self._at.start, proven=self._fast, monitor=monitor)
        self._stand_at(preview.end)
        return preview


def sweep_spans(recording: Recording) -> "tuple[SweepSpan, ...]":
    """Times of the sweeps in a recording: each lasts from its event until the next motion begins.

    The event of a motion's end is not used, because samples may arrive after it; the arm rests in between.
    """
    from core.identification.friction_sweeps import SweepSpan

    begun = [event for event in recording.events if event.code.endswith(_BEGINS)]
    ends = [*(event.time for event in begun[1:]), float(recording.time[-1])]
    return tuple(
        SweepSpan(joint, event.time, end)
        for event, end in zip(begun, ends, strict=False)
        if event.code == SWEEP_BEGINS and isinstance(joint := event.facts.get("joint"), int)
    )


def measure_friction(
    monitor: Monitor,
    *,
    visit: Path,
    labels: Sequence[str],
    robot: RobotModel | None = None,
    joints: Sequence[int] | None = None,
    before_storing: "Callable[[FrictionSweeps], object] | None" = None,
) -> "FrictionSweeps":
    """Measure friction from recordings of the visit, and store the result in it.

    The first sweeps of an arm with both encoders also tell whether its link position is measured.

    Joints that they do not hold keep the visit's result of before; of a repeated joint the latest counts.

    Sweeps are taken from the events of a recording; without such events they are found in the motion. The
    arm is that of the visit unless ``robot`` is given.
    ``before_storing`` is called with the result; what it raises keeps the visit as it was.

    Raises
    ------
    NotIdentifiable, NotEnoughData, BadRequest
        As for ``core.identification.friction_sweeps.measure_sweeps``.
    """
    from app.visit.recordings import robot_of
    from core.friction.sweeps.result import FrictionSweeps
    from core.identification.friction_sweeps import measure_sweeps
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        recordings = [opened.recording(label) for label in labels]
        spans = [sweep_spans(recording) or None for recording in recordings]
        arm = robot or robot_of(opened)
        sweeps = measure_sweeps(recordings, arm, spans=spans, joints=joints, monitor=monitor)
        link = new_link_position(opened, recordings, arm)
        sweeps = sweeps.after(newest(opened, FRICTION_SWEEPS, FrictionSweeps))
        if before_storing is not None:
            before_storing(sweeps)
        with opened.change() as draft:
            draft.add_result(FRICTION_SWEEPS, sweeps)
            keep_link_position(draft, link)
    return sweeps
