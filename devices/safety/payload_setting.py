"""Rules for changing a controller's payload setting, and the check of what it accepted.

The arm must stand. The measurement must be rated good, or usable for reasons that a person has read and
confirmed, come from this very arm, and be of a load that the arm may carry. The setting is read back: if
it differs from the request, the old setting is restored.
"""

from collections.abc import Collection

import numpy as np

from core.errors import Fact
from core.payload.result import QUANTITIES, PayloadResult
from core.quality import Verdict
from core.robot.model import RobotModel
from core.robot.payload_envelope import payload_envelope
from devices.capabilities import Capabilities, Identity
from devices.controller import Controller, ControllerStatus, Lifecycle, PayloadSetting
from devices.errors import MotionRejected

MASS_TOLERANCE_KG = 0.01
CENTER_TOLERANCE_M = 0.001
"""Largest difference between the requested setting and the one read back."""
_WRITTEN = (Verdict.GOOD, Verdict.USABLE)
_STANDS = (Lifecycle.CONNECTED, Lifecycle.ARMED)


def setting_of(measured: PayloadResult) -> PayloadSetting:
    """Convert a measured payload to the setting for a controller."""
    x, y, z = (float(value) for value in measured.estimate.center_of_mass)
    return PayloadSetting(float(measured.estimate.mass), (x, y, z))


def expect_measured(
    measured: PayloadResult, identity: Identity, robot: RobotModel, *, confirmed: Collection[str] = ()
) -> PayloadSetting:
    """Return the setting that may be written to this arm.

    Parameters
    ----------
    confirmed
        Codes of the reasons that a person has read and confirmed; a payload that is only usable needs
        all of its own.

    Raises
    ------
    MotionRejected
        ``payload-verdict`` with the quantities that are neither good nor usable, ``payload-contradicts`` if
        only the whole is not, ``payload-unconfirmed`` with the codes that were not confirmed,
        ``payload-serial-unknown`` or ``payload-other-serial`` if the measurement is from an unknown or
        another arm, ``payload-outside-diagram``.
    """
    _expect_usable(measured, confirmed)
    expect_same_arm(measured.serial, identity)
    setting = setting_of(measured)
    _expect_inside(setting, robot)
    return setting


def expect_same_arm(serial: str, identity: Identity) -> None:
    """Refuse unless the connected arm has this serial number; see ``expect_measured``."""
    if not (serial and identity.serial):
        raise MotionRejected("payload-serial-unknown")
    if serial != identity.serial:
        raise MotionRejected("payload-other-serial", measured=serial, found=identity.serial)


def _expect_usable(measured: PayloadResult, confirmed: Collection[str]) -> None:
    estimate, whole = measured.estimate, measured.overall
    values = (estimate.mass, *estimate.center_of_mass)
    poor = tuple(
        name
        for name, value, judgement in zip(QUANTITIES, values, estimate.judgements, strict=True)
        if judgement.verdict not in _WRITTEN or not np.isfinite(value)
    )
    if poor:
        raise MotionRejected("payload-verdict", quantities=poor)
    if whole.verdict not in _WRITTEN:
        raise MotionRejected("payload-contradicts", verdict=str(whole.verdict))
    unread = tuple(sorted({reason.code for reason in whole.reasons} - set(confirmed)))
    if unread:
        raise MotionRejected("payload-unconfirmed", reasons=unread)


def _expect_inside(setting: PayloadSetting, robot: RobotModel) -> None:
    """Refuse a load outside the payload diagram; without a diagram every load is inside."""
    if setting.mass < 0.0 or setting.center is None:
        raise MotionRejected("payload-verdict", quantities=QUANTITIES[:1])
    envelope = payload_envelope(robot)
    if envelope.allows(setting.mass, setting.center) is False:
        distance = float(np.linalg.norm(setting.center))
        raise MotionRejected(
            "payload-outside-diagram",
            mass=setting.mass,
            distance=1e3 * distance,
            limit=envelope.largest_mass(distance),
        )


def expect_standstill(status: ControllerStatus, capabilities: Capabilities) -> None:
    """Refuse unless the controller accepts a payload setting in its present state.

    Raises
    ------
    MotionRejected
        ``payload-not-offered``, ``already-moving``, or ``not-ready-for-payload`` with the state.
    """
    if not capabilities.payload_write_back:
        raise MotionRejected("payload-not-offered")
    if status.lifecycle is Lifecycle.MOVING:
        raise MotionRejected("already-moving")
    if status.lifecycle not in _STANDS:
        raise MotionRejected("not-ready-for-payload", state=str(status.lifecycle))


def is_kept(asked: PayloadSetting, told: PayloadSetting) -> bool:
    """True if the controller reports the requested setting, apart from rounding."""
    if not abs(told.mass - asked.mass) <= MASS_TOLERANCE_KG:
        return False
    if asked.center is None:
        return True
    return told.center is not None and _apart(asked.center, told.center) <= CENTER_TOLERANCE_M


def difference(asked: PayloadSetting, told: PayloadSetting) -> dict[str, Fact]:
    """Facts of a setting that differs from the request: masses in kg, distance of the centres in mm."""
    facts: dict[str, Fact] = {"asked": asked.mass, "found": told.mass}
    if asked.center is not None and told.center is not None:
        facts["apart"] = 1e3 * _apart(asked.center, told.center)
    return facts


def write_payload_again(controller: Controller) -> PayloadSetting:
    """Write the payload that is set, read it back, and return it; nothing changes.

    Raises
    ------
    MotionRejected
        ``payload-not-offered``, ``already-moving``, ``not-ready-for-payload``; ``payload-not-kept`` if
        another one is read back.
    """
    expect_standstill(controller.status, controller.capabilities)
    before = controller.read_payload()
    controller.write_payload(before)
    after = controller.read_payload()
    if not is_kept(before, after):
        raise MotionRejected("payload-not-kept", **difference(before, after))
    return after


def _apart(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    return float(np.linalg.norm(np.subtract(first, second)))
