"""Sentences about files of load tests, laser trackers and plans of load tests.

F-040 to F-059, F-240 to F-269, S-110 to S-119, Q-310 to Q-319.
"""

from collections.abc import Mapping

from app.errors.sentence import Wording

LOAD_TEST_ERRORS: Mapping[str, Wording] = {
    "load-tests-unreadable": Wording(
        "F-040",
        "{file} is not a file of load tests as it stands.",
        "Nothing was read.",
        "Correct these places and read it again.",
    ),
    "load-tests-unmeasured": Wording(
        "F-041",
        "No line of {file} has a measured shift yet.",
        "There is nothing to find a stiffness from.",
        "Fill in dx, dy and dz, or the tool's places unloaded and loaded.",
    ),
    "sheet-is-workbook": Wording(
        "F-042",
        "{file} is a spreadsheet program's own file.",
        "Nothing was read.",
        "Save it there as CSV and read that.",
    ),
    "tracker-unreadable": Wording(
        "F-043",
        "{file} is not a list of points.",
        "Nothing was read.",
        "Every line needs a name and X, Y and Z; correct these places, or export again.",
    ),
    "registration-too-few": Wording(
        "F-044",
        "The tracker's frame cannot be laid over the base frame: {found} places were measured, {needed} are "
        "needed.",
        "Without that, the direction in which the tool went is unknown.",
        "Measure the unloaded tool in more poses.",
    ),
    "registration-in-line": Wording(
        "F-045",
        "The measured places lie on one line: {length:mm} mm long, {width:mm} mm wide.",
        "The tracker's frame could be turned about it, so the direction in which the tool went is unknown.",
        "Measure the unloaded tool in poses away from that line.",
    ),
    "registration-units": Wording(
        "F-046",
        "The measured places lie {scale} times as far apart as the kinematics has them.",
        "{file} seems to be in another unit than it says.",
        "Correct the unit in its heading.",
    ),
    "registration-mirrored": Wording(
        "F-047",
        "The measured places fit the kinematics to {without:mm} mm only in a mirror, else to {rms:mm} mm.",
        "One axis of the tracker points the wrong way.",
        "Export with a right-handed frame.",
    ),
    "registration-point": Wording(
        "F-048",
        "The unloaded place of {test} is not where the kinematics has it; without it all others fit to "
        "{without:mm} mm.",
        "It was measured in another pose, or has another one's name.",
        "Correct the pose or the name in {file}, or take the line out.",
    ),
    "registration-poor": Wording(
        "F-049",
        "The measured places miss those of the kinematics by {rms:mm apart limit} mm; at most "
        "{limit:mm apart rms} mm can be.",
        "Poses, tool point or robot are not those that were measured.",
        "Check that joint positions are the controller's, that the tool point is that of the reflector, and "
        "which robot this is.",
    ),
    "load-plan-setting": Wording(
        "S-110",
        "The setting {setting:words} of the load tests cannot be {value}.",
        "Nothing was planned.",
        "Correct it: loads and noise are greater than zero, a range goes from low to high.",
    ),
    "load-plan-count": Wording(
        "S-111",
        "{count} load tests cannot determine this arm; it needs {needed} at least.",
        "Nothing was planned.",
        "Ask for more: three or four times as many as joints are good.",
    ),
    "load-plan-too-heavy": Wording(
        "S-112",
        "{mass:apart limit} kg are more than the flange may carry, which is {limit:apart mass} kg.",
        "Nothing was planned.",
        "Hang a lighter mass, or push with a known force.",
    ),
    "load-plan-no-pose": Wording(
        "S-113",
        "Of {drawn} poses none can be loaded.",
        "Nothing was planned.",
        "Change what stands most in the way.",
    ),
    "load-plan-too-few-poses": Wording(
        "S-114",
        "Only {found} load tests are possible within these limits; {wanted} were asked for.",
        "Nothing was planned.",
        "Ask for fewer, take a lighter load or widen the limits.",
    ),
    "load-plan-other-arm": Wording(
        "S-115",
        "The plan is for {planned}, not for {robot}.",
        "No file was written.",
        "Choose the robot that was planned for.",
    ),
}
LOAD_TEST_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "unit-missing": ("no unit; write one in brackets, one of {units}", "F-240"),
    "load-columns-missing": ("there is no load; give fx, fy and fz, or mass", "F-241"),
    "load-told-twice": (
        "the load is given twice; give fx, fy and fz, or mass with cx, cy and cz",
        "F-242",
    ),
    "shift-columns-missing": (
        "there is no shift; give dx, dy and dz, or x0 to z0 and x1 to z1, or unloaded and loaded",
        "F-243",
    ),
    "shift-told-twice": ("the shift is given in several ways ({columns}); keep one", "F-244"),
    "cell-empty": ("nothing is written here", "F-245"),
    "cell-not-a-number": ("'{text}' is not a number", "F-246"),
    "decimal-marks-mixed": (
        "some numbers have a decimal comma ({comma}), others a point ({point}); write all alike, without "
        "marks between thousands",
        "F-247",
    ),
    "load-test-name-twice": ("line {line} is named {name} too", "F-248"),
    "load-test-outside-limits": ("{text} is outside the limits of {joint:joint}; check the unit", "F-249"),
    "load-test-shift-too-large": (
        "the tool went {shift:mm apart limit} mm; more than {limit:mm apart shift} mm is no bending; check "
        "the unit",
        "F-250",
    ),
    "load-test-unmeasured": ("no shift is filled in", "F-251"),
    "load-test-without-load": ("there is no load", "F-252"),
    "tracker-needed": ("the columns unloaded and loaded name points; choose the tracker's file too", "F-253"),
    "tracker-not-used": (
        "a tracker's file was chosen, and no column names its points; add unloaded and loaded, or drop it",
        "F-254",
    ),
    "point-not-in-tracker": ("the tracker's file has no point {point}", "F-255"),
    "tracker-point-twice": (
        "measurements of {point} lie up to {spread:mm} mm from their mean; two points have this name",
        "F-256",
    ),
    "tracker-line": ("no name with three numbers", "F-257"),
    "tracker-units-differ": ("X, Y and Z have different units ({units})", "F-258"),
    "load-plan-touches": ("{count} come too near to the arm itself or its surroundings", "F-260"),
    "load-plan-below-floor": ("{count} put the tool or its load too near to the floor", "F-261"),
    "load-plan-torque": ("{count} need more than its rated torque to hold", "F-262"),
}
LOAD_TEST_REASONS: Mapping[str, tuple[str, str]] = {
    "load-test-unmeasured": ("{name} (line {line}) has no shift yet and was left out.", "Q-310"),
    "load-test-without-load": ("{name} (line {line}) has no load and was left out.", "Q-311"),
}
