"""The sentences for single rows that were left out of a recording, and for single faults of a file."""

from app.errors.robot_files import ROBOT_FILE_PROBLEMS
from app.errors.visits import VISIT_PROBLEMS

DROPPED: dict[str, tuple[str, str]] = {
    "join-outside": ("the other file does not cover it", "F-335"),
    "join-gap": ("a gap in the other file", "F-336"),
    "truncated-last-row": ("the last line breaks off", "F-101"),
    "wrong-column-count": ("another number of columns than the rest of the file", "F-102"),
    "not-a-number": ("something that is not a number", "F-103"),
    "not-finite": ("a value that is missing or infinite", "F-104"),
    "impossible-value": ("a value that no arm can have", "F-105"),
    "clock-restart": ("the clock belongs to another run", "F-106"),
    "duplicate-time": ("the same time as the row before", "F-107"),
    "time-not-increasing": ("the clock runs backwards", "F-108"),
    "position-jump": ("a position that jumps away and back", "F-109"),
    "isolated": ("too few rows between two breaks to judge them", "F-113"),
    # Remarks: no row was left out
    "position-step": ("the position steps here and stays there; the rows were kept", "F-110"),
    "no-link-encoder": ("these joints have no link encoder", "F-111"),
    "coarse-clock": (
        "the clock ticks slower than the rows come; their times were spread between its ticks",
        "F-114",
    ),
    "angle-counted-on": ("the angle begins again after a whole turn; it was counted on", "F-191"),
    "time-of-arrival": (
        "the messages have no stamp of their own; the time of their arrival was taken",
        "F-115",
    ),
    "other-joints": ("messages about other joints than the first one", "F-116"),
    "not-imported": ("the layout has no use for this part of the file", "F-112"),
}

PROBLEMS: dict[str, tuple[str, str]] = {
    **VISIT_PROBLEMS,
    **ROBOT_FILE_PROBLEMS,
    "wrong-kind": ("this is a {found} where {expected} is wanted", "V-101"),
    "refused-value": ("not a possible {kind} ({reason})", "V-102"),
    "missing-field": ("missing, and {kind} needs it", "V-103"),
    "missing": ("missing", "V-104"),
    # Recordings and their layouts
    "no-clock": ("there is neither a time nor a sample rate", "F-201"),
    "no-known-array": ("none of the arrays ({arrays}) has a known name ({known})", "F-202"),
    "wrong-length": ("the size {found} does not fit {expected} samples", "F-203"),
    "wrong-count": ("{found} columns do not fit what is wanted here", "F-204"),
    "not-numeric": ("these are not numbers", "F-205"),
    "no-such-column": ("there is no column {column}", "F-206"),
    "wrong-joint-count": ("{found} joints instead of {expected}", "F-207"),
    "wrong-value": ("{value} is not possible here", "F-208"),
    "one-column-only": ("one column only is possible here", "F-209"),
    "not-a-choice": ("{value} is none of {choices}", "F-210"),
    "unknown-unit": ("{value} is no known unit here; known are {units}", "F-211"),
    # Robot descriptions
    "toml-syntax": ("this is not TOML: {reason}", "R-101"),
    "missing-key": ("{key} is missing", "R-102"),
    "unknown-key": ("{key} means nothing here; check its spelling", "R-103"),
    "unknown-choice": ("{value} is none of {choices}", "R-104"),
    "unknown-joint": ("there is no joint {joint}; there are {joints}", "R-105"),
    "given-twice": ("given twice, here and as {key}", "R-106"),
    "given-for-some-joints": ("{key} is given for some joints only; give it for all or for none", "R-107"),
    "name-twice": ("another joint is named {name} too", "R-108"),
    "not-finite": ("this is not a finite number", "R-109"),
    "not-positive": ("{value} has to be greater than zero", "R-110"),
    "out-of-bounds": ("this has to be from {lower} to {upper}{unit:unit}", "R-150"),
    "too-many-joints": ("there are {found} joints; {most} at most are possible", "R-151"),
    "urdf-too-many-links": ("there are {found} links; {most} at most are possible", "R-152"),
    "xml-too-deep": ("elements are nested more than {deepest} times", "R-153"),
    "xml-entity": ("a description may not declare entities", "R-154"),
    "zero": ("this may not be zero", "R-111"),
    "wrong-shape": ("this has the size {found} instead of {expected}", "R-112"),
    "limits-reversed": ("the lower limit {lower} is not below the upper limit {upper}", "R-113"),
    "inertia-not-positive": ("no body has this inertia; it has to be positive in every direction", "R-114"),
    "not-a-placement": ("this matrix is no rotation with a shift", "R-115"),
    "payload-diagram": (
        "this is no load diagram: points of distance and mass, distances rising, masses not",
        "R-134",
    ),
    "coupling-singular": ("the coupling matrix has no inverse", "R-116"),
    "not-a-turn": (
        "these three directions are no rotation: unit vectors at right angles, right-handed",
        "R-135",
    ),
    "beam-diameters": (
        "a tube is hollow up to less than its outer diameter: {inner} m is not from 0 to below {outer} m",
        "R-136",
    ),
    "beam-without-length": ("the tube ends where it starts", "R-137"),
    "beam-poisson": ("no material has the Poisson's ratio {value}; it lies above -1 and up to 0.5", "R-138"),
    "link-spring-compliance": (
        "this matrix is no compliance: it has to be symmetric, and no load may win energy from it",
        "R-139",
    ),
    "link-spring-stiffness": (
        "this matrix is no stiffness: it has to be symmetric and to resist in every direction; give the "
        "compliance where a direction is rigid or free",
        "R-140",
    ),
    "link-spring-out-of-range": ("with these numbers the link gives nothing, or gives without end", "R-141"),
    "not-utf8": ("this is not UTF-8 text", "R-133"),
    "xml-syntax": ("this is not XML: {reason}", "R-117"),
    "urdf-no-robot": ("the file describes a {element}, not a robot", "R-118"),
    "urdf-missing-element": ("<{element}> is missing", "R-119"),
    "urdf-missing-attribute": ("the attribute {attribute} is missing", "R-120"),
    "urdf-not-numbers": ("{attribute}: '{text}' is not {count} numbers", "R-121"),
    "urdf-mass-not-positive": ("the mass {mass} has to be greater than zero", "R-122"),
    "urdf-joint-type": ("a joint of the type {type} cannot be used; possible are {types}", "R-123"),
    "urdf-axis-zero": ("the axis has no length", "R-125"),
    "urdf-negative-limit": ("the {attribute} limit {value} is below zero", "R-126"),
    "urdf-unknown-link": ("there is no link {link}; there are {links}", "R-127"),
    "urdf-two-parents": ("the link {link} hangs on two joints", "R-128"),
    "urdf-loop": ("the links form a closed loop", "R-129"),
    "urdf-several-roots": ("several links hang on nothing: {links}", "R-130"),
    "urdf-nothing-moves": ("no joint moves between the base and {tip}", "R-131"),
    # What no trajectory can do
    "start-outside-limits": (
        "starts at {start}{unit}, outside {lower}{unit} to {upper}{unit}; start from another pose",
        "S-201",
    ),
    "start-too-near-limit": (
        "starts at {start}{unit}, at an end of {lower}{unit} to {upper}{unit}; start at least {needed}{unit} "
        "inside",
        "S-202",
    ),
    "joint-cannot-move": (
        "cannot get farther than {reach}{unit} from its start in {seconds} s within {limit}{unit}{per}, and "
        "{needed}{unit} are needed; allow more, take longer, or lock it",
        "S-203",
    ),
    "joint-without-room": (
        "cannot get farther than {reach}{unit} from its start between {lower}{unit} and {upper}{unit}, and "
        "{needed}{unit} are needed; start elsewhere or lock it",
        "S-204",
    ),
    "start-too-near": ("{first} and {second} are {distance} mm apart; {limit} mm are kept free", "S-205"),
    "start-touches": ("{first} and {second} overlap by {distance} mm", "S-206"),
    "start-too-heavy": (
        "needs {share:%} of its rated torque to hold and leave the start pose with the heaviest payload; "
        "start from another pose",
        "S-207",
    ),
    "no-such-joint": ("there is no joint {joint}; the arm has {joints}", "S-208"),
    "nothing-free": ("all {joints} joints are locked; leave one free", "S-209"),
    "too-few-harmonics": (
        "it starts and ends at rest with {fewest} harmonics or more, not with {harmonics}",
        "S-210",
    ),
    "too-few-samples": (
        "{rows} rows of samples cannot determine {columns} parameters; sample more often or take longer",
        "S-211",
    ),
    "too-few-functions": (
        "{harmonics} harmonics and {samples} samples cannot tell {columns} parameters apart; use more",
        "S-212",
    ),
}
