"""Display units of the live signals, and the smallest ranges of their axes."""

from app.speech.units import (
    AMPERE,
    ARCMINUTE,
    CELSIUS,
    DEGREE,
    DEGREE_PER_SECOND,
    MILLIMETRE,
    MILLIMETRE_PER_SECOND,
    NEWTON,
    NEWTON_METRE,
    DisplayUnit,
)
from core.diagnostics.signals import MODEL_SIGNALS, Signal
from core.robot.model import RobotModel

_TURNING = {
    Signal.DEFLECTION: ARCMINUTE,
    Signal.MOTOR_ANGLE: DEGREE,
    Signal.LINK_ANGLE: DEGREE,
    Signal.POSITION: DEGREE,
    Signal.RATE: DEGREE_PER_SECOND,
    Signal.TORQUE: NEWTON_METRE,
    Signal.CURRENT: AMPERE,
    Signal.TEMPERATURE: CELSIUS,
    **dict.fromkeys(MODEL_SIGNALS, NEWTON_METRE),
}
_SLIDING = _TURNING | {
    Signal.DEFLECTION: MILLIMETRE,
    Signal.MOTOR_ANGLE: MILLIMETRE,
    Signal.LINK_ANGLE: MILLIMETRE,
    Signal.POSITION: MILLIMETRE,
    Signal.RATE: MILLIMETRE_PER_SECOND,
    Signal.TORQUE: NEWTON,
    **dict.fromkeys(MODEL_SIGNALS, NEWTON),
}

LEAST_SPAN = {
    Signal.DEFLECTION: 1.0,
    Signal.MOTOR_ANGLE: 1.0,
    Signal.LINK_ANGLE: 1.0,
    Signal.POSITION: 1.0,
    Signal.RATE: 1.0,
    Signal.TORQUE: 1.0,
    Signal.CURRENT: 0.5,
    Signal.TEMPERATURE: 2.0,
    **dict.fromkeys(MODEL_SIGNALS, 1.0),
}
"""Smallest range of an axis in display units, so that noise does not look like motion."""

_DECIMALS = {DEGREE.symbol: 3, MILLIMETRE.symbol: 3, CELSIUS.symbol: 1, NEWTON.symbol: 1}
_USUAL_DECIMALS = 2


def signal_unit(signal: Signal, robot: RobotModel, joint: int) -> DisplayUnit:
    """Display unit of a signal of a joint of this robot."""
    return unit_of(signal, slides=bool(robot.is_prismatic[joint]))


def unit_of(signal: Signal, *, slides: bool) -> DisplayUnit:
    """Display unit of a signal of a turning or a sliding joint."""
    return (_SLIDING if slides else _TURNING)[signal]


def decimals_of(unit: DisplayUnit) -> int:
    """Number of decimals for a live value in this unit."""
    return _DECIMALS.get(unit.symbol, _USUAL_DECIMALS)
