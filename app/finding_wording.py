"""The sentences of ``app.error_text`` for single findings: reasons, dropped rows, problems in a file.

Each table maps a code of the core to a sentence and the short code that people quote.
A sentence may name facts in braces; ``{share:%}`` writes a fraction in per cent.
"""

REASONS: dict[str, tuple[str, str]] = {
    "few-time-blocks": (
        "The recordings give {blocks} blocks of time, {wanted} are wanted; the ± are rough. Record longer.",
        "Q-001",
    ),
    "columns-undetermined": (
        "The motion does not determine {columns} of the parameters at all. Record a richer motion.",
        "Q-002",
    ),
    "weights-did-not-settle": (
        "The weights of the joints still changed after {iterations} rounds. Compare with another estimator.",
        "Q-003",
    ),
    "friction-behind-sensor": (
        "The torque was measured behind the gear, which hides the friction and rotors of the motors. "
        "The friction here is that of the joint alone.",
        "Q-004",
    ),
    "excitation-too-weak": (
        "The motion leaves {open_torque:%} of the torque open. Add a recording that moves all joints, "
        "fast and far.",
        "Q-005",
    ),
    "short-motion": (
        "The recordings last {duration_s} s; at least {wanted_s} s are wanted. Add another one.",
        "Q-006",
    ),
    "not-validated": (
        "The model was not judged on a recording of its own. Choose one to validate with.",
        "Q-007",
    ),
    "large-error-on-held-out-motion": (
        "On {recording} the model misses {relative_error:%} of the torque. Try another friction model, "
        "or check payload and drive gains.",
        "Q-008",
    ),
    "does-not-generalise": (
        "The error on {recording} is {ratio} times that of the fit. The fit covers too little; "
        "add a different motion to it.",
        "Q-009",
    ),
    "parameter-undetermined": ("This motion cannot determine it.", "Q-010"),
    "parameter-uncertain": ("Its ± is {relative_std:%} of its value.", "Q-011"),
    "parameter-too-small-to-tell": (
        "Its ± is {relative_std:%} of its value, but it is so small that the torque does not depend on it.",
        "Q-012",
    ),
    "parameter-poorly-determined": (
        "Its ± is {relative_std:%} of its value. Record a motion that shows it better before using it.",
        "Q-013",
    ),
}

DROPPED: dict[str, tuple[str, str]] = {}

PROBLEMS: dict[str, tuple[str, str]] = {
    "wrong-kind": ("this is a {found} where {expected} is wanted", "V-101"),
    "refused-value": ("not a possible {kind} ({reason})", "V-102"),
    "missing-field": ("missing, and {kind} needs it", "V-103"),
    "missing": ("missing", "V-104"),
}
