"""The fields of Elite's CS controllers, which speak RTDE under the name RTSI.

Names and types from the maker's development kit (Elite-Robots/Elite_Robots_CS_SDK,
``source/Rtsi/RtsiIOInterface.cpp`` and ``include/Elite/DataType.hpp``). It states no first versions.
"""

from collections.abc import Iterator, Mapping

from devices.protocol_rtde.values import DataType

FASTEST_HZ = 250


def _all(kind: DataType, names: str) -> dict[str, DataType]:
    return dict.fromkeys(names.split(), kind)


def _registers(side: str) -> Iterator[tuple[str, DataType]]:
    yield f"{side}_bit_registers0_to_31", DataType.UINT32
    yield f"{side}_bit_registers32_to_63", DataType.UINT32
    for name, kind in (("int", DataType.INT32), ("double", DataType.DOUBLE)):
        for number in range(48):
            yield f"{side}_{name}_register{number}", kind


_JOINTS = (
    "target_joint_positions target_joint_speeds actual_joint_positions actual_joint_speeds "
    "actual_joint_torques actual_joint_current joint_temperatures"
)
_TOOL = "actual_TCP_pose actual_TCP_speed actual_TCP_force target_TCP_pose target_TCP_speed"
_NUMBERS = (
    "timestamp payload_mass speed_scaling target_speed_fraction actual_robot_voltage actual_robot_current "
    "standard_analog_input0 standard_analog_input1 standard_analog_output0 standard_analog_output1 "
    "io_current tool_analog_input tool_analog_output tool_output_voltage tool_output_current "
    "tool_temperature"
)
_BITS = (
    "script_control_line actual_digital_input_bits actual_digital_output_bits runtime_state "
    "robot_status_bits safety_status_bits analog_io_types tool_mode tool_analog_input_types "
    "tool_analog_output_types"
)

OUTPUTS: Mapping[str, DataType] = {
    **_all(DataType.VECTOR6D, f"{_JOINTS} {_TOOL}"),
    **_all(DataType.VECTOR3D, "payload_cog elbow_position elbow_velocity"),
    **_all(DataType.DOUBLE, _NUMBERS),
    **_all(DataType.UINT32, _BITS),
    **_all(DataType.INT32, "robot_mode safety_status"),
    **_all(
        DataType.UINT8,
        "tool_digital_mode tool_digital0_mode tool_digital1_mode tool_digital2_mode tool_digital3_mode",
    ),
    "joint_mode": DataType.VECTOR6INT32,
    **dict(_registers("output")),
    **dict(_registers("input")),
}
"""Fields that a controller can send."""

INPUTS: Mapping[str, DataType] = {
    **_all(DataType.UINT32, "speed_slider_mask"),
    **_all(DataType.DOUBLE, "speed_slider_fraction standard_analog_output_0 standard_analog_output_1"),
    **_all(DataType.UINT16, "standard_digital_output_mask standard_digital_output"),
    **_all(
        DataType.UINT8,
        "configurable_digital_output_mask configurable_digital_output standard_analog_output_mask "
        "standard_analog_output_type tool_digital_output_mask tool_digital_output",
    ),
    "external_force_torque": DataType.VECTOR6D,
    **dict(_registers("input")),
}
"""Fields that clients can write, each field one client at a time."""
