"""Corrections of a set-up that was found to be wrong, for another identification of the same recordings."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import StrEnum

import numpy as np

from core.identification.settings import IdentificationSettings
from core.identification.setup_checks.result import SetupChecks


class Correction(StrEnum):
    """Faults that can be corrected without another recording."""

    MOUNTING = "mounting"
    LAG = "lag"


_CODES = {"mounting": Correction.MOUNTING, "channel-late": Correction.LAG}


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

    ``joints`` are the names of all joints. Only those with a fault are moved in time: the lag of the others
    is within what friction causes.
    """
    if setup is None:
        return None
    found = settings
    for reason in setup.reasons:
        correction = _CODES.get(reason.code)
        if correction not in allowed:
            continue
        if correction is Correction.MOUNTING:
            found = replace(found, gravity=tuple(setup.gravity.tolist()))
        elif correction is Correction.LAG:
            before = np.zeros(setup.lag.size) if found.late is None else found.late
            named = reason.facts["joints"]
            late = np.array([isinstance(named, tuple) and joint in named for joint in joints])
            moved = before + np.where(late, setup.lag, 0.0)
            found = replace(found, torque_lag=tuple(moved.tolist()))
    return None if found is settings else found
