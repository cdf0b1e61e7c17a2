"""The sentences of ``app.error_text``: one table per kind of thing that has a code.

A sentence may name facts in braces. Short codes: F files, R robot descriptions,
S settings, I identification, Q quality, X the rest. They never change meaning.
"""

from dataclasses import dataclass

from core.errors import (
    BadFile,
    BadRequest,
    DidNotConverge,
    NotEnoughData,
    NotIdentifiable,
    NotPhysical,
    PoorExcitation,
    TorsionError,
)
from core.quality import Verdict


@dataclass(frozen=True)
class Wording:
    """What happened, what it means, what to do; ``code`` is the short one for people."""

    code: str
    title: str
    meaning: str
    action: str


ERRORS: dict[str, Wording] = {
    # The system
    "stopped": Wording("X-001", "Stopped.", "The best result so far was kept.", ""),
    "out-of-memory": Wording(
        "X-002",
        "The computer ran out of memory.",
        "The work was not finished.",
        "Close other programs or use a shorter recording.",
    ),
    "unexpected": Wording(
        "X-003",
        "Something went wrong that Torsion did not expect: {kind}: {text}.",
        "The work was not finished.",
        "The log file has the details; send it with a report.",
    ),
    "file-missing": Wording(
        "F-001", "There is no file {file}.", "Nothing was changed.", "Check the name and folder."
    ),
    "file-not-permitted": Wording(
        "F-002",
        "The system does not allow access to {file}.",
        "Nothing was changed.",
        "Check its permissions or choose another place.",
    ),
    "file-is-folder": Wording(
        "F-003", "{file} is a folder, not a file.", "Nothing was changed.", "Name a file in it."
    ),
    "disk-full": Wording(
        "F-004", "The disk is full.", "{file} was not written.", "Make room and try again."
    ),
    "file-system": Wording(
        "F-005", "{file} could not be used: {text}.", "Nothing was changed.", "Check the file."
    ),
    # Settings
    "setting-not-positive": Wording(
        "S-001",
        "The setting {setting} has to be greater than zero.",
        "Nothing was computed.",
        "Change it.",
    ),
    "setting-not-finite": Wording(
        "S-002",
        "The setting {setting} contains something that is not a number.",
        "Nothing was computed.",
        "Change it.",
    ),
}

KINDS: dict[type[BaseException], Wording] = {
    BadFile: Wording("F-000", "The file could not be read.", "", "Check the file."),
    NotEnoughData: Wording(
        "I-001", "There is too little usable data.", "", "Use longer or more recordings."
    ),
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
    BadRequest: Wording(
        "S-000", "These settings do not go together.", "", "Change them and try again."
    ),
    TorsionError: Wording("X-000", "The work could not be done.", "", "Check what was asked."),
}

REASONS: dict[str, tuple[str, str]] = {}

DROPPED: dict[str, tuple[str, str]] = {}

PROBLEMS: dict[str, tuple[str, str]] = {}

VERDICTS: dict[Verdict, str] = {
    Verdict.GOOD: "Good: the numbers can be used as they are.",
    Verdict.USABLE: "Usable: the numbers can be used with the limits named.",
    Verdict.REPEAT: "Repeat: measure again before relying on the numbers.",
    Verdict.NOT_MEASURABLE: "Not measurable: these recordings cannot give the numbers.",
}
