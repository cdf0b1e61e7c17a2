"""The URDF that an emulated controller hands out: the description of its arm, in the maker's form.

The maker's clients read from it how fast each joint may be near its ends, and look for a *link8*.
"""

import math
import xml.etree.ElementTree as ET

import numpy as np

from core.exchange.export_geometry import numbers, reported_place, reported_range, roll_pitch_yaw
from core.exchange.export_urdf_inertials import link_inertial
from core.recording import FloatArray
from core.robot.model import Joint, RobotModel
from devices.franka.urdf import EMULATED

_OFFSETS = {"fr3": (0.30, 0.20, 0.20, 0.30, 0.35, 0.35, 0.35)}
"""Speed that is taken off near the ends of a joint, rad/s, in the URDF of libfranka's own tests."""
_DECELERATIONS = {"fr3": (6.0, 2.585, 3.5, 4.0, 17.0, 5.5, 17.0)}
"""Deceleration near the ends of a joint, rad/s², likewise. An older arm brakes at its acceleration limit."""


def urdf_of(robot: RobotModel, *, serial: str) -> str:
    """Text of the URDF of an arm; ``serial`` marks it as emulated."""
    root = ET.Element("robot", name=robot.name)
    ET.SubElement(root, EMULATED, serial=serial)
    _link(root, "link0", None)
    parameters = robot.inertial_parameters
    offsets = _OFFSETS.get(robot.name, (0.0,) * robot.joint_count)
    limits = _DECELERATIONS.get(robot.name, tuple(robot.acceleration_limit.tolist()))
    for number, joint in enumerate(robot.joints, 1):
        element = _joint(root, joint, number=number)
        near_ends = {
            "velocity_offset": repr(offsets[number - 1]),
            "deceleration_limit": repr(float(limits[number - 1])),
        }
        ET.SubElement(element, "position_based_velocity_limits", near_ends)
        row = None if parameters is None else np.asarray(parameters[number - 1])
        _link(root, f"link{number}", row)
    last = robot.joint_count
    flange = ET.SubElement(root, "joint", name=f"joint{last + 1}", type="fixed")
    _placed(flange, robot.flange, parent=f"link{last}", child=f"link{last + 1}")
    ET.SubElement(root, "link", name=f"link{last + 1}")
    return '<?xml version="1.0" ?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _joint(root: ET.Element, joint: Joint, *, number: int) -> ET.Element:
    element = ET.SubElement(root, "joint", name=f"joint{number}", type="revolute")
    _placed(element, reported_place(joint), parent=f"link{number - 1}", child=f"link{number}")
    ET.SubElement(element, "axis", xyz=f"0 0 {joint.reported_sign}")
    lower, upper = reported_range(joint)
    limit = {"lower": lower, "upper": upper, "velocity": joint.velocity, "effort": joint.torque}
    ET.SubElement(element, "limit", {key: repr(float(value)) for key, value in limit.items()})
    return element


def _placed(element: ET.Element, place: FloatArray, *, parent: str, child: str) -> None:
    angles = np.array(roll_pitch_yaw(place[:3, :3]))
    ET.SubElement(element, "origin", xyz=numbers(place[:3, 3]), rpy=numbers(angles))
    ET.SubElement(element, "parent", link=parent)
    ET.SubElement(element, "child", link=child)


def _link(root: ET.Element, name: str, parameters: FloatArray | None) -> None:
    element = ET.SubElement(root, "link", name=name)
    if parameters is None or not math.isfinite(parameters[0]) or parameters[0] <= 0.0:
        return
    body = link_inertial(parameters)
    inertial = ET.SubElement(element, "inertial")
    ET.SubElement(inertial, "origin", xyz=numbers(body.center_of_mass), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=repr(body.mass))
    entries = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    values = {key: repr(float(body.inertia[place])) for key, place in entries.items()}
    ET.SubElement(inertial, "inertia", values)
