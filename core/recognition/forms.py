"""Names with a documented meaning and unit: the makers' own recorders, messages and our own arrays."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from core.recording import Quantity

LEFT = None
Form = dict[str, tuple[Quantity, str] | None]
"""Meaning and unit of each name; None for a name that is no quantity of a recording."""

UR_RTDE: Form = {
    "actual_q": (Quantity.POSITION, "rad"),
    "actual_qd": (Quantity.VELOCITY, "rad/s"),
    "actual_current": (Quantity.CURRENT, "A"),
    "target_current": (Quantity.CURRENT_REFERENCE, "A"),
    "target_moment": (Quantity.TORQUE_REFERENCE, "N·m"),
    "joint_temperatures": (Quantity.TEMPERATURE, "°C"),
    "target_q": LEFT, "target_qd": LEFT, "target_qdd": LEFT, "joint_control_output": LEFT,
    "actual_joint_voltage": LEFT, "joint_mode": LEFT, "actual_current_window": LEFT, "ft_raw_wrench": LEFT,
    "actual_tool_accelerometer": LEFT, "actual_tcp_pose": LEFT, "actual_tcp_speed": LEFT,
    "actual_tcp_force": LEFT, "target_tcp_pose": LEFT, "target_tcp_speed": LEFT,
    "actual_current_as_torque": LEFT, "actual_main_voltage": LEFT, "actual_robot_voltage": LEFT,
}  # fmt: skip
"""Fields of Universal Robots' RTDE in small letters, as its recorder writes them with _0 to _5 behind."""

OUR_ARRAYS: Form = {
    "q": (Quantity.POSITION, "rad"),
    "dq": (Quantity.VELOCITY, "rad/s"),
    "ddq": (Quantity.ACCELERATION, "rad/s²"),
    "q_mot": (Quantity.MOTOR_POSITION, "rad"),
    "q_motor": (Quantity.MOTOR_POSITION, "rad"),
    "theta": (Quantity.MOTOR_POSITION, "rad"),
    "dq_mot": (Quantity.MOTOR_VELOCITY, "rad/s"),
    "dq_motor": (Quantity.MOTOR_VELOCITY, "rad/s"),
    "q_link": (Quantity.LINK_POSITION, "rad"),
    "current": (Quantity.CURRENT, "A"),
    "tau_motor": (Quantity.MOTOR_TORQUE, "N·m"),
    "tau": (Quantity.TORQUE, "N·m"),
}
"""Arrays of the layouts npz and mat."""

FRANKA: Form = {
    "q": (Quantity.POSITION, "rad"),
    "dq": (Quantity.VELOCITY, "rad/s"),
    "theta": (Quantity.MOTOR_POSITION, "rad"),
    "dtheta": (Quantity.MOTOR_VELOCITY, "rad/s"),
    "tau_J": (Quantity.TORQUE, "N·m"),
    "measured_joint_state.position": (Quantity.POSITION, "rad"),
    "measured_joint_state.velocity": (Quantity.VELOCITY, "rad/s"),
    "measured_joint_state.effort": (Quantity.TORQUE, "N·m"),
    "measured_joint_motor_state.position": (Quantity.MOTOR_POSITION, "rad"),
    "measured_joint_motor_state.velocity": (Quantity.MOTOR_VELOCITY, "rad/s"),
}
"""Fields of franka_msgs/FrankaState (ROS 1) and FrankaRobotState (ROS 2)."""

DOOSAN: Form = {
    "actual_joint_position": (Quantity.MOTOR_POSITION, "deg"),
    "actual_joint_position_abs": (Quantity.LINK_POSITION, "deg"),
    "actual_joint_velocity": (Quantity.VELOCITY, "deg/s"),
    "actual_motor_torque": (Quantity.TORQUE, "N·m"),
    "joint_temperature": (Quantity.TEMPERATURE, "°C"),
}
"""Fields of dsr_msgs/RobotStateRt: the motor's encoder counts at the joint, the other one behind the gear."""

FLEXIV: Form = {
    "q": (Quantity.POSITION, "rad"),
    "theta": (Quantity.MOTOR_POSITION, "rad"),
    "dq": (Quantity.VELOCITY, "rad/s"),
    "dtheta": (Quantity.MOTOR_VELOCITY, "rad/s"),
    "tau": (Quantity.TORQUE, "N·m"),
}
"""Fields of flexiv_msgs/RobotStates."""

PERCENT, COUNTED, OF_RANGE, AT_MOTOR = "%", "counts", "% of range", "deg of the motor"
"""Units of numbers whose size in SI the file does not have.

A share of a rated value; encoder counts; a share of a joint's calibrated range, which looks like degrees;
degrees at the motor, whose ratio is not known.
"""
SIZELESS = frozenset({PERCENT, COUNTED, OF_RANGE, AT_MOTOR})


@dataclass(frozen=True)
class NamedForm:
    """Names of one maker's columns without their joint numbers; ``needs`` must all be in the file."""

    name: str
    fields: Form
    needs: frozenset[str] = frozenset()


FORMS = (
    NamedForm("RTDE", UR_RTDE),
    NamedForm(
        "KUKA RSI",
        {"aipos": (Quantity.POSITION, "deg"), "aspos": LEFT, "macur": (Quantity.CURRENT, PERCENT)},
    ),
    NamedForm(
        "KUKA's system variables",
        {
            "axis_act": (Quantity.POSITION, "deg"),
            "axis_act_meas": (Quantity.POSITION, "deg"),
            "torque_axis_act": (Quantity.TORQUE, "N·m"),
            "vel_axis_act": (Quantity.VELOCITY, PERCENT),
            "curr_act": (Quantity.CURRENT, PERCENT),
        },
    ),
    NamedForm(
        "KUKA's DataRecorder",
        {
            "axisqmsr_lbr": (Quantity.POSITION, "rad"),
            "axisqcmd_lbr": LEFT,
            "axistaumsr_lbr": (Quantity.TORQUE, "N·m"),
            "axistauextmsr_lbr": LEFT,
        },
    ),
    NamedForm(
        "the client of KUKA's FRI",
        {"mp": (Quantity.POSITION, "rad"), "ip": LEFT, "mt": (Quantity.TORQUE, "N·m"), "et": LEFT},
        needs=frozenset({"mp", "mt"}),
    ),
    NamedForm(
        "libfranka",
        {f"state.{name.lower()}": meaning for name, meaning in FRANKA.items() if "." not in name}
        | {f"cmd.{name}": LEFT for name in ("q_d", "dq_d", "tau_j_d")},
    ),
    NamedForm(
        "CiA 402",
        {
            "6064": (Quantity.POSITION, COUNTED),
            "606c": (Quantity.VELOCITY, COUNTED),
            "6077": (Quantity.TORQUE, PERCENT),
            "6078": (Quantity.CURRENT, PERCENT),
        },
    ),
    NamedForm(
        "moteus",
        {
            "position": (Quantity.POSITION, "rev"),
            "velocity": (Quantity.VELOCITY, "rev/s"),
            "torque": (Quantity.TORQUE, "N·m"),
        },
        needs=frozenset({"mode", "fault", "voltage"}),
    ),
    NamedForm(
        "ROS's JointState",
        {"position": (Quantity.POSITION, "rad"), "velocity": (Quantity.VELOCITY, "rad/s")},
        needs=frozenset({"header.stamp"}),
    ),
)
"""Makers' forms, the more particular first. Documented in: the RTDE guide of Universal Robots; KUKA's RSI and
system variables' manuals; the Sunrise manual; lbr-stack/pyfri; libfranka's log.h; CiA 402-2;
moteus' register reference; sensor_msgs."""
_JOINT = re.compile(r"[\[_.]?[aj]?\d+\]?$")
_OBJECT = re.compile(r"0x(60[0-9a-f]{2})")
_ROS_PATH = re.compile(r"joint_states/[^/]+/(\w+)$")


def documented(name: str, names: Collection[str]) -> tuple[str, tuple[Quantity, str] | None] | None:
    """The form that documents a column, and the meaning there; None where there is none.

    ``names`` are those of all columns of the file.
    """
    base = form_base(name)
    for form in FORMS:
        if base in form.fields and form.needs <= {need for one in names for need in _needs(one)}:
            return form.name, form.fields[base]
    return None


def form_base(name: str) -> str:
    """A column's name without joint, path and sign of a variable, in small letters."""
    plain = name.strip().lower()
    if (found := _OBJECT.search(plain)) is not None or (found := _ROS_PATH.search(plain)) is not None:
        return found[1]
    plain = plain.removeprefix("receive.").removeprefix("field.").lstrip("$%# ")
    plain = plain.rsplit(".", maxsplit=1)[-1] if "_joint" in plain and "." in plain else plain
    if (lbr := re.match(r"(axis\w+?_lbr)_", plain)) is not None:
        return lbr[1]
    return _JOINT.sub("", plain)


def _needs(name: str) -> set[str]:
    plain = name.lower()
    found = {form_base(name)}
    if "header.stamp" in plain or "joint_states/" in plain:
        found.add("header.stamp")
    return found
