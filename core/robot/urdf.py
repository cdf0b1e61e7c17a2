"""Robots from URDF files: a chain of joints with frames and axes anywhere, as modified DH rows."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from core.bounds import POSITION, SENSIBLE, Bounds
from core.errors import BadFile, Problem
from core.recording import FloatArray
from core.robot import inertia
from core.robot.description import Description, DescriptionForm
from core.robot.kinematic_tree import KinematicTree, TreeJoint, TreeLink
from core.robot.model import UNLIMITED, RobotModel
from core.robot.tree_chain import chain_to, notes_of, robot_of_chain
from core.robot.urdf_elements import UrdfElement, read_elements

_MOST_LINKS = 1000
_KINDS = ("revolute", "continuous", "prismatic", "fixed", "planar", "floating")
_WITHOUT_AXIS = frozenset({"fixed", "planar", "floating"})
_WORLD = "world"
"""Link that a joint may hang on without a declaration, as in MuJoCo."""
_MOMENTS = ("ixx", "ixy", "iyy", "ixz", "iyz", "izz")
_SHORTEST_AXIS = 1e-9
_DEFAULT_AXIS = (1.0, 0.0, 0.0)
_SPENT = frozenset({"xacro:arg", "xacro:property"})
"""Elements of xacro that may stay behind in an expanded file: they stand for nothing themselves."""
_Thing = TypeVar("_Thing", TreeLink, TreeJoint)


def parse_urdf(content: bytes | str, *, tip: str | None = None, file: str = "") -> RobotModel:
    """The robot that a URDF text describes; arguments and errors as ``read_urdf``."""
    problems: list[Problem] = []
    root = read_elements(content, problems)
    return read_urdf(root, problems, tip=tip, file=file).robot


@dataclass(frozen=True, eq=False)
class _Read(Generic[_Thing]):
    """A link or joint with the element that it was read from."""

    element: UrdfElement
    thing: _Thing


def _read_tree(root: UrdfElement, problems: list[Problem]) -> KinematicTree | None:
    """The tree, or None if the problems leave none."""
    if root.element.tag != "robot":
        root.complain("urdf-no-robot", element=root.element.tag)
        return None
    if any(part.tag.startswith("xacro:") and part.tag not in _SPENT for part in root.element.iter()):
        root.complain("urdf-xacro")
        return None
    remarks: list[Problem] = []
    links = [_Read(element, _link(element)) for element in root.children("link")]
    ghosts = tuple(read.thing.name for read in links if _has_no_mass(read.thing))
    if ghosts:
        remarks.append(Problem("", "robot-inertia-alone", {"links": ghosts}))
    ratios = _gear_ratios(root, remarks)
    joints = [_Read(element, _joint(element, ratios)) for element in root.children("joint")]
    if max(len(links), len(joints)) > _MOST_LINKS:
        root.complain("urdf-too-many-links", found=len(links), most=_MOST_LINKS)
        return None
    _check_names(links)
    _check_names(joints)
    by_name = {read.thing.name: read.thing for read in links}
    if _WORLD not in by_name and _WORLD in {read.thing.parent for read in joints}:
        by_name[_WORLD] = TreeLink(_WORLD)
        remarks.append(Problem("", "robot-world", {"link": _WORLD}))
    all_known = all(_check_ends(joint, by_name) for joint in joints)
    top = _root(root, by_name, joints) if all_known else None
    if problems or top is None:
        return None
    return KinematicTree(
        root.element.get("name", "robot"),
        top,
        by_name,
        {read.thing.child: read.thing for read in joints},
        shape_files=len({mesh.get("filename", "") for mesh in root.element.iter("mesh")}),
        remarks=tuple(remarks),
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
    if mass < 0.0 and _is_given(mass_element, "value"):
        link.complain("urdf-mass-not-positive", mass=mass)
    tensor = inertia.tensor_of(np.array([moments.number(name) for name in _MOMENTS]))
    if not inertia.has_positive_moments(tensor):
        link.complain("inertia-not-positive")
    if mass == 0.0 and not tensor.any():
        return None  # a frame without a body, as tool frames are written
    parameters = inertia.about_origin(mass, center=np.zeros(3), inertia=tensor)
    return inertia.moved(parameters, placement=placement)


def _has_no_mass(link: TreeLink) -> bool:
    """True for a body that is only hard to turn, as simulators are given them; other readers count it."""
    return link.parameters is not None and link.parameters[0] == 0.0


def _is_given(element: UrdfElement, attribute: str) -> bool:
    """True if the attribute holds a number, so that a problem with its value is not reported twice."""
    try:
        float(element.element.get(attribute, ""))
    except ValueError:
        return False
    return True


def _gear_ratios(root: UrdfElement, remarks: list[Problem]) -> dict[str, float]:
    """Gear ratios of the transmissions, by name of the joint; remarks on those that are no numbers."""
    ratios: dict[str, float] = {}
    for transmission in root.children("transmission"):
        joint, actuator = transmission.child("joint"), transmission.child("actuator")
        reduction = actuator.child("mechanicalReduction") if actuator else None
        if joint is None or reduction is None:
            continue
        text, name = (reduction.element.text or "").strip(), joint.element.get("name", "")
        try:
            ratios[name] = _ratio(text)
        except ValueError:
            remarks.append(Problem("", "robot-gear-ratio", {"joint": name, "text": text}))
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
        axis=np.array(_DEFAULT_AXIS) if kind in _WITHOUT_AXIS else _axis(element),
        lower=lower,
        upper=upper,
        velocity=velocity,
        effort=effort,
        gear_ratio=ratios.get(name, 1.0),
        follows="" if mimic is None else mimic.text("joint"),
    )


def _axis(joint: UrdfElement) -> FloatArray:
    """Unit vector (3,) of the axis; URDF's default is x."""
    default = np.array(_DEFAULT_AXIS)
    element = joint.child("axis")
    if element is None:
        return default
    known = len(element.problems)
    axis = element.vector("xyz", default=_DEFAULT_AXIS)
    length = float(np.linalg.norm(axis))
    if length < _SHORTEST_AXIS:
        if len(element.problems) == known:
            joint.complain("urdf-axis-zero")
        return default
    unit: FloatArray = axis / length
    return unit


def _limits(joint: UrdfElement, kind: str) -> tuple[float, float, float, float]:
    """Lower, upper, velocity and effort limits.

    A velocity or effort of zero means unknown, so infinite; so does a position that no joint reaches.
    """
    element = joint.child("limit")
    if element is None:
        return -UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED
    lower, upper = _within(element.limit("lower"), POSITION), _within(element.limit("upper"), POSITION)
    velocity, effort = (
        _within(element.limit("velocity"), SENSIBLE),
        _within(element.limit("effort"), SENSIBLE),
    )
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


def _within(limit: float, bounds: Bounds) -> float:
    """The limit; infinite outside the bounds, where it limits nothing."""
    return limit if bounds.holds(limit) else math.copysign(UNLIMITED, limit)


def _check_names(reads: Sequence[_Read[TreeLink] | _Read[TreeJoint]]) -> None:
    seen: set[str] = set()
    for read in reads:
        if read.thing.name in seen:
            read.element.complain("name-twice", name=read.thing.name)
        seen.add(read.thing.name)


def _check_ends(joint: _Read[TreeJoint], links: Mapping[str, TreeLink]) -> bool:
    """True if both links of a joint are there; reports those that are not."""
    unknown = [end for end in (joint.thing.parent, joint.thing.child) if end and end not in links]
    for end in unknown:
        element = f'<link name="{end}"/>'
        joint.element.complain("urdf-undeclared-link", link=end, links=tuple(links), element=element)
    return not unknown


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


def read_urdf(
    root: UrdfElement | None, problems: list[Problem], *, tip: str | None = None, file: str = ""
) -> Description:
    """The robot that the elements of a URDF describe.

    Parameters
    ----------
    root
        The file's root element; None where it is no XML, with the cause in ``problems``.
    problems
        The list that the elements report to.
    tip
        The link at the flange; None for the one at the end of the only branch that moves.
    file
        What to call it in errors.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found, each with its line and element.
    """
    tree = _read_tree(root, problems) if root is not None else None
    chain = chain_to(tree, tip, problems) if tree is not None and not problems else None
    if chain is None:
        raise BadFile("bad-robot-file", problems, file=file)
    robot = robot_of_chain(chain, source="URDF file")
    return Description(robot, DescriptionForm.URDF, notes_of(chain))
