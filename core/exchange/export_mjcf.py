"""An identified arm as a MuJoCo model: frames, limits, inertias, rotors as armature, motors.

Joint positions are those that the controller reports; gravity is the description's, in the
frame of the base. Friction is left out: ``damping`` and ``frictionloss`` are zero.
"""

import math
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np

from core.exchange.export_bodies import ArmBodies, ArmExport, LinkBody, arm_bodies
from core.exchange.export_geometry import numbers, quaternion, reported_place, reported_range
from core.exchange.export_urdf_inertials import link_inertial
from core.exchange.marks import body_remarks, left_out_remarks
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.capsules import arm_capsules
from core.robot.model import BASE_LINK, Capsule, Joint, JointKind, RobotModel
from core.storage.output_writer import write_whole

_BODY = {"contype": "0", "conaffinity": "0", "group": "1", "rgba": "0.6 0.6 0.65 1"}
"""Capsules to look at; they touch nothing and weigh nothing."""


def write_mjcf(result: IdentificationResult, robot: RobotModel, *, path: Path) -> ArmExport:
    """Write the MJCF to ``path``; errors as ``export_mjcf``."""
    made = export_mjcf(result, robot)
    write_whole(path, made.text.encode())
    return made


def export_mjcf(result: IdentificationResult, robot: RobotModel) -> ArmExport:
    """The identified arm as a MuJoCo model that gives the identified rigid-body torque, rotors included.

    Raises
    ------
    BadRequest
        ``urdf-without-description`` when neither the identification nor the description has
        bodies to fill in what the data leave open.
    """
    bodies = arm_bodies(result, robot)
    return bodies.exported(_text(robot, bodies, result), robot)


def _text(robot: RobotModel, bodies: ArmBodies, result: IdentificationResult) -> str:
    root = ET.Element("mujoco", model=robot.name)
    for line in _remarks(robot, bodies, result):
        root.append(_comment(line))
    ET.SubElement(
        root, "compiler", angle="radian", inertiafromgeom="false", balanceinertia="false", autolimits="true"
    )
    ET.SubElement(root, "option", gravity=numbers(robot.gravity), integrator="implicitfast")
    capsules = arm_capsules(robot)
    parent = ET.SubElement(root, "worldbody")
    _geometry(parent, capsules, link=BASE_LINK)
    placed = robot.base
    for number, (joint, link) in enumerate(zip(robot.joints, bodies.links, strict=True)):
        rotor = float(bodies.rotor_inertia[number])
        parent = _link(parent, joint, link, place=placed @ reported_place(joint), rotor=rotor)
        _geometry(parent, capsules, link=number)
        placed = np.eye(4)
    ET.SubElement(parent, "site", {"name": "flange", **_place(robot.flange)})
    _motors(root, robot)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _remarks(robot: RobotModel, bodies: ArmBodies, result: IdentificationResult) -> list[str]:
    remarks = [
        *body_remarks(result, physical=bodies.physical),
        "Friction is left out: damping and frictionloss are zero.",
        *left_out_remarks(robot),
    ]
    if result.with_rotor_inertia:
        remarks.append("The armature of each joint is its reflected rotor inertia.")
    below = [
        joint for joint, rotor in zip(robot.joint_names, bodies.rotor_inertia, strict=True) if rotor < 0.0
    ]
    if below:
        remarks.append(
            f"The identified rotor inertia of {', '.join(below)} is below zero, which no rotor has. "
            "It is zero here, so the file does NOT reproduce the identified torque."
        )
    return remarks


def _link(parent: "ET.Element[Any]", joint: Joint, link: LinkBody, *, place: FloatArray, rotor: float) -> Any:
    body = ET.SubElement(parent, "body", {"name": f"{joint.name}_link", **_place(place)})
    if not link.is_physical:
        body.append(
            _comment(
                "The identified parameters of this link are not physically possible. This is the "
                "description's inertial, so the file does NOT reproduce the identified torque."
            )
        )
    inertial = link_inertial(link.parameters)
    tensor = inertial.inertia
    full = np.array([tensor[k] for k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))])
    ET.SubElement(
        body,
        "inertial",
        pos=numbers(inertial.center_of_mass),
        mass=repr(inertial.mass),
        fullinertia=numbers(full),
    )
    low, high = reported_range(joint)
    turning = {
        "name": joint.name,
        "type": "slide" if joint.kind is JointKind.PRISMATIC else "hinge",
        "axis": f"0 0 {joint.reported_sign}",
        "armature": repr(max(rotor, 0.0)),
    }
    if math.isfinite(low) and math.isfinite(high):
        turning["range"] = numbers(np.array([low, high]))
    ET.SubElement(body, "joint", turning)
    return body


def _geometry(parent: "ET.Element[Any]", capsules: tuple[Capsule, ...], *, link: int) -> None:
    for capsule in capsules:
        if capsule.link == link:
            shape = {"size": repr(capsule.radius), **_BODY}
            if np.allclose(capsule.start, capsule.end):
                shape |= {"type": "sphere", "pos": numbers(np.array(capsule.start))}
            else:
                shape |= {"type": "capsule", "fromto": numbers(np.array([*capsule.start, *capsule.end]))}
            ET.SubElement(parent, "geom", shape)


def _motors(root: "ET.Element[Any]", robot: RobotModel) -> None:
    actuators = ET.SubElement(root, "actuator")
    for joint in robot.joints:
        motor = {"name": f"{joint.name}_motor", "joint": joint.name}
        if math.isfinite(joint.torque):
            motor["ctrlrange"] = numbers(np.array([-joint.torque, joint.torque]))
        ET.SubElement(actuators, "motor", motor)


def _place(place: FloatArray) -> dict[str, str]:
    return {"pos": numbers(place[:3, 3]), "quat": numbers(quaternion(place[:3, :3]))}


def _comment(text: str) -> "ET.Element[Any]":
    """A comment; XML allows no two hyphens in a row inside one."""
    return ET.Comment(f" {text.replace('--', '- -')} ")
