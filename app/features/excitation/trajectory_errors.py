"""The sentences about planned trajectories and the files that hold them: F-3xx, Q-14x, S-06x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOT_WRITTEN = "The file was not written."

TRAJECTORY_ERRORS: Mapping[str, Wording] = {
    "sample-step": Wording(
        "S-065",
        "A step of {step_s} s leaves too few samples in a period of {period_s} s.",
        "The fastest wave needs more than two in each of its turns. Nothing was planned.",
        "Choose a shorter step, a longer period, or fewer harmonics.",
    ),
    "start-count": Wording(
        "S-066",
        "The start pose has {found} numbers, the arm has {expected} joints.",
        "Nothing was planned.",
        "Give one number per joint.",
    ),
    "bad-trajectory-file": Wording(
        "F-301",
        "{file} does not hold a trajectory.",
        "Nothing was read from it.",
        "Give a, b, q0 and period_s, one list per joint, or a file that Torsion exported.",
    ),
    "trajectory-joints": Wording(
        "S-060",
        "The trajectory is for {found} joints, the arm has {expected}.",
        "It was not used.",
        "Name the arm that it is for, or another file.",
    ),
    "trajectory-file-ending": Wording(
        "S-061",
        "{file} has none of the endings {endings}.",
        "The kind of a trajectory file is known by its ending. Nothing was computed.",
        "Name a file with one of them.",
    ),
    "plan-not-runnable": Wording(
        "S-062",
        "{file} was not written: this motion may not be run.",
        "It leaves its limits, comes too near something, or is not at rest at its ends.",
        "Plan another one, or export it as .json or .csv to look at it.",
    ),
    "robot-not-for-urscript": Wording(
        "S-063",
        "{robot} is none of Universal Robots' arms, which have six turning joints.",
        _NOT_WRITTEN,
        "Export the trajectory as .csv or .json instead.",
    ),
    "trajectory-not-for-urscript": Wording(
        "S-064",
        "No program can be written for a motion of this kind.",
        f"A program runs Fourier series that are at rest at their ends. {_NOT_WRITTEN}",
        "Plan one of the kinds fourier, modified or quintic, or export the trajectory as .csv or .json.",
    ),
}

TRAJECTORY_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "not-json": ("this is not JSON: {reason}", "F-311"),
    "not-an-object": ("this is not an object with names and values", "F-312"),
}

TRAJECTORY_REASONS: Mapping[str, tuple[str, str]] = {
    "excitation-rank-short": (
        "Some parameters cannot be seen in this motion at all. Let more joints move, or plan another motion.",
        "Q-140",
    ),
    "excitation-poor": (
        "The condition number {condition_number:apart limit} is above {limit:apart condition_number}: some "
        "parameters hide behind others. "
        "Plan another motion, or take more time for it.",
        "Q-141",
    ),
    "excitation-fair": (
        "The condition number {condition_number:apart limit} is above {limit:apart condition_number}: the "
        "least visible parameters get wide ±. "
        "More time to plan may find a better motion.",
        "Q-142",
    ),
    "excitation-beyond-limits": (
        "The motion takes {limit_use:%} of a limit. No arm may run it.",
        "Q-143",
    ),
    "excitation-forbidden": (
        "The motion may not be run. What forbids it is named with it ({count}).",
        "Q-144",
    ),
}
