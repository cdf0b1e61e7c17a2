"""The sentences about comparing visits: V-12x and Q-22x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

COMPARISON_ERRORS: Mapping[str, Wording] = {
    "visits-of-other-robots": Wording(
        "V-120",
        "The visits are to different robots: {before} and {after}.",
        "Gears of different kinds of arm say nothing about each other. Nothing was compared.",
        "Choose visits with the same robot description.",
    ),
    "visits-of-other-arms": Wording(
        "V-121",
        "The visits are to different arms: {before} in {first}, {after} in {second}.",
        "What differs between two arms is not what changed in one. Nothing was compared.",
        "Choose visits to one arm, or ask for another arm to be compared (--other-arm).",
    ),
    "visit-describes-robot-otherwise": Wording(
        "V-125",
        "Both visits name the robot {robot}, but {first} and {second} describe it differently.",
        "Its joints or gear ratios are not the same, so the numbers cannot be compared.",
        "Find out which description is right, and analyse both visits with that.",
    ),
    "trend-too-few-visits": Wording(
        "V-122",
        "{dated} visits have a date of their own; a trend needs {needed}.",
        "Two points always lie on a line.",
        "Add a visit of another day.",
    ),
    "visits-to-compare-too-few": Wording(
        "V-123",
        "{count} visit was named.",
        "A comparison needs two or more.",
        "Name an earlier visit as well.",
    ),
    "visit-named-twice": Wording(
        "V-124",
        "{file} was named twice.",
        "A visit compared with itself says nothing.",
        "Name it once.",
    ),
    "visit-is-not-earlier": Wording(
        "V-126",
        "{file} is not earlier than {than}.",
        "A report tells what changed since an earlier visit. Nothing was written.",
        "Name an earlier visit to this arm.",
    ),
}

COMPARISON_REASONS: Mapping[str, tuple[str, str]] = {
    "compare-nothing": (
        "No quantity was measured in both visits. Measure the same joints in both.",
        "Q-220",
    ),
    "compare-nothing-common": (
        "Nothing of {joint:joint} was measured in both visits. Analyse its twist in both.",
        "Q-221",
    ),
    "compare-temperature-unknown": (
        "The temperature of a visit is not known, and warm gears turn more easily. Compare visits at equal "
        "warmth.",
        "Q-222",
    ),
    "compare-temperatures-differ": (
        "The arm's temperature differs by {difference} K between the visits. Part of a change may be its "
        "warmth: repeat at the earlier temperature.",
        "Q-223",
    ),
    "compare-other-arm": (
        "These are two arms: {before} and {after}. A difference is one between arms, not wear of one.",
        "Q-224",
    ),
    "compare-gains-not-shared": (
        "The visits do not share their drive gains, so the uncertainty of both is in the change of "
        "stiffness. Use the same gains in both.",
        "Q-225",
    ),
    "compare-marks-differ": (
        "One of the visits comes from no real arm, the other from something else. Compare like with like.",
        "Q-226",
    ),
    "compare-loads-differ": (
        "{joint:Joint} carried other loads in the two visits ({before} and {after} N·m), and gears answer to "
        "the load. Repeat with the earlier motion.",
        "Q-227",
    ),
    "compare-visit-doubtful": (
        "One of the visits judges its own numbers of {joint:joint} as doubtful, so their change is too.",
        "Q-228",
    ),
    "compare-serial-unknown": (
        "A visit does not say which arm it was made to. Make sure that both are to the same one.",
        "Q-229",
    ),
    "compare-no-common-speeds": (
        "{joint:Joint} was not swept at any speed of the other visit. Sweep at the same speeds.",
        "Q-230",
    ),
    "compare-torques-differ": (
        "The torques of the visits come from different quantities or drive gains, which scales their "
        "friction. Use the same in both.",
        "Q-231",
    ),
    "compare-payload-gains-differ": (
        "The payloads were worked out with drive gains from different sources, which scales their masses. "
        "Use the same in both.",
        "Q-232",
    ),
    "compare-payload-doubtful": (
        "One of the visits judges its own payload as doubtful, so its change is too.",
        "Q-233",
    ),
    "compare-stiffness-routes-differ": (
        "One visit worked the arm's stiffness out from springs, the other measured it under loads. They "
        "were not compared. Use the same way in both.",
        "Q-234",
    ),
    "compare-stiffness-stated": (
        "The arm's stiffness was not measured in both visits: springs that a description states do not "
        "wear. Work it out from the twist in both.",
        "Q-235",
    ),
    "compare-stiffness-doubtful": (
        "One of the visits judges its own stiffness of the arm as doubtful, so its change is too.",
        "Q-236",
    ),
    "compare-verification-limits": (
        "The visits verified joints against different limits. What passed in one may fail in the other. Use "
        "the same limits in both.",
        "Q-237",
    ),
    "compare-verification-motions": (
        "The visits verified no motion in common. Run the same motions in both.",
        "Q-238",
    ),
}
