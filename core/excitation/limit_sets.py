"""Sets of motion limits by name or from a file: the robot's own, [Liu]'s, and those people bring.

A file gives, for the turning joints in order, ``lower_deg``, ``upper_deg``, ``velocity_deg``
and ``acceleration_deg``, and for the sliding joints the same with ``_m``. What it leaves
out stays the robot's own, and where the robot's own limit is the tighter one it holds.
"""

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np

import resources
from core.errors import BadFile, BadRequest, Problem
from core.excitation.motion_limits import (
    ROBOT_LIMITS,
    LimitOrigin,
    LimitSet,
    MotionLimits,
    check_start,
    motion_limits,
)
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.toml_table import TomlTable, key_lines

_FOLDER = "limits"


def limit_set_names() -> tuple[str, ...]:
    """The names that are known: the robot's own limits and the sets that ship with the program."""
    return (ROBOT_LIMITS, *sorted(file.stem for file in resources.path(_FOLDER).glob("*.toml")))


def named_limits(name: str | Path, robot: RobotModel, *, start: FloatArray) -> MotionLimits:
    """The limits of a set: ``robot``, a shipped name, or a TOML file.

    Raises
    ------
    BadRequest
        ``unknown-limits`` with the known names; ``start-outside-limits`` with the joint (from
        1), where it is, and its limits; ``trajectory-limit`` for a limit of the robot that is
        not positive.
    BadFile
        ``bad-limits-file`` with every problem found in the file.
    OSError
        Where the file cannot be read.
    """
    raise NotImplementedError
