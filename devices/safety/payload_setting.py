"""When a controller's payload setting may be changed, and whether it took what was asked.

Only while the arm stands, with a measurement that is good for mass and centre of mass, made
with this very arm, of a load that the arm may carry; and what the controller says afterwards
must be what was asked, else the old setting goes back.
"""

import numpy as np

from core.errors import Fact
from core.payload.result import QUANTITIES, PayloadResult
from core.quality import Verdict
from core.robot.model import RobotModel
from core.robot.payload_envelope import payload_envelope
from devices.capabilities import Capabilities, Identity
from devices.controller import ControllerStatus, Lifecycle, PayloadSetting
from devices.errors import MotionRejected

MASS_TOLERANCE_KG = 0.01
CENTER_TOLERANCE_M = 0.001
"""By which what is read back may differ from what was asked."""
_STANDS = (Lifecycle.CONNECTED, Lifecycle.ARMED)


def setting_of(measured: PayloadResult) -> PayloadSetting:
    """What a controller should assume of a payload that was measured."""
    x, y, z = (float(value) for value in measured.estimate.center_of_mass)
    return PayloadSetting(float(measured.estimate.mass), (x, y, z))


def expect_measured(measured: PayloadResult, identity: Identity, robot: RobotModel) -> PayloadSetting:
    """The setting that may be written to this arm.

    Raises
    ------
    MotionRejected
        ``payload-verdict`` with the quantities that are not good, ``payload-serial-unknown`` or
        ``payload-other-serial`` where the measurement was made with another arm or nobody knows
        which, ``payload-outside-diagram``.
    """
    _expect_good(measured)
    expect_same_arm(measured.serial, identity)
    setting = setting_of(measured)
    _expect_inside(setting, robot)
    return setting


def expect_same_arm(serial: str, identity: Identity) -> None:
    """Refuse unless the arm that answers is the one of that serial number; see ``expect_measured``."""
    if not (serial and identity.serial):
        raise MotionRejected("payload-serial-unknown")
    if serial != identity.serial:
        raise MotionRejected("payload-other-serial", measured=serial, found=identity.serial)


def _expect_good(measured: PayloadResult) -> None:
    estimate = measured.estimate
    values = (estimate.mass, *estimate.center_of_mass)
    poor = tuple(
        name
        for name, value, judgement in zip(QUANTITIES, values, estimate.judgements, strict=True)
        if judgement.verdict is not Verdict.GOOD or not np.isfinite(value)
    )
    if poor:
        raise MotionRejected("payload-verdict", quantities=poor)


def _expect_inside(setting: PayloadSetting, robot: RobotModel) -> None:
    """A load that nobody limits is none that is outside."""
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
    """Refuse unless the controller takes a payload setting now.

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
    """Whether a controller tells what was asked, but for how it rounds."""
    if not abs(told.mass - asked.mass) <= MASS_TOLERANCE_KG:
        return False
    if asked.center is None:
        return True
    return told.center is not None and _apart(asked.center, told.center) <= CENTER_TOLERANCE_M


def difference(asked: PayloadSetting, told: PayloadSetting) -> dict[str, Fact]:
    """Facts of a setting that was not taken as asked: masses in kg, how far apart the centres are in mm."""
    facts: dict[str, Fact] = {"asked": asked.mass, "found": told.mass}
    if asked.center is not None and told.center is not None:
        facts["apart"] = 1e3 * _apart(asked.center, told.center)
    return facts


def _apart(first: tuple[float, float, float], second: tuple[float, float, float]) -> float:
    return float(np.linalg.norm(np.subtract(first, second)))
