"""All sentences for the core's errors, and general ones for errors with an unknown code.

The sentences are grouped by subject in modules of their own; those for single findings are in
``app.errors.findings``.
"""

from app.errors.arranging import ARRANGING_ERRORS
from app.errors.files import FILE_ERRORS
from app.errors.sentence import REPORT, Wording
from app.errors.settings import SETTING_ERRORS
from core.errors import (
    BadFile,
    BadRequest,
    DidNotConverge,
    DiskFull,
    Infeasible,
    NotEnoughData,
    NotIdentifiable,
    NotPhysical,
    PoorExcitation,
    TorsionError,
)
from core.quality import Verdict

ERRORS: dict[str, Wording] = {
    **FILE_ERRORS,
    **ARRANGING_ERRORS,
    **SETTING_ERRORS,
    # Errors that only a fault of the program can cause
    "base-routes-disagree": Wording(
        "X-004",
        "Two ways of counting this robot's identifiable parameters disagree ({first} and {second}).",
        "The grouping cannot be trusted.",
        "Check the robot description for lengths that are almost zero.",
    ),
    "base-columns": Wording(
        "X-005", "A regressor has {found} columns instead of {wanted}.", "Nothing was computed.", REPORT
    ),
    "rows-shape": Wording(
        "X-006", "{array} has the size {found} instead of {wanted}.", "Nothing was computed.", REPORT
    ),
    "rows-not-finite": Wording(
        "X-007",
        "The samples of joint {joint} contain something that is not a number.",
        "Nothing was identified.",
        "Leave the recording out, or import it again.",
    ),
    "motion-shape": Wording(
        "X-008", "A motion has the size {found} instead of {expected}.", "Nothing was computed.", REPORT
    ),
    "parameters-shape": Wording(
        "X-009", "Parameters have the size {found} instead of {expected}.", "Nothing was computed.", REPORT
    ),
}

KINDS: dict[type[BaseException], Wording] = {
    BadFile: Wording("F-000", "The file could not be read.", "", "Check the file."),
    DiskFull: Wording("F-024", "The disk is full.", "Nothing was changed.", "Make room and try again."),
    Infeasible: Wording(
        "S-051", "What is asked for cannot be done.", "Nothing was planned.", "Change the settings."
    ),
    NotEnoughData: Wording("I-001", "There is too little usable data.", "", "Use longer or more recordings."),
    PoorExcitation: Wording(
        "I-002", "The motion does not show what was asked for.", "", "Record a richer motion."
    ),
    NotPhysical: Wording(
        "I-003", "No physically possible parameters agree with this.", "", "Check the recording."
    ),
    NotIdentifiable: Wording(
        "I-004", "This kind of measurement cannot determine that.", "", "Measure differently."
    ),
    DidNotConverge: Wording(
        "I-005", "The computation did not settle.", "", "Use other recordings or settings."
    ),
    BadRequest: Wording("S-000", "These settings do not go together.", "", "Change them and try again."),
    TorsionError: Wording("X-000", "The work could not be done.", "", "Check what was asked."),
}

VERDICTS: dict[Verdict, str] = {
    Verdict.GOOD: "Good: the numbers can be used as they are.",
    Verdict.USABLE: "Usable: the numbers can be used with the limits named.",
    Verdict.REPEAT: "Repeat: measure again before relying on the numbers.",
    Verdict.NOT_MEASURABLE: "Not measurable: these recordings cannot give the numbers.",
}
