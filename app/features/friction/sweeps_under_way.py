"""Prepared sweeps as rows: a joint in a pose each, how fast it turns, and which one is under way; no Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.friction.sweeps.path_strokes import PathStrokes, path_strokes
from core.recording import FloatArray

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from devices.motion import RunTrajectory

SWEEP = "sweep"
"""Code of the motions that are measured, as ``app.features.friction.procedure`` has it."""


@dataclass(frozen=True, eq=False)
class SweepRow:
    """One joint (from 0) in one pose (from 0) of the others; ``slowest`` and ``fastest`` in rad/s (m/s)."""

    joint: int
    pose: int
    slowest: float
    fastest: float
    seconds: float
    top_speed: float
    """m/s, of the tool point or elbow."""


@dataclass(frozen=True)
class Moment:
    """What is under way: the row, the motion's code, and rad/s (m/s) where it is measured."""

    row: int
    code: str
    speed: float | None


class SweepsUnderWay:
    """The motions of prepared sweeps in their order.

    ``velocity_limit`` (n,) rad/s (m/s) is what single moves take their speed as a share of.
    """

    def __init__(self, motions: "Sequence[PlannedMotion]", *, velocity_limit: FloatArray) -> None:
        self._motions = tuple(motions)
        self._limit = velocity_limit
        self._end_s = np.cumsum([planned.preview.duration for planned in self._motions])
        self._row_of = _rows_of(self._motions)
        self._strokes = [self._strokes_of(planned) for planned in self._motions]
        self.rows = tuple(self._row(number) for number in range(max(self._row_of, default=-1) + 1))

    def at(self, share: float) -> Moment | None:
        """What is under way when this share of all motion is done; None without any."""
        if not self._motions:
            return None
        passed_s = min(share, 1.0) * float(self._end_s[-1])
        place = min(int(np.searchsorted(self._end_s, passed_s, side="right")), len(self._motions) - 1)
        strokes, planned = self._strokes[place], self._motions[place]
        began_s = float(self._end_s[place]) - planned.preview.duration
        speed = None if strokes is None else strokes.speed_at(passed_s - began_s)
        return Moment(self._row_of[place], planned.code, speed)

    def _row(self, number: int) -> SweepRow:
        own = [place for place, row in enumerate(self._row_of) if row == number]
        strokes = [found for place in own if (found := self._strokes[place]) is not None]
        speed = np.concatenate([found.speed for found in strokes])
        facts = next(self._motions[place].facts for place in own if self._motions[place].code == SWEEP)
        joint, pose = facts["joint"], facts["pose"]
        assert isinstance(joint, int)
        assert isinstance(pose, int)
        previews = [self._motions[place].preview for place in own]
        return SweepRow(
            joint,
            pose,
            slowest=float(speed.min()),
            fastest=float(speed.max()),
            seconds=sum(preview.duration for preview in previews),
            top_speed=max(preview.top_speed for preview in previews),
        )

    def _strokes_of(self, planned: "PlannedMotion") -> PathStrokes | None:
        """Those of a motion that is measured."""
        from devices.motion import MoveTo, RunTrajectory

        joint, plan = planned.facts.get("joint"), planned.preview.plan
        if planned.code != SWEEP or not isinstance(joint, int):
            return None
        if isinstance(plan, MoveTo):
            speed = plan.speed_fraction * float(self._limit[joint])
            return PathStrokes(np.array([planned.preview.duration]), np.array([speed]))
        assert isinstance(plan, RunTrajectory)
        return _path(plan, joint)


def _path(plan: "RunTrajectory", joint: int) -> PathStrokes:
    from core.excitation.trajectories.sampled import SampledTrajectory

    trajectory = plan.trajectory
    assert isinstance(trajectory, SampledTrajectory)
    return path_strokes(trajectory.positions[:, joint], period_s=trajectory.period_s)


def _rows_of(motions: "Sequence[PlannedMotion]") -> list[int]:
    """The row of every motion: the way to a pose belongs to what is swept there."""
    rows: list[int] = []
    now: tuple[object, ...] = ()
    on_the_way, row = 0, -1
    for planned in motions:
        if "joint" not in planned.facts:
            on_the_way += 1
            continue
        key = (planned.facts["joint"], planned.facts["pose"])
        row += key != now
        rows += [row] * (on_the_way + 1)
        now, on_the_way = key, 0
    return rows
