"""The link at which an arm ends: the flange or tool frame of a description with several branches."""

from core.errors import Problem
from core.robot.kinematic_tree import KinematicTree, TreeJoint

_TOOL_FRAMES = ("tool0", "flange", "attachment_site")
"""Endings of the usual names of the frame at the flange, the preferred one first."""


def is_tool_frame(name: str) -> bool:
    """True for a usual name of the frame at the flange."""
    return name.rsplit("/", maxsplit=1)[-1].endswith(_TOOL_FRAMES)


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


def chosen_tip(tree: KinematicTree, problems: list[Problem]) -> str | None:
    """The tip of the only branch that moves, grippers left aside; None with a problem noted."""
    gripper = gripper_joints(tree)
    counted = {
        link: tuple(joint.name for joint in tree.path_to(link) if joint.moves and joint.name not in gripper)
        for link in tree.links
    }
    held = {link: any(joint.name in gripper for joint in tree.path_to(link)) for link in tree.links}
    longest = max(counted.values(), key=len, default=())
    if any(names != longest[: len(names)] for names in counted.values()):
        ends = tuple(link for link in tree.links if not tree.children(link) and counted[link])
        problems.append(Problem("", "urdf-branches", {"tips": ends}))
        return None
    return _tool_frame(tree, [link for link in tree.links if counted[link] == longest and not held[link]])


def _tool_frame(tree: KinematicTree, candidates: list[str]) -> str | None:
    """The frame that is named as the flange's, else the one at the end of the longest path."""
    for ending in _TOOL_FRAMES:
        named = [link for link in candidates if link.rsplit("/", maxsplit=1)[-1].endswith(ending)]
        if named:
            return min(named, key=len)
    return max(candidates, key=lambda link: len(tree.path_to(link)), default=None)
