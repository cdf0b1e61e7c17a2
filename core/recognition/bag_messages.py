"""Types of messages that hold the joints of an arm: their fields, units and the source of their torque."""

from dataclasses import dataclass

from core.recognition.forms import DOOSAN, FLEXIV, FRANKA, Form
from core.recording import Quantity, TorqueKind


@dataclass(frozen=True)
class MessageForm:
    """Fields with their quantity and unit; with ``is_open``, other fields are recognised by their names."""

    fields: Form
    torque_kind: TorqueKind = TorqueKind.UNKNOWN
    is_open: bool = False


JOINT_STATE: Form = {"position": (Quantity.POSITION, "rad"), "velocity": (Quantity.VELOCITY, "rad/s")}
MESSAGES: dict[str, MessageForm] = {
    "JointState": MessageForm(JOINT_STATE, is_open=True),
    "FrankaState": MessageForm(FRANKA, TorqueKind.LINK_SENSOR),
    "FrankaRobotState": MessageForm(FRANKA, TorqueKind.LINK_SENSOR),
    "RobotStateRt": MessageForm(DOOSAN, TorqueKind.MOTOR_TORQUE),
    "RobotStates": MessageForm(FLEXIV, TorqueKind.LINK_SENSOR),
}
"""Forms by the last part of a message's type."""


def form_of(message_type: str) -> MessageForm | None:
    """The form of a type such as ``sensor_msgs/msg/JointState``; None for one without joints."""
    return MESSAGES.get(message_type.rsplit("/", maxsplit=1)[-1])
