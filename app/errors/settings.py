"""The sentences about settings that are not valid, and about motions that cannot be planned."""

from collections.abc import Mapping

from app.errors.sentence import Wording

SETTING_ERRORS: Mapping[str, Wording] = {
    # Settings
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
        "The mass on the flange in {recording} is not given.",
        "The known mass is what gives the drive gains their scale.",
        "Weigh the payload and give its mass (--payload-kg M).",
    ),
    "gain-without-current": Wording(
        "S-103",
        "The recording {recording} holds no motor currents.",
        "A drive gain is torque per current. It has {has}; {needed} is missing.",
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
}
"""Errors in a request, by code."""
