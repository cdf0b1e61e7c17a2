"""Corrections of a set-up that was found to be wrong, for another identification of the same recordings."""

from collections.abc import Collection
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
    settings: IdentificationSettings, setup: SetupChecks | None, allowed: Collection[Correction]
) -> IdentificationSettings | None:
    """Settings with the allowed corrections of what was found; None where there is nothing to correct.

    Only the joints with a fault are moved in time: the others' lag is within what friction causes.
    """
    if setup is None:
        return None
    found = settings
    for reason in setup.reasons:
        correction = _CODES.get(reason.code)
        if correction not in allowed:
            continue
        if correction is Correction.MOUNTING:
            found = replace(found, gravity=setup.gravity)
        elif correction is Correction.LAG:
            before = np.zeros(setup.lag.size) if found.torque_lag is None else found.torque_lag
            late = np.isin(np.arange(setup.lag.size), reason.facts["places"])
            found = replace(found, torque_lag=before + np.where(late, setup.lag, 0.0))
    return None if found is settings else found
