"""Made-up results about an arm's gears, for what compares them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np

from core.elasticity.result import (
    Elasticity,
    HysteresisLoop,
    JointElasticity,
    Measured,
    Ripple,
    RippleCause,
    RippleSpectrum,
)
from core.quality import Judgement

ARCSEC = np.pi / 180.0 / 3600.0
ARCMIN = 60.0 * ARCSEC
FIRST_DAY = datetime(2025, 3, 3, 9, 30, tzinfo=UTC)
GAIN_STD = 0.017
STIFFNESS = (4.0e5, 5.8e5, 5.2e5)
OWN_STD = 0.03
"""Of a stiffness, beside that of the drive gain."""


def stiffness(value: float, own: float = OWN_STD, gain_std: float = GAIN_STD) -> Measured:
    """Includes the standard deviation that comes from the drive gain."""
    return Measured(value, value * float(np.hypot(own, gain_std)))


def line(cycles: float, amplitude: float, std: float = 0.4 * ARCSEC) -> Ripple:
    return Ripple(cycles, 0.002, amplitude, std, RippleCause.MOTOR_TURN)


def joint(number: int, value: float | None = None, **other: object) -> JointElasticity:
    """A healthy joint: everything is measured."""
    load, deflection = loop(STIFFNESS[number], width=20.0 * ARCSEC)
    made = JointElasticity(
        joint=f"joint_{number + 1}",
        number=number,
        lag=Measured(3.0e-3, 0.05e-3),
        stiffness=stiffness(STIFFNESS[number] if value is None else value),
        damping=Measured(900.0, 120.0),
        backlash=Measured(30.0 * ARCSEC, 2.0 * ARCSEC),
        hysteresis_width=Measured(20.0 * ARCSEC, 1.5 * ARCSEC),
        hysteresis_energy=Measured(0.4, 0.03),
        ripple=(line(1.0, 12.0 * ARCSEC), line(3.095, 16.0 * ARCSEC)),
        load_low=-900.0,
        load_high=1100.0,
        loop=HysteresisLoop(load, deflection, load / STIFFNESS[number]),
    )
    return replace(made, **other)


def loop(stiffness: float, *, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Load and deflection of one closed hysteresis loop."""
    angle = np.linspace(0.0, 2.0 * np.pi, 400)
    load = 100.0 + 1000.0 * np.sin(angle)
    return load, load / stiffness + width / 2.0 * np.cos(angle)


def spectrum(*peaks: tuple[float, float], floor: float = 0.5 * ARCSEC) -> RippleSpectrum:
    cycles = np.linspace(0.1, 8.0, 1581)
    amplitude = np.full(cycles.size, floor)
    for place, height in peaks:
        amplitude[np.abs(cycles - place) < 0.01] = height
    return RippleSpectrum(cycles, amplitude)


def visit(*joints: JointElasticity, days: float = 0.0, **other: object) -> Elasticity:
    """A visit so many days after the first; three healthy joints where none is named."""
    made = Elasticity(
        robot="bench-arm",
        recordings=("steps",),
        joints=joints or tuple(joint(number) for number in range(3)),
        judgement=Judgement.of(()),
        gain_std=GAIN_STD,
        temperature=303.0,
        serial="T-1",
        power_on="a",
        recorded_at=(FIRST_DAY + timedelta(days=days)).isoformat(),
    )
    return replace(made, **other)


def worn(days: float = 365.0) -> Elasticity:
    """The second joint has lost a fifth of its stiffness and twice its backlash."""
    second = joint(1, 0.8 * STIFFNESS[1], backlash=Measured(60.0 * ARCSEC, 2.0 * ARCSEC))
    load, deflection = loop(0.8 * STIFFNESS[1], width=20.0 * ARCSEC)
    second = replace(second, loop=HysteresisLoop(load, deflection, load / (0.8 * STIFFNESS[1])))
    return visit(joint(0), second, joint(2), days=days)
