"""Robots from URDF files: a chain of joints with frames and axes anywhere, as modified DH rows.

The zero of every joint stays as the file defines it. Links behind fixed joints, on side branches and
beyond the chosen tip are added to the link that carries them.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from core.bounds import MOST_JOINTS
from core.errors import BadFile, Problem
from core.recording import FloatArray
from core.robot import inertia
from core.robot.model import PARAMETERS_PER_LINK, Joint, JointKind, RobotModel
from core.robot.modified_dh import Axis, ModifiedChain, Row, flange_after, from_axes
from core.robot.placement import inverse
from core.robot.urdf_elements import read_elements
from core.robot.urdf_tree import UrdfJoint, UrdfTree, read_tree


@dataclass(frozen=True)
class _Chain:
    """The joints from the root to the tip, and the placements of all links at zero joint positions."""

    joints: tuple[UrdfJoint, ...]
    placements: Mapping[str, FloatArray]
    tip: str

    @property
    def moving(self) -> tuple[UrdfJoint, ...]:
        return tuple(joint for joint in self.joints if joint.moves)


def parse_urdf(content: bytes | str, *, tip: str | None = None, file: str = "") -> RobotModel:
    """The robot that a URDF text describes.

    Parameters
    ----------
    content
        The whole file.
    tip
        The link at the flange; None for the one at the end of the only branch that moves.
    file
        What to call it in errors.

    Raises
    ------
    BadFile
        ``bad-robot-file`` with every problem found, each with its line and element.
    """
    problems: list[Problem] = []
    root = read_elements(content, problems)
    tree = read_tree(root, problems) if root is not None else None
    if tree is not None and not problems:
        chain = _chain(tree, tip, problems)
        if chain is not None:
            return _robot(tree, chain)
    raise BadFile("bad-robot-file", problems, file=file)


def _chain(tree: UrdfTree, tip: str | None, problems: list[Problem]) -> _Chain | None:
    """The chain to the tip, or None with a problem noted."""
    chosen = tip if tip is not None else _only_tip(tree, problems)
    if chosen is None:
        return None
    if chosen not in tree.links:
        problems.append(Problem("", "urdf-unknown-link", {"link": chosen, "links": tuple(tree.links)}))
        return None
    chain = _Chain(tree.path_to(chosen), _placements(tree), chosen)
    if not chain.moving:
        problems.append(Problem("", "urdf-nothing-moves", {"tip": chosen}))
        return None
    if len(chain.moving) > MOST_JOINTS:
        problems.append(Problem("", "too-many-joints", {"found": len(chain.moving), "most": MOST_JOINTS}))
        return None
    return chain


def _only_tip(tree: UrdfTree, problems: list[Problem]) -> str | None:
    """The tip of the only moving branch; of several ends of it, the tool frame, else the longest path."""
    ends = [link for link in tree.links if not tree.children(link)]
    moving = {end: tuple(joint.name for joint in tree.path_to(end) if joint.moves) for end in ends}
    longest = max(moving.values(), key=len, default=())
    if any(names != longest[: len(names)] for names in moving.values()):
        candidates = tuple(end for end in ends if moving[end])
        problems.append(Problem("", "urdf-branches", {"tips": candidates}))
        return None
    candidates = tuple(end for end in ends if moving[end] == longest)
    by_name = [end for end in candidates if end.rsplit("/", maxsplit=1)[-1] in {"tool0", "flange"}]
    return by_name[0] if by_name else max(candidates, key=lambda end: len(tree.path_to(end)), default=None)


def _placements(tree: UrdfTree) -> dict[str, FloatArray]:
    """Link frames (4, 4) at zero joint positions, seen from the root, by link name."""
    placements = {tree.root: np.eye(4)}
    waiting = [tree.root]
    while waiting:
        link = waiting.pop()
        for joint in tree.children(link):
            placements[joint.child] = placements[link] @ joint.origin
            waiting.append(joint.child)
    return placements


def _robot(tree: UrdfTree, chain: _Chain) -> RobotModel:
    axes = tuple(
        Axis(
            chain.placements[joint.child][:3, 3],
            direction=chain.placements[joint.child][:3, :3] @ joint.axis,
        )
        for joint in chain.moving
    )
    modified = from_axes(axes)
    links = _link_parameters(tree, chain, modified)
    return RobotModel(
        name=tree.name,
        title=tree.name,
        joints=tuple(_joint(*pair) for pair in zip(chain.moving, modified.rows, strict=True)),
        base=modified.base,
        flange=flange_after(modified, tip=chain.placements[chain.tip]),
        inertial_parameters=links,
        sources={"all": "URDF file"},
    )


def _joint(joint: UrdfJoint, row: Row) -> Joint:
    return Joint(
        name=joint.name,
        kind=JointKind.PRISMATIC if joint.kind == "prismatic" else JointKind.REVOLUTE,
        a=row.a,
        alpha=row.alpha,
        d=row.d,
        offset=row.offset,
        lower=joint.lower,
        upper=joint.upper,
        velocity=joint.velocity,
        torque=joint.effort,
        gear_ratio=joint.gear_ratio,
    )


def _link_parameters(tree: UrdfTree, chain: _Chain, modified: ModifiedChain) -> FloatArray | None:
    """All bodies' parameters (n, 10) in the link frames of the chain; None where no link has a mass."""
    if not any(link.parameters is not None for link in tree.links.values()):
        return None
    carrier = {joint.child: index for index, joint in enumerate(chain.moving)}
    parameters = np.zeros((len(chain.moving), PARAMETERS_PER_LINK))
    for name, link in tree.links.items():
        index = next((carrier[body] for body in tree.towards_root(name) if body in carrier), None)
        if index is not None and link.parameters is not None:
            seen = inverse(modified.link_frames[index]) @ chain.placements[name]
            parameters[index] += inertia.moved(link.parameters, placement=seen)
    return parameters
