"""The sentences about the stiffness of the whole arm: I-100 to I-109, S-070 to S-076, Q-280 to Q-299."""

from collections.abc import Mapping

from app.wording import Wording

STIFFNESS_ERRORS: Mapping[str, Wording] = {
    "stiffness-springs-unknown": Wording(
        "I-100",
        "Nobody knows how stiff these joints of {robot} are: {joints}.",
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
        "{joint:Joint} slides, and nobody said how far.",
        "A mean over all its poses does not exist.",
        "Write its limits in the robot description.",
    ),
    "stiffness-springs-shape": Wording(
        "S-075",
        "{found} joint springs were given for an arm of {expected} joints.",
        "Nothing was computed.",
        "Give one for every joint.",
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
}
"""Of the arm and its joints. Those of load tests and of poses for them stand below."""
STIFFNESS_PROBLEMS: Mapping[str, tuple[str, str]] = {}
"""What can be wrong in a file of load tests, of a tracker, or of a description's springs."""
