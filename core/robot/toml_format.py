"""Torsion's own robot description, a TOML file that people write and read.

Units are SI; an angle may also be given in degrees under its name with ``_deg`` appended. ``convention
= "standard"`` reads the joints' rows and all numbers of the links in the frames of standard
Denavit-Hartenberg (Spong) and converts them. The writer gives modified rows and plain numbers that read
back to the very same model.
"""

import re
import tomllib
from functools import lru_cache

import numpy as np

from core.bounds import DRIVE_GAIN, MASS, MOST_JOINTS, Bounds
from core.errors import BadFile, Problem
from core.given_file import parse_given_toml
from core.recording import FloatArray
from core.robot.gravity_compensator import Compensator, HydraulicCompensator, SpringCompensator
from core.robot.model import STANDARD_GRAVITY, UNLIMITED, PayloadLimit, RobotModel, is_load_diagram
from core.robot.modified_dh import from_standard
from core.robot.placement import from_roll_pitch_yaw, is_rigid
from core.robot.toml_joint import (
    read_capsules,
    read_for_all,
    read_joint,
    read_joint_stiffness,
    read_link_springs,
    read_links,
    read_row,
)
from core.robot.toml_table import TomlTable, key_lines
from core.robot.toml_writing import robot_text

ROTOR_INERTIA = Bounds("kg·m²", 0.0, 1e6)
_ROBOTS_KEPT = 16
"""Descriptions whose robots are kept: to parse one takes 4 ms, and every command and page asks for it."""
_AT_LINE = re.compile(r" \(at (line \d+), column \d+\)$")


def write_toml(robot: RobotModel) -> str:
    """The description of a robot as TOML text; :func:`parse_toml` gives the same robot back."""
    return robot_text(robot)


def parse_toml(text: str, *, file: str = "") -> RobotModel:
    """The robot that a TOML text describes.

    Parameters
    ----------
    text
        The whole description.
    file
        What to call it in errors.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found, each with its line and key; as
        ``core.given_file.parse_given_toml``.
    """
    return _parsed(text, file)


@lru_cache(maxsize=_ROBOTS_KEPT)
def _parsed(text: str, file: str) -> RobotModel:
    """The robot of a text; a robot cannot be changed, so the same text gives the same one."""
    try:
        values = parse_given_toml(text, file=file)
    except tomllib.TOMLDecodeError as error:
        line = _AT_LINE.search(str(error))
        reason = _AT_LINE.sub("", str(error))
        problem = Problem(line[1] if line else "", "toml-syntax", {"reason": reason})
        raise BadFile("bad-robot-file", [problem], file=file) from error
    problems: list[Problem] = []
    robot = _robot(TomlTable(values, (), key_lines(text), problems))
    if robot is None or problems:
        raise BadFile("bad-robot-file", problems, file=file)
    return robot


def _robot(table: TomlTable) -> RobotModel | None:
    """The model, or None if the problems found make one impossible."""
    standard = table.choice("convention", choices=("modified", "standard"), default="modified") == "standard"
    name, title = table.text("name"), table.text("title", default="")
    entries = table.tables("joints")
    if not entries:
        table.complain("joints", "missing-key", key="joints")
    if len(entries) > MOST_JOINTS:
        table.complain("joints", "too-many-joints", found=len(entries), most=MOST_JOINTS)
        return None
    rows = tuple(read_row(entry) for entry in entries)
    rows, frames = from_standard(rows) if standard else (rows, tuple(np.eye(4) for _ in rows))
    joints = tuple(read_joint(entry, row) for entry, row in zip(entries, rows, strict=True))
    names = [joint.name for joint in joints]
    _check_names(entries, names)
    links = read_links(entries, frames=frames)
    capsules = read_capsules(table, entries, frames=frames)
    rotor_inertia = read_for_all(entries, key="rotor_inertia", bounds=ROTOR_INERTIA)
    drive_gain = read_for_all(entries, key="drive_gain", bounds=DRIVE_GAIN)
    joint_stiffness = read_joint_stiffness(entries)
    link_springs = read_link_springs(table, entries, frames=frames)
    base, flange = _placement(table, "base"), _placement(table, "flange")
    gravity = table.array("gravity", shape=(3,))
    coupling = _coupling(table, len(joints))
    at_shaft = table.flag("motor_position_at_shaft")
    sensors = table.flag("link_torque_sensors")
    locked = table.flag("output_locked")
    left_out = table.names("left_out_joints")
    compensators = [_compensator(entry, names) for entry in table.tables("compensators")]
    payload_limit = _payload_limit(table)
    sources = table.table("sources")
    described = sources.texts() if sources else {}
    for finished in (*entries, table):
        finished.finish()
    if table.problems:
        return None
    return RobotModel(
        name=name,
        joints=joints,
        title=title,
        base=base,
        flange=frames[-1] @ flange,
        gravity=np.array([0.0, 0.0, -STANDARD_GRAVITY]) if gravity is None else gravity,
        coupling=coupling,
        motor_position_at_shaft=at_shaft,
        link_torque_sensors=sensors,
        output_locked=locked,
        rotor_inertia=rotor_inertia,
        drive_gain=drive_gain,
        joint_stiffness=joint_stiffness,
        link_springs=link_springs,
        inertial_parameters=links,
        compensators=tuple(item for item in compensators if item is not None),
        payload_limit=payload_limit,
        capsules=capsules,
        sources=described,
        left_out_joints=left_out,
    )


def _check_names(entries: list[TomlTable], names: list[str]) -> None:
    for entry, name in zip(entries, names, strict=True):
        if names.count(name) > 1:
            entry.complain("name", "name-twice", name=name)


def _placement(table: TomlTable, key: str) -> FloatArray:
    """A (4, 4) matrix, or a table with ``xyz`` in m and ``rpy`` or ``rpy_deg``."""
    inner = table.table(key) if isinstance(table.raw(key), dict) else None
    if inner is not None:
        return _shift_and_turn(inner)
    matrix = table.array(key, shape=(4, 4))
    if matrix is None:
        return np.eye(4)
    if not is_rigid(matrix):
        table.complain(key, "not-a-placement")
    return matrix


def _shift_and_turn(inner: TomlTable) -> FloatArray:
    xyz = inner.array("xyz", shape=(3,))
    rpy, rpy_deg = inner.array("rpy", shape=(3,)), inner.array("rpy_deg", shape=(3,))
    if inner.has("rpy") and inner.has("rpy_deg"):
        inner.complain("rpy_deg", "given-twice", key="rpy")
    inner.finish()
    if rpy_deg is not None:
        rpy = np.radians(rpy_deg)
    return from_roll_pitch_yaw(np.zeros(3) if xyz is None else xyz, rpy=np.zeros(3) if rpy is None else rpy)


def _coupling(table: TomlTable, joint_count: int) -> FloatArray | None:
    matrix = table.array("coupling", shape=(joint_count, joint_count))
    if matrix is not None and np.linalg.matrix_rank(matrix) < joint_count:
        table.complain("coupling", "coupling-singular")
    return matrix


def _payload_limit(table: TomlTable) -> PayloadLimit:
    inner = table.table("payload_limit")
    if inner is None:
        return PayloadLimit()
    limit = PayloadLimit(
        mass=inner.positive("mass", default=UNLIMITED, bounds=MASS),
        distance=inner.positive("distance", default=UNLIMITED),
        diagram=_load_diagram(inner),
    )
    inner.finish()
    return limit


def _load_diagram(inner: TomlTable) -> tuple[tuple[float, float], ...]:
    """Points of distance and mass; empty if none are given or they are not a load diagram."""
    raw = inner.raw("diagram")
    points = inner.array("diagram", shape=(len(raw) if isinstance(raw, list) else 0, 2))
    if points is None:
        return ()
    if not is_load_diagram(points):
        inner.complain("diagram", "payload-diagram")
        return ()
    return tuple((distance, mass) for distance, mass in points.tolist())


def _compensator(entry: TomlTable, names: list[str]) -> Compensator | None:
    """One compensator, or None if its joint does not exist."""
    kind = entry.choice("kind", choices=("spring", "hydraulic"), default="spring")
    name = entry.text("joint")
    joint = names.index(name) if name in names else -1
    if joint < 0:
        entry.complain("joint", "unknown-joint", joint=name, joints=tuple(names))
    made: Compensator
    if kind == "spring":
        made = SpringCompensator(joint, entry.number("stiffness"), entry.angle("rest_position", default=0.0))
    else:
        made = HydraulicCompensator(
            joint,
            angle_offset=entry.angle("angle_offset", default=0.0),
            pivot_distance=entry.positive("pivot_distance", finite=True),
            crank_length=entry.positive("crank_length", finite=True),
            piston_area=entry.positive("piston_area", finite=True),
            gas_energy=entry.positive("gas_energy", finite=True),
            gas_volume=entry.positive("gas_volume", finite=True),
        )
    entry.finish()
    return made if joint >= 0 else None
