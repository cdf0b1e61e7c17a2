"""Links and joints of a URDF file as a tree, with all problems found in it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.bounds import SENSIBLE
from core.errors import Problem
from core.recording import FloatArray
from core.robot import inertia
from core.robot.model import UNLIMITED
from core.robot.urdf_elements import UrdfElement

MOST_LINKS = 1000
_KINDS = ("revolute", "continuous", "prismatic", "fixed")
_MOMENTS = ("ixx", "ixy", "iyy", "ixz", "iyz", "izz")
_SHORTEST_AXIS = 1e-9


@dataclass(frozen=True)
class UrdfLink:
    """A link; ``parameters`` (10,) at the origin of its frame, None where the file gives no mass."""

    name: str
    element: UrdfElement
    parameters: FloatArray | None


@dataclass(frozen=True)
class UrdfJoint:
    """A joint between two links; its frame is the child's, ``axis`` (3,) a unit vector in it."""

    name: str
    kind: str
    parent: str
    child: str
    origin: FloatArray
    axis: FloatArray
    element: UrdfElement
    lower: float = -UNLIMITED
    upper: float = UNLIMITED
    velocity: float = UNLIMITED
    effort: float = UNLIMITED
    gear_ratio: float = 1.0

    @property
    def moves(self) -> bool:
        """True for every joint kind except fixed."""
        return self.kind != "fixed"


@dataclass(frozen=True)
class UrdfTree:
    """All links by name, and all joints by their child link."""

    name: str
    root: str
    links: Mapping[str, UrdfLink]
    joints: Mapping[str, UrdfJoint]
    _children: dict[str, list[UrdfJoint]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the joints by their parent link."""
        for joint in self.joints.values():
            self._children.setdefault(joint.parent, []).append(joint)

    def children(self, link: str) -> list[UrdfJoint]:
        """The joints whose parent is the link."""
        return self._children.get(link, [])

    def towards_root(self, link: str) -> Iterator[str]:
        """The link itself, then its ancestors up to the root."""
        yield link
        while link in self.joints:
            link = self.joints[link].parent
            yield link

    def path_to(self, link: str) -> tuple[UrdfJoint, ...]:
        """The joints on the path from the root to a link."""
        passed = [self.joints[body] for body in self.towards_root(link) if body in self.joints]
        return tuple(reversed(passed))


def read_tree(root: UrdfElement, problems: list[Problem]) -> UrdfTree | None:
    """The tree, or None if the problems leave none."""
    if root.element.tag != "robot":
        root.complain("urdf-no-robot", element=root.element.tag)
        return None
    links = [_link(element) for element in root.children("link")]
    ratios = _gear_ratios(root)
    joints = [_joint(element, ratios) for element in root.children("joint")]
    if max(len(links), len(joints)) > MOST_LINKS:
        root.complain("urdf-too-many-links", found=len(links), most=MOST_LINKS)
        return None
    _check_names(links, joints)
    by_name = {link.name: link for link in links}
    for joint in joints:
        _check_ends(joint, by_name)
    top = _root(root, by_name, joints)
    if problems or top is None:
        return None
    by_child = {joint.child: joint for joint in joints}
    return UrdfTree(root.element.get("name", "robot"), top, by_name, by_child)


def _link(element: UrdfElement) -> UrdfLink:
    return UrdfLink(element.text("name"), element, _parameters(element))


def _parameters(link: UrdfElement) -> FloatArray | None:
    body = link.child("inertial")
    if body is None:
        return None
    mass_element, moments = body.required("mass"), body.required("inertia")
    placement = body.origin()
    if mass_element is None or moments is None:
        return None
    mass = mass_element.number("value")
    if mass <= 0.0 and _is_given(mass_element, "value"):
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


def _joint(element: UrdfElement, ratios: Mapping[str, float]) -> UrdfJoint:
    name, kind = element.text("name"), element.text("type")
    if kind and kind not in _KINDS:
        element.complain("urdf-joint-type", type=kind, types=_KINDS)
    if element.child("mimic") is not None:
        element.complain("urdf-mimic")
    parent, child = element.required("parent"), element.required("child")
    lower, upper, velocity, effort = _limits(element, kind)
    return UrdfJoint(
        name=name,
        kind=kind,
        parent=parent.text("link") if parent else "",
        child=child.text("link") if child else "",
        origin=element.origin(),
        axis=_axis(element),
        element=element,
        lower=lower,
        upper=upper,
        velocity=velocity,
        effort=effort,
        gear_ratio=ratios.get(name, 1.0),
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
    if kind in {"continuous", "fixed"}:
        lower, upper = -UNLIMITED, UNLIMITED
    elif not lower < upper:
        joint.complain("limits-reversed", lower=lower, upper=upper)
    for name, limit in (("velocity", velocity), ("effort", effort)):
        if limit < 0.0:
            joint.complain("urdf-negative-limit", attribute=name, value=limit)
    return lower, upper, velocity or UNLIMITED, effort or UNLIMITED


def _check_names(links: list[UrdfLink], joints: list[UrdfJoint]) -> None:
    for things in (links, joints):
        counts = Counter(thing.name for thing in things)
        seen: set[str] = set()
        for thing in things:
            if thing.name in seen and counts[thing.name] > 1:
                thing.element.complain("name-twice", name=thing.name)
            seen.add(thing.name)


def _check_ends(joint: UrdfJoint, links: Mapping[str, UrdfLink]) -> None:
    for end in (joint.parent, joint.child):
        if end and end not in links:
            joint.element.complain("urdf-unknown-link", link=end, links=tuple(links))


def _root(robot: UrdfElement, links: Mapping[str, UrdfLink], joints: list[UrdfJoint]) -> str | None:
    """The link that is no joint's child; reports a problem where the links do not form a tree."""
    if not links:
        robot.complain("urdf-missing-element", element="link")
        return None
    parents = Counter(joint.child for joint in joints)
    for joint in joints:
        if parents[joint.child] > 1:
            joint.element.complain("urdf-two-parents", link=joint.child)
    roots = tuple(name for name in links if name not in parents)
    if not roots:
        robot.complain("urdf-loop")
        return None
    if len(roots) > 1:
        robot.complain("urdf-several-roots", links=roots)
    _check_loops(joints, roots)
    return roots[0]


def _check_loops(joints: list[UrdfJoint], roots: tuple[str, ...]) -> None:
    """Report joints that no root reaches: they form a closed loop."""
    reached = set(roots)
    grew = True
    while grew:
        found = {joint.child for joint in joints if joint.parent in reached} - reached
        reached |= found
        grew = bool(found)
    known = {joint.child for joint in joints}
    for joint in joints:
        if joint.parent in known and joint.parent not in reached:
            joint.element.complain("urdf-loop", joint=joint.name)
