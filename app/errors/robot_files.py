"""The sentences for faults of robot descriptions in other programs' forms, and for what was understood.

Notes are whole sentences; faults continue the name of their place.
"""

ROBOT_FILE_PROBLEMS: dict[str, tuple[str, str]] = {
    "urdf-xacro": (
        "this is a xacro file, which other files complete; expand it with 'xacro FILE.xacro > FILE.urdf' "
        "where ROS is installed, and choose the file that it writes",
        "R-160",
    ),
    "urdf-mimic": (
        "the joint {joint} follows {follows} inside the arm; name a link before it, such as --tip {before}",
        "R-124",
    ),
    "urdf-branches": (
        "the arm branches and could end at {tips}; name its last link with --tip, or keep it in a TOML by "
        "'torsion robots --new NAME --from FILE --tip LINK'",
        "R-132",
    ),
    "robot-joint-kind": (
        "the joint {joint} is neither a hinge nor a slide; fix the arm to the world, or name a link before "
        "the joint with --tip",
        "R-161",
    ),
    "mjcf-include": (
        "the file includes {included}; choose that file itself, or save the whole model as one file in "
        "MuJoCo's viewer (Save xml)",
        "R-162",
    ),
    "mjcf-refused": ("MuJoCo cannot read the file: {reason}", "R-163"),
    "dh-no-rows": (
        "a table of DH rows has a header line and 1 to {most} lines for the joints; there are {found}",
        "R-164",
    ),
    "dh-no-column": (
        "there is no column {missing}; head the columns a, alpha, d and theta, with units, such as "
        "alpha [deg]",
        "R-165",
    ),
    "dh-row-length": ("there are {found} cells under {expected} headers", "R-166"),
    "dh-not-a-number": ("{column}: '{text}' is no number", "R-167"),
    "dh-convention": (
        "the rows can be read in two ways; put '# modified' (Craig) or '# standard' (Spong) into the first "
        "line",
        "R-168",
    ),
    # What was understood, assumed or left out
    "robot-tip": ("The flange is the link {tip}.", "R-201"),
    "robot-tip-of": (
        "The flange is the link {tip}; {others} are fixed to it, and --tip takes one of them instead.",
        "R-202",
    ),
    "robot-fixed-joints": (
        "Bodies behind fixed joints count with the link that carries them ({count} fixed joints).",
        "R-203",
    ),
    "robot-held-joints": (
        "The joints {joints} are not part of the arm; their bodies count with the link that carries them, at "
        "joint position 0.",
        "R-204",
    ),
    "robot-no-range": (
        "No position limits for {joints}; planned motions stay within a default range without them (lower, "
        "upper).",
        "R-205",
    ),
    "robot-no-speed": (
        "No speed limit for {joints}; planned motions use a default without it (velocity).",
        "R-206",
    ),
    "robot-no-torque": (
        "No torque limit for {joints}; a motion cannot be checked against it (torque).",
        "R-207",
    ),
    "robot-no-inertia": (
        "No masses; an identification from recordings does without, the virtual robot, possible bodies and "
        "torque forecasts need them (mass, center_of_mass, inertia).",
        "R-208",
    ),
    "robot-massless-joints": (
        "No mass on the links of {joints}; they count as massless.",
        "R-209",
    ),
    "robot-shape-files": (
        "{count} shapes in other files (package:// and the like) are not read; capsules along the links, "
        "which the TOML can give, stand for the body in collision checks.",
        "R-210",
    ),
    "dh-as-written": (
        "{convention} DH rows, lengths in {lengths}, angles in {angles}, as the file says.",
        "R-211",
    ),
    "dh-as-seen": (
        "Taken as {convention} DH rows with lengths in {lengths} and angles in {angles}; head the columns "
        "with their units and the file with '# modified' or '# standard' to be sure.",
        "R-212",
    ),
}
