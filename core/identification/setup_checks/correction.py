"""Corrections of a set-up that was found to be wrong, for another identification of the same recordings."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np

from core.estimation.rows import BoolArray
from core.identification.settings import IdentificationSettings
from core.identification.setup_checks.result import SetupChecks
from core.quality import Reason
from core.recording import FloatArray

AGREEING = 3.0
"""Distance in standard deviations within which the lag of a joint agrees with the mean of the others."""


class Correction(StrEnum):
    """Faults that can be corrected without another recording."""

    MOUNTING = "mounting"
    LAG = "lag"
    GRAVITY = "gravity"
    """Torques without weight: the model is one without gravity."""
    COUPLING = "coupling"
    ZERO = "zero"
    VELOCITY_ORDER = "velocity-order"
    VELOCITY_SIGN = "velocity-sign"
    VELOCITY_UNIT = "velocity-unit"
    """As the two before it: the velocity is computed from the positions."""


_CODES = {
    "mounting": Correction.MOUNTING,
    "channel-late": Correction.LAG,
    "without-gravity": Correction.GRAVITY,
    "joint-coupled": Correction.COUPLING,
    "zero-off": Correction.ZERO,
    "velocity-exchanged": Correction.VELOCITY_ORDER,
    "velocity-apart": Correction.VELOCITY_ORDER,
    "velocity-unsigned": Correction.VELOCITY_SIGN,
    "velocity-reversed": Correction.VELOCITY_SIGN,
    "velocity-scaled": Correction.VELOCITY_UNIT,
}


def correctable(setup: SetupChecks | None) -> tuple[Correction, ...]:
    """Corrections of the faults that were found."""
    codes = () if setup is None else setup.codes
    return tuple(_CODES[code] for code in codes if code in _CODES)


def corrected(
    settings: IdentificationSettings,
    setup: SetupChecks | None,
    allowed: Collection[Correction],
    *,
    joints: Sequence[str],
) -> IdentificationSettings | None:
    """Settings with the allowed corrections of what was found; None where there is nothing to correct.

    ``joints`` are the names of all joints. Joints without a fault are moved in time only where most of the
    joints are late by the same time (``_late``): else their lag is within what friction causes.
    """
    if setup is None:
        return None
    found = settings
    for reason in setup.reasons:
        correction = _CODES.get(reason.code)
        if correction is not None and correction in allowed:
            found = _put_right(found, setup, correction, reason, joints)
    return None if found is settings else found


def _put_right(
    found: IdentificationSettings,
    setup: SetupChecks,
    correction: Correction,
    reason: Reason,
    joints: Sequence[str],
) -> IdentificationSettings:
    match correction:
        case Correction.MOUNTING:
            return replace(found, gravity=tuple(setup.gravity.tolist()))
        case Correction.GRAVITY:
            return replace(found, gravity=(0.0, 0.0, 0.0))
        case Correction.LAG:
            before = np.zeros(setup.lag.size) if found.late is None else found.late
            named = reason.facts["joints"]
            late = np.array([isinstance(named, tuple) and joint in named for joint in joints])
            moved = before + _late(setup.lag, setup.lag_std, found=late)
            return replace(found, torque_lag=tuple(moved.tolist()))
        case Correction.ZERO if setup.reported_zero is not None:
            return replace(found, reported_zero=tuple(setup.reported_zero.tolist()))
        case Correction.COUPLING if setup.coupled is not None:
            read = np.zeros(setup.coupled.size) if found.readings is None else found.readings
            return replace(found, coupled=tuple((read + setup.coupled).tolist()))
        case Correction.VELOCITY_ORDER | Correction.VELOCITY_SIGN | Correction.VELOCITY_UNIT:
            return replace(found, velocity_from_position=True)
    return found


def _late(lag: FloatArray, std: FloatArray, *, found: BoolArray) -> FloatArray:
    """Time in s (n,) by which each torque is to be taken earlier: its own lag where one was ``found``.

    Where more than half of the joints are late and agree, one controller or one filter is the cause, and the
    torque of the others comes from it too. They get the mean, unless their own lag contradicts it.
    """
    own = np.where(found, lag, 0.0)
    if 2 * np.count_nonzero(found) <= found.size:
        return own
    weight = 1.0 / std[found] ** 2
    mean = float(weight @ lag[found] / weight.sum())
    apart = np.abs(lag - mean) > AGREEING * std
    if np.any(apart & found):
        return own
    return np.where(found | apart, own, mean)
