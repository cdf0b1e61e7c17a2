"""The sentences about the system, and about files: recordings, visits, robot descriptions."""

from collections.abc import Mapping

from app.errors.disk import DISK_ERRORS
from app.errors.sentence import Wording

FILE_ERRORS: Mapping[str, Wording] = {
    **DISK_ERRORS,
    # The system
    "stopped": Wording("X-001", "Stopped.", "What was stored before is as it was.", ""),
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
        "Another program is changing {file}: {program}, process {process}, since {since:moment}.",
        "Nothing was changed.",
        "Wait until it is done, or close it, and try again.",
    ),
    "visit-held": Wording(
        "V-156",
        "Another program has {file} open, so it cannot be replaced.",
        "The visit is as it was before.",
        "Close that program and try again.",
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
        "The twist of a gear is the difference between {needed}; {recording} has {has}. Nothing was "
        "computed.",
        "Record motor and link encoders together.",
    ),
    "locked-output-alone": Wording(
        "V-034",
        "The gears of this robot are locked at their output.",
        "They need no model of the arm, and nothing is fitted that could be validated.",
        "Name the recordings alone.",
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
    "payload-diagram": Wording(
        "R-016",
        "This is no load diagram: {diagram}.",
        "What the arm may carry is not known.",
        "Give two points or more of distance and mass; distances rise, masses do not.",
    ),
    "robot-capsule": Wording(
        "R-010",
        "Capsule {number} of the robot {robot} has no radius or belongs to no link.",
        "Distances to the arm could not be found.",
        "Correct the capsule.",
    ),
    "robot-joint-stiffness": Wording(
        "R-017",
        "A joint of the robot {robot} has a stiffness that is not greater than zero.",
        "No gear gives way against its load. The description cannot be used.",
        "Correct the stiffness of its joints.",
    ),
    "robot-link-spring": Wording(
        "R-018",
        "Link spring {number} of the robot {robot} belongs to no link.",
        "What the links give could not be found.",
        "Put it on one of the arm's links or on the base.",
    ),
    "beam": Wording(
        "R-019",
        "No tube is {length} m long with diameters of {outer_diameter} m outside and {inner_diameter} m "
        "inside, a Young's modulus of {youngs_modulus} Pa and a Poisson's ratio of {poisson_ratio}.",
        "What the link gives could not be found.",
        "Correct these numbers: the inside is smaller than the outside, length and modulus are greater than "
        "zero, and Poisson's ratio lies above -1 and up to 0.5.",
    ),
    "link-spring-shape": Wording(
        "R-020",
        "The {field} of a link spring has the size {found} instead of {expected}, or something in it is not "
        "a number.",
        "What the link gives could not be found.",
        "Correct the matrix.",
    ),
    "link-spring-placement": Wording(
        "R-021",
        "The place of a link spring is no rotation with a shift.",
        "What the link gives could not be found.",
        "Correct the matrix.",
    ),
    "link-spring-compliance": Wording(
        "R-022",
        "The compliance of a link spring is not symmetric, or a load would win energy from it.",
        "No link behaves so.",
        "Correct the matrix; shifts in m come first, then turns in rad.",
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
        "Choose one of these, or name a description: .toml, .urdf, .xml (MuJoCo) or .csv (DH table).",
    ),
    "mounting-text": Wording(
        "R-023",
        "{text} is no mounting.",
        "How the base stands decides the direction in which every link weighs.",
        "Write table, wall, ceiling, or three angles in degrees such as 0,30,0.",
    ),
    "tip-not-for": Wording(
        "R-011",
        "{file} has no links to choose a tip from.",
        "--tip names the last link of a URDF or MJCF.",
        "Leave it out.",
    ),
}
"""Errors of files, by code."""
