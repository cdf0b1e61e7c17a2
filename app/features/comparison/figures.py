"""The pictures of a comparison on paper: loops and friction of each joint, before and now. No Qt."""

from collections.abc import Iterator

import numpy as np

from app.features.comparison.numbers import joint_line
from app.presentation import Column, Figure, Figures, Row, Series
from app.speech.language import tr
from app.speech.units import DisplayUnit, load_unit, number, speed_unit, torque_unit, twist_unit
from core.comparison import ComparedPair, ComparedVisits
from core.elasticity.result import HysteresisLoop, JointElasticity
from core.friction.sweeps.comparison import JointFrictionChange, SpeedChanges
from core.recording import FloatArray

LOOPS, FRICTION = "loops", "friction-curves"


def figures(found: ComparedVisits, pair: ComparedPair) -> Iterator[Figures]:
    """A figure for each joint that both visits know; none without."""
    before, now = found.visits[pair.before].elasticity, found.latest.elasticity
    if before is not None and now is not None and pair.twist is not None:
        both = {joint.joint: joint for joint in before.joints}
        loops = [_loop(both[joint.joint], joint) for joint in now.joints if joint.joint in both]
        if loops := [one for one in loops if one.series]:
            title = tr("The loops of the gears: twist over load")
            yield Figures(name=LOOPS, title=title, figures=tuple(loops))
    if pair.friction is not None:
        swept = [_friction(one) for one in pair.friction.joints if one.speeds.speed.size]
        if swept:
            yield Figures(name=FRICTION, title=tr("Friction over speed"), figures=tuple(swept))


def _loop(before: JointElasticity, now: JointElasticity) -> Figure:
    offered = ((tr("now"), "measured", now.loop), (tr("before"), "model", before.loop))
    loops = [(label, role, loop) for label, role, loop in offered if loop is not None]
    load = load_unit(_size([loop.load for *_, loop in loops]), slides=now.is_prismatic)
    twist = twist_unit(_size([loop.deflection for *_, loop in loops]), slides=now.is_prismatic)
    words = " ".join(_loop_words(label, loop, load, twist) for label, _, loop in reversed(loops))
    return Figure(
        name=joint_line(now.number),
        title=now.joint,
        x=Column("load", tr("Force") if now.is_prismatic else tr("Load"), load),
        y=Column("deflection", tr("Twist"), twist),
        series=tuple(_series(label, loop, is_now=role == "measured") for label, role, loop in loops),
        summary=Row(now.joint, "", words),
    )


def _series(label: str, loop: HysteresisLoop, *, is_now: bool) -> Series:
    return Series(label, "measured" if is_now else "model", loop.load, loop.deflection)


def _loop_words(label: str, loop: HysteresisLoop, load: DisplayUnit, twist: DisplayUnit) -> str:
    words = tr("{name}: load {low} to {high} {force}, twist {least} to {most} {unit}.")
    return words.format(
        name=label[:1].upper() + label[1:],
        low=number(load.shown(float(np.nanmin(loop.load)))),
        high=number(load.shown(float(np.nanmax(loop.load)))),
        least=number(twist.shown(float(np.nanmin(loop.deflection)))),
        most=number(twist.shown(float(np.nanmax(loop.deflection)))),
        force=load.symbol,
        unit=twist.symbol,
    )


def _friction(joint: JointFrictionChange) -> Figure:
    speeds = joint.speeds
    torque = torque_unit(slides=joint.is_prismatic)
    return Figure(
        name=joint_line(joint.number),
        title=joint.joint,
        x=Column("speed", tr("Speed"), speed_unit(slides=joint.is_prismatic)),
        y=Column("friction", tr("Friction"), torque),
        series=(
            Series(tr("now"), "measured", speeds.speed, speeds.after, y_std=speeds.after_std),
            Series(tr("before"), "model", speeds.speed, speeds.before, y_std=speeds.before_std),
        ),
        summary=Row(joint.joint, "", _friction_words(speeds, torque)),
    )


def _friction_words(speeds: SpeedChanges, torque: DisplayUnit) -> str:
    words = tr("Friction at {count} speeds: mean before {before} {unit}, now {now} {unit}.")
    return words.format(
        count=speeds.speed.size,
        before=number(torque.shown(float(speeds.before.mean()))),
        now=number(torque.shown(float(speeds.after.mean()))),
        unit=torque.symbol,
    )


def _size(arrays: list[FloatArray]) -> float:
    finite = [np.abs(values[np.isfinite(values)]) for values in arrays]
    return max((float(values.max()) for values in finite if values.size), default=0.0)
