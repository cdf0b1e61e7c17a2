"""Load steps: planned from the present pose, made into motions, analysed afterwards. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.arm.circumstances import Circumstances
from app.visit.stored_products import newest
from core.errors import NotIdentifiable
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from devices.capabilities import MotionKind
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNPROVEN_TOOL_SPEED_M_S
from devices.safety.preview import Preview

if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import (
        KnownPayload,
        LoadStepBlock,
        LoadStepPlan,
        LoadStepSettings,
        LoadStroke,
    )
    from core.elasticity.result import Elasticity

_SLOW_SHARE = 0.1
"""Share of the joints' speed: about that of a move that endangers no one."""


@dataclass(frozen=True, eq=False)
class StepStroke:
    """One way over a joint's range: one motion with standstills, or one move to each standstill.

    ``standstills`` are the times in s after the begin of the one motion; empty for single moves.
    """

    stroke: "LoadStroke"
    moves: tuple[Preview, ...]
    standstills: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class SteppedJoint:
    """Motions of one joint: the slow ``approach`` to its pose, then its strokes."""

    joint: int
    approach: tuple[Preview, ...]
    strokes: tuple[StepStroke, ...]


@dataclass(frozen=True, eq=False)
class StagedLoadSteps:
    """A plan, and the motions of its joints."""

    plan: "LoadStepPlan"
    joints: tuple[SteppedJoint, ...]


def prepare_load_steps(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    settings: "LoadStepSettings",
    payload: "KnownPayload | None" = None,
    gear_ratio: Sequence[float] = (),
    visit: Path | None = None,
) -> StagedLoadSteps:
    """Plan load steps from the present pose; each motion is previewed from the end of the one before.

    Parameters
    ----------
    circumstances
        Present pose of the arm, and the facts that a preview needs.
    settings
        How the controller carries out moves is filled in here.
    payload
        Load on the flange, where mass and centre are known.
    gear_ratio
        Motor turns per joint turn, where the controller reports them.
    visit
        Visit whose newest model gives the loads, where that model is good.

    Raises
    ------
    BadRequest
        ``load-step-joint``, ``no-load-step-pose``, ``sweep-speed-unknown``.
    NotIdentifiable
        ``no-loadable-joint`` where gravity loads none of the joints enough.
    """
    made = _Motions(circumstances, settings, payload)
    links = None if visit is None else _identified_links(visit, circumstances)
    plan = made.plan(links, tuple(gear_ratio), PartOfMonitor(monitor, first=0.0, last=0.5))
    if not plan.blocks:
        raise NotIdentifiable("no-loadable-joint", robot=circumstances.robot.name)
    joints: list[SteppedJoint] = []
    for number, block in enumerate(plan.blocks):
        count = len(plan.blocks)
        part = PartOfMonitor(monitor, first=0.5 + 0.5 * number / count, last=0.5 + 0.5 * (number + 1) / count)
        part.report(0.0)
        joints.append(made.stepped(block, part))
    return StagedLoadSteps(plan, tuple(joints))


def _identified_links(visit: Path, circumstances: Circumstances) -> FloatArray | None:
    """Link parameters of the visit's newest model; None where that is missing or not usable."""
    from core.elasticity.load_steps_poses import identified_links
    from core.identification.result import IDENTIFICATION, IdentificationResult
    from core.quality import Verdict
    from core.storage.visit import Visit

    if not visit.exists():
        return None
    with Visit.open(visit, recover=False) as opened:
        result = newest(opened, IDENTIFICATION, IdentificationResult)
    if result is None or result.judgement.verdict not in {Verdict.GOOD, Verdict.USABLE}:
        return None
    return identified_links(result, circumstances.robot)


class _Motions:
    """Makes motions of the blocks of a plan; the end of one is the start of the next."""

    def __init__(
        self, circumstances: Circumstances, settings: "LoadStepSettings", payload: "KnownPayload | None"
    ) -> None:
        from app.arm.circumstances import controller_settings
        from core.excitation.limits.motion_limits import motion_limits
        from core.robot.model import AssumedPayload

        slow = replace(settings, tool_speed=UNPROVEN_TOOL_SPEED_M_S)
        self._settings = controller_settings(circumstances, slow)
        self._payload = payload
        if payload is not None:
            # the safety layer assumes a payload at this distance from the flange, in whatever direction
            away = sum(value**2 for value in payload.center) ** 0.5
            circumstances = replace(circumstances, payload=AssumedPayload(payload.mass, away))
        self._at = circumstances
        self._runs_paths = MotionKind.TRAJECTORY in circumstances.capabilities.motions
        self._limits = motion_limits(circumstances.robot, start=circumstances.start)

    def plan(
        self, links: FloatArray | None, gear_ratio: tuple[float, ...], monitor: Monitor
    ) -> "LoadStepPlan":
        """Plan the strokes in poses that the safety layer allows."""
        from core.elasticity.load_steps import plan_load_steps

        return plan_load_steps(
            self._at.robot,
            self._limits,
            start=self._at.start,
            payload=self._payload,
            links=links,
            gear_ratio=gear_ratio,
            floor_height=self._at.floor_height,
            boxes=self._at.boxes,
            settings=self._settings,
            is_allowed=self._is_allowed,
            monitor=monitor,
        )

    def _is_allowed(self, block: "LoadStepBlock", here: FloatArray) -> bool:
        """Return whether the safety layer allows a slow move from ``here`` and one stroke."""
        from core.elasticity.load_steps import stroke_trajectory

        attended = self._at.capabilities.stops_when_host_silent
        # an arm that finishes a move although the host is silent goes there in many short ones instead
        if attended and not replace(self._at, start=here).allow(MoveTo(block.pose, _SLOW_SHARE), proven=True):
            return False
        there = replace(self._at, start=block.pose)
        if self._runs_paths:
            return there.allow(RunTrajectory(stroke_trajectory(block, block.strokes[0])), proven=False)
        places = block.strokes[0].places
        starts = (replace(self._at, start=_posed(block, place)) for place in places)
        return all(
            at.allow(self._move(block, place), proven=False)
            for at, place in zip(starts, places[1:], strict=False)
        )

    def stepped(self, block: "LoadStepBlock", monitor: Monitor) -> SteppedJoint:
        """Motions of one joint, the slow way to its pose first."""
        from app.arm.planned_runs import approach

        way = approach(self._at, block.pose, monitor)
        self._stand_at(way[-1].end if way else self._at.start)
        strokes = tuple(self._stroke(block, stroke, monitor) for stroke in block.strokes)
        return SteppedJoint(block.joint, way, strokes)

    def _stroke(self, block: "LoadStepBlock", stroke: "LoadStroke", monitor: Monitor) -> StepStroke:
        from core.elasticity.load_steps import standstill_times, stroke_trajectory

        monitor.check()
        if self._runs_paths:
            preview = self._preview(RunTrajectory(stroke_trajectory(block, stroke)), monitor)
            return StepStroke(stroke, (preview,), tuple(standstill_times(block, stroke).tolist()))
        moves = tuple(self._preview(self._move(block, place), monitor) for place in stroke.places[1:])
        return StepStroke(stroke, moves)

    def _move(self, block: "LoadStepBlock", place: float) -> MoveTo:
        share = block.speed / float(self._at.robot.velocity_limit[block.joint])
        return MoveTo(_posed(block, place), min(1.0, share))

    def _preview(self, plan: MoveTo | RunTrajectory, monitor: Monitor) -> Preview:
        preview = self._at.preview(plan, start=self._at.start, proven=False, monitor=monitor)
        self._stand_at(preview.end)
        return preview

    def _stand_at(self, pose: FloatArray) -> None:
        self._at = replace(self._at, start=pose)


def _posed(block: "LoadStepBlock", place: float) -> FloatArray:
    pose = block.pose.copy()
    pose[block.joint] = place
    return pose


def twist_of_load_steps(monitor: Monitor, *, visit: Path, labels: Sequence[str]) -> "Elasticity | None":
    """Analyse the twist in these recordings, and store the result in the visit.

    Joints that they do not load keep the load steps of before; of a repeated joint the latest count. None
    where the visit has no model that gives the loads, and where no joint has both encoders.

    Raises
    ------
    BadRequest, NotEnoughData, NotIdentifiable
        As for ``app.features.twist.tasks.analyse_twist``.
    """
    from app.features.twist.tasks import analyse_twist, twist_recordings
    from app.visit.contents import loaded_joints, replaced_load_steps
    from core.identification.result import IDENTIFICATION
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        known = twist_recordings(opened)
        if not opened.results(IDENTIFICATION) or not all(label in known for label in labels):
            return None
        runs = [(label, loaded_joints(opened.recording(label).events)) for label in known]
    replaced = replaced_load_steps([run for run in runs if run[1]])
    others = (label for label, joints in runs if joints and label not in replaced)
    return analyse_twist(visit=visit, fit=tuple(dict.fromkeys((*others, *labels))), monitor=monitor)
