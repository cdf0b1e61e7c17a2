"""Whether the arm that answers is the one that a person has named, and still the one that was connected.

A real arm moves only by its serial number. What it says of itself beside that decides
nothing here: only whoever opened it says that it is no real arm.
"""

from devices.capabilities import Capabilities, Identity
from devices.errors import MotionRejected


def expect_confirmed(capabilities: Capabilities, identity: Identity, *, confirmed: str) -> None:
    """Refuse unless the serial number that a person has confirmed is the arm's.

    Raises
    ------
    MotionRejected
        ``arm-without-serial`` for a real arm that has none, which nobody can tell from another one;
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
    """Refuse unless the controller says of itself what it said when it was connected.

    Raises
    ------
    MotionRejected
        ``wrong-serial`` where the serial number is another one, ``identity-changed`` where something
        else is.
    """
    if now.serial != before.serial:
        raise MotionRejected("wrong-serial", expected=before.serial, found=now.serial)
    if now.key != before.key:
        raise MotionRejected("identity-changed", serial=before.serial)
