"""The sentences of ``app.error_text`` for errors: what happened, what it means, what to do.

A sentence may name facts in braces. Short codes: F files, V visits, R robot
descriptions, S settings, I identification, Q quality, X the rest. They never change
meaning. The sentences for single findings are in ``app.finding_wording``.
"""

from dataclasses import dataclass

from core.errors import (
    BadFile,
    BadRequest,
    DidNotConverge,
    Infeasible,
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


REPORT = "This is a fault in Torsion; the log file has the details."

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
    "file-not-permitted": Wording(
        "F-002",
        "The system does not allow access to {file}.",
        "Nothing was changed.",
        "Check its permissions or choose another place.",
    ),
    "file-is-folder": Wording(
        "F-003", "{file} is a folder, not a file.", "Nothing was changed.", "Name a file in it."
    ),
    "disk-full": Wording("F-004", "The disk is full.", "{file} was not written.", "Make room and try again."),
    "file-system": Wording(
        "F-005", "{file} could not be used: {text}.", "Nothing was changed.", "Check the file."
    ),
    # Recordings and their layouts
    "layout-does-not-fit": Wording(
        "F-010",
        "{file} is not laid out as this layout says.",
        "Nothing was imported.",
        "Name the layout that fits, or a layout file of your own (--layout).",
    ),
    "rows-outside-file": Wording(
        "F-011",
        "The rows {first} to {last} are not all in the file, which has {available} rows.",
        "Nothing was imported.",
        "Choose rows between 1 and {available}.",
    ),
    "no-usable-rows": Wording(
        "F-012",
        "{file} has no row that can be used.",
        "Nothing was imported.",
        "Check the file and its layout.",
    ),
    "wrong-joint-count": Wording(
        "F-013",
        "{file} does not have the robot's {expected} joints in all quantities.",
        "Nothing was imported.",
        "Check the robot and the layout.",
    ),
    "unknown-layout": Wording(
        "F-014",
        "There is no layout {layout}, and no file of that name.",
        "There are: {layouts}.",
        "Choose one of these or name a layout file.",
    ),
    "bad-layout": Wording("F-015", "The layout {file} cannot be used.", "", "Correct it and try again."),
    "not-toml": Wording("F-016", "{file} is not TOML ({reason}).", "It cannot be used.", "Correct it."),
    "not-npz": Wording(
        "F-017", "{file} is not a NumPy archive ({reason}).", "Nothing was imported.", "Check the file."
    ),
    "not-mat": Wording(
        "F-018",
        "{file} is not a MATLAB file that can be read ({reason}).",
        "Nothing was imported.",
        "Save it again with -v7.",
    ),
    "not-csv": Wording(
        "F-019", "{file} is not a table ({reason}).", "Nothing was imported.", "Check the file."
    ),
    # Visits
    "file-missing": Wording(
        "F-001", "There is no file {file}.", "Nothing was changed.", "Check the name and folder."
    ),
    "folder-missing": Wording(
        "V-021",
        "There is no folder {folder}.",
        "No visit was made.",
        "Make the folder, or choose another place.",
    ),
    "file-exists": Wording(
        "V-001", "{file} exists already.", "A visit never replaces a file.", "Choose another name or open it."
    ),
    "not-a-visit": Wording(
        "V-002", "{file} is not a visit file.", "Nothing was changed.", "Choose a file that Torsion made."
    ),
    "visit-too-new": Wording(
        "V-003",
        "{file} was written by a newer program ({software}).",
        "This version cannot read it; nothing was changed.",
        "Update Torsion.",
    ),
    "visit-too-old": Wording(
        "V-004",
        "{file} has the old form {schema}, which this version no longer converts.",
        "Nothing was changed.",
        "Open it once with an older version.",
    ),
    "visit-locked": Wording(
        "V-005",
        "Another program is changing {file}.",
        "Nothing was changed.",
        "Wait until it is done, or close the other window, and try again.",
    ),
    "file-damaged": Wording(
        "V-006",
        "{file} is damaged and cannot be read ({reason}).",
        "Nothing was changed.",
        "Use a copy or a backup.",
    ),
    "bad-fields": Wording(
        "V-007",
        "Stored values do not form a {kind}.",
        "They were not used.",
        "Check which program wrote them.",
    ),
    "label-exists": Wording(
        "V-008",
        "The visit has a recording named {label} already.",
        "Nothing was changed; stored recordings are never replaced.",
        "Give the new one another label.",
    ),
    "label-not-usable": Wording(
        "V-009", "'{label}' cannot name a recording.", "Nothing was changed.", "Choose a plain name."
    ),
    "unknown-label": Wording(
        "V-010", "The visit has no recording {label}.", "It has: {labels}.", "Choose one of these."
    ),
    "unknown-recording": Wording(
        "V-011", "The visit has no recording {labels}.", "It has: {known}.", "Choose one of these."
    ),
    "visit-without-recordings": Wording(
        "V-030",
        "{file} holds no recording yet.",
        "There is nothing to analyse.",
        "Import a recording, or make one.",
    ),
    "recordings-without-twist": Wording(
        "V-031",
        "These recordings have no joint with both encoders: {labels}.",
        "The twist of a gear is the difference between its two encoders.",
        "Choose among those that have: {known}.",
    ),
    "no-recording-with-both-encoders": Wording(
        "V-032",
        "No recording of the visit has a joint with both encoders.",
        "The twist of a gear is the difference between its two encoders; nothing was computed.",
        "Record motor and link encoders together.",
    ),
    "locked-output-alone": Wording(
        "V-034",
        "The gears of this robot are locked at their output.",
        "They need no model of the arm, and nothing is fitted that could be validated.",
        "Name the recordings alone.",
    ),
    "recording-lacks-encoders": Wording(
        "V-033",
        "{recording} does not hold both motor and link encoders.",
        "The twist of a gear is the difference between the two.",
        "Choose another recording.",
    ),
    "unknown-result": Wording(
        "V-012", "The visit has no result {key}.", "It has: {keys}.", "Choose one of these."
    ),
    "no-samples": Wording(
        "V-013", "The recording {label} is empty.", "It was not stored.", "Check the rows that were chosen."
    ),
    "column-shape": Wording(
        "V-014",
        "The columns of the recording {label} have different lengths or joints ({quantity}).",
        "It was not stored.",
        "Check the layout it was read with.",
    ),
    "clock-not-increasing": Wording(
        "V-015",
        "The clock of the recording {label} runs backwards.",
        "It was not stored.",
        "Import it again.",
    ),
    "visit-missing": Wording(
        "V-016",
        "There is no visit {file}, but recordings that belong to it lie beside its place ({parts}).",
        "They were not taken into any visit; nothing was changed.",
        "Put the visit back under this name, or make a new one of this name: it takes them in.",
    ),
    "recording-in-progress": Wording(
        "V-017",
        "The recording {file} is still being made.",
        "Nothing was changed.",
        "End it first.",
    ),
    "part-unreadable": Wording(
        "V-018",
        "The unfinished recording {file} cannot be read.",
        "The file was left where it is; the rest of the visit is untouched.",
        "Keep the file and have it looked at, or remove it if it is not needed.",
    ),
    "part-too-new": Wording(
        "V-019",
        "The unfinished recording {file} was written by a newer program ({software}).",
        "It was left where it is.",
        "Update Torsion and open the visit again.",
    ),
    "parts-not-taken-in": Wording(
        "V-020",
        "The unfinished recording {file} could not be taken into the visit ({reason}).",
        "It was left where it is; the rest of the visit is untouched.",
        "Make room on the disk and see that the folder can be written, then open the visit again.",
    ),
    # Robots
    "robot-without-joints": Wording(
        "R-001", "The robot {robot} has no joints.", "It cannot be used.", "Add its joints."
    ),
    "robot-joint-name-twice": Wording(
        "R-002",
        "Two joints of the robot {robot} have one name ({names}).",
        "It cannot be used.",
        "Name them differently.",
    ),
    "robot-coupling-singular": Wording(
        "R-003",
        "The coupling matrix of the robot {robot} has no inverse.",
        "Joint positions could not be found from the motors.",
        "Correct the matrix.",
    ),
    "robot-capsule": Wording(
        "R-010",
        "Capsule {number} of the robot {robot} has no radius or belongs to no link.",
        "Distances to the arm could not be found.",
        "Correct the capsule.",
    ),
    "robot-array-shape": Wording(
        "R-004",
        "The robot's {field} has the size {found} instead of {expected}.",
        "The description cannot be used.",
        "Correct it.",
    ),
    "robot-array-not-finite": Wording(
        "R-005",
        "The robot's {field} contains something that is not a number.",
        "The description cannot be used.",
        "Correct it.",
    ),
    "no-inertial-parameters": Wording(
        "R-006",
        "The description of {robot} has no link masses and inertias.",
        "Nothing can be computed from them.",
        "Add them or choose another robot.",
    ),
    "urdf-without-description": Wording(
        "R-007",
        "The description of {robot} has no link masses and inertias.",
        "A URDF or MJCF needs them to fill in what the data leave open; nothing was written.",
        "Identify again with possible bodies (--physical), add masses to the description, or choose "
        "another format.",
    ),
    "bad-robot-file": Wording(
        "R-008", "The robot description {file} cannot be used.", "", "Correct it and try again."
    ),
    "unknown-robot": Wording(
        "R-009",
        "There is no robot {robot}, and no description file of that name.",
        "There are: {robots}.",
        "Choose one of these or name a .toml or .urdf file.",
    ),
    # Settings
    "setting-not-positive": Wording(
        "S-001", "The setting {setting} has to be greater than zero.", "Nothing was computed.", "Change it."
    ),
    "setting-negative": Wording(
        "S-058", "The setting {setting} may not be below zero.", "Nothing was computed.", "Change it."
    ),
    "setting-not-a-share": Wording(
        "S-059",
        "The setting {setting} is a share: more than 0 and at most 1.",
        "Nothing was computed.",
        "Change it.",
    ),
    "setting-not-finite": Wording(
        "S-002",
        "The setting {setting} contains something that is not a number.",
        "Nothing was computed.",
        "Change it.",
    ),
    "nothing-to-fit": Wording(
        "S-003", "No recording was chosen for the fit.", "Nothing was computed.", "Choose at least one."
    ),
    "recording-chosen-twice": Wording(
        "S-009",
        "Named more than once: {labels}.",
        "Counted twice, a recording would make the result look more certain than it is.",
        "Name each recording once.",
    ),
    "fit-and-validate-overlap": Wording(
        "S-004",
        "The recording {labels} was chosen both to fit and to validate.",
        "A model cannot be judged on what it was fitted to.",
        "Choose it for one of the two.",
    ),
    "resume-differs": Wording(
        "S-010",
        "The result that was stopped was made with other {what}.",
        "The fit cannot go on from it. Nothing was computed.",
        "Start from the beginning, or choose what it was made with.",
    ),
    "ml-needs-periods": Wording(
        "I-050",
        "{recording} does not repeat its motion.",
        "Maximum likelihood takes the noise from what differs between periods, so nothing was fitted.",
        "Run the excitation for two periods or more, or choose another estimator.",
    ),
    "torque-sources-differ": Wording(
        "S-005",
        "The recordings give the torque in different ways ({sources}).",
        "They cannot be fitted together.",
        "Choose recordings of one kind.",
    ),
    "no-information": Wording(
        "I-040",
        "This estimator does not say what its rows determine.",
        "The nearest possible bodies cannot be found.",
        "Choose another estimator.",
    ),
    "mass-bounds": Wording(
        "S-040",
        "Bounds on the masses need a lowest and a highest one, in this order, for each of the {links} links.",
        "Nothing was fitted.",
        "Correct the bounds.",
    ),
    "no-described-masses": Wording(
        "S-039",
        "The description of {robot} has no masses to stay near.",
        "Nothing was fitted.",
        "Leave out the tolerance of the masses, or add masses to the description.",
    ),
    "no-drive-gain": Wording(
        "S-006",
        "The recording {recording} holds currents, and the description of {robot} has no drive gains.",
        "Torque cannot be worked out from them.",
        "Name a file with drive gains (--gains FILE) or add them to the description.",
    ),
    "gain-pairs-missing": Wording(
        "S-100",
        "No pair of runs was named.",
        "Drive gains come from runs without and with a known payload.",
        "Name at least one run of each kind.",
    ),
    "gain-run-not-unloaded": Wording(
        "S-101",
        "The recording {recording} says that it carried a payload.",
        "It was named as the run without one.",
        "Choose a run with nothing on the flange.",
    ),
    "gain-mass-unknown": Wording(
        "S-102",
        "Nobody said what mass the flange carried in {recording}.",
        "The known mass is what gives the drive gains their scale.",
        "Weigh the payload and give its mass (--payload-kg M).",
    ),
    "gain-without-current": Wording(
        "S-103",
        "The recording {recording} holds no motor currents.",
        "A drive gain is torque per current; torque alone cannot give it.",
        "Choose recordings with currents.",
    ),
    "gain-coupled-joints": Wording(
        "S-104",
        "Some motors of {robot} turn two joints at once.",
        "Torsion finds drive gains only where each motor turns one joint.",
        "Take the gains from the maker (--gains FILE).",
    ),
    "gain-compensated-arm": Wording(
        "S-105",
        "A spring or gas cylinder helps the motors of {robot} against gravity.",
        "Torsion finds drive gains only on arms without one.",
        "Take the gains from the maker (--gains FILE).",
    ),
    "drive-gain-count": Wording(
        "S-007",
        "{given} drive gains were given for {joints} joints.",
        "Nothing was computed.",
        "Give one per joint.",
    ),
    "cutoff-above-nyquist": Wording(
        "S-008",
        "A filter at {cutoff_hz} Hz is too high for samples at {rate_hz} Hz.",
        "Nothing was computed.",
        "Choose less than half the sample rate.",
    ),
    # Trajectories
    "trajectory-shape": Wording(
        "S-020",
        "{field} of the trajectory has the size {found} instead of {expected}.",
        "There is no such trajectory.",
        "Give one row per joint and as many columns everywhere.",
    ),
    "trajectory-not-finite": Wording(
        "S-021",
        "{field} of the trajectory contains something that is not a number.",
        "There is no such trajectory.",
        "Correct it.",
    ),
    "trajectory-duration": Wording(
        "S-022",
        "{field} of the trajectory is {seconds} s.",
        "A time has to be greater than zero.",
        "Change it.",
    ),
    "trajectory-cycles": Wording(
        "S-023", "A trajectory cannot run {cycles} times.", "Nothing moves.", "Choose 1 or more."
    ),
    "trajectory-not-at-rest": Wording(
        "S-024",
        "The trajectory does not start and end at rest: joint {joint} has the {quantity} {value} there.",
        "No arm can follow such a jump.",
        "Choose coefficients that meet the boundary conditions.",
    ),
    "trajectory-speed-fraction": Wording(
        "S-025",
        "{fraction} is no fraction of the speed.",
        "Nothing moves.",
        "Choose more than 0 and at most 1.",
    ),
    "trajectory-limit": Wording(
        "S-026",
        "The {limit} limit of joint {joint} is {value}.",
        "A move within it would take no time or never end.",
        "Give a limit that is finite and greater than zero.",
    ),
    "trajectory-no-parts": Wording(
        "S-027", "The trajectory has no parts.", "There is nothing to move along.", "Give it one."
    ),
    "trajectory-parts-apart": Wording(
        "S-028",
        "Part {part} of the trajectory starts {gap} rad away from where the one before ends (joint {joint}).",
        "The arm would have to jump.",
        "Add a move between them.",
    ),
    "trajectory-kind": Wording(
        "S-029", "{kind} is no kind of trajectory.", "Nothing was read.", "The kinds are: {kinds}."
    ),
    # Random motions
    "start-outside-limits": Wording(
        "S-030",
        "Joint {joint} would start at {start} rad, outside its limits {lower} to {upper}.",
        "No motion was made.",
        "Start from another pose, or correct the limits in the robot description.",
    ),
    "limit-use": Wording(
        "S-031",
        "{limit_use} is no share of the limits.",
        "No motion was made.",
        "Choose more than 0 and at most 1.",
    ),
    "too-few-harmonics": Wording(
        "S-032",
        "A motion of {harmonics} harmonics cannot start and end at rest.",
        "No motion was made.",
        "Choose 2 or more.",
    ),
    "no-allowed-motion": Wording(
        "S-033",
        "No motion from this pose is free of collisions, however small ({tried} were tried).",
        "The arm stays where it is.",
        "Jog it to a pose with more room around it, or correct what is set up around it.",
    ),
    "demands-cannot-be-met": Wording(
        "S-050",
        "No motion of {robot} can do what is asked for.",
        "Nothing was planned.",
        "Change what is named.",
    ),
    # Verification
    "pose-not-reachable": Wording(
        "S-080",
        "Pose {pose} of the path, at {x}, {y}, {z} mm in the base frame, is out of the arm's reach"
        " (at best {distance} mm and {angle}° away).",
        "Nothing was planned.",
        "Move it nearer to the arm, or turn the flange otherwise.",
    ),
    "circle-needs-joints": Wording(
        "S-081",
        "An arm with {joints} joint cannot go round a circle.",
        "No circle was planned.",
        "Verify on other motions.",
    ),
    "circle-pose": Wording(
        "S-082",
        "The centre of the circle is not given as a pose.",
        "No circle was planned.",
        "Give a matrix of four rows and four columns that turns and shifts only.",
    ),
    "circle-near-singular": Wording(
        "S-083",
        "The circle passes a singular pose of the arm.",
        "Joints would have to move faster than they can.",
        "Put the circle elsewhere, or leave its place to the program.",
    ),
    "circle-not-clear": Wording(
        "S-084",
        "On this circle, or on the way to it, the arm would touch something or be too weak.",
        "No circle was planned.",
        "Put the circle elsewhere, or leave its place to the program.",
    ),
    "no-circle": Wording(
        "S-085",
        "No place was found for a circle from here ({places} were looked at).",
        "The arm stays where it is.",
        "Jog it to a pose with more room around it, or leave the circle out.",
    ),
    "no-point-tour": Wording(
        "S-086",
        "No move to another pose is free of collisions ({tried} were tried).",
        "The arm stays where it is.",
        "Jog it to a pose with more room around it, or leave the moves out.",
    ),
    "verification-limit": Wording(
        "S-087",
        "The limit of joint {joint} is {value}.",
        "Nothing was judged.",
        "Give a number above 0.",
    ),
    "verification-limit-count": Wording(
        "S-088",
        "There are {found} limits for {expected} joints.",
        "Nothing was judged.",
        "Give one for all joints, or one for each.",
    ),
    "nothing-to-verify": Wording(
        "S-089",
        "No recording was chosen to verify the model on.",
        "Nothing was judged.",
        "Choose one or more.",
    ),
    "no-model-to-verify": Wording(
        "S-090",
        "The visit holds no identified model yet.",
        "There is nothing to verify.",
        "Identify the arm first.",
    ),
    "no-motion-to-verify": Wording(
        "S-091",
        "{controller} cannot run any of the motions that were chosen.",
        "Nothing has moved.",
        "Choose the moves between poses.",
    ),
    # The encoder check
    "known-offsets-shape": Wording(
        "S-034",
        "The known encoder offsets have the size {found} for {joints} joints.",
        "They were not compared.",
        "Use those of an earlier check of the same arm.",
    ),
    "jog-joint": Wording(
        "S-035",
        "A jog names joint {joint} of an arm with {joints} joints.",
        "The encoders were not checked.",
        "Name a joint that exists.",
    ),
    # Excitation trajectories and their limits
    "trajectory-not-closed": Wording(
        "S-041",
        "A period of the trajectory ends {gap} rad away from where it starts (joint {joint}).",
        "No arm can follow such a jump.",
        "Choose coefficients that meet the boundary conditions.",
    ),
    "no-lead-in": Wording(
        "S-042",
        "Joint {joint} cannot be led from rest into this series within its limits"
        " (at best {limit_use} times a limit).",
        "The trajectory cannot be run.",
        "Choose another start pose or a smaller motion.",
    ),
    "nothing-free": Wording(
        "S-043", "Every joint is locked.", "There is no motion to plan.", "Leave at least one joint free."
    ),
    "samples-outside-period": Wording(
        "S-044",
        "The samples run from {first} s to {last} s, outside one period of {period_s} s.",
        "No motion was made.",
        "Choose samples within the period.",
    ),
    "unknown-limits": Wording(
        "S-045",
        "There is no set of limits {name}, and no file of that name.",
        "There are: {names}.",
        "Choose one of these or name a .toml file.",
    ),
    "bad-limits-file": Wording(
        "S-046", "The motion limits in {file} cannot be used.", "", "Correct them and try again."
    ),
    "locked-joint": Wording(
        "S-047",
        "Joint {joint} of an arm with {joints} joints was to be locked.",
        "The motion was not judged.",
        "Name joints that exist.",
    ),
    "torque-noise": Wording(
        "S-048",
        "The noise of the torque has the size {found} for {joints} joints, or is not positive.",
        "The motion was not judged.",
        "Give a positive standard deviation for each joint.",
    ),
    # Identification
    "recording-too-short": Wording(
        "I-006",
        "The recording {recording} is too short to be filtered.",
        "Nothing was computed.",
        "Choose a longer one.",
    ),
    "too-short-to-filter": Wording(
        "I-007",
        "{samples} samples are too few for the filter, which needs {needed}.",
        "Nothing was computed.",
        "Choose a longer recording or a higher cut-off.",
    ),
    "too-few-samples": Wording(
        "I-008",
        "There are {samples} samples; at least {needed} are needed.",
        "Nothing was computed.",
        "Choose more rows.",
    ),
    "fewer-rows-than-columns": Wording(
        "I-009",
        "{rows} samples cannot determine {columns} parameters.",
        "Nothing was identified.",
        "Use longer or more recordings.",
    ),
    "nothing-excited": Wording(
        "I-010",
        "No joint moves in these recordings.",
        "None of the {columns} parameters can be determined.",
        "Record an excitation motion.",
    ),
    "joint-count-differs": Wording(
        "I-011",
        "The recording {recording} has {recording_joints} joints, the robot {robot} has {robot_joints}.",
        "They do not belong together.",
        "Choose the robot the recording was made with.",
    ),
    "no-position": Wording(
        "I-012",
        "The recording {recording} holds no joint positions.",
        "It cannot be used.",
        "Choose another.",
    ),
    "no-torque": Wording(
        "I-013",
        "The recording {recording} holds neither torque nor current.",
        "Nothing can be identified from it.",
        "Choose another.",
    ),
    # What only a fault in the program leads to
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
