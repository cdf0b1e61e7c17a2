"""A robot model as a TOML text for people: each key with its meaning, unknown ones left to fill in."""

import re
from collections.abc import Iterator

import numpy as np

from core.recording import FloatArray
from core.robot import inertia
from core.robot.model import RobotModel
from core.robot.toml_writing import robot_text

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
        return (f"parameters = {_numbers(parameters[joint])}",)
    place = np.eye(4)
    place[:3, 3] = -first / mass
    about = inertia.moved(parameters[joint], placement=place)[4:]
    return (
        f"mass = {_number(mass)}",
        f"center_of_mass = {_numbers(first / mass)}",
        f"inertia = {_numbers(about)}",
    )


def _numbers(values: FloatArray) -> str:
    return f"[{', '.join(_number(float(value)) for value in values)}]"


def _number(value: float) -> str:
    return repr(float(f"{value:.12g}"))


def _rest_of_joint(robot: RobotModel, joint: int, body: list[str]) -> Iterator[str]:
    """Lines to fill in for what the joint does not say."""
    known = {match[1] for line in body if (match := _KEY.match(line))}
    keys = (*_TO_FILL, *(_BODY if robot.inertial_parameters is None else ()))
    for key in keys:
        if key not in known:
            text = f"# {key} ="
            yield f"{text:{_WIDTH}} # {JOINT[key]}" if joint == 0 else text
