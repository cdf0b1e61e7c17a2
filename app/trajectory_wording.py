"""The sentences about files that hold trajectories: F-3xx, S-06x."""

from collections.abc import Mapping

from app.error_wording import Wording

_NOT_WRITTEN = "The file was not written."

TRAJECTORY_FILE_ERRORS: Mapping[str, Wording] = {
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
        "A trajectory's file is told by its ending. Nothing was computed.",
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

TRAJECTORY_FILE_PROBLEMS: Mapping[str, tuple[str, str]] = {
    "not-json": ("this is not JSON: {reason}", "F-311"),
    "not-an-object": ("this is not an object with names and values", "F-312"),
}
