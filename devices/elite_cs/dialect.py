"""RTSI, the dialect of RTDE that Elite's CS controllers speak.

It asks for version 1 and means the layout of version 2. Units from the maker's development kit
(Elite-Robots/Elite_Robots_CS_SDK, ``doc/API/en/RTSI.en.md``).
"""

from core.recording import Quantity, TorqueKind
from devices.protocol_rtde.fields_cs import FASTEST_HZ
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dialect import Dialect
from devices.universal_robots.recipe import ZERO_CELSIUS_K, ColumnField

COLUMNS = {
    Quantity.POSITION: ColumnField("actual_joint_positions"),
    Quantity.VELOCITY: ColumnField("actual_joint_speeds"),
    Quantity.CURRENT: ColumnField("actual_joint_current"),
    # N·m; the maker does not say how the value is made
    Quantity.TORQUE: ColumnField("actual_joint_torques"),
    Quantity.TEMPERATURE: ColumnField("joint_temperatures", ZERO_CELSIUS_K),
}
# runtime_state is left out: its numbers differ from those of Universal Robots
STATES = {
    "robot_mode": "robot_mode",
    "safety_status": "safety_status",
    "robot_status_bits": "robot_status_bits",
    "speed_scaling": "speed_scaling",
    "target_speed_fraction": "target_speed_fraction",
    "payload_mass": "payload",
    "payload_cog": "payload_cog",
}


def _fastest(_version: ControllerVersion) -> int:
    return FASTEST_HZ


RTSI = Dialect(
    protocols={1: 2},
    columns=COLUMNS,
    states=STATES,
    expected=tuple(COLUMNS),
    torque_kind=TorqueKind.UNKNOWN,
    fastest=_fastest,
    service_off="cs-service-off",
    protocol_refused="cs-protocol-refused",
    read_only="cs-read-only",
    emulated_serial="EMULATED-",
)
