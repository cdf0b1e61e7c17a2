"""A robot model as TOML text: full precision, so that reading gives the same model back."""

import json
import math
from collections.abc import Iterable
from dataclasses import fields

import numpy as np

from core.recording import FloatArray
from core.robot.beam import Beam
from core.robot.gravity_compensator import Compensator, SpringCompensator
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, Encoder, Joint, PayloadLimit, RobotModel

_PLAIN_LIMITS = ("lower", "upper", "velocity", "acceleration", "torque")


def robot_text(robot: RobotModel) -> str:
    """The complete TOML text of ``robot``."""
    lines = [
        f"name = {_text(robot.name)}",
        f"title = {_text(robot.title)}",
        'convention = "modified"',
        f"gravity = {_numbers(robot.gravity)}",
        f"base = {_matrix(robot.base)}",
        f"flange = {_matrix(robot.flange)}",
    ]
    if robot.coupling is not None:
        lines.append(f"coupling = {_matrix(robot.coupling)}")
    if robot.motor_position_at_shaft:
        lines.append("motor_position_at_shaft = true")
    if robot.link_torque_sensors:
        lines.append("link_torque_sensors = true")
    if robot.output_locked:
        lines.append("output_locked = true")
    if robot.left_out_joints:
        lines.append(f"left_out_joints = [{', '.join(map(_text, robot.left_out_joints))}]")
    lines += _capsule_lines(robot, BASE_LINK, key="base_capsules")
    lines += _spring_lines(robot, BASE_LINK, prefix="base_")
    lines += ["", "[payload_limit]", *_payload_limit_lines(robot.payload_limit)]
    for index in range(robot.joint_count):
        lines += ["", "[[joints]]", *_joint_lines(robot, index)]
    for compensator in robot.compensators:
        lines += ["", "[[compensators]]", *_compensator_lines(compensator, robot)]
    if robot.sources:
        lines += [
            "",
            "[sources]",
            *(f"{_text(key)} = {_text(value)}" for key, value in robot.sources.items()),
        ]
    return "\n".join(lines) + "\n"


def _joint_lines(robot: RobotModel, index: int) -> list[str]:
    joint = robot.joints[index]
    lines = [f"name = {_text(joint.name)}", f'kind = "{joint.kind.value}"']
    lines += [f"{key} = {_number(getattr(joint, key))}" for key in ("a", "alpha", "d", "offset")]
    lines += [
        f"{key} = {_number(getattr(joint, key))}"
        for key in _PLAIN_LIMITS
        if math.isfinite(getattr(joint, key))
    ]
    lines += _drive_lines(joint)
    columns = {
        "rotor_inertia": robot.rotor_inertia,
        "drive_gain": robot.drive_gain,
        "stiffness": robot.joint_stiffness,
    }
    for key, column in columns.items():
        if column is not None:
            lines.append(f"{key} = {_number(column[index])}")
    if robot.inertial_parameters is not None:
        lines.append(f"parameters = {_numbers(robot.inertial_parameters[index])}")
    return lines + _capsule_lines(robot, index, key="capsules") + _spring_lines(robot, index, prefix="")


def _payload_limit_lines(limit: PayloadLimit) -> list[str]:
    lines = [f"mass = {_number(limit.mass)}", f"distance = {_number(limit.distance)}"]
    if limit.diagram:
        lines.append(f"diagram = [{', '.join(_numbers(point) for point in limit.diagram)}]")
    return lines


def _capsule_lines(robot: RobotModel, link: int, *, key: str) -> list[str]:
    """The capsules of one link as a list of tables; empty if it has none."""
    tables = [
        f"  {{ start = {_numbers(capsule.start)}, end = {_numbers(capsule.end)},"
        f" radius = {_number(capsule.radius)} }},"
        for capsule in robot.capsules
        if capsule.link == link
    ]
    return [f"{key} = [", *tables, "]"] if tables else []


def _spring_lines(robot: RobotModel, link: int, *, prefix: str) -> list[str]:
    """The springs of one link as two lists of tables, tubes and given matrices; empty if it has none."""
    springs = [spring for spring in robot.link_springs if spring.link == link]
    beams = [_beam_table(beam, spring) for spring in springs if (beam := spring.exact_beam)]
    given = [_given_table(spring) for spring in springs if not spring.exact_beam]
    lines = [f"{prefix}beams = [", *beams, "]"] if beams else []
    return lines + ([f"{prefix}springs = [", *given, "]"] if given else [])


def _beam_table(beam: Beam, spring: LinkSpring) -> str:
    numbers = ", ".join(
        f"{key} = {_number(getattr(beam, key))}"
        for key in ("outer_diameter", "inner_diameter", "youngs_modulus", "poisson_ratio")
    )
    return (
        f"  {{ start = {_numbers(beam.start)}, end = {_numbers(beam.end)}, {numbers},"
        f" axes = {_rows(spring.placement[:3, :3])} }},"
    )


def _given_table(spring: LinkSpring) -> str:
    return f"  {{ placement = {_rows(spring.placement)}, compliance = {_rows(spring.compliance)} }},"


def _drive_lines(joint: Joint) -> list[str]:
    return [
        f"reported_sign = {joint.reported_sign}",
        f"reported_zero = {_number(joint.reported_zero)}",
        f"gear_ratio = {_number(joint.gear_ratio)}",
        f"motor_encoder = {_encoder(joint.motor_encoder)}",
        f"link_encoder = {_encoder(joint.link_encoder)}",
    ]


def _encoder(encoder: Encoder | None) -> str:
    if encoder is None:
        return "false"
    return "true" if encoder.resolution is None else f"{{ resolution = {_number(encoder.resolution)} }}"


def _compensator_lines(compensator: Compensator, robot: RobotModel) -> list[str]:
    kind = "spring" if isinstance(compensator, SpringCompensator) else "hydraulic"
    lines = [f'kind = "{kind}"', f"joint = {_text(robot.joint_names[compensator.joint])}"]
    names = (item.name for item in fields(compensator) if item.name != "joint")
    return lines + [f"{name} = {_number(getattr(compensator, name))}" for name in names]


def _text(value: str) -> str:
    """A TOML basic string: JSON's escapes are valid TOML, except for the deletion character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _number(value: float) -> str:
    return repr(float(value))


def _numbers(values: Iterable[float]) -> str:
    return f"[{', '.join(_number(value) for value in values)}]"


def _rows(matrix: FloatArray) -> str:
    """A matrix on one line, as an inline table requires."""
    return f"[{', '.join(_numbers(row) for row in matrix)}]"


def _matrix(matrix: FloatArray) -> str:
    rows = "".join(f"  {_numbers(row)},\n" for row in np.asarray(matrix))
    return f"[\n{rows}]"
