"""A robot model from a tree of links: the chain to the tip as modified DH rows.

The zero of every joint stays as the file defines it. Links behind fixed joints, on side branches and
beyond the chosen tip are added to the link that carries them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise, takewhile

import numpy as np

from core.bounds import MOST_JOINTS
from core.errors import Fact, Problem
from core.recording import FloatArray
from core.robot import inertia
from core.robot.kinematic_tree import KinematicTree, TreeJoint, chosen_tip
from core.robot.model import PARAMETERS_PER_LINK, STANDARD_GRAVITY, Joint, JointKind, RobotModel
from core.robot.modified_dh import (
    PARALLEL_TOLERANCE_RAD,
    Axis,
    ModifiedChain,
    Row,
    flange_after,
    from_axes,
)
from core.robot.placement import inverse

_KINDS = {"revolute", "continuous", "prismatic"}
_EXACT_RAD = 1e-10
"""Angle that numbers of full precision leave between parallel axes."""


@dataclass(frozen=True, eq=False)
class Chain:
    """The joints from the root to the tip, and the placements of all links at zero joint positions."""

    tree: KinematicTree
    joints: tuple[TreeJoint, ...]
    placements: Mapping[str, FloatArray]
    tip: str

    @property
    def moving(self) -> tuple[TreeJoint, ...]:
        """The joints of the arm."""
        return tuple(joint for joint in self.joints if joint.moves)[len(self.under_base) :]

    @property
    def beside(self) -> tuple[str, ...]:
        """Names of the joints that move and are not on the way to the tip."""
        on_chain = {joint.name for joint in self.joints}
        moving = (joint.name for joint in self.tree.joints.values() if joint.moves)
        return tuple(name for name in moving if name not in on_chain)

    @property
    def under_base(self) -> tuple[TreeJoint, ...]:
        """Joints before those of the arm that let its base drive or float."""
        moving = (joint for joint in self.joints if joint.moves)
        return tuple(takewhile(lambda joint: joint.carries_base, moving))


def chain_to(tree: KinematicTree, tip: str | None, problems: list[Problem]) -> Chain | None:
    """The chain to the tip (None: the only possible one), or None with a problem noted."""
    chosen = tip if tip is not None else chosen_tip(tree, problems)
    if chosen is None:
        return None
    if chosen not in tree.links:
        problems.append(Problem("", "urdf-unknown-link", {"link": chosen, "links": tuple(tree.links)}))
        return None
    chain = Chain(tree, tree.path_to(chosen), tree.placements(), chosen)
    problems += _problems_of(chain)
    return None if problems else chain


def _problems_of(chain: Chain) -> list[Problem]:
    moving = chain.moving
    if not moving:
        return [Problem("", "urdf-nothing-moves", {"tip": chain.tip})]
    if len(moving) > MOST_JOINTS:
        return [Problem("", "too-many-joints", {"found": len(moving), "most": MOST_JOINTS})]
    other = next((joint for joint in moving if joint.kind not in _KINDS), None)
    if other is not None:
        code = "robot-ball-base" if other is moving[0] else "robot-joint-kind"
        return [Problem("", code, {"joint": other.name, "before": other.parent})]
    return [
        Problem("", "urdf-mimic", {"joint": joint.name, "follows": joint.follows, "before": joint.parent})
        for joint in moving
        if joint.follows
    ]


def robot_of_chain(chain: Chain, *, source: str) -> RobotModel:
    """The robot whose joints are those of the chain; ``source`` names the kind of file."""
    placements = chain.placements
    axes = tuple(
        Axis(placements[joint.child][:3, 3], direction=placements[joint.child][:3, :3] @ joint.axis)
        for joint in chain.moving
    )
    modified = from_axes(axes)
    gravity, rotors = chain.tree.gravity, np.array([joint.rotor_inertia for joint in chain.moving])
    return RobotModel(
        name=chain.tree.name,
        title=chain.tree.name,
        joints=tuple(_joint(*pair) for pair in zip(chain.moving, modified.rows, strict=True)),
        base=modified.base,
        flange=flange_after(modified, tip=placements[chain.tip]),
        gravity=np.array([0.0, 0.0, -STANDARD_GRAVITY]) if gravity is None else gravity,
        inertial_parameters=_link_parameters(chain, modified),
        rotor_inertia=rotors if np.any(rotors > 0.0) else None,
        sources={"all": source},
        left_out_joints=chain.beside,
    )


def _joint(joint: TreeJoint, row: Row) -> Joint:
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


def _link_parameters(chain: Chain, modified: ModifiedChain) -> FloatArray | None:
    """All bodies' parameters (n, 10) in the link frames of the chain; None where no link has a mass."""
    if not any(link.parameters is not None for link in chain.tree.links.values()):
        return None
    carrier = _carriers(chain)
    parameters = np.zeros((len(chain.moving), PARAMETERS_PER_LINK))
    for name, link in chain.tree.links.items():
        index = carrier[name]
        if index is not None and link.parameters is not None:
            seen = inverse(modified.link_frames[index]) @ chain.placements[name]
            parameters[index] += inertia.moved(link.parameters, placement=seen)
    return parameters


def _carriers(chain: Chain) -> dict[str, int | None]:
    """Number of the joint that moves each link; None for those that are fixed to the base."""
    own = {joint.child: index for index, joint in enumerate(chain.moving)}
    return {
        name: next((own[body] for body in chain.tree.towards_root(name) if body in own), None)
        for name in chain.tree.links
    }


def notes_of(chain: Chain) -> tuple[Problem, ...]:
    """Remarks on what was assumed, merged or left out, and on the numbers that the file lacks."""
    tree, moving = chain.tree, chain.moving
    last = moving[-1].child
    fixed = [joint.child for joint in tree.behind(last) if _rigidly(tree, joint, last)]
    merged = [joint.name for joint in tree.joints.values() if not joint.moves]
    found = [_note("robot-tip", tip=chain.tip)] if chain.tip == last else []
    others = tuple(name for name in (last, *fixed) if name != chain.tip)
    if others:
        found.append(_note("robot-tip-of", tip=chain.tip, others=others))
    if merged:
        found.append(_note("robot-fixed-joints", count=len(merged)))
    if chain.beside:
        found.append(_note("robot-held-joints", joints=chain.beside))
    if chain.under_base:
        found.append(_note("robot-free-base", joints=tuple(joint.name for joint in chain.under_base)))
    return (*tree.remarks, *found, *_rounded(chain), *_lacking(chain), *_shapes(tree))


def _rigidly(tree: KinematicTree, joint: TreeJoint, last: str) -> bool:
    """True if the joint's child hangs on the link ``last`` by fixed joints alone."""
    for body in tree.towards_root(joint.child):
        if body == last:
            return True
        if tree.joints[body].moves:
            return False
    return False


def _rounded(chain: Chain) -> list[Problem]:
    """The pairs of joints whose axes are parallel but for the rounding of the file's numbers."""
    axes = [
        np.array([0.0, 0.0, 1.0]),
        *(chain.placements[joint.child][:3, :3] @ joint.axis for joint in chain.moving),
    ]
    angles = [float(np.linalg.norm(np.cross(first, second))) for first, second in pairwise(axes)]
    near = [angle for angle in angles if _EXACT_RAD < angle < PARALLEL_TOLERANCE_RAD]
    return [_note("robot-parallel", angle=max(near))] if near else []


def _lacking(chain: Chain) -> list[Problem]:
    """The numbers that the file does not give."""
    moving = chain.moving
    lacks = {
        "robot-no-range": [joint.name for joint in moving if _has_no_range(joint)],
        "robot-no-speed": [joint.name for joint in moving if not np.isfinite(joint.velocity)],
        "robot-no-torque": [joint.name for joint in moving if not np.isfinite(joint.effort)],
    }
    found = [_note(code, joints=tuple(names)) for code, names in lacks.items() if names]
    carriers, with_mass = _carriers(chain), set()
    for name, link in chain.tree.links.items():
        if link.parameters is not None and link.parameters[0] > 0.0:
            with_mass.add(carriers[name])
    bare = tuple(joint.name for index, joint in enumerate(moving) if index not in with_mass)
    if len(bare) == len(moving):
        found.append(_note("robot-no-inertia"))
    elif bare:
        found.append(_note("robot-massless-joints", joints=bare))
    return found


def _has_no_range(joint: TreeJoint) -> bool:
    unknown = not (np.isfinite(joint.lower) and np.isfinite(joint.upper))
    return unknown and joint.kind != "continuous"


def _shapes(tree: KinematicTree) -> list[Problem]:
    return [_note("robot-shape-files", count=tree.shape_files)] if tree.shape_files else []


def _note(code: str, /, **facts: Fact) -> Problem:
    return Problem("", code, facts)
