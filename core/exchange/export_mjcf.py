"""An identified arm as a MuJoCo model: frames, limits, inertias, rotors as armature, friction, motors.

Joint positions are those that the controller reports; gravity is the description's, in the
frame of the base. A motor that two joints turn is a tendon with inertia and friction of its own.
"""

import math
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from core.exchange.export_bodies import ArmBodies, ArmExport, LinkBody, arm_bodies
from core.exchange.export_friction import ExportFriction, export_friction, with_motors_of_two
from core.exchange.export_geometry import numbers, quaternion, reported_place, reported_range
from core.exchange.export_urdf_inertials import link_inertial
from core.exchange.marks import body_remarks, friction_remark, left_out_remarks
from core.identification.result import IdentificationResult
from core.recording import FloatArray
from core.robot.capsules import arm_capsules
from core.robot.model import BASE_LINK, Capsule, Joint, JointKind, RobotModel

_BODY = {"contype": "0", "conaffinity": "0", "group": "1", "rgba": "0.6 0.6 0.65 1"}
"""Capsules to look at; they touch nothing and weigh nothing."""
TIME_STEP_S = 0.001
FIRM_REFERENCE, FIRM_IMPEDANCE = (2.0 * TIME_STEP_S, 1.0), (0.99, 0.99, 0.001)
"""Dry friction is whole from 0.01 rad/s on; with MuJoCo's own numbers a light joint has half of it at 0.1."""
_FIRM = {
    "solreffriction": numbers(np.array(FIRM_REFERENCE)),
    "solimpfriction": numbers(np.array(FIRM_IMPEDANCE)),
}


def export_mjcf(result: IdentificationResult, robot: RobotModel) -> ArmExport:
    """The identified arm as a MuJoCo model that gives the identified rigid-body torque, rotors included.

    Its friction is as near to the identified one as MuJoCo can say it (``export_friction``).

    Raises
    ------
    BadRequest
        ``urdf-without-description`` when neither the identification nor the description has
        bodies to fill in what the data leave open.
    """
    bodies = arm_bodies(result, robot)
    friction, armature = with_motors_of_two(
        export_friction(result, robot), bodies.rotor_inertia, result=result, robot=robot
    )
    below = tuple(name for name, rotor in zip(robot.joint_names, armature, strict=True) if rotor < 0.0)
    remarks = _remarks(robot, bodies, result, friction, below)
    text = mjcf_text(robot, replace(bodies, rotor_inertia=armature), friction, remarks=remarks)
    not_in_file = tuple(f"armature: {name}" for name in below)
    return bodies.exported(text, robot, friction, rotor_in_file=True, not_in_file=not_in_file)


def mjcf_text(
    robot: RobotModel, bodies: ArmBodies, friction: ExportFriction | None, *, remarks: Sequence[str] = ()
) -> str:
    """The arm as a MuJoCo model; its joints are without friction where none is given."""
    root = ET.Element("mujoco", model=robot.name)
    for line in remarks:
        root.append(_comment(line))
    ET.SubElement(
        root, "compiler", angle="radian", inertiafromgeom="false", balanceinertia="false", autolimits="true"
    )
    ET.SubElement(
        root,
        "option",
        gravity=numbers(robot.gravity),
        integrator="implicitfast",
        timestep=repr(TIME_STEP_S),
    )
    capsules = arm_capsules(robot)
    parent = ET.SubElement(root, "worldbody")
    _geometry(parent, capsules, link=BASE_LINK)
    placed = robot.base
    for number, (joint, link) in enumerate(zip(robot.joints, bodies.links, strict=True)):
        parent = _link(parent, joint, link, place=placed @ reported_place(joint))
        parent.append(_joint(joint, float(bodies.rotor_inertia[number]), friction, number))
        _geometry(parent, capsules, link=number)
        placed = np.eye(4)
    ET.SubElement(parent, "site", {"name": "flange", **_place(robot.flange)})
    _motors_of_two(root, robot, friction)
    _motors(root, robot)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _remarks(
    robot: RobotModel,
    bodies: ArmBodies,
    result: IdentificationResult,
    friction: ExportFriction,
    below: Sequence[str],
) -> list[str]:
    remarks = [
        *body_remarks(result, physical=bodies.physical),
        friction_remark(friction),
        *left_out_remarks(robot, coupling=bool(friction.turned_by_two)),
    ]
    if result.with_rotor_inertia:
        remarks.append("The armature of each joint is its reflected rotor inertia.")
    if friction.turned_by_two:
        remarks.append(
            "A motor that two joints turn is a tendon; the armature and damping of both joints are less by "
            "its own."
        )
    if below:
        remarks.append(
            f"The identified rotor inertia of {', '.join(below)} is below zero, which no rotor has. "
            "It is zero here, so the file does NOT reproduce the identified torque."
        )
    return remarks


def _link(parent: "ET.Element[Any]", joint: Joint, link: LinkBody, *, place: FloatArray) -> Any:
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
    return body


def _joint(joint: Joint, rotor: float, friction: ExportFriction | None, number: int) -> "ET.Element[Any]":
    low, high = reported_range(joint)
    turning = {
        "name": joint.name,
        "type": "slide" if joint.kind is JointKind.PRISMATIC else "hinge",
        "axis": f"0 0 {joint.reported_sign}",
        "armature": repr(max(rotor, 0.0)),
    }
    if friction is not None:
        turning["damping"] = repr(float(friction.damping[number]))
        turning |= {"frictionloss": repr(float(friction.constant[number])), **_FIRM}
    if math.isfinite(low) and math.isfinite(high):
        turning["range"] = numbers(np.array([low, high]))
    return ET.Element("joint", turning)


def _motors_of_two(root: "ET.Element[Any]", robot: RobotModel, friction: ExportFriction | None) -> None:
    if friction is None or not friction.turned_by_two:
        return
    tendons = ET.SubElement(root, "tendon")
    for motor in friction.turned_by_two:
        own, other = robot.joint_names[motor.own], robot.joint_names[motor.other]
        tendon = ET.SubElement(
            tendons,
            "fixed",
            {
                "name": f"{own}_motor_with_{other}",
                "armature": repr(motor.inertia),
                "damping": repr(motor.damping),
                "frictionloss": repr(motor.constant),
                **_FIRM,
            },
        )
        for joint, lever in ((own, 1.0), (other, motor.ratio)):
            ET.SubElement(tendon, "joint", joint=joint, coef=repr(lever))


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
