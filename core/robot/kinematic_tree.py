"""Links and joints of a description as a tree, whatever file they were read from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.errors import Problem
from core.recording import FloatArray
from core.robot.model import UNLIMITED


@dataclass(frozen=True, eq=False)
class TreeLink:
    """A link; ``parameters`` (10,) at the origin of its frame, None where the file gives no mass."""

    name: str
    parameters: FloatArray | None = None


@dataclass(frozen=True, eq=False)
class TreeJoint:
    """A joint between two links; its frame is the child's, ``axis`` (3,) a unit vector in it.

    ``follows`` names the joint that moves this one, empty for a joint of its own.
    """

    name: str
    kind: str
    """``revolute``, ``continuous``, ``prismatic``, ``fixed``, or one of more freedoms: ``planar``,
    ``floating``, ``ball``."""
    parent: str
    child: str
    origin: FloatArray
    axis: FloatArray
    lower: float = -UNLIMITED
    upper: float = UNLIMITED
    velocity: float = UNLIMITED
    effort: float = UNLIMITED
    gear_ratio: float = 1.0
    follows: str = ""
    rotor_inertia: float = 0.0

    @property
    def moves(self) -> bool:
        """True for every joint kind except fixed."""
        return self.kind != "fixed"

    @property
    def carries_base(self) -> bool:
        """True for a joint that lets a whole base drive or float."""
        return self.kind in {"planar", "floating"}


@dataclass(frozen=True, eq=False)
class KinematicTree:
    """All links by name, and all joints by their child link."""

    name: str
    root: str
    links: Mapping[str, TreeLink]
    joints: Mapping[str, TreeJoint]
    gravity: FloatArray | None = None
    """Gravity (3,) m/s² in the root's frame; None where the file does not say."""
    shape_files: int = 0
    """Number of meshes that the file names."""
    remarks: tuple[Problem, ...] = ()
    """What was read otherwise than written."""
    _children: dict[str, list[TreeJoint]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the joints by their parent link."""
        for joint in self.joints.values():
            self._children.setdefault(joint.parent, []).append(joint)

    def children(self, link: str) -> list[TreeJoint]:
        """The joints whose parent is the link."""
        return self._children.get(link, [])

    def towards_root(self, link: str) -> Iterator[str]:
        """The link itself, then its ancestors up to the root."""
        yield link
        while link in self.joints:
            link = self.joints[link].parent
            yield link

    def path_to(self, link: str) -> tuple[TreeJoint, ...]:
        """The joints on the path from the root to a link."""
        passed = [self.joints[body] for body in self.towards_root(link) if body in self.joints]
        return tuple(reversed(passed))

    def behind(self, link: str) -> Iterator[TreeJoint]:
        """All joints between the link and the ends of its branches."""
        waiting = [link]
        while waiting:
            joints = self.children(waiting.pop())
            yield from joints
            waiting += [joint.child for joint in joints]

    def placements(self) -> dict[str, FloatArray]:
        """Link frames (4, 4) at zero joint positions, seen from the root, by link name."""
        found = {self.root: np.eye(4)}
        for joint in self.behind(self.root):
            found[joint.child] = found[joint.parent] @ joint.origin
        return found
