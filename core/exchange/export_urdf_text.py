"""The XML of an exported URDF: joints from the description's rows, links from given inertials."""

import math
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from core.exchange.export_bodies import ArmBodies, LinkBody
from core.exchange.export_friction import ExportFriction
from core.exchange.export_geometry import numbers, reported_place, reported_range, roll_pitch_yaw
from core.exchange.export_urdf_inertials import link_inertial
from core.exchange.marks import body_remarks, friction_remark, left_out_remarks
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.model import Joint, JointKind, RobotModel

UNKNOWN_LIMIT = 1e9
"""In place of a limit that the description does not know, where a URDF demands a number."""
_LEVEL = 1e-12


def urdf_text(
    robot: RobotModel, bodies: ArmBodies, friction: ExportFriction, *, result: IdentificationResult
) -> str:
    """Return the text of the URDF document."""
    root = ET.Element("robot", name=robot.name)
    for line in _remarks(robot, result, bodies, friction):
        root.append(_comment(line))
    taken = {f"{joint.name}_link" for joint in robot.joints} | set(robot.joint_names)
    parent = _base(root, robot, taken=taken)
    placed = robot.base
    rows = zip(robot.joints, bodies.links, friction.constant, friction.damping, strict=True)
    for joint, link, constant, damping in rows:
        child = f"{joint.name}_link"
        turning = _joint(root, joint, parent=parent, child=child, before=placed)
        ET.SubElement(turning, "dynamics", damping=repr(float(damping)), friction=repr(float(constant)))
        _link(root, child, link)
        parent, placed = child, np.eye(4)
    flange = _free("flange", taken)
    ET.SubElement(root, "link", name=flange)
    _fixed(root, _free("flange_fixed", taken), parent=parent, child=flange, place=robot.flange)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _remarks(
    robot: RobotModel, result: IdentificationResult, bodies: ArmBodies, friction: ExportFriction
) -> list[str]:
    remarks = [
        *body_remarks(result, physical=bodies.physical),
        f"Gravity {numbers(np.array([np.linalg.norm(robot.gravity)]))} m/s².",
    ]
    if result.with_rotor_inertia:
        remarks.append(
            f"Rotor inertia at the joints, which a URDF cannot say: {numbers(bodies.rotor_inertia)} kg·m². "
            "In the links it is not."
        )
    return [*remarks, friction_remark(friction), *left_out_remarks(robot, coupling=False)]


def _base(root: ET.Element, robot: RobotModel, *, taken: set[str]) -> str:
    """The base link; under a world whose gravity points down, where the arm is mounted otherwise."""
    base, upright = _free("base_link", taken), _upright(robot.gravity)
    if upright is not None:
        world = _free("world", taken)
        ET.SubElement(root, "link", name=world)
        _fixed(root, _free("mounting", taken), parent=world, child=base, place=upright)
    ET.SubElement(root, "link", name=base)
    return base


def _free(name: str, taken: set[str]) -> str:
    """The name, or one like it that no joint or moving link of the arm has."""
    while name in taken:
        name = f"{name}_0"
    return name


def _upright(gravity: FloatArray) -> FloatArray | None:
    """The base frame (4, 4) in a world whose -z is along gravity; None where it is so already."""
    size = float(np.linalg.norm(gravity))
    if size == 0.0 or np.allclose(gravity / size, (0.0, 0.0, -1.0), atol=_LEVEL, rtol=0.0):
        return None
    up = -gravity / size
    side = np.eye(3)[int(np.argmin(np.abs(up)))]
    first = np.cross(side, up)
    first /= np.linalg.norm(first)
    place = np.eye(4)
    place[:3, :3] = np.stack([first, np.cross(up, first), up])
    return place


def _joint(root: ET.Element, joint: Joint, *, parent: str, child: str, before: FloatArray) -> ET.Element:
    """A joint whose variable is the reported position: ``q = reported_sign · x + reported_zero``."""
    slides = joint.kind is JointKind.PRISMATIC
    bounded = math.isfinite(joint.lower) and math.isfinite(joint.upper)
    kind = "prismatic" if slides else "revolute" if bounded else "continuous"
    element = ET.SubElement(root, "joint", name=joint.name, type=kind)
    _origin(element, before @ reported_place(joint))
    ET.SubElement(element, "parent", link=parent)
    ET.SubElement(element, "child", link=child)
    ET.SubElement(element, "axis", xyz=f"0 0 {joint.reported_sign}")
    _limit(element, joint)
    return element


def _limit(element: ET.Element, joint: Joint) -> None:
    ends = reported_range(joint)
    values = {"effort": joint.torque, "velocity": joint.velocity}
    if joint.kind is JointKind.PRISMATIC or all(math.isfinite(end) for end in ends):
        values |= {"lower": ends[0], "upper": ends[1]}
    if not all(math.isfinite(value) for value in values.values()):
        element.append(_comment(f"{UNKNOWN_LIMIT:g} stands for a limit that nobody stated."))
    known = {
        name: repr(float(np.clip(value, -UNKNOWN_LIMIT, UNKNOWN_LIMIT))) for name, value in values.items()
    }
    ET.SubElement(element, "limit", known)


def _link(root: ET.Element, name: str, link: LinkBody) -> None:
    element = ET.SubElement(root, "link", name=name)
    if link.is_physical:
        element.append(_comment(f"determined by the data: {', '.join(link.determined) or 'nothing'}"))
        element.append(_comment(f"chosen near the description: {', '.join(link.filled) or 'nothing'}"))
    else:
        element.append(
            _comment(
                "The identified parameters of this link are not physically possible. This is the "
                "description's inertial, so the file does NOT reproduce the identified torque."
            )
        )
    body = link_inertial(link.parameters)
    inertial = ET.SubElement(element, "inertial")
    ET.SubElement(inertial, "origin", xyz=numbers(body.center_of_mass), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=repr(body.mass))
    entries = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    values = {key: repr(float(body.inertia[place])) for key, place in entries.items()}
    ET.SubElement(inertial, "inertia", values)


def _fixed(root: ET.Element, name: str, *, parent: str, child: str, place: FloatArray) -> None:
    element = ET.SubElement(root, "joint", name=name, type="fixed")
    _origin(element, place)
    ET.SubElement(element, "parent", link=parent)
    ET.SubElement(element, "child", link=child)


def _origin(element: ET.Element, place: FloatArray) -> None:
    angles = np.array(roll_pitch_yaw(place[:3, :3]))
    ET.SubElement(element, "origin", xyz=numbers(place[:3, 3]), rpy=numbers(angles))


def _comment(text: str) -> "ET.Element[Any]":
    """A comment; XML allows no two hyphens in a row inside one."""
    return ET.Comment(f" {text.replace('--', '- -')} ")
