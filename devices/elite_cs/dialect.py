"""RTSI, the dialect of RTDE that Elite's CS controllers speak, and their script language.

RTSI asks for version 1 and means the layout of version 2. Units from the maker's development kit
(Elite-Robots/Elite_Robots_CS_SDK, ``doc/API/en/RTSI.en.md``), values of ``runtime_state`` from
``include/Elite/DataType.hpp``, what concerns port 30001 from ``doc/API/en/PrimaryPort.en.md``.

The script language reads like Python. From the maker's editor extension
(Elite-Robots/vscode-elitescript-extension, ``src/EliteFunctions/en``): functions, arguments and units.
From the maker's development kit (Elite-Robots/Elite_Robots_CS_SDK): ``def NAME():`` … ``end`` around the
program and indentation within (``source/Elite/EliteDriver.cpp``,
``source/resources/external_control.script``). From the maker's driver for ROS 2
(Elite-Robots/Elite_Robots_CS_ROS2_Driver, ``eli_cs_robot_driver/doc/Usage.md``): a program is taken in
remote control and ends the running one, ``sec NAME():`` does not.
"""

from core.recording import Quantity, TorqueKind
from devices.protocol_rtde.fields_cs import FASTEST_HZ
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.dialect import Dialect
from devices.universal_robots.recipe import PHASE, ZERO_CELSIUS_K, ColumnField
from devices.universal_robots.script_language import Language
from devices.universal_robots.settings import RTDE_PORT

SET_POINT_S = 0.01
"""Time between two set-points of ``servoj``, s, when none is given; the maker asks for more than 0.008 s."""
LOOKAHEAD_S = 0.05
"""Of ``servoj``, within the maker's 0.03 to 0.2 s; its gain has no effect yet."""
PHASE_REGISTER = "output_int_register24"

ELITE_SCRIPT = Language(
    block_end="",
    halt="halt()",
    watchdog="rtsi_set_watchdog",
    beat="input_int_register24",
    servo=f"lookahead_time={LOOKAHEAD_S:g}",
)


COLUMNS = {
    Quantity.POSITION: ColumnField("actual_joint_positions"),
    Quantity.VELOCITY: ColumnField("actual_joint_speeds"),
    Quantity.CURRENT: ColumnField("actual_joint_current"),
    # N·m; the maker does not say how the value is made
    Quantity.TORQUE: ColumnField("actual_joint_torques"),
    Quantity.TEMPERATURE: ColumnField("joint_temperatures", ZERO_CELSIUS_K),
}
STATES = {
    "robot_mode": "robot_mode",
    "safety_status": "safety_status",
    "runtime_state": "runtime_state",
    "robot_status_bits": "robot_status_bits",
    "speed_scaling": "speed_scaling",
    "target_speed_fraction": "target_speed_fraction",
    "script_control_line": "script_control_line",
    "payload_mass": "payload",
    "payload_cog": "payload_cog",
    PHASE_REGISTER: PHASE,
}
PAUSED, STOPPED = 2, 3
"""Values of ``runtime_state``; 1 means that a program runs."""
PRIMARY_PORT = 30001
"""The only port for programs that the maker's development kit uses."""
CONNECTIONS_APART_S = 0.5
"""The kit asks for this pause between two connections to that port."""


def _fastest(_version: ControllerVersion) -> int:
    return FASTEST_HZ


RTSI = Dialect(
    protocols={1: 2},
    columns=COLUMNS,
    states=STATES,
    expected=tuple(COLUMNS),
    torque_kind=TorqueKind.UNKNOWN,
    fastest=_fastest,
    emulated_serial="EMULATED-",
    runtime_stopped=STOPPED,
    language=ELITE_SCRIPT,
    set_point_s=lambda _version: SET_POINT_S,
    programs_below=RTDE_PORT - PRIMARY_PORT,
    payload=lambda _version: "set_payload",
    takes_inertia=lambda _version: False,  # it is not reported, and what was set before cannot be restored
    programs_apart_s=CONNECTIONS_APART_S,
    codes={
        "ur-service-off": "cs-service-off",
        "ur-protocol-refused": "cs-protocol-refused",
        "ur-read-only": "cs-read-only",
        "ur-input-in-use": "cs-input-in-use",
        "ur-no-registers": "cs-no-registers",
        "ur-dashboard-off": "cs-dashboard-off",
        "ur-programs-off": "cs-programs-off",
        "ur-program-not-started": "cs-program-not-started",
    },
)
