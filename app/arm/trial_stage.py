"""Stages of a real arm in a network on its way to motion: from reading to its first trial. No Qt."""

from enum import StrEnum

from app.visit.settings import Settings
from core.errors import BadRequest
from devices.capabilities import Capabilities
from devices.families import family_of
from devices.family import CONSENTED


class TrialStage(StrEnum):
    """The stages; a family that knows no consent, and an arm that is not real, have none."""

    NONE = "none"
    READ_ONLY = "read-only"
    """Arms of this family are only read."""
    NO_SERIAL = "no-serial"
    TO_BEGIN = "to-begin"
    """It is read, and has not passed its first trial."""
    TO_ALLOW = "to-allow"
    """It is read, and has passed it."""
    REFUSED = "refused"
    """It may be moved, and its controller takes no motion."""
    UNDER_WAY = "under-way"
    """It may be moved for its first trial only."""
    ALLOWED = "allowed"


def stage_of(uri: str, *, serial: str, capabilities: Capabilities, settings: Settings) -> TrialStage:
    """Find the stage of a connected arm by the name it was opened by."""
    try:
        family = family_of(uri)
    except BadRequest:
        return TrialStage.NONE
    if family.network is None or not capabilities.is_real_arm:
        return TrialStage.NONE
    if not family.takes_consent:
        return TrialStage.READ_ONLY
    if not serial:
        return TrialStage.NO_SERIAL
    has_passed = settings.trial_of(family.scheme, serial) is not None
    if CONSENTED not in uri.partition("?")[2].split("&"):
        return TrialStage.TO_ALLOW if has_passed else TrialStage.TO_BEGIN
    if not capabilities.can_move:
        return TrialStage.REFUSED
    return TrialStage.ALLOWED if has_passed else TrialStage.UNDER_WAY
