"""The errors that controllers raise: a stable code and facts, no prose, in six kinds.

``app.errors.text`` words them like those of the core.
"""

from core.errors import TorsionError


class DeviceError(TorsionError):
    """Base of everything that goes wrong between this computer and an arm."""


class TransportError(DeviceError):
    """The bytes do not get through: the port is gone, busy, or nothing came in time."""


class ProtocolError(DeviceError):
    """The bytes make no sense: a bad frame, another version, an unknown field."""


class RobotStateError(DeviceError):
    """The arm is in no state for this: emergency stop, protective stop, brakes, wrong mode."""


class MotionRejected(DeviceError):
    """The motion was refused before it began: limits, start pose, payload, no fresh check."""


class DataQualityError(DeviceError):
    """What arrives cannot be trusted: gaps, a clock jump, a stuck channel, encoders that disagree."""


class ConfigurationError(DeviceError):
    """The arm is not what its description says: wrong model, serial number, sign, ratio, offset."""
