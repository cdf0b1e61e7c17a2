"""Sentences about the correction of the tool for its load: D-410 to D-427, Q-300 to Q-305, F-320."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOT_MOVED = "Nothing has moved."
_AGAIN = "Measure without the load again, then with it."

COMPENSATE_ERRORS: Mapping[str, Wording] = {
    "compensation-no-places": Wording(
        "D-410",
        "No place is named at which the tool is to be corrected.",
        _NOT_MOVED,
        "Add at least one: type it, or take the pose where the arm stands now.",
    ),
    "compensation-place-shape": Wording(
        "D-411",
        "Place {place} has {found} joint positions; the arm has {expected} joints.",
        _NOT_MOVED,
        "Give one for every joint.",
    ),
    "compensation-place-limits": Wording(
        "D-412",
        "Place {place} is beyond the limits of {joint:joint}.",
        _NOT_MOVED,
        "Choose a place that the arm reaches.",
    ),
    "compensation-place-not-reached": Wording(
        "D-413",
        "Place {place} has no room for the last, slow move to it ({findings}).",
        f"The joints come to a place a little from below or above, and something is in the way. {_NOT_MOVED}",
        "Leave this place out, or choose one that is a few degrees away.",
    ),
    "compensation-no-reference": Wording(
        "D-414",
        "The places were not measured without the load yet.",
        "How far a load bends the arm shows only beside the arm without it. Nothing has moved.",
        _AGAIN,
    ),
    "compensation-other-arm": Wording(
        "D-415",
        "The places were measured without the load on the arm {measured}; {found} is connected.",
        _NOT_MOVED,
        _AGAIN,
    ),
    "compensation-other-power-on": Wording(
        "D-416",
        "The robot was switched off since the places were measured without the load.",
        f"Its encoders count from other zeros now, which would look like a bend of the gears. {_NOT_MOVED}",
        _AGAIN,
    ),
    "compensation-other-places": Wording(
        "D-417",
        "These are {asked} places; {measured} others were measured without the load.",
        _NOT_MOVED,
        "Leave the places out to take those that were measured, or measure these without the load first.",
    ),
    "compensation-elsewhere": Wording(
        "D-418",
        "At place {place} {joint:joint} is {size:deg}° from its commanded position.",
        "Something else than a load keeps it there. The arm was stopped, and what was recorded is kept.",
        "Look for what touches the arm, then begin again.",
    ),
    "standstill-columns": Wording(
        "D-419",
        "The controller does not tell where its motors and its links are.",
        "How far gears bend cannot be seen. The arm was stopped.",
        "Let the controller stream the encoders before and behind the gears.",
    ),
    "standstill-too-short": Wording(
        "D-420",
        "Only {samples} samples of the standing arm came; {wanted} are needed.",
        "The arm was stopped, and what was recorded is kept.",
        "Check the connection, then begin again.",
    ),
    "standstill-samples-missing": Wording(
        "D-421",
        "{missing} samples of the standing arm are missing.",
        "A mean with holes is not trusted. The arm was stopped, and what was recorded is kept.",
        "Check the connection, then begin again.",
    ),
    "standstill-moved": Wording(
        "D-422",
        "{joint:Joint} moved by {size:arcmin apart limit} arcmin while the arm was to stand; "
        "{limit:arcmin apart size} arcmin are allowed.",
        "The arm was stopped, and what was recorded is kept.",
        "Keep everyone away from the arm and the load, then begin again.",
    ),
    "standstill-swings": Wording(
        "D-423",
        "The twist of {joint:joint} went by {size:arcmin apart limit} arcmin while the arm stood; "
        "{limit:arcmin apart size} arcmin are allowed.",
        "Something still swings. The arm was stopped, and what was recorded is kept.",
        "Fasten the load, or let it hang still, then begin again.",
    ),
    "correction-unseen": Wording(
        "D-424",
        "No joint tells how far its gear bends.",
        "The arm was stopped; nothing was corrected.",
        "Check the link encoders.",
    ),
    "correction-grows": Wording(
        "D-425",
        "A correction made it worse: {before} mm were left before it, {now} mm after it.",
        "No further step is made there.",
        "Check the signs of both encoders with torsion run check.",
    ),
    "correction-too-large": Wording(
        "D-426",
        "The load bends the arm by {shift} mm, {share} times what may be corrected.",
        "Three steps of at most 0.2° and 5 mm are allowed. Nothing was corrected there.",
        "Check the load and the joints' stiffness; correct the program by hand if both are right.",
    ),
    "correction-over": Wording(
        "D-427", "All {steps} steps of a correction were made.", "Nothing more is done there.", ""
    ),
    "places-file": Wording(
        "F-320",
        "{file} is no list of places ({reason}).",
        _NOT_MOVED,
        "Write one place a line: joint positions in degrees (m where a joint slides), commas between them.",
    ),
}
COMPENSATE_REASONS: Mapping[str, tuple[str, str]] = {
    "correction-grows": (
        "A correction made it worse: {before} mm before it, {now} mm after it. Check the signs of "
        "both encoders.",
        "Q-300",
    ),
    "correction-too-large": (
        "The load bends the arm by {shift} mm, more than three small steps may undo. Nothing was "
        "corrected there.",
        "Q-301",
    ),
    "correction-not-settled": (
        "At place {place} {left} mm are left after all steps that are allowed.",
        "Q-302",
    ),
    "correction-joints-unseen": (
        "These joints have no link encoder; what they give is not corrected: {joints}.",
        "Q-303",
    ),
    "correction-warmed": (
        "At place {place} {joint} is {kelvin} K warmer or colder than without the load. Measure both "
        "runs at one temperature.",
        "Q-304",
    ),
    "compensation-places-left": ("{missing} of the places were not corrected. Run it again.", "Q-305"),
}
