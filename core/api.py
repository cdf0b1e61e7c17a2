"""The names for scripts: what is here keeps its name and meaning (help page *From Python*).

A visit is opened, its recordings become arrays with units, and the same functions that the window and the
command line use identify a model, friction or a payload from them.
"""

from dataclasses import dataclass

import numpy as np

from core.exchange.export_payload import payload_json
from core.exchange.export_sweeps import sweeps_json
from core.exchange.json_text import json_text
from core.identification.friction_sweeps import measure_sweeps
from core.identification.identify import identify
from core.identification.settings import IdentificationSettings
from core.payload.from_logs import identify_payload_from_logs
from core.payload.methods import Drives
from core.recording import FloatArray, Quantity, Recording
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.robot.toml_format import parse_toml
from core.storage.visit import Visit

__all__ = [
    "Channel",
    "Drives",
    "IdentificationSettings",
    "Quantity",
    "Recording",
    "RobotModel",
    "Visit",
    "channels",
    "identify",
    "identify_payload_from_logs",
    "json_text",
    "load_robot",
    "measure_sweeps",
    "payload_json",
    "robot_of",
    "sweeps_json",
]

_TURNS = {
    Quantity.POSITION: ("rad", "m"),
    Quantity.MOTOR_POSITION: ("rad", "m"),
    Quantity.LINK_POSITION: ("rad", "m"),
    Quantity.VELOCITY: ("rad/s", "m/s"),
    Quantity.MOTOR_VELOCITY: ("rad/s", "m/s"),
    Quantity.ACCELERATION: ("rad/s²", "m/s²"),
    Quantity.CURRENT: ("A", "A"),
    Quantity.CURRENT_REFERENCE: ("A", "A"),
    Quantity.MOTOR_TORQUE: ("N·m", "N·m"),
    Quantity.TORQUE: ("N·m", "N"),
    Quantity.TORQUE_REFERENCE: ("N·m", "N"),
    Quantity.TEMPERATURE: ("K", "K"),
}
"""Unit of a joint that turns and of one that slides."""


@dataclass(frozen=True, eq=False)
class Channel:
    """One quantity of a recording: ``values`` (N, n), and the unit of each joint."""

    values: FloatArray
    units: tuple[str, ...]


def robot_of(visit: Visit) -> RobotModel:
    """The robot that a visit describes.

    Raises
    ------
    BadFile
        If its description cannot be read.
    """
    return parse_toml(visit.robot_toml)


def channels(recording: Recording, robot: RobotModel) -> dict[str, Channel]:
    """All quantities of a recording in memory, by name (``position``, ``current``, …).

    ``recording.time`` (N,) s is their clock. Positions at the motor shaft, where the robot's description says
    so, count its own turns.
    """
    return {
        name.value: Channel(
            np.asarray(column[:], dtype=np.float64),
            tuple(_TURNS[name][int(slides)] for slides in robot.is_prismatic),
        )
        for name, column in recording.columns.items()
    }
