"""The sentences about measuring a payload: I-08x, I-09x, Q-25x to Q-27x."""

from collections.abc import Mapping

from app.wording import Wording

_NOTHING = "Nothing was worked out."

PAYLOAD_ERRORS: Mapping[str, Wording] = {
    "payload-no-loaded-recording": Wording(
        "I-080",
        "No recording of sweeps with a payload was named, and the visit has none.",
        _NOTHING,
        "Run the payload sweeps, or name their recordings.",
    ),
    "payload-recording-twice": Wording(
        "I-081",
        "{labels} stands for two different loads.",
        "A recording has one load: the payload, a known one, or none. " + _NOTHING,
        "Name each recording once.",
    ),
    "payload-reference-missing": Wording(
        "I-082",
        "{file} has no sweeps of the arm without payload and no identified model.",
        "A payload is what an arm carries more than without it, so there is nothing to compare with.",
        "Run the sweeps with nothing on the flange, name an earlier visit of this arm, or identify a model.",
    ),
    "payload-reference-other-arm": Wording(
        "I-083",
        "The unloaded sweeps in {file} are of another arm: {reference}, not {arm}.",
        "Two arms differ by more than a payload. " + _NOTHING,
        "Name a visit of this arm, or run its own unloaded sweeps.",
    ),
    "payload-gains-not-identified": Wording(
        "I-084",
        "No visit that was named holds identified drive gains.",
        _NOTHING,
        "Find them first (torsion gains), or choose the manufacturer's.",
    ),
    "payload-runs-missing": Wording(
        "I-085",
        "The dynamic method compares runs without and with the payload; a model takes no part in it.",
        _NOTHING,
        "Name the unloaded run, or choose another method.",
    ),
    "payload-not-measured": Wording(
        "I-086",
        "No payload was measured in {file} yet.",
        "There is nothing to report.",
        "Run the payload sweeps, or torsion payload on recordings.",
    ),
    "gains-file-unreadable": Wording(
        "F-096",
        "{file} has no drive gains.",
        "It needs a JSON object with drive_gain, a list with one positive number per joint in N·m/A.",
        "Name a file that torsion gains --json wrote.",
    ),
    "gains-file-size": Wording(
        "F-097",
        "{file} has {found} drive gains; the arm has {wanted} joints.",
        _NOTHING,
        "Name the file of this arm.",
    ),
}

PAYLOAD_REASONS: Mapping[str, tuple[str, str]] = {}

REFUSED_SWEEPS: Mapping[str, str] = {}
"""Why a sweep could not be used, by its code; with the name of the joint and how many."""
