"""The sentences about a controller's payload setting: D-051 and D-40x. Knows no Qt."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING_WRITTEN = "Nothing was written; the controller keeps what it had."

PAYLOAD_SETTING_ERRORS: Mapping[str, Wording] = {
    "payload-not-offered": Wording(
        "D-051",
        "This controller neither reports nor accepts a payload setting here.",
        "Nothing was changed.",
        "Type the result in at the controller's own panel.",
    ),
    "payload-outside-limits": Wording(
        "D-400",
        "The controller refuses {mass:apart limit} kg; it takes 0 to {limit:apart mass} kg.",
        _NOTHING_WRITTEN,
        "Hang up less, or measure again.",
    ),
    "payload-verdict": Wording(
        "D-401",
        "The payload is not known well enough: {quantities}.",
        f"Only what is good or usable in mass and centre of mass is written. {_NOTHING_WRITTEN}",
        "Do the sweeps that the result proposes.",
    ),
    "payload-contradicts": Wording(
        "D-408",
        "The payload as a whole is not known well enough ({verdict:words}).",
        f"Its reasons say why. {_NOTHING_WRITTEN}",
        "Do the sweeps that the result proposes.",
    ),
    "payload-unconfirmed": Wording(
        "D-409",
        "The payload is only usable, and its reasons were not confirmed ({reasons}).",
        _NOTHING_WRITTEN,
        "Read the reasons, confirm them, then write.",
    ),
    "payload-serial-unknown": Wording(
        "D-402",
        "It is not known whether the payload was measured with this arm.",
        f"The recording or the controller has no serial number. {_NOTHING_WRITTEN}",
        "Measure with this arm, or type the result in at the controller's own panel.",
    ),
    "payload-other-serial": Wording(
        "D-403",
        "The payload was measured with the arm {measured}, and {found} answers.",
        _NOTHING_WRITTEN,
        "Connect the arm that was measured.",
    ),
    "payload-outside-diagram": Wording(
        "D-404",
        "{mass:apart limit} kg at {distance} mm from the flange are more than the {limit:apart mass} kg "
        "that may hang there.",
        _NOTHING_WRITTEN,
        "Hang up less, or bring its centre of mass nearer to the flange.",
    ),
    "not-ready-for-payload": Wording(
        "D-405",
        "The controller is in no state to take a payload setting ({state}).",
        _NOTHING_WRITTEN,
        "Clear the fault or connect again.",
    ),
    "payload-not-kept": Wording(
        "D-406",
        "The controller keeps another payload than requested: {found} kg instead of {asked} kg, "
        "centres {apart} mm apart.",
        "The old setting was put back.",
        "Type the result in at the controller's own panel, and read it back.",
    ),
    "payload-not-restored": Wording(
        "D-407",
        "The old payload setting of {mass} kg could not be put back ({reason:words}).",
        "The controller may assume a payload that is not there: it may balance it wrongly.",
        "Set the payload at the controller's own panel before the arm moves.",
    ),
}
"""Sentences about errors of the setting, by their codes."""
