"""Maps codes that a device sends to errors of this program."""

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
from devices.protocol_open.safe_text import shown as shown_text
from devices.protocol_open.safe_text import shown_facts

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
        "trajectory-joint-count",
        "trajectory-not-at-rest",
        "trajectory-too-large",
        "trajectory-too-long",
        "trajectory-unreadable",
        "move-too-long",
        "speed-out-of-range",
        "unknown-joint",
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
        "unknown-fault",
        "fault-setting",
        "fault-channel",
        "payload-setting",
    ),
    ProtocolError: ("protocol-version", "protocol-field", "not-a-request"),
    DataQualityError: ("encoder-glitch", "encoders-disagree", "stuck-channel"),
}
_KIND_OF = {code: kind for kind, codes in _KINDS.items() for code in codes}


UNKNOWN_CODE = "controller-says"
"""The error for a code that this program does not know; the fact ``said`` carries the code."""


def device_error(code: str, facts: Mapping[str, Fact], *, default: type[DeviceError]) -> DeviceError:
    """Return the error for a code from the device; ``default`` is the error class of an unknown code.

    Only codes in the table are taken over. Any other code counts as unknown, even one that this program
    uses for a fault of its own.
    """
    kind, shown = _KIND_OF.get(code), shown_facts(facts)
    if kind is not None:
        return kind(code, **shown)
    return default(UNKNOWN_CODE, **{**shown, "said": shown_text(code)})


def fault_of(code: str) -> str:
    """Return the fault code of a status as shown to the user; empty without a fault."""
    return code if not code or code in _KIND_OF else UNKNOWN_CODE
