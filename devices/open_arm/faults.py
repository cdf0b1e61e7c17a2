"""Codes that a device sends, as errors of their kind."""

from collections.abc import Mapping

from core.errors import Fact
from devices.errors import (
    ConfigurationError,
    DataQualityError,
    DeviceError,
    MotionRejected,
    ProtocolError,
    RobotStateError,
)

_KINDS: dict[type[DeviceError], tuple[str, ...]] = {
    RobotStateError: (
        "emergency-stop",
        "protective-stop",
        "not-remote",
        "brakes-engaged",
        "fault-latched",
        "host-silent",
        "not-at-rest",
        "following-error",
        "torque-exceeded",
        "joint-limit",
    ),
    MotionRejected: (
        "not-armed",
        "already-moving",
        "motion-not-offered",
        "outside-limits",
        "start-pose-differs",
        "trajectory-damaged",
        "trajectory-incomplete",
        "trajectory-unknown",
        "stopped",
        "payload-not-offered",
        "payload-outside-limits",
        "simulation-not-offered",
    ),
    ConfigurationError: (
        "wrong-model",
        "encoder-sign",
        "encoder-ratio",
        "encoder-offset",
        "unknown-simulation",
    ),
    ProtocolError: ("protocol-version", "protocol-field", "not-a-request"),
    DataQualityError: ("encoder-glitch", "encoders-disagree", "stuck-channel"),
}
_KIND_OF = {code: kind for kind, codes in _KINDS.items() for code in codes}


def device_error(code: str, facts: Mapping[str, Fact], *, default: type[DeviceError]) -> DeviceError:
    """The error for a code from the wire; ``default`` is the kind of a code we do not know."""
    return _KIND_OF.get(code, default)(code, **facts)
