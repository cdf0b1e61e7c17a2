"""The states that a controller sends every millisecond, and the set-points that it takes.

All versions have the same fields in the same order. Versions 5 to 9 send them as float64, version 10 as
float32, with or without the accelerometers: that does not show in the version, so that the length of the
datagram decides. libfranka takes the part that it knows of a longer datagram and refuses a shorter one.

Sources: frankarobotics/libfranka-common ``rbk_types.h`` and ``error.h``; BarisYazici/franka-rs
``wire/robot/v5/rbk_types.rs``; libfranka ``docs/overview.rst``.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from devices.errors import ProtocolError
from devices.protocol_fci.header import NEWEST

JOINTS = 7
_FIELDS: Mapping[str, int] = {
    "O_T_EE": 16,
    "O_T_EE_d": 16,
    "F_T_EE": 16,
    "EE_T_K": 16,
    "F_T_NE": 16,
    "NE_T_EE": 16,
    "m_ee": 1,
    "I_ee": 9,
    "F_x_Cee": 3,
    "m_load": 1,
    "I_load": 9,
    "F_x_Cload": 3,
    "elbow": 2,
    "elbow_d": 2,
    "tau_J": JOINTS,
    "tau_J_d": JOINTS,
    "dtau_J": JOINTS,
    "q": JOINTS,
    "q_d": JOINTS,
    "dq": JOINTS,
    "dq_d": JOINTS,
    "ddq_d": JOINTS,
    "joint_contact": JOINTS,
    "cartesian_contact": 6,
    "joint_collision": JOINTS,
    "cartesian_collision": 6,
    "tau_ext_hat_filtered": JOINTS,
    "O_F_ext_hat_K": 6,
    "K_F_ext_hat_K": 6,
    "O_dP_EE_d": 6,
    "O_ddP_O": 3,
    "elbow_c": 2,
    "delbow_c": 2,
    "ddelbow_c": 2,
    "O_T_EE_c": 16,
    "O_dP_EE_c": 6,
    "O_ddP_EE_c": 6,
    "theta": JOINTS,
    "dtheta": JOINTS,
}
_ACCELEROMETERS: Mapping[str, int] = {"accelerometer_top": 18, "accelerometer_bottom": 18}
ERRORS = (
    "joint_position_limits_violation",
    "cartesian_position_limits_violation",
    "self_collision_avoidance_violation",
    "joint_velocity_violation",
    "cartesian_velocity_violation",
    "force_control_safety_violation",
    "joint_reflex",
    "cartesian_reflex",
    "max_goal_pose_deviation_violation",
    "max_path_pose_deviation_violation",
    "cartesian_velocity_profile_safety_violation",
    "joint_position_motion_generator_start_pose_invalid",
    "joint_motion_generator_position_limits_violation",
    "joint_motion_generator_velocity_limits_violation",
    "joint_motion_generator_velocity_discontinuity",
    "joint_motion_generator_acceleration_discontinuity",
    "cartesian_position_motion_generator_start_pose_invalid",
    "cartesian_motion_generator_elbow_limit_violation",
    "cartesian_motion_generator_velocity_limits_violation",
    "cartesian_motion_generator_velocity_discontinuity",
    "cartesian_motion_generator_acceleration_discontinuity",
    "cartesian_motion_generator_elbow_sign_inconsistent",
    "cartesian_motion_generator_start_elbow_invalid",
    "force_controller_desired_force_tolerance_violation",
    "start_elbow_sign_inconsistent",
    "communication_constraints_violation",
    "power_limit_violation",
    "cartesian_motion_generator_joint_position_limits_violation",
    "cartesian_motion_generator_joint_velocity_limits_violation",
    "cartesian_motion_generator_joint_velocity_discontinuity",
    "cartesian_motion_generator_joint_acceleration_discontinuity",
    "cartesian_position_motion_generator_invalid_frame",
    "controller_torque_discontinuity",
    "joint_p2p_insufficient_torque_for_planning",
    "tau_j_range_violation",
    "instability_detected",
    "joint_move_in_wrong_direction",
    "cartesian_spline_motion_generator_violation",
    "joint_via_motion_generator_planning_joint_limit_violation",
    "base_acceleration_initialization_timeout",
    "base_acceleration_invalid_reading",
)
"""Names of the error flags in their order."""
HOST_SILENT = "communication_constraints_violation"


class RobotMode(IntEnum):
    """Mode of the arm."""

    OTHER = 0
    IDLE = 1
    MOVE = 2
    """It follows a client."""
    GUIDING = 3
    """It is moved by hand."""
    REFLEX = 4
    """It stopped by itself."""
    USER_STOPPED = 5
    RECOVERING = 6


def _layout(number: str, fields: Mapping[str, int], rate: str) -> npt.DTypeLike:
    errors = (np.bool_, (len(ERRORS),))
    return np.dtype(
        [
            ("message_id", "<u8"),
            *((name, number, (count,)) for name, count in fields.items()),
            ("motion_generator_mode", "u1"),
            ("controller_mode", "u1"),
            ("errors", *errors),
            ("reflex_reason", *errors),
            ("robot_mode", "u1"),
            ("control_command_success_rate", rate),
        ]
    )


LAYOUTS: tuple[np.dtype, ...] = (
    np.dtype(_layout("<f8", _FIELDS, "<f8")),
    np.dtype(_layout("<f4", _FIELDS, "<f4")),
    np.dtype(_layout("<f4", {**_FIELDS, **_ACCELEROMETERS}, "<f4")),
)
"""Layouts of a state: versions 5 to 9, version 10 without and with accelerometers."""
DOUBLE, SINGLE, WITH_ACCELEROMETERS = LAYOUTS
SHORTEST = min(layout.itemsize for layout in LAYOUTS)
"""No state is shorter, bytes."""
SET_POINT = np.dtype(
    [
        ("message_id", "<u8"),
        ("q_c", "<f8", (JOINTS,)),
        ("dq_c", "<f8", (JOINTS,)),
        ("O_T_EE_c", "<f8", (16,)),
        ("O_dP_EE_c", "<f8", (6,)),
        ("elbow_c", "<f8", (2,)),
        ("valid_elbow", np.bool_),
        ("motion_generation_finished", np.bool_),
        ("tau_J_d", "<f8", (JOINTS,)),
        ("torque_command_finished", np.bool_),
    ]
)
"""Layout of a client's answer to a state of version 10 while it moves the arm."""


def layout_of(size: int, *, version: int) -> np.dtype:
    """The layout of a state by the version that is spoken and the length of its datagram, bytes.

    A datagram that is longer than the longest known state of its version is read as far as it is known.

    Raises
    ------
    ProtocolError
        ``franka-state-size`` for a shorter one that no known state has.
    """
    known = (DOUBLE,) if version < NEWEST else (SINGLE, WITH_ACCELEROMETERS)
    for layout in known:
        if size == layout.itemsize:
            return layout
    # a length in between may be a state with fields inserted before its end: its errors would be misread
    if size < known[-1].itemsize:
        raise ProtocolError("franka-state-size", size=size, known=tuple(each.itemsize for each in known))
    return known[-1]


def read_states(datagrams: Sequence[bytes], *, version: int) -> np.ndarray:
    """The states of datagrams of one layout, as a structured array (N,).

    Raises
    ------
    ProtocolError
        ``franka-state-size`` as ``layout_of``, or for a datagram whose layout differs from the first.
    """
    layout = layout_of(len(datagrams[0]), version=version)
    for datagram in datagrams:
        if layout_of(len(datagram), version=version) != layout:
            raise ProtocolError("franka-state-size", size=len(datagram), known=(layout.itemsize,))
    return np.frombuffer(b"".join(each[: layout.itemsize] for each in datagrams), dtype=layout)


def error_names(flags: np.ndarray) -> tuple[str, ...]:
    """Names of the errors whose flags (41,) are set."""
    return tuple(name for name, is_set in zip(ERRORS, flags.tolist(), strict=True) if is_set)
