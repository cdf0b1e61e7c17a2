"""Key figures of a visit: the few numbers by which an arm is followed over years."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.friction.sweeps.result import FrictionSweeps, SweepPoints
from core.payload.result import KeptSetting, PayloadResult
from core.recording import FloatArray, LinkPosition

FRICTION_SPEED = 0.2
"""Speed at which friction is followed, rad/s (m/s): slow enough for any arm, beyond the Stribeck range."""


class FigureCode(StrEnum):
    """Kind of a key figure, with its unit."""

    STIFFNESS = "stiffness"
    """N·m/rad (N/m)."""
    BACKLASH = "backlash"
    """rad (m)."""
    LOOP_WIDTH = "hysteresis-width"
    """Width of the hysteresis loop at zero load, rad (m)."""
    LOST_MOTION = "lost-motion"
    """rad (m)."""
    FRICTION = "friction"
    """N·m (N) at ``FRICTION_SPEED``."""
    PAYLOAD_MEASURED = "payload-measured"
    """Mass on the flange, kg; of the arm, not of a joint."""
    PAYLOAD_SET = "payload-set"
    """Mass that the controller assumed then, kg."""


OF_ARM = -1
"""Joint number of a figure of the whole arm."""
POSITIVE = frozenset({FigureCode.STIFFNESS, FigureCode.FRICTION})
"""Figures that are above zero for every gear, and compared by their logarithms."""


@dataclass(frozen=True)
class KeyFigure:
    """One number of one joint with its standard deviation."""

    code: FigureCode
    joint: str
    number: int
    """Number of the joint, from 0."""
    value: float
    std: float
    temperature: float | None = None
    """K, of the arm while it was measured; None where nothing says."""


def key_figures(
    elasticity: Elasticity | None,
    sweeps: FrictionSweeps | None,
    payload: PayloadResult | None = None,
    setting: KeptSetting | None = None,
) -> tuple[KeyFigure, ...]:
    """The key figures that these results of a visit hold, those with a known standard deviation."""
    found = [*_of_gears(elasticity), *_of_friction(sweeps)]
    return (*(one for one in found if _is_known(one)), *_of_payload(payload, setting))


def _of_payload(payload: PayloadResult | None, setting: KeptSetting | None) -> Iterator[KeyFigure]:
    """Measured mass and the mass set then; a setting from another payload of the visit tells nothing."""
    if payload is None or setting is None or setting.present is None:
        return
    mass, std = payload.estimate.mass, payload.estimate.mass_std
    is_its_own = setting.measured_at in {"", payload.created_at}
    if is_its_own and math.isfinite(mass) and math.isfinite(std) and std > 0.0:
        yield KeyFigure(FigureCode.PAYLOAD_MEASURED, "", OF_ARM, mass, std)
        yield KeyFigure(FigureCode.PAYLOAD_SET, "", OF_ARM, setting.present.mass, 0.0)


def _is_known(figure: KeyFigure) -> bool:
    is_finite = math.isfinite(figure.value) and math.isfinite(figure.std)
    return is_finite and figure.std > 0.0 and (figure.value > 0.0 or figure.code not in POSITIVE)


def _of_gears(found: Elasticity | None) -> Iterator[KeyFigure]:
    for joint in found.joints if found is not None else ():
        if joint.link_position is LinkPosition.COMPUTED:
            continue  # its stiffness is a constant of the controller, which no wear changes
        for code, measured in _measured(joint):
            if measured is not None and found is not None:
                yield KeyFigure(
                    code, joint.joint, joint.number, measured.value, measured.std, found.temperature
                )


def _measured(joint: JointElasticity) -> Iterator[tuple[FigureCode, Measured | None]]:
    yield FigureCode.STIFFNESS, joint.stiffness
    yield FigureCode.BACKLASH, joint.backlash
    yield FigureCode.LOOP_WIDTH, joint.hysteresis_width
    yield FigureCode.LOST_MOTION, joint.lost_motion


def _of_friction(found: FrictionSweeps | None) -> Iterator[KeyFigure]:
    for joint in found.joints if found is not None else ():
        points = joint.points
        if not points.speed.size or not points.speed.min() <= FRICTION_SPEED <= points.speed.max():
            continue
        value, std = (_at_speed(points, values) for values in (points.torque, points.std))
        yield KeyFigure(FigureCode.FRICTION, joint.joint, joint.number, value, std, _temperature(points))


def _at_speed(points: SweepPoints, values: FloatArray) -> float:
    """Values (P,) between the pairs of strokes, at ``FRICTION_SPEED``; pairs of one speed are averaged."""
    speed, place = np.unique(points.speed, return_inverse=True)
    mean = np.bincount(place, values) / np.bincount(place)
    return float(np.interp(FRICTION_SPEED, speed, mean))


def _temperature(points: SweepPoints) -> float | None:
    known = points.temperature[np.isfinite(points.temperature)]
    return float(known.mean()) if known.size else None
