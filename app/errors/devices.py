"""The sentences about arms: errors of controller, stream, safety layer and procedures.

Errors are worded like all others (what happened · what it means · what to do); ``app.errors.text``
takes them from here. Short codes: D. Findings about a planned motion, lines of the readiness
list, and events of a recording are single sentences.
"""

from collections.abc import Mapping

from app.errors.arm import ARM_ERRORS, READINESS
from app.errors.cia402 import CIA402_ERRORS
from app.errors.connection import CONNECTION_ERRORS
from app.errors.elite_cs import ELITE_CS_ERRORS
from app.errors.elite_ec import ELITE_EC_ERRORS
from app.errors.franka import FRANKA_ERRORS
from app.errors.moteus import MOTEUS_ERRORS
from app.errors.motions import FINDINGS, MOTION_ERRORS
from app.errors.sentence import NOT_MOVED, OUR_FAULT, Wording
from app.errors.serial import SERIAL_ERRORS
from app.errors.trust import TRUST_ERRORS
from app.errors.universal_robots import UNIVERSAL_ROBOTS_ERRORS
from core.recording import Mark
from devices.errors import (
    ConfigurationError,
    DataQualityError,
    DeviceError,
    MotionRejected,
    ProtocolError,
    RobotStateError,
    TransportError,
)

__all__ = ["DEVICE_ERRORS", "DEVICE_KINDS", "EVENTS", "FINDINGS", "MARKS", "READINESS"]


DEVICE_ERRORS: Mapping[str, Wording] = {
    **CONNECTION_ERRORS,
    **SERIAL_ERRORS,
    **ARM_ERRORS,
    **MOTION_ERRORS,
    **TRUST_ERRORS,
    **UNIVERSAL_ROBOTS_ERRORS,
    **ELITE_CS_ERRORS,
    **ELITE_EC_ERRORS,
    **CIA402_ERRORS,
    **MOTEUS_ERRORS,
    **FRANKA_ERRORS,
}
"""All errors of an arm, by their codes."""

DEVICE_KINDS: Mapping[type[BaseException], Wording] = {
    TransportError: Wording("D-901", "The connection to the robot failed.", "", "Check the cable."),
    ProtocolError: Wording("D-902", "The robot said something that cannot be understood.", "", OUR_FAULT),
    RobotStateError: Wording(
        "D-903", "The robot is in no state for this.", "", "Look at its controller's messages."
    ),
    MotionRejected: Wording("D-904", "The motion was refused.", NOT_MOVED, "Change it and prepare it again."),
    DataQualityError: Wording("D-905", "What arrives cannot be trusted.", "", "Check cable and sensors."),
    ConfigurationError: Wording(
        "D-906", "The arm is not what its description says.", "", "Check robot and controller."
    ),
    DeviceError: Wording("D-900", "Something went wrong with the robot.", "", "Check the controller."),
}

EVENTS: Mapping[str, str] = {
    "ramp-not-checked": "The robot reports no torque: the faster stage ran without a prediction.",
    "excitation": "The motion is the plan {plan} of the visit.",
    "verification-motion": "Recorded to verify the model: {motion}.",
    "stage-forecast": "Stage {stage} was expected to take {share:%} of the rated torque of {joint:joint}.",
    "load-step-left-out": "{joint:Joint} was left out: gravity does not load it enough ({obstacle:words}).",
    "compensation-place-done": "Place {place}: the tool was {before:mm} mm off, now it is {after:mm} mm.",
    "ec-clock-set": "The controller's clock was set by {seconds} s; the time of the samples goes on evenly.",
    "moteus-aligned": "The joints of a row were measured within {within_s} s of one another.",
    "overflow": "This computer could not keep up for a moment; samples are missing.",
}
"""Events of a recording that are shown as a line; others are not shown."""

MARKS: Mapping[Mark, str] = {
    Mark.SYNTHETIC: "SYNTHETIC: computed recordings, not measured ones",
    Mark.VIRTUAL: "VIRTUAL: a simulated robot, no real arm",
    Mark.REPLAY: "REPLAY: an earlier recording played back, no real arm",
    Mark.SAID: "SAID TO BE VIRTUAL: the device calls itself virtual; it is handled as a real arm",
}
"""Words on everything that is not from a real arm."""
