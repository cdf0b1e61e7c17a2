"""The fields that are asked for, and what becomes of each: a column of the samples or a state."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.recording import Quantity

JOINTS = 6
TIME = "timestamp"
"""Seconds since the controller was started; the only clock of the samples."""
ZERO_CELSIUS_K = 273.15


@dataclass(frozen=True)
class ColumnField:
    """A field with one value per joint; ``offset`` is added to reach the SI unit."""

    name: str
    offset: float = 0.0


COLUMNS: Mapping[Quantity, ColumnField] = {
    Quantity.POSITION: ColumnField("actual_q"),
    Quantity.VELOCITY: ColumnField("actual_qd"),
    Quantity.CURRENT: ColumnField("actual_current"),
    # current times the maker's constants, at the joint: from PolyScope 5.23 and 10.11
    Quantity.TORQUE: ColumnField("actual_current_as_torque"),
    Quantity.CURRENT_REFERENCE: ColumnField("target_current"),
    # the controller's rigid-body model; never a measurement
    Quantity.TORQUE_REFERENCE: ColumnField("target_moment"),
    Quantity.TEMPERATURE: ColumnField("joint_temperatures", ZERO_CELSIUS_K),
}
POSITION, VELOCITY = COLUMNS[Quantity.POSITION].name, COLUMNS[Quantity.VELOCITY].name
PHASE = "output_int_register_24"
"""Register that our program writes; the registers below 24 belong to fieldbuses."""
BEAT = "input_int_register_24"
"""Register that the heartbeat writes."""
STATES = (
    "robot_mode",
    "safety_status",
    "safety_mode",
    "runtime_state",
    "robot_status_bits",
    "speed_scaling",
    "target_speed_fraction",
    "script_control_line",
    "payload",
    "payload_cog",
    "payload_inertia",
    PHASE,
)
"""Fields of which the newest value is kept."""
