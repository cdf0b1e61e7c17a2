"""The sentences about identifying a model, verifying it, and checking the encoders."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_CHOOSE_OR_IMPORT = "Choose another recording, or import it again with that column."

IDENTIFICATION_ERRORS: Mapping[str, Wording] = {
    # Identification
    "recording-too-short": Wording(
        "I-006",
        "The recording {recording} is too short to be filtered.",
        "Nothing was computed.",
        "Choose a longer one.",
    ),
    "too-short-to-filter": Wording(
        "I-007",
        "{samples} samples are too few for the filter, which needs {needed}.",
        "Nothing was computed.",
        "Choose a longer recording or a higher cut-off.",
    ),
    "too-few-samples": Wording(
        "I-008",
        "There are {samples} samples; at least {needed} are needed.",
        "Nothing was computed.",
        "Choose more rows.",
    ),
    "fewer-rows-than-columns": Wording(
        "I-009",
        "{rows} samples cannot determine {columns} parameters.",
        "Nothing was identified.",
        "Use longer or more recordings.",
    ),
    "nothing-excited": Wording(
        "I-010",
        "No joint moves in these recordings.",
        "None of the {columns} parameters can be determined.",
        "Record an excitation motion.",
    ),
    "friction-shape-count": Wording(
        "I-115",
        "{given} shape constants were given; the friction model {friction} has {names}.",
        "Nothing was identified.",
        "Give one number for each of them, or none to have them searched.",
    ),
    "friction-shape-without-model": Wording(
        "I-116",
        "Shape constants belong to one friction model, and it is to be chosen by data.",
        "Nothing was identified.",
        "Name the friction model, or leave its shape constants out.",
    ),
    "joint-count-differs": Wording(
        "I-011",
        "The recording {recording} has {recording_joints} joints, the robot {robot} has {robot_joints}.",
        "They do not belong together.",
        "Choose the robot the recording was made with.",
    ),
    "no-position": Wording(
        "I-012",
        "The recording {recording} holds no joint positions.",
        "It has {has}; positions come from one of {needed}.",
        _CHOOSE_OR_IMPORT,
    ),
    "no-torque": Wording(
        "I-013",
        "The recording {recording} holds neither torque nor current.",
        "It has {has}; torques come from one of {needed}.",
        _CHOOSE_OR_IMPORT,
    ),
    # Verification
    "pose-not-reachable": Wording(
        "S-080",
        "Pose {pose} of the path, at {x}, {y}, {z} mm in the base frame, is out of the arm's reach"
        " (at best {distance} mm and {angle}° away).",
        "Nothing was planned.",
        "Move it nearer to the arm, or turn the flange otherwise.",
    ),
    "circle-needs-joints": Wording(
        "S-081",
        "An arm with {joints} joint cannot go round a circle.",
        "No circle was planned.",
        "Verify on other motions.",
    ),
    "circle-pose": Wording(
        "S-082",
        "The centre of the circle is not given as a pose.",
        "No circle was planned.",
        "Give a matrix of four rows and four columns that turns and shifts only.",
    ),
    "circle-near-singular": Wording(
        "S-083",
        "The circle passes a singular pose of the arm.",
        "Joints would have to move faster than they can.",
        "Put the circle elsewhere, or leave its place to the program.",
    ),
    "circle-not-clear": Wording(
        "S-084",
        "On this circle, or on the way to it, the arm would touch something or be too weak.",
        "No circle was planned.",
        "Put the circle elsewhere, or leave its place to the program.",
    ),
    "no-circle": Wording(
        "S-085",
        "No place was found for a circle from here ({places} were looked at).",
        "The arm stays where it is.",
        "Jog it to a pose with more room around it, or leave the circle out.",
    ),
    "no-point-tour": Wording(
        "S-086",
        "No move to another pose is free of collisions ({tried} were tried).",
        "The arm stays where it is.",
        "Jog it to a pose with more room around it, or leave the moves out.",
    ),
    "verification-limit-count": Wording(
        "S-088",
        "There are {found} limits for {expected} joints.",
        "Nothing was judged.",
        "Give one for all joints, or one for each.",
    ),
    "nothing-to-verify": Wording(
        "S-089",
        "No recording was chosen to verify the model on.",
        "Nothing was judged.",
        "Choose one or more.",
    ),
    "no-model-to-verify": Wording(
        "S-090",
        "The visit holds no identified model yet.",
        "There is nothing to verify.",
        "Identify the arm first.",
    ),
    "no-motion-to-verify": Wording(
        "S-091",
        "{controller} cannot run any of the motions that were chosen.",
        "Nothing has moved.",
        "Choose the moves between poses.",
    ),
    # The encoder check
    "known-offsets-shape": Wording(
        "S-034",
        "The known encoder offsets have the size {found} for {joints} joints.",
        "They were not compared.",
        "Use those of an earlier check of the same arm.",
    ),
    "jog-joint": Wording(
        "S-035",
        "A jog names joint {joint} of an arm with {joints} joints.",
        "The encoders were not checked.",
        "Name a joint that exists.",
    ),
}
"""Sentences of the errors, by their codes."""
