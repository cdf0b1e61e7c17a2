"""The errors that controllers raise: a stable code and facts, no sentences, in six kinds.

``app.errors.text`` words them, like the errors of the core.
"""

from core.errors import TorsionError

CHECK_NEEDED = "check-needed-after-stop"
"""Code of a refusal: the arm was stopped or reconnected after the motion was prepared."""


class DeviceError(TorsionError):
    """Base of all errors between this computer and an arm."""


class TransportError(DeviceError):
    """Bytes are not transferred: the port is missing or busy, or no answer came in time."""


class ProtocolError(DeviceError):
    """Bytes arrive but cannot be decoded: a bad frame, another protocol version, an unknown field."""


class RobotStateError(DeviceError):
    """The state of the arm forbids this: emergency stop, protective stop, brakes, wrong mode."""


class MotionRejected(DeviceError):
    """The motion was refused before it began: limits, start pose, payload, no valid check."""


class DataQualityError(DeviceError):
    """The stream cannot be trusted: gaps, a clock jump, a stuck channel, encoders that disagree."""


class ConfigurationError(DeviceError):
    """The arm differs from its description: model, serial number, sign, gear ratio or offset."""
