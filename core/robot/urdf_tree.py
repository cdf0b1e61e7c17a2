"""Links and joints of a URDF file as a tree, with all problems found in it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from core.bounds import SENSIBLE
from core.errors import Problem
from core.recording import FloatArray
from core.robot import inertia
from core.robot.kinematic_tree import KinematicTree, TreeJoint, TreeLink
from core.robot.model import UNLIMITED
from core.robot.urdf_elements import UrdfElement

MOST_LINKS = 1000
_KINDS = ("revolute", "continuous", "prismatic", "fixed")
_MOMENTS = ("ixx", "ixy", "iyy", "ixz", "iyz", "izz")
_SHORTEST_AXIS = 1e-9
Thing = TypeVar("Thing", TreeLink, TreeJoint)


@dataclass(frozen=True, eq=False)
class _Read(Generic[Thing]):
    """A link or joint with the element that it was read from."""

    element: UrdfElement
    thing: Thing


def read_tree(root: UrdfElement, problems: list[Problem]) -> KinematicTree | None:
    """The tree, or None if the problems leave none."""
    if root.element.tag != "robot":
        root.complain("urdf-no-robot", element=root.element.tag)
        return None
    if any(part.tag.startswith("xacro:") for part in root.element.iter()):
        root.complain("urdf-xacro")
        return None
    links = [_Read(element, _link(element)) for element in root.children("link")]
    ratios = _gear_ratios(root)
    joints = [_Read(element, _joint(element, ratios)) for element in root.children("joint")]
    if max(len(links), len(joints)) > MOST_LINKS:
        root.complain("urdf-too-many-links", found=len(links), most=MOST_LINKS)
        return None
    _check_names(links)
    _check_names(joints)
    by_name = {read.thing.name: read.thing for read in links}
    for joint in joints:
        _check_ends(joint, by_name)
    top = _root(root, by_name, joints)
    if problems or top is None:
        return None
    return KinematicTree(
        root.element.get("name", "robot"),
        top,
        by_name,
        {read.thing.child: read.thing for read in joints},
        shape_files=len({mesh.get("filename", "") for mesh in root.element.iter("mesh")}),
    )


def _link(element: UrdfElement) -> TreeLink:
    return TreeLink(element.text("name"), _parameters(element))


def _parameters(link: UrdfElement) -> FloatArray | None:
    body = link.child("inertial")
    if body is None:
        return None
    mass_element, moments = body.required("mass"), body.required("inertia")
    placement = body.origin()
    if mass_element is None or moments is None:
        return None
    mass = mass_element.number("value")
    if mass == 0.0 and _is_given(mass_element, "value"):
        return None  # a frame without a body, as tool frames are written
    if mass < 0.0 and _is_given(mass_element, "value"):
        link.complain("urdf-mass-not-positive", mass=mass)
    tensor = inertia.tensor_of(np.array([moments.number(name) for name in _MOMENTS]))
    if not inertia.has_positive_moments(tensor):
        link.complain("inertia-not-positive")
    parameters = inertia.about_origin(mass, center=np.zeros(3), inertia=tensor)
    return inertia.moved(parameters, placement=placement)


def _is_given(element: UrdfElement, attribute: str) -> bool:
    """True if the attribute holds a number, so that a problem with its value is not reported twice."""
    try:
        float(element.element.get(attribute, ""))
    except ValueError:
        return False
    return True


def _gear_ratios(root: UrdfElement) -> dict[str, float]:
    """Gear ratios of the transmissions, by name of the joint."""
    ratios: dict[str, float] = {}
    for transmission in root.children("transmission"):
        joint, actuator = transmission.child("joint"), transmission.child("actuator")
        reduction = actuator.child("mechanicalReduction") if actuator else None
        if joint is None or reduction is None:
            continue
        text = (reduction.element.text or "").strip()
        try:
            ratios[joint.element.get("name", "")] = _ratio(text)
        except ValueError:
            reduction.complain("urdf-not-numbers", attribute="mechanicalReduction", text=text, count=1)
    return {name: ratio for name, ratio in ratios.items() if ratio}


def _ratio(text: str) -> float:
    value = float(text)
    if not SENSIBLE.holds(value):
        raise ValueError(text)
    return value


def _joint(element: UrdfElement, ratios: Mapping[str, float]) -> TreeJoint:
    name, kind = element.text("name"), element.text("type")
    if kind and kind not in _KINDS:
        element.complain("urdf-joint-type", type=kind, types=_KINDS)
    mimic = element.child("mimic")
    parent, child = element.required("parent"), element.required("child")
    lower, upper, velocity, effort = _limits(element, kind)
    return TreeJoint(
        name=name,
        kind="fixed" if lower == upper == 0.0 else kind,  # a locked joint is written so
        parent=parent.text("link") if parent else "",
        child=child.text("link") if child else "",
        origin=element.origin(),
        axis=_axis(element),
        lower=lower,
        upper=upper,
        velocity=velocity,
        effort=effort,
        gear_ratio=ratios.get(name, 1.0),
        follows="" if mimic is None else mimic.text("joint"),
    )


def _axis(joint: UrdfElement) -> FloatArray:
    """Unit vector (3,) of the axis; URDF's default is x."""
    default = np.array([1.0, 0.0, 0.0])
    element = joint.child("axis")
    if element is None:
        return default
    known = len(element.problems)
    axis = element.vector("xyz", default=(1.0, 0.0, 0.0))
    length = float(np.linalg.norm(axis))
    if length < _SHORTEST_AXIS:
        if len(element.problems) == known:
            joint.complain("urdf-axis-zero")
        return default
    unit: FloatArray = axis / length
    return unit


def _limits(joint: UrdfElement, kind: str) -> tuple[float, float, float, float]:
    """Lower, upper, velocity and effort limits; a velocity or effort of zero means unknown, so infinite."""
    element = joint.child("limit")
    if element is None:
        return -UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED
    lower, upper = element.number("lower", default=0.0), element.number("upper", default=0.0)
    velocity, effort = element.number("velocity", default=0.0), element.number("effort", default=0.0)
    has_range = "lower" in element.element.attrib or "upper" in element.element.attrib
    is_blank = lower == upper == velocity == effort == 0.0  # what CAD exporters write for unknown limits
    if kind in {"continuous", "fixed"} or not has_range or is_blank:
        lower, upper = -UNLIMITED, UNLIMITED
    elif lower > upper or lower == upper != 0.0:
        joint.complain("limits-reversed", lower=lower, upper=upper)
    for name, limit in (("velocity", velocity), ("effort", effort)):
        if limit < 0.0:
            joint.complain("urdf-negative-limit", attribute=name, value=limit)
    return lower, upper, velocity or UNLIMITED, effort or UNLIMITED


def _check_names(reads: Sequence[_Read[TreeLink] | _Read[TreeJoint]]) -> None:
    seen: set[str] = set()
    for read in reads:
        if read.thing.name in seen:
            read.element.complain("name-twice", name=read.thing.name)
        seen.add(read.thing.name)


def _check_ends(joint: _Read[TreeJoint], links: Mapping[str, TreeLink]) -> None:
    for end in (joint.thing.parent, joint.thing.child):
        if end and end not in links:
            joint.element.complain("urdf-unknown-link", link=end, links=tuple(links))


def _root(robot: UrdfElement, links: Mapping[str, TreeLink], joints: list[_Read[TreeJoint]]) -> str | None:
    """The link that is no joint's child; reports a problem where the links do not form a tree."""
    if not links:
        robot.complain("urdf-missing-element", element="link")
        return None
    parents = Counter(joint.thing.child for joint in joints)
    for joint in joints:
        if parents[joint.thing.child] > 1:
            joint.element.complain("urdf-two-parents", link=joint.thing.child)
    roots = tuple(name for name in links if name not in parents)
    if not roots:
        robot.complain("urdf-loop")
        return None
    if len(roots) > 1:
        robot.complain("urdf-several-roots", links=roots)
    _check_loops(joints, roots)
    return roots[0]


def _check_loops(joints: list[_Read[TreeJoint]], roots: tuple[str, ...]) -> None:
    """Report joints that no root reaches: they form a closed loop."""
    reached = set(roots)
    grew = True
    while grew:
        found = {joint.thing.child for joint in joints if joint.thing.parent in reached} - reached
        reached |= found
        grew = bool(found)
    known = {joint.thing.child for joint in joints}
    for joint in joints:
        if joint.thing.parent in known and joint.thing.parent not in reached:
            joint.element.complain("urdf-loop", joint=joint.thing.name)
