"""Names with a documented meaning and unit: the makers' own recorders, messages and our own arrays."""

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
    "actual_tool_accelerometer": LEFT, "actual_TCP_pose": LEFT, "actual_TCP_speed": LEFT,
    "actual_TCP_force": LEFT, "target_TCP_pose": LEFT, "target_TCP_speed": LEFT,
    "actual_current_as_torque": LEFT, "actual_main_voltage": LEFT, "actual_robot_voltage": LEFT,
}  # fmt: skip
"""Fields of Universal Robots' RTDE, as its recorder writes them with _0 to _5 behind."""

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
