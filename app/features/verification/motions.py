"""The motions that a model is verified on, worked out with all their stages. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.arm.circumstances import Circumstances, StagedMotion
from app.features.verification.tasks import newest_model
from app.visit.stored_products import newest
from core.errors import Fact
from core.identification.verification_result import VerificationMotions, VerifiedMotion
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from devices.capabilities import MotionKind
from devices.motion import RunTrajectory

if TYPE_CHECKING:
    from core.excitation.excitation_plan import ExcitationPlan
    from core.excitation.limits.motion_limits import MotionLimits
    from core.excitation.trajectories.motion import Trajectory
    from devices.safety.preview import Preview

TOUR_S = 30.0
"""Duration of the slow moves from pose to pose, on controllers that run no trajectories."""
_PLANNING_SHARE = 0.6
"""Share of the progress of one motion; the rest is the preview of its stages."""


@dataclass(frozen=True, eq=False)
class VerificationPart:
    """One motion of a verification: staged where the controller runs trajectories, else a ``tour`` of moves.

    ``facts`` has its ``seed``, and of a circle the ``speed`` in m/s.
    """

    motion: VerifiedMotion
    staged: StagedMotion | None = None
    tour: "tuple[Preview, ...]" = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)


def stage_verification(
    monitor: Monitor,
    *,
    circumstances: Circumstances,
    visit: Path,
    wanted: VerificationMotions,
    rehearse: bool,
) -> tuple[VerificationPart, ...]:
    """Plan the motions in the order in which they run, each from the end of the one before.

    A controller that runs no trajectories is moved from pose to pose only.

    Raises
    ------
    BadRequest
        ``no-model-to-verify``; ``no-allowed-motion``; as the settings of a plan.
    Infeasible
        ``demands-cannot-be-met``, ``no-point-tour``, ``no-circle``.
    """
    from app.visit.stored_products import EXCITATION_PLAN
    from core.excitation.excitation_plan import ExcitationPlan
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        newest_model(opened)
        plan = newest(opened, EXCITATION_PLAN, ExcitationPlan)
    runs_trajectories = MotionKind.TRAJECTORY in circumstances.capabilities.motions
    if not runs_trajectories:
        return (_tour(circumstances, wanted, monitor),)
    staging = _Staging(_in_surroundings(circumstances, wanted, plan), wanted, plan, rehearse=rehearse)
    parts: list[VerificationPart] = []
    for number, motion in enumerate(wanted.motions):
        share = 1.0 / len(wanted.motions)
        part = PartOfMonitor(monitor, first=number * share, last=(number + 1) * share)
        parts.append(staging.part(motion, part, first=not parts))
    return tuple(parts)


def _in_surroundings(
    circumstances: Circumstances, wanted: VerificationMotions, plan: "ExcitationPlan | None"
) -> Circumstances:
    """Circumstances with the floor and the boxes of the visit's excitation plan, where it avoids any."""
    if plan is not None and plan.settings.collision and wanted.floor_height is not None:
        settings = plan.settings
        return replace(
            circumstances,
            floor_height=settings.floor_height,
            boxes=settings.boxes,
            keep_off=settings.keep_off,
        )
    return replace(circumstances, floor_height=wanted.floor_height)


def _tour(circumstances: Circumstances, wanted: VerificationMotions, monitor: Monitor) -> VerificationPart:
    from app.arm.motions import plan_tour

    moves = plan_tour(circumstances=circumstances, seconds=TOUR_S, seed=wanted.seed, monitor=monitor)
    return VerificationPart(VerifiedMotion.POINTS, tour=moves, facts={"seed": wanted.seed})


class _Staging:
    """Plans one motion after the other; all but the circle end where they begin."""

    def __init__(
        self,
        circumstances: Circumstances,
        wanted: VerificationMotions,
        plan: "ExcitationPlan | None",
        *,
        rehearse: bool,
    ) -> None:
        self._circumstances, self._wanted, self._plan = circumstances, wanted, plan
        self._rehearse = rehearse

    def part(self, motion: VerifiedMotion, monitor: Monitor, *, first: bool) -> VerificationPart:
        """Plan one motion; after the ``first`` the arm counts as proven."""
        if not first:
            self._circumstances = replace(self._circumstances, proven=True)
        work = {
            VerifiedMotion.EXCITATION: self._excitation,
            VerifiedMotion.POINTS: self._points,
            VerifiedMotion.CIRCLE: self._circle,
        }
        return work[motion](monitor)

    def _excitation(self, monitor: Monitor) -> VerificationPart:
        from app.arm.planned_runs import runnable, stage_plan
        from core.excitation.plan import plan_excitation
        from core.excitation.settings import RUN_SHARE, ExcitationSettings, TrajectoryKind

        wanted, around = self._wanted, self._circumstances
        seed = wanted.seed
        if self._plan is not None and self._plan.settings.seed == seed:
            seed += 1  # the same seed would repeat the excitation that the model was fitted to
        settings = ExcitationSettings(
            kind=TrajectoryKind.MODIFIED,
            start=tuple(around.start.tolist()),
            limit_share=RUN_SHARE,
            period_s=wanted.period_s,
            harmonics=wanted.harmonics,
            seconds=wanted.seconds,
            evaluations=wanted.evaluations,
            seed=seed,
            collision=wanted.collision,
            floor_height=around.floor_height,
            boxes=around.boxes,
            keep_off=around.keep_off,
        )
        planning = PartOfMonitor(monitor, first=0.0, last=_PLANNING_SHARE)
        trajectory = runnable(plan_excitation(around.robot, settings, monitor=planning))
        motion = stage_plan(
            circumstances=around,
            trajectory=trajectory,
            cycles=1,
            rehearse=self._rehearse,
            monitor=PartOfMonitor(monitor, first=_PLANNING_SHARE, last=1.0),
        )
        return VerificationPart(VerifiedMotion.EXCITATION, motion, facts={"seed": seed})

    def _points(self, monitor: Monitor) -> VerificationPart:
        from core.excitation.unplanned_motions import plan_point_tour

        around = self._circumstances
        tour = plan_point_tour(
            around.robot,
            self._limits(),
            start=around.start,
            generator=np.random.default_rng(self._wanted.seed),
            moves=self._wanted.moves,
            floor_height=around.floor_height,
            boxes=around.boxes,
            is_allowed=self._is_allowed,
            monitor=PartOfMonitor(monitor, first=0.0, last=_PLANNING_SHARE),
        )
        motion = self._staged(tour, start=None, monitor=monitor)
        facts: dict[str, Fact] = {"seed": self._wanted.seed}
        return VerificationPart(VerifiedMotion.POINTS, motion, facts=facts)

    def _circle(self, monitor: Monitor) -> VerificationPart:
        from app.arm.planned_runs import approach
        from core.excitation.circle import plan_circle

        wanted, around = self._wanted, self._circumstances
        circle = plan_circle(
            around.robot,
            self._limits(),
            start=around.start,
            diameter_m=wanted.diameter_m,
            top_speed=wanted.top_speed,
            rounds=wanted.rounds,
            floor_height=around.floor_height,
            boxes=around.boxes,
            seed=wanted.seed,
            is_allowed=self._is_allowed,
            monitor=PartOfMonitor(monitor, first=0.0, last=_PLANNING_SHARE),
        )
        way = approach(around, circle.trajectory.start, monitor)
        motion = self._staged(circle.trajectory, start=way[-1].end if way else None, monitor=monitor)
        facts: dict[str, Fact] = {"seed": wanted.seed, "speed": circle.speed, "rounds": circle.rounds}
        staged = replace(motion, approach=way)
        return VerificationPart(VerifiedMotion.CIRCLE, staged, facts=facts)

    def _staged(
        self, trajectory: "Trajectory", *, start: FloatArray | None, monitor: Monitor
    ) -> StagedMotion:
        from app.arm.speed_stages import staged_once

        return staged_once(
            self._circumstances,
            trajectory,
            rehearse=self._rehearse,
            start=start,
            monitor=PartOfMonitor(monitor, first=_PLANNING_SHARE, last=1.0),
        )

    def _limits(self) -> "MotionLimits":
        from core.excitation.limits.motion_limits import motion_limits
        from core.excitation.settings import RUN_SHARE

        around = self._circumstances
        return motion_limits(around.robot, start=around.start).shared(RUN_SHARE, start=around.start)

    def _is_allowed(self, trajectory: "Trajectory") -> bool:
        there = replace(self._circumstances, start=trajectory.start)
        return there.allow(RunTrajectory(trajectory), proven=True)
