"""A robot model as TOML text: for reading back in full precision, or for people, with each key explained."""

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields

import numpy as np

from core.recording import FloatArray
from core.robot import inertia
from core.robot.gravity_compensator import Compensator, SpringCompensator
from core.robot.link_spring import Beam, LinkSpring
from core.robot.model import BASE_LINK, Encoder, Joint, PayloadLimit, RobotModel

_PLAIN_LIMITS = ("lower", "upper", "velocity", "acceleration", "torque")

_KEY = re.compile(r"(\w+) = ")
_WIDTH = 44
"""Column at which the words behind a value begin."""
_TO_FILL = (
    "lower",
    "upper",
    "velocity",
    "acceleration",
    "torque",
    "rotor_inertia",
    "drive_gain",
    "stiffness",
)
_BODY = ("mass", "center_of_mass", "inertia")

# Every key of the description, grouped by the table it is in. An angle ``key`` may be written in degrees as
# ``key_deg``.
_TOP = {
    "name": "short name, without blanks",
    "title": "name as people say it",
    "convention": '"modified" (Craig) or "standard" (Spong): frames of the rows and of the links\' numbers',
    "gravity": "m/s² in the base frame; [0, 0, -9.81] where the base stands on the floor",
    "base": "frame of the first row's parent in the base frame: 4×4, or { xyz = […], rpy_deg = […] }",
    "flange": "frame of the flange in the last link's frame: 4×4, or { xyz = […], rpy_deg = […] }",
    "coupling": "matrix n×n: motor shaft angles = coupling · joint angles, where motors move several joints",
    "motor_position_at_shaft": "true if recordings give raw motor angles, not divided by the gear ratio",
    "link_torque_sensors": "true if the controller's torque is measured behind the gears",
    "output_locked": "true for a test bench whose outputs are locked to the frame",
    "left_out_joints": "names of joints beside the arm, whose bodies count with the link that carries them",
    "base_capsules": "body of the base: a list of capsules, in the base frame",
    "base_beams": "tubes of the base that bend, in the base frame",
    "base_springs": "springs of the base as matrices, in the base frame",
    "payload_limit": "table: what the flange may carry",
    "joints": "one table [[joints]] for each joint, from the base to the flange",
    "compensators": "tables [[compensators]]: springs or cylinders that balance gravity",
    "sources": "table: where the numbers come from, as texts",
}
JOINT = {
    "name": "the joint's name, as in recordings",
    "kind": '"revolute" (turns) or "prismatic" (slides)',
    "a": "DH length, m",
    "alpha": "DH twist, rad",
    "d": "DH distance, m",
    "offset": "added to the joint position in the row, rad",
    "lower": "lowest position, rad (m)",
    "upper": "highest position, rad (m)",
    "velocity": "largest speed, rad/s (m/s)",
    "acceleration": "largest acceleration, rad/s² (m/s²)",
    "torque": "largest torque behind the gear, N·m (N)",
    "reported_sign": "-1 where the controller counts the other way round",
    "reported_zero": "joint position at which the controller shows zero, rad (m)",
    "gear_ratio": "motor turns per turn of the joint",
    "motor_encoder": "true, false, or { resolution = … } in rad (m) of joint motion",
    "link_encoder": "encoder behind the gear: true, false, or { resolution = … }",
    "rotor_inertia": "rotor and gear, reflected to the joint, kg·m²; for all joints or none",
    "drive_gain": "joint torque per motor current, N·m/A; for all joints or none",
    "stiffness": "of gear and bearing, N·m/rad (N/m); for all joints or none",
    "mass": "of the link that the joint moves, kg; for all joints or none",
    "center_of_mass": "in the link's frame, m",
    "inertia": "xx, xy, yy, xz, yz, zz about the centre of mass, kg·m²",
    "parameters": "instead: m, m·c (3), xx, xy, yy, xz, yz, zz about the frame's origin",
    "capsules": "body of the link: a list of { start, end, radius } in m",
    "beams": "tubes of the link that bend: a list of tables",
    "springs": "springs of the link as matrices: a list of tables",
}
_PAYLOAD_LIMIT = {
    "mass": "largest load, kg",
    "distance": "farthest centre of mass from the flange, m",
    "diagram": "the maker's load diagram: points [distance m, mass kg]",
}
_CAPSULE = {"start": "one end, m", "end": "other end, m", "radius": "m"}
_BEAM = {
    "start": "one end of the tube, m",
    "end": "other end, m",
    "outer_diameter": "m",
    "inner_diameter": "m, 0 for a solid bar",
    "youngs_modulus": "Pa",
    "poisson_ratio": "0.33 where it is left out",
    "rpy": "turn of the springs' axes, rad",
    "axes": "instead: the three axes as rows",
}
_SPRING = {
    "xyz": "place of the spring, m",
    "rpy": "turn of its axes, rad",
    "axes": "instead: the three axes as rows",
    "placement": "instead of these: 4×4",
    "compliance": "6×6, shifts before turns, m/N and rad/(N·m)",
    "stiffness": "instead: 6×6, N/m and N·m/rad",
}
_COMPENSATOR = {
    "kind": '"spring" or "hydraulic"',
    "joint": "name of the joint that it balances",
    "stiffness": "spring: N·m/rad",
    "rest_position": "spring: joint position without torque, rad",
    "angle_offset": "hydraulic: angle of the crank at joint position zero, rad",
    "pivot_distance": "hydraulic: from the joint's axis to the cylinder's pivot, m",
    "crank_length": "hydraulic: from the joint's axis to the rod's end, m",
    "piston_area": "hydraulic: m²",
    "gas_energy": "hydraulic: pressure times volume of the gas, J",
    "gas_volume": "hydraulic: volume of the gas at joint position zero, m³",
}
_PLACEMENT = {"xyz": "shift, m", "rpy": "turns about the fixed x, then y, then z, rad"}
_ENCODER = {"resolution": "smallest step, rad (m) of joint motion"}
TABLES = {
    "": _TOP,
    "joints": JOINT,
    "payload_limit": _PAYLOAD_LIMIT,
    "capsules": _CAPSULE,
    "beams": _BEAM,
    "springs": _SPRING,
    "compensators": _COMPENSATOR,
    "placement": _PLACEMENT,
    "encoder": _ENCODER,
}
"""Keys of all tables, by the table's name; ``placement`` is what base and flange take."""


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


def commented_text(robot: RobotModel, *, remarks: tuple[str, ...] = ()) -> str:
    """The TOML text of ``robot``, with ``remarks`` at its head; it reads back to the same arm.

    Bodies are written as mass, centre and inertia, so they read back within rounding. What the robot
    does not say is a line to fill in, behind a comment sign.
    """
    lines = [*(f"# {remark}" for remark in remarks), *([""] if remarks else [])]
    table, explained = "", set[tuple[str, str]]()
    joint = -1
    body: list[str] = []
    for line in robot_text(robot).splitlines():
        if line.startswith("["):
            lines[-1:] = [*_rest_of_joint(robot, joint, body), ""] if table == "[[joints]]" else lines[-1:]
            joint += line == "[[joints]]"
            table, body = line, []
        lines += _lines(robot, line, joint=joint, table=table, explained=explained)
        body.append(line)
    if table == "[[joints]]":
        lines += _rest_of_joint(robot, joint, body)
    return "\n".join(lines) + "\n"


def _lines(
    robot: RobotModel, line: str, *, joint: int, table: str, explained: set[tuple[str, str]]
) -> Iterator[str]:
    """A line with its words, where its key comes up for the first time; a body in its three numbers."""
    match = _KEY.match(line)
    if match is None:
        yield line
        return
    words = {"": _TOP, "[[joints]]": JOINT, "[payload_limit]": _PAYLOAD_LIMIT}.get(table, {})
    written = _body_lines(robot.inertial_parameters, joint) if match[1] == "parameters" else (line,)
    for one in written:
        key = one.split(" = ", maxsplit=1)[0]
        meaning = "" if (table, key) in explained else words.get(key, "")
        explained.add((table, key))
        if one.endswith("[") and meaning:  # the value goes on over the next lines
            yield f"# {key}: {meaning}"
        yield f"{one:{_WIDTH}} # {meaning}" if meaning and not one.endswith("[") else one


def _body_lines(parameters: FloatArray | None, joint: int) -> tuple[str, ...]:
    """Mass, centre of mass and inertia about it; the ten parameters of a link without a mass."""
    assert parameters is not None
    mass, first = float(parameters[joint, 0]), parameters[joint, 1:4]
    if mass <= 0.0:
        return (f"parameters = {_vector(parameters[joint])}",)
    place = np.eye(4)
    place[:3, 3] = -first / mass
    about = inertia.moved(parameters[joint], placement=place)[4:]
    return (
        f"mass = {_scalar(mass)}",
        f"center_of_mass = {_vector(first / mass)}",
        f"inertia = {_vector(about)}",
    )


def _vector(values: FloatArray) -> str:
    return f"[{', '.join(_scalar(float(value)) for value in values)}]"


def _scalar(value: float) -> str:
    return repr(float(f"{value:.12g}"))


def _rest_of_joint(robot: RobotModel, joint: int, body: list[str]) -> Iterator[str]:
    """Lines to fill in for what the joint does not say."""
    known = {match[1] for line in body if (match := _KEY.match(line))}
    keys = (*_TO_FILL, *(_BODY if robot.inertial_parameters is None else ()))
    for key in keys:
        if key not in known:
            text = f"# {key} ="
            yield f"{text:{_WIDTH}} # {JOINT[key]}" if joint == 0 else text
