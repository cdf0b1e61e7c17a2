"""Checks that the arm that answers is the confirmed one, and still the one that was connected.

A real arm moves only under its confirmed serial number. Nothing else that the device reports
counts here: whether it is a real arm is known from how it was opened.
"""

from devices.capabilities import Capabilities, Identity
from devices.errors import MotionRejected


def expect_confirmed(capabilities: Capabilities, identity: Identity, *, confirmed: str) -> None:
    """Refuse unless the serial number that a person has confirmed is that of the arm.

    Raises
    ------
    MotionRejected
        ``arm-without-serial`` for a real arm that reports none, so that its identity is unknown;
        ``serial-not-confirmed``, ``wrong-serial``.
    """
    found = identity.serial
    if capabilities.is_real_arm:
        if not found.strip():
            raise MotionRejected("arm-without-serial", model=identity.model)
        if not confirmed:
            raise MotionRejected("serial-not-confirmed", found=found)
    if confirmed and confirmed != found:
        raise MotionRejected("wrong-serial", expected=confirmed, found=found)


def expect_same(before: Identity, now: Identity) -> None:
    """Refuse unless the controller reports the same identity as at the time of connecting.

    Raises
    ------
    MotionRejected
        ``wrong-serial`` for another serial number, ``identity-changed`` for any other difference.
    """
    if now.serial != before.serial:
        raise MotionRejected("wrong-serial", expected=before.serial, found=now.serial)
    if now.key != before.key:
        raise MotionRejected("identity-changed", serial=before.serial)
