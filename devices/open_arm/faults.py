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
from devices.protocol_open.shown import shown as shown_text
from devices.protocol_open.shown import shown_facts

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
"""The error for a code from the wire that is not one of ours, with that code as the fact ``said``."""


def device_error(code: str, facts: Mapping[str, Fact], *, default: type[DeviceError]) -> DeviceError:
    """The error for a code from the wire; ``default`` is the kind of a code we do not know.

    A device can only say what devices say: another code of this program, such as that of a
    fault in it, is one we do not know.
    """
    kind, shown = _KIND_OF.get(code), shown_facts(facts)
    if kind is not None:
        return kind(code, **shown)
    return default(UNKNOWN_CODE, **{**shown, "said": shown_text(code)})


def fault_of(code: str) -> str:
    """The code of a fault that a status tells; empty for none."""
    return code if not code or code in _KIND_OF else UNKNOWN_CODE
