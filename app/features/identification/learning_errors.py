"""The sentences about learning the rest of the torque that a model leaves: I-06x, Q-19x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

COMPENSATION_ERRORS: Mapping[str, Wording] = {
    "no-deflection": Wording(
        "I-060",
        "A recording holds no deflection of the joints.",
        "Deflection is motor less link encoder; learning from it needs both. Nothing was learned.",
        "Learn from the state of the joints, or record with both encoders.",
    ),
}
COMPENSATION_REASONS: Mapping[str, tuple[str, str]] = {
    "residual-nothing-to-learn": (
        "Learning is off for {joint}: on motion left out it did not make the error smaller.",
        "Q-190",
    ),
    "residual-gains-too-little": (
        "Learning is off for {joint}: on motion left out the error fell by {gain:% apart wanted}; "
        "{wanted:% apart gain} are wanted.",
        "Q-191",
    ),
    "residual-worse-on-a-motion": (
        "Learning is off for {joint}: on {motion}, left out, the error rose by {harm:%}.",
        "Q-192",
    ),
    "residual-gain-uncertain": (
        "Learning is off for {joint}: on motion left out the error fell by {gain:%} ± {scatter:%}, "
        "too uncertain. Add a recording of another motion.",
        "Q-193",
    ),
    "residual-proven-within-one-motion": (
        "There is one motion only: learning for {joint} was proven on {stretches} stretches of it, which "
        "resemble each other. Add a recording of another motion.",
        "Q-194",
    ),
    "residual-too-few-rows": (
        "Learning is off for {joint}: {rows} rows to learn from, {wanted} are wanted. Record longer.",
        "Q-195",
    ),
    "residual-no-link-encoder": (
        "Learning is off for {joint}, whose deflection is not measured. Learn from its state instead.",
        "Q-196",
    ),
}
