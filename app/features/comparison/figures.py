"""The pictures of a comparison on paper: loops and friction of each joint, before and now. No Qt."""

from collections.abc import Iterator

import numpy as np

from app.features.comparison.sentences import tr
from app.presentation import Column, Figure, Figures, Row, Section, Series
from app.speech.units import load_unit, speed_unit, torque_unit, twist_unit
from core.comparison import ComparedPair, ComparedVisits
from core.elasticity.result import HysteresisLoop, JointElasticity
from core.friction.sweeps.comparison import JointFrictionChange
from core.recording import FloatArray

LOOPS, FRICTION = "loops", "friction-curves"


def figures(found: ComparedVisits, pair: ComparedPair) -> Iterator[Section]:
    """A figure for each joint that both visits know; none without."""
    before, now = found.visits[pair.before].elasticity, found.latest.elasticity
    if before is not None and now is not None and pair.twist is not None:
        both = {joint.joint: joint for joint in before.joints}
        loops = [_loop(both[joint.joint], joint) for joint in now.joints if joint.joint in both]
        if loops := [one for one in loops if one.series]:
            title = tr("The loops of the gears: deflection over load")
            yield Figures(name=LOOPS, title=title, figures=tuple(loops))
    if pair.friction is not None:
        swept = [_friction(one) for one in pair.friction.joints if one.speeds.speed.size]
        if swept:
            yield Figures(name=FRICTION, title=tr("Friction over speed"), figures=tuple(swept))


def _loop(before: JointElasticity, now: JointElasticity) -> Figure:
    offered = ((tr("now"), "measured", now.loop), (tr("before"), "model", before.loop))
    loops = [(label, role, loop) for label, role, loop in offered if loop is not None]
    size = _size([loop.load for *_, loop in loops]), _size([loop.deflection for *_, loop in loops])
    return Figure(
        name=now.joint,
        title=now.joint,
        x=Column("load", tr("Load"), load_unit(size[0], slides=now.is_prismatic)),
        y=Column("deflection", tr("Deflection"), twist_unit(size[1], slides=now.is_prismatic)),
        series=tuple(_series(label, loop, is_now=role == "measured") for label, role, loop in loops),
        summary=Row(now.joint, "", now.joint),
    )


def _series(label: str, loop: HysteresisLoop, *, is_now: bool) -> Series:
    return Series(label, "measured" if is_now else "model", loop.load, loop.deflection)


def _friction(joint: JointFrictionChange) -> Figure:
    speeds, name = joint.speeds, joint.joint
    return Figure(
        name=name,
        title=name,
        x=Column("speed", tr("Speed"), speed_unit(slides=joint.is_prismatic)),
        y=Column("friction", tr("Friction"), torque_unit(slides=joint.is_prismatic)),
        series=(
            Series(tr("now"), "measured", speeds.speed, speeds.after, y_std=speeds.after_std),
            Series(tr("before"), "model", speeds.speed, speeds.before, y_std=speeds.before_std),
        ),
        summary=Row(name, "", name),
    )


def _size(arrays: list[FloatArray]) -> float:
    finite = [np.abs(values[np.isfinite(values)]) for values in arrays]
    return max((float(values.max()) for values in finite if values.size), default=0.0)
