"""What was found about the gears of a virtual arm against what they are.

Errors are relative where a quantity has a natural size (stiffness, damping, rotor inertia, the frequency of
ripple), otherwise in s, rad or J.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from _twist_visits import is_measured
from _virtual_twist import RIPPLE_CYCLES, TwistTruth

from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple
from core.quality import Verdict

STIFFNESS, LAG, BACKLASH, CYCLES = "stiffness", "lag", "backlash", "ripple frequency"
OFFSET, DAMPING, ROTOR, AMPLITUDE = "offset", "damping", "rotor inertia", "ripple amplitude"
WIDTH, ENERGY = "hysteresis width", "hysteresis energy"
STRAY = "ripple that is none"
CALLED_GOOD = "stiffness called good"
STIFFNESS_SHARE, LAG_S, BACKLASH_SHARE, CYCLES_SHARE = 0.05, 1e-4, 0.1, 0.005
TOLERATED = (STIFFNESS, CALLED_GOOD, LAG, BACKLASH, CYCLES)
"""For which it is said how large an error may be."""
LINE_SHARE = 0.1
"""Of the cycles per motor turn: a line that is farther from every true one is none of them."""


@dataclass(frozen=True)
class Compared:
    """One quantity of one joint (from 0): its error, and that over its stated standard deviation.

    A line of ripple where there is none has its amplitude as its error.
    """

    joint: int
    quantity: str
    error: float
    stds: float = math.nan
    """Infinite where none is stated, NaN where there is no truth to compare with."""
    is_tolerable: bool = True


def compared(twist: Elasticity, truth: TwistTruth) -> Iterator[Compared]:
    """Everything that is said about joints that are measurable at all."""
    for joint in twist.joints:
        if is_measured(joint):
            yield from _of_joint(joint, truth)
        if joint.stiffness is not None and joint.judgement.verdict is Verdict.GOOD:
            true = truth.stiffness[joint.number]
            called = _against(
                joint.number, CALLED_GOOD, joint.stiffness, true, unit=true, tolerance=STIFFNESS_SHARE
            )
            yield replace(called, stds=math.nan)  # it is counted as a stiffness


def _of_joint(found: JointElasticity, truth: TwistTruth) -> Iterator[Compared]:
    joint = found.number
    width, energy = truth.loop(joint, low=found.load_low, high=found.load_high)
    relative = {
        STIFFNESS: (found.stiffness, truth.stiffness[joint], STIFFNESS_SHARE),
        DAMPING: (found.damping, truth.damping[joint], math.inf),
        ROTOR: (found.rotor_inertia, truth.rotor_inertia[joint], math.inf),
    }
    for quantity, (measured, true, share) in relative.items():
        if measured is not None:
            yield _against(joint, quantity, measured, true, unit=true, tolerance=share)
    count = 2.0 * math.pi / truth.link_counts_per_turn[joint]
    gap = float(truth.backlash[joint])
    absolute = {
        LAG: (found.lag, truth.lag, LAG_S),
        BACKLASH: (found.backlash, gap, max(BACKLASH_SHARE * gap, count)),
        OFFSET: (found.offset, truth.offset[joint], math.inf),
        WIDTH: (found.hysteresis_width, width, math.inf),
        ENERGY: (found.hysteresis_energy, energy, math.inf),
    }
    for quantity, (measured, true, tolerance) in absolute.items():
        if measured is not None and math.isfinite(true):
            yield _against(joint, quantity, measured, true, tolerance=tolerance)
    for line in found.ripple:
        yield from _of_line(joint, line, truth)


def _of_line(joint: int, line: Ripple, truth: TwistTruth) -> Iterator[Compared]:
    place = int(np.argmin(np.abs(np.array(RIPPLE_CYCLES) - line.cycles_per_motor_turn)))
    true = RIPPLE_CYCLES[place]
    cycles = Measured(line.cycles_per_motor_turn, line.cycles_std)
    if abs(cycles.value - true) > LINE_SHARE * true:
        yield Compared(joint, STRAY, line.amplitude)
        return
    yield _against(joint, CYCLES, cycles, true, unit=true, tolerance=CYCLES_SHARE)
    amplitude = Measured(line.amplitude, line.amplitude_std)
    yield _against(joint, AMPLITUDE, amplitude, truth.ripple_amplitude[place, joint])


def _against(
    joint: int,
    quantity: str,
    found: Measured,
    true: float,
    *,
    unit: float = 1.0,
    tolerance: float = math.inf,
) -> Compared:
    """``error`` and ``tolerance`` in units of ``unit``."""
    error = found.value - float(true)
    relative = float(error / unit)
    stds = error / found.std if 0.0 < found.std < math.inf else math.inf
    return Compared(joint, quantity, relative, stds, abs(relative) <= tolerance)
