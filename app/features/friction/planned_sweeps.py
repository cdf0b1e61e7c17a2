"""Prepared sweeps as rows, and in words: a joint in a pose each, its speeds, the one under way. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from app.arm.procedure import MotionsInTurn
from app.presentation import Column, Line, Table
from app.speech.language import tr
from app.speech.units import PURE, number, seconds, speed_unit
from core.friction.sweeps.strokes import PathStrokes, path_strokes
from core.recording import FloatArray

if TYPE_CHECKING:
    from app.arm.procedure import PlannedMotion
    from devices.motion import RunTrajectory

SWEEP = "sweep"
"""Code of motions that are measured; facts ``joint`` and ``pose`` (from 0)."""


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
    """Row and code of the motion under way, and the joint's speed in rad/s (m/s) where it is measured."""

    row: int
    code: str
    speed: float | None


class SweepsUnderWay:
    """The motions of prepared sweeps in their order.

    ``velocity_limit`` (n,) rad/s (m/s) is what single moves take their speed as a share of.
    """

    def __init__(self, motions: "Sequence[PlannedMotion]", *, velocity_limit: FloatArray) -> None:
        self._turns = MotionsInTurn(motions)
        self._limit = velocity_limit
        self._strokes = [self._strokes_of(planned) for planned in motions]
        self.rows = tuple(self._row(number) for number in range(max(self._turns.row_of, default=-1) + 1))

    def at(self, share: float) -> Moment | None:
        """Motion under way when ``share`` of the time of all motions has passed; None without motions."""
        now = self._turns.at(share)
        if now is None:
            return None
        place, since_s = now
        strokes = self._strokes[place]
        speed = None if strokes is None else strokes.speed_at(since_s)
        return Moment(self._turns.row_of[place], self._turns.motions[place].code, speed)

    def _row(self, number: int) -> SweepRow:
        turns = self._turns
        own = [place for place, row in enumerate(turns.row_of) if row == number]
        strokes = [found for place in own if (found := self._strokes[place]) is not None]
        speed = np.concatenate([found.speed for found in strokes])
        facts = next(turns.motions[place].facts for place in own if turns.motions[place].code == SWEEP)
        joint, pose = facts["joint"], facts["pose"]
        assert isinstance(joint, int)
        assert isinstance(pose, int)
        previews = [turns.motions[place].preview for place in own]
        return SweepRow(
            joint,
            pose,
            slowest=float(speed.min()),
            fastest=float(speed.max()),
            seconds=sum(preview.duration for preview in previews),
            top_speed=max(preview.top_speed for preview in previews),
        )

    def _strokes_of(self, planned: "PlannedMotion") -> PathStrokes | None:
        """Strokes of a motion that is measured; None of any other motion."""
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


def planned(
    rows: Sequence[SweepRow] = (), *, names: Sequence[str] = (), prismatic: Sequence[bool] = ()
) -> Table:
    """Table of sweeps: a line per joint and pose with its speeds."""
    columns = (
        Column("sweep", tr("Sweep")),
        Column("speeds", tr("Speeds of the joint"), PURE),
        Column("top", tr("Top speed"), PURE),
        Column("takes", tr("Takes"), PURE),
    )
    lines = (
        Line(
            "",
            (
                _sweep(row, names=names),
                _speeds(row, slides=prismatic[row.joint]),
                f"{number(1000.0 * row.top_speed, decimals=0)} mm/s",
                seconds(row.seconds),
            ),
        )
        for row in rows
    )
    return Table(name="sweeps", title=tr("Sweeps, joint by joint"), columns=columns, lines=tuple(lines))


def _sweep(row: SweepRow, *, names: Sequence[str]) -> str:
    """The joint by its name, and that its load is another one in a further pose."""
    name = names[row.joint]
    return tr("{joint}, with another load").format(joint=name) if row.pose else name


def _speeds(row: SweepRow, *, slides: bool) -> str:
    unit = speed_unit(slides=slides)
    low, high = (number(value * unit.per_si, digits=2) for value in (row.slowest, row.fastest))
    return tr("{low} to {high} {unit}").format(low=low, high=high, unit=unit.symbol)


def moment_words(moment: Moment, joint: str, *, slides: bool) -> str:
    """The motion under way in words; ``joint`` is the name of its joint."""
    unit = speed_unit(slides=slides)
    if moment.code == SWEEP and moment.speed is not None:
        words = tr("{joint} slides at {speed}") if slides else tr("{joint} turns at {speed}")
        speed = number(moment.speed * unit.per_si, digits=2)
        return words.format(joint=joint, speed=f"{speed} {unit.symbol}")
    if moment.code == "approach":
        return tr("To where {joint} is swept").format(joint=joint)
    return tr("{joint} warms up").format(joint=joint)
