"""Sentences about the stiffness of the whole arm: I-100 to I-105, S-070 to S-079, Q-280 to Q-295."""

from collections.abc import Mapping

from app.errors.sentence import Wording

STIFFNESS_ERRORS: Mapping[str, Wording] = {
    "stiffness-springs-unknown": Wording(
        "I-100",
        "The stiffness of these joints of {robot} is unknown: {joints}.",
        "The arm cannot be reckoned from its springs without them. Nothing was changed.",
        "Run the twist analysis of a visit with both encoders, or write `stiffness` for these joints in the "
        "robot description.",
    ),
    "stiffness-no-robot": Wording(
        "S-070",
        "No robot was named.",
        "Neither a description nor a visit says which arm it is.",
        "Name a shipped robot, a description file or a visit.",
    ),
    "stiffness-other-arm": Wording(
        "S-071",
        "{file} is a visit to {visited}, and {robot} has other joints.",
        "What both encoders showed there is of another arm.",
        "Choose the description of the visited arm, or another visit.",
    ),
    "stiffness-setting": Wording(
        "S-072",
        "The setting {setting:words} of the stiffness does not fit.",
        "Nothing was computed.",
        "Correct it: lengths and forces are finite, forces greater than zero, a range goes from low to high, "
        "and a held joint is one of the arm.",
    ),
    "stiffness-range-shape": Wording(
        "S-073",
        "The range of poses has {found} joints, the arm {expected}.",
        "Nothing was computed.",
        "Give one range for every joint.",
    ),
    "stiffness-pose-shape": Wording(
        "S-076",
        "The pose has {found} joints, the arm {expected}.",
        "Nothing was computed.",
        "Give one position for every joint.",
    ),
    "stiffness-slide-unlimited": Wording(
        "S-074",
        "{joint:Joint} slides, and its limits are unknown.",
        "A mean over all its poses does not exist.",
        "Write its limits in the robot description.",
    ),
    "stiffness-springs-shape": Wording(
        "S-075",
        "{found} joint springs were given for an arm of {expected} joints.",
        "Nothing was computed.",
        "Give one for every joint.",
    ),
    "stiffness-held-spring-unknown": Wording(
        "I-102",
        "The own spring of {joints} is unknown, so it cannot be held.",
        "Nothing was computed.",
        "Run the twist analysis, write `stiffness` for it in the robot description, or do not hold it.",
    ),
    "load-tests-none": Wording(
        "I-103",
        "No load test counts.",
        "The file has none, or all were left out.",
        "Measure the tool under load in several poses.",
    ),
    "load-tests-too-few": Wording(
        "I-104",
        "{found} load tests count; this arm needs {needed} and better twice as many.",
        "Fewer tell less than the arm has joints.",
        "Measure in more poses. `--plan` says which tell most.",
    ),
    "load-test-unknown": Wording(
        "S-077",
        "There is no load test named {name}.",
        "Nothing was left out, and nothing was computed.",
        "Name it as the file does.",
    ),
    "load-test-shape": Wording(
        "S-078",
        "The load test {name} does not fit this arm.",
        "It needs one position per joint, and a force, a moment and a shift of three numbers each.",
        "Correct it.",
    ),
    "deflection-map": Wording(
        "I-105",
        "A map of {columns} by {rows} places from {poses} poses does not exist.",
        "Nothing was computed.",
        "Give at least one of each.",
    ),
    "stiffness-springs-sign": Wording(
        "I-101",
        "The spring of these joints is not positive: {joints}.",
        "No gear pushes the way it is bent. Nothing was computed.",
        "Repeat the twist analysis, or correct `stiffness` in the robot description.",
    ),
}
STIFFNESS_REASONS: Mapping[str, tuple[str, str]] = {
    "tool-does-not-see-joint": (
        "The tool point lies {lever:mm} mm from the axis of {joint:joint}, so its turning hardly moves it: "
        "the number stands for nothing. The joint keeps its own spring. Choose a tool point farther from "
        "the axis ({needed:mm} mm or more) to tell it.",
        "Q-280",
    ),
    "joints-not-told-apart": (
        "{joints} do the same to the tool point in every pose, so nobody can tell what each of them gives. "
        "Hold one of them at its own spring.",
        "Q-281",
    ),
    "reduced-compliance-negative": (
        "The best number for {joint:joint} is not positive: no spring of this joint stands for the links. "
        "The joint keeps its own spring.",
        "Q-282",
    ),
    "stiffness-stands-for-links": (
        "{share:%} of what {joint:joint} gives here is its links, which its encoders do not see. The number "
        "is right for shifts of the tool, not for the gear.",
        "Q-283",
    ),
    "stiffness-no-links": (
        "Nobody said how its links give, so the arm counts as rigid between its joints. Describe the links "
        "as beams, or measure the arm under known loads.",
        "Q-284",
    ),
    "reduced-model-poor": (
        "Joints alone leave {share:%} of the shift on average ({error:mm} mm at {force} N): this arm gives "
        "in ways that no joint can. Use the full model for prediction, and trust a correction less.",
        "Q-285",
    ),
    "reduced-joints-not-told": (
        "Nothing can be told of {joints}; there the joints' own springs are used.",
        "Q-286",
    ),
    "load-tests-do-not-load-joint": (
        "No load turns {joint:joint} in these tests, so nothing can be told of it. A weight never loads an "
        "upright axis: push sideways, or stand in other poses.",
        "Q-287",
    ),
    "load-tests-no-doubt": (
        "There are just as many measured numbers as joints, so nobody can tell how well {joint:joint} is "
        "known. Measure in more poses.",
        "Q-288",
    ),
    "load-tests-contradict": (
        "The load tests give {joint:joint} a stiffness that no spring has. Check the signs of force and "
        "shift, and the tool point; or another joint takes its share: measure in other poses.",
        "Q-289",
    ),
    "load-tests-uncertain": (
        "The stiffness of {joint:joint} is uncertain by {share:%}. Measure more often, with more load, or in "
        "poses that load it more.",
        "Q-290",
    ),
    "load-test-outlying": (
        "The load test {name} lies {times} times farther off than the others. Measure it again, or leave it "
        "out.",
        "Q-291",
    ),
    "load-tests-scatter": (
        "The joints leave {noise:mm} mm per axis, and the shifts were told to be good to {told:mm} mm: links "
        "give in ways that no joint can, or the shifts are worse than told.",
        "Q-292",
    ),
    "reduced-model-leaves": (
        "The joints leave {share:%} of the measured shifts. Check the signs of force and shift, the units "
        "and the tool point; or this arm gives in ways that no joint can.",
        "Q-293",
    ),
    "shift-without-links": (
        "Nobody said how its links give, so the tool moves at least as far as told.",
        "Q-294",
    ),
    "shift-mostly-links": (
        "{share:%} of this shift is the links, which no encoder sees.",
        "Q-295",
    ),
}
