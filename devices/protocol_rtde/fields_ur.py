"""The fields of Universal Robots' controllers with their types and the versions that brought them.

From the guide to RTDE (docs.universal-robots.com). Of a field without versions the guide states
none. Newer fields whose first version is not known are left out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from devices.protocol_rtde.setup import ControllerVersion
from devices.protocol_rtde.values import DataType

_ALWAYS = ControllerVersion(0, 0)


@dataclass(frozen=True)
class Field:
    """Type of a field, and its first version for each generation; None where it never came."""

    kind: DataType
    cb3: ControllerVersion | None = _ALWAYS
    """PolyScope 3."""
    e_series: ControllerVersion | None = _ALWAYS
    """PolyScope 5."""
    polyscope_x: ControllerVersion | None = _ALWAYS

    def is_in(self, version: ControllerVersion) -> bool:
        """True if a controller of this version has the field."""
        firsts = {3: self.cb3, 5: self.e_series}
        first = firsts.get(version.major, self.polyscope_x)
        return first is not None and version >= first


def _since(kind: DataType, cb3: tuple[int, ...] | None, e_series: tuple[int, ...]) -> Field:
    return Field(kind, None if cb3 is None else ControllerVersion(*cb3), ControllerVersion(*e_series))


def _all(kind: DataType, names: str) -> dict[str, Field]:
    return {name: Field(kind) for name in names.split()}


def _registers(side: str) -> Iterator[tuple[str, Field]]:
    """General purpose registers; the upper half came later and is free for external clients."""
    for name in (f"{side}_bit_registers0_to_31", f"{side}_bit_registers32_to_63"):
        yield name, Field(DataType.UINT32)
    for number in range(64, 128):
        yield f"{side}_bit_register_{number}", _since(DataType.BOOL, (3, 9), (5, 3))
    for name, kind in (("int", DataType.INT32), ("double", DataType.DOUBLE)):
        for number in range(48):
            upper = _since(kind, (3, 9), (5, 3))
            yield f"{side}_{name}_register_{number}", Field(kind) if number < 24 else upper


_JOINTS = (
    "target_q target_qd target_qdd target_current target_moment actual_q actual_qd actual_current "
    "joint_control_output joint_temperatures actual_joint_voltage"
)
_TOOL = "actual_TCP_pose actual_TCP_speed actual_TCP_force target_TCP_pose target_TCP_speed"
_NUMBERS = (
    "timestamp actual_execution_time speed_scaling target_speed_fraction actual_momentum actual_main_voltage "
    "actual_robot_voltage actual_robot_current standard_analog_input0 standard_analog_input1 "
    "standard_analog_output0 standard_analog_output1 io_current euromap67_24V_voltage euromap67_24V_current "
    "tool_analog_input0 tool_analog_input1 tool_output_current tool_temperature tcp_force_scalar"
)
_BITS = (
    "runtime_state robot_status_bits safety_status_bits analog_io_types euromap67_input_bits "
    "euromap67_output_bits tool_mode tool_analog_input_types"
)

OUTPUTS: Mapping[str, Field] = {
    **_all(DataType.VECTOR6D, f"{_JOINTS} {_TOOL}"),
    **_all(DataType.DOUBLE, _NUMBERS),
    **_all(DataType.UINT64, "actual_digital_input_bits actual_digital_output_bits"),
    **_all(DataType.INT32, "robot_mode safety_mode tool_output_voltage"),
    **_all(DataType.UINT32, _BITS),
    **_all(DataType.UINT8, "tool_output_mode tool_digital_output0_mode tool_digital_output1_mode"),
    "joint_mode": Field(DataType.VECTOR6INT32),
    "actual_tool_accelerometer": Field(DataType.VECTOR3D),
    "elbow_position": _since(DataType.VECTOR3D, (3, 5), (5, 0)),
    "elbow_velocity": _since(DataType.VECTOR3D, (3, 5), (5, 0)),
    "safety_status": _since(DataType.INT32, (3, 10), (5, 4)),
    "payload": _since(DataType.DOUBLE, (3, 11), (5, 5, 1)),
    "payload_cog": _since(DataType.VECTOR3D, (3, 11), (5, 5, 1)),
    "payload_inertia": _since(DataType.VECTOR6D, (3, 15), (5, 11)),
    "script_control_line": _since(DataType.UINT32, (3, 14), (5, 9)),
    "ft_raw_wrench": _since(DataType.VECTOR6D, None, (5, 9)),
    "actual_current_as_torque": Field(
        DataType.VECTOR6D, None, ControllerVersion(5, 23), ControllerVersion(10, 11)
    ),
    **dict(_registers("output")),
    **dict(_registers("input")),
}
"""Fields that a controller can send."""

INPUTS: Mapping[str, Field] = {
    **_all(DataType.UINT32, "speed_slider_mask"),
    **_all(DataType.DOUBLE, "speed_slider_fraction standard_analog_output_0 standard_analog_output_1"),
    **_all(
        DataType.UINT8,
        "standard_digital_output_mask standard_digital_output configurable_digital_output_mask "
        "configurable_digital_output standard_analog_output_mask standard_analog_output_type "
        "tool_digital_output_mask tool_digital_output",
    ),
    "external_force_torque": Field(DataType.VECTOR6D),
    **dict(_registers("input")),
}
"""Fields that clients can write, each field one client at a time."""
