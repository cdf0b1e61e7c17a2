"""The payload that the controller assumes on its flange, until the next power-on.

It does not change the simulated arm: the real payload stays as it is.
"""

from devices.capabilities import ControllerKind
from devices.errors import MotionRejected
from devices.protocol_open.messages import PayloadTold, SetPayload
from devices.virtual.firmware.faults import FaultBoard

Center = tuple[float, float, float]
_AT_FLANGE: Center = (0.0, 0.0, 0.0)
FAULT = "payload-rounded"


class PayloadMemory:
    """Stores mass (kg) and centre (m, flange frame) for one power-on; at first no payload.

    At most ``largest`` kg are accepted. A read-only controller has no such setting.
    """

    def __init__(self, kind: ControllerKind, *, largest: float, faults: FaultBoard) -> None:
        self._largest, self._faults = largest, faults
        self.is_offered = kind is not ControllerKind.READ_ONLY
        self._mass, self._center = 0.0, _AT_FLANGE

    @property
    def mass(self) -> float | None:
        """Assumed mass in kg; None where the controller does not report it."""
        return self._mass if self.is_offered else None

    def forget(self) -> None:
        """Reset to no payload at a power-on."""
        self._mass, self._center = 0.0, _AT_FLANGE

    def told(self, request: int) -> PayloadTold:
        """Answer the request with this number; ``MotionRejected`` ``payload-not-offered``."""
        self._expect_offered()
        return PayloadTold(request, self._mass, self._center)

    def set(self, asked: SetPayload) -> None:
        """Store a payload; without a centre it is at the flange.

        Raises
        ------
        MotionRejected
            ``payload-not-offered``, or ``payload-outside-limits`` with the limit in kg.
        """
        self._expect_offered()
        if not 0.0 <= asked.mass <= self._largest:
            raise MotionRejected("payload-outside-limits", mass=asked.mass, limit=self._largest)
        self._mass, self._center = self._spoilt(asked.mass, asked.center or _AT_FLANGE)

    def _spoilt(self, mass: float, center: Center) -> tuple[float, Center]:
        fault = self._faults.find(FAULT)
        if fault is None:
            return mass, center
        step, shift = fault.number("step"), fault.number("shift")
        x, y, z = center
        return (round(mass / step) * step if step > 0.0 else mass), (x + shift, y, z)

    def _expect_offered(self) -> None:
        if not self.is_offered:
            raise MotionRejected("payload-not-offered")
