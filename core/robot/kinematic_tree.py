"""Links and joints of a description as a tree, and the tip at which the arm ends."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.errors import Problem
from core.recording import FloatArray
from core.robot.model import UNLIMITED

_TOOL_FRAMES = ("tool0", "flange", "ee_link", "attachment_site")
"""Endings of the usual names of the frame at the flange, the preferred one first."""
_SENSOR = re.compile(
    r"camera|optical|realsense|lidar|laser|imu(_|$)|(^|_)(rgb|depth|color|infra\d?)(_|$)", re.IGNORECASE
)
_BESIDE = re.compile(
    r"finger|gripper|jaw|knuckle|thumb|cylinder|piston|(^|_)rod(_|\d|$)|balanc", re.IGNORECASE
)
_Paths = Mapping[str, tuple[str, ...]]
"""Names of the joints that move a link, from the root on, by the link's name."""


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


def is_tool_frame(name: str) -> bool:
    """True for a usual name of the frame at the flange."""
    return name.rsplit("/", maxsplit=1)[-1].lower().endswith(_TOOL_FRAMES)


def gripper_joints(tree: KinematicTree) -> frozenset[str]:
    """Names of joints that only open and close a gripper.

    They move together by the description's own word (one follows the other), and nothing but joints of
    the same kind hangs behind them. A follower inside the arm, as of a parallelogram, is none of them.
    """
    by_name = {joint.name: joint for joint in tree.joints.values()}
    found: set[str] = set()
    for leader in {joint.follows for joint in by_name.values() if joint.follows}:
        group = {leader, *(joint.name for joint in by_name.values() if joint.follows == leader)}
        members = [by_name[name] for name in group if name in by_name]
        if all(_moves_none_but(tree, joint, group) for joint in members):
            found |= group & set(by_name)
    return frozenset(found)


def _moves_none_but(tree: KinematicTree, joint: TreeJoint, group: set[str]) -> bool:
    return all(other.name in group for other in tree.behind(joint.child) if other.moves)


def _beside_by_name(tree: KinematicTree) -> frozenset[str]:
    """Names of joints of a gripper or a balancing cylinder by their words, with no others behind them."""
    named = {
        joint.name
        for joint in tree.joints.values()
        if joint.moves and (_BESIDE.search(joint.name) or _BESIDE.search(joint.child))
    }
    return frozenset(
        joint.name
        for joint in tree.joints.values()
        if joint.name in named and _moves_none_but(tree, joint, named)
    )


def chosen_tip(tree: KinematicTree, problems: list[Problem]) -> str | None:
    """The tip of the only branch that moves, or of the one with the tool frame; None with a problem noted.

    Grippers are left aside: joints that follow each other. Where branches remain, so are the joints that
    are a gripper's or a balancing cylinder's by name, and then the branches without a tool frame.
    """
    aside = gripper_joints(tree)
    paths = _paths(tree, aside)
    arm = _only_chain(paths)
    if arm is None:
        named = aside | _beside_by_name(tree)
        arm = _only_chain(_paths(tree, named)) or _arm_to_tool_frame(_paths(tree, named), _held(tree, named))
        if not arm:
            problems.append(Problem("", "urdf-branches", {"tips": _ends(tree, paths)}))
            return None
        aside, paths = named, _paths(tree, named)
    held = _held(tree, aside)
    return _tool_frame(tree, [link for link in tree.links if paths[link] == arm and link not in held])


def _paths(tree: KinematicTree, aside: frozenset[str]) -> _Paths:
    return {
        link: tuple(joint.name for joint in tree.path_to(link) if joint.moves and joint.name not in aside)
        for link in tree.links
    }


def _held(tree: KinematicTree, aside: frozenset[str]) -> frozenset[str]:
    """Links that a joint beside the arm moves."""
    return frozenset(link for link in tree.links if any(joint.name in aside for joint in tree.path_to(link)))


def _only_chain(paths: _Paths) -> tuple[str, ...] | None:
    """The joints of the arm where none branches off, else None."""
    longest = max(paths.values(), key=len, default=())
    return longest if all(names == longest[: len(names)] for names in paths.values()) else None


def _arm_to_tool_frame(paths: _Paths, held: frozenset[str]) -> tuple[str, ...]:
    """The joints to the only tool frame; empty where another branch may be the arm as well.

    A branch beside the arm has fewer joints than the arm from where it leaves; behind the tool frame there
    is a hand of several fingers, or nothing: a single joint there may be the arm's own.
    """
    named = {names for link, names in paths.items() if is_tool_frame(link) and link not in held}
    ends = [names for names in named if names and not any(_goes_on(names, other) for other in named)]
    if len(ends) != 1:
        return ()
    arm = ends[0]
    behind = {names[len(arm)] for names in paths.values() if _goes_on(arm, names)}
    beside = (names for names in paths.values() if not _goes_on(arm, names) and not _goes_on(names, arm))
    is_the_longest = all(len(names) < len(arm) for names in beside if names != arm)
    return arm if is_the_longest and len(behind) != 1 else ()


def _goes_on(names: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """True if the other path goes through all these joints and on."""
    return len(other) > len(names) and other[: len(names)] == names


def _ends(tree: KinematicTree, paths: _Paths) -> tuple[str, ...]:
    """The links at which the arm could end: those of the branches, after the one that carries them all."""
    ends = tuple(link for link in tree.links if not tree.children(link) and paths[link])
    common = tuple(
        names[0] for names in zip(*(paths[link] for link in ends), strict=False) if len(set(names)) == 1
    )
    longest = max((len(paths[link]) for link in ends), default=0)
    if len(common) <= longest - len(common):  # no arm with a hand of several fingers
        return ends
    hand = _tool_frame(tree, [link for link in tree.links if paths[link] == common])
    return ends if hand is None else (hand, *ends)


def _tool_frame(tree: KinematicTree, candidates: list[str]) -> str | None:
    """The frame that is named as the flange's, else the end of the longest path that is no sensor's."""
    candidates = [link for link in candidates if not _SENSOR.search(link)] or candidates
    for ending in _TOOL_FRAMES:
        named = [link for link in candidates if link.rsplit("/", maxsplit=1)[-1].lower().endswith(ending)]
        if named:
            return min(named, key=len)
    return max(candidates, key=lambda link: len(tree.path_to(link)), default=None)
