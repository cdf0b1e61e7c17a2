"""The sentences of the reasons against a payload: Q-25x to Q-27x."""

from collections.abc import Mapping

PAYLOAD_REASONS: Mapping[str, tuple[str, str]] = {
    # Of mass, x, y and z
    "payload-mass-by-gains": (
        "The mass is known to ± {std:apart good} kg; good is {good:apart std} kg. The drive gains leave "
        "most of that: identify "
        "them, or sweep a load that was weighed.",
        "Q-250",
    ),
    "payload-center-by-gains": (
        "The centre is known to ± {std:apart good} mm; good is {good:apart std} mm. The drive gains leave "
        "most of that: identify "
        "them, or sweep a load that was weighed.",
        "Q-251",
    ),
    "payload-mass-by-scatter": (
        "The mass is known to ± {std:apart good} kg; good is {good:apart std} kg. Sweep slower, wider, or "
        "once more; "
        "as excitation, move longer and faster.",
        "Q-252",
    ),
    "payload-center-by-scatter": (
        "The centre is known to ± {std:apart good} mm; good is {good:apart std} mm. Sweep slower, wider, "
        "or once more; as "
        "excitation, move longer and faster.",
        "Q-253",
    ),
    "payload-mass-moved": (
        "The mass was moved by {by:apart std} kg to that of a body that can exist; its own uncertainty is "
        "{std:apart by} kg.",
        "Q-254",
    ),
    "payload-center-moved": (
        "The centre was moved by {by:apart std} mm to that of a body that can exist; its own uncertainty "
        "is {std:apart by} mm.",
        "Q-255",
    ),
    "payload-too-light": (
        "{mass} ± {mass_std} kg may be nothing at all, and nothing has no centre of mass.",
        "Q-256",
    ),
    "payload-undetermined": (
        "These recordings do not determine {quantity:words}. Sweep the orientations that show it, or "
        "move the wrist more.",
        "Q-257",
    ),
    "payload-negative": (
        "The load came out as {mass} kg. Check that the unloaded and the loaded recordings are not "
        "exchanged.",
        "Q-258",
    ),
    # Of the whole
    "payload-contradiction": (
        "The sweeps contradict each other {factor} times more than their noise; joint {joint} in orientation "
        "{orientation} most. Leave it out or repeat it.",
        "Q-260",
    ),
    "payload-changed": (
        "After joint {joint} in orientation {orientation} the arm carried another load. Fasten the load and "
        "sweep again.",
        "Q-261",
    ),
    "payload-one-direction": (
        "Only one direction counts, so friction that grows with the load passes for load. Use both.",
        "Q-262",
    ),
    "payload-sweeps-without-reference": (
        "{count} loaded sweeps have no unloaded one at the same place and were left out. Sweep those "
        "unloaded too.",
        "Q-263",
    ),
    "payload-speeds-differ": (
        "{count} loaded sweeps ran at another speed than the unloaded ones, and friction changes with speed. "
        "Sweep without and with the load at one speed.",
        "Q-275",
    ),
    "payload-sweep-short": (
        "Joint {joint} in orientation {orientation} went {degrees}° of {expected}°: a limit or a stop ended "
        "it. Repeat that sweep.",
        "Q-264",
    ),
    "payload-sweep-off": (
        "This sweep leaves {times} times what its noise would. Repeat it, or leave it out and see.",
        "Q-265",
    ),
    "payload-gains-unknown": (
        "Nobody knows the drive gains, so the weight has no scale. Sweep a load that was weighed too.",
        "Q-266",
    ),
    "payload-gain-ratio-off": (
        "The sweeps find the ratio of the two joints' gains {percent} % off the stated one (± {std} %). "
        "Identify the drive gains.",
        "Q-267",
    ),
    "payload-run-unlike": (
        "In {recording} more changed than the load: {joints} fit worse than without it. Check that nothing "
        "rubs or swings, and run it again.",
        "Q-268",
    ),
    "payload-hysteresis": (
        "The gear of joint {joint} bends {percent} % more or less by where its load came from, which makes "
        "as much of a deflection uncertain. Use the drives' torque as well.",
        "Q-269",
    ),
    "payload-friction-left": (
        "The difference of two runs takes friction that grows with the load for load, and the ± does not "
        "know of it. Take the way with the arm's own parameters.",
        "Q-274",
    ),
    # Of what it was compared with
    "payload-reference-warmth": (
        "The arm was {kelvin} K warmer or colder than in the reference, and warm drives give less torque. "
        "Sweep it unloaded at this warmth.",
        "Q-270",
    ),
    "payload-reference-warmth-unknown": (
        "How warm the arm was without and with the load is not known, and warm drives give less torque. "
        "Sweep it unloaded today.",
        "Q-271",
    ),
    "payload-reference-old": (
        "The reference is {days} days old; whatever was changed on the arm since counts as load. Sweep it "
        "unloaded today if anything was.",
        "Q-272",
    ),
    "payload-reference-serial-unknown": (
        "One of the two visits does not say which arm it is of. Make sure that both are of this one.",
        "Q-273",
    ),
}
