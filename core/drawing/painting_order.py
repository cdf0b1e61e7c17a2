"""The parts of an arm from the farthest to the nearest, so that painting in order hides correctly."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.orthographic import Orthographic, face_light, tube_light
from core.recording import FloatArray

_BALL_BEHIND, _JOINT_BEFORE, _CLEARLY = 0.35, 0.6, 0.5
"""Depth offsets relative to the radius: a ball counts as farther, a joint, which holds tubes, as nearer.

The last one is the difference from which one tube is clearly nearer than another.
"""
_PLATES_BEFORE = (-np.inf, 0.3, 0.6)
"""The offsets of foot, socket and flange; the foot is behind all."""
_NOTHING_M = 1e-6
_WHOLE_BELOW = 0.7
"""Difference of depth, relative to the radius, below which a tube is painted in one piece."""


class PartKind(IntEnum):
    """Kind of a drawn part."""

    BALL = 0
    TUBE = 1
    JOINT = 2
    FOOT = 3
    SOCKET = 4
    FLANGE = 5


@dataclass(frozen=True, eq=False)
class Parts:
    """P parts in the order in which they are painted; lengths in m on the page (right, up)."""

    kind: list[int]
    joint: list[int]
    """Index of the joint that a part is, or beside which it starts; -1 for none."""
    joint_at_end: list[int]
    """Index of the joint beside the end of a tube; -1 for none."""
    start: list[list[float]]
    end: list[list[float]]
    """End of a tube or half tube; equal to the start for all other parts."""
    radius: list[float]
    half_length: list[float]
    """Half length of joints, foot and flange, which are short cylinders; 0 for all others."""
    axis: list[list[float]]
    """Unit vector right, up, towards the viewer."""
    light: FloatArray
    """(P, stops) brightness across at ``STOPS``."""
    face: FloatArray
    """Brightness of the visible face of a cylinder, (P,)."""


def parts_in_order(body: ArmBody, scene: ArmScene, view: Orthographic) -> Parts:
    """The parts of an arm in the view, in painting order."""
    tubes, n = view.seen(scene.tubes), len(scene.joints)
    along, middle = _directions(tubes), tubes.mean(axis=1)
    split = np.abs(tubes[:, 1, 2] - tubes[:, 0, 2]) >= _WHOLE_BELOW * body.tube_radius
    first_end = np.where(split[:, np.newaxis], middle, tubes[:, 1])
    pieces = len(tubes) + int(split.sum())
    drums, drum_axes = (view.seen(found) for found in scene.drums)
    drum_depth = drums[:, 2] + np.append(np.full(n, _JOINT_BEFORE), _PLATES_BEFORE) * body.drum_radius
    kept, ball_depth = _visible_balls(body, tubes, split, joint_depth=drum_depth[:n])
    balls, ball_radius = tubes.reshape(-1, 3)[kept], body.tube_radius[kept // 2]
    start = np.concatenate([balls, tubes[:, 0], tubes[split, 1], drums])
    end = np.concatenate([balls, first_end, middle[split], drums])
    axis = np.concatenate([np.zeros_like(balls), along, -along[split], drum_axes])
    radius = np.concatenate([ball_radius, body.tube_radius, body.tube_radius[split], body.drum_radius])
    half_length = np.concatenate([np.zeros(len(start) - len(drums)), body.drum_half_length])
    near = body.joint_near_end.reshape(-1, 2)
    joint = np.concatenate([near.reshape(-1)[kept], near[:, 0], near[split, 1], np.arange(n), [-1] * 3])
    joint_at_end = np.full(len(joint), -1)
    joint_at_end[len(balls) : len(balls) + len(tubes)] = np.where(split, -1, near[:, 1])
    kind = np.repeat(list(PartKind), [len(balls), pieces, n, 1, 1, 1])
    piece_depth = (start + end)[len(balls) : len(balls) + pieces, 2] / 2.0
    order = np.argsort(np.concatenate([ball_depth, piece_depth, drum_depth]), kind="stable")
    axis = axis[order]
    return Parts(
        kind=kind[order].tolist(),
        joint=joint[order].tolist(),
        joint_at_end=joint_at_end[order].tolist(),
        start=start[order, :2].tolist(),
        end=end[order, :2].tolist(),
        radius=radius[order].tolist(),
        half_length=half_length[order].tolist(),
        axis=axis.tolist(),
        light=tube_light(axis),
        face=face_light(np.where(axis[:, 2:] < 0.0, -axis, axis)),
    )


def _visible_balls(
    body: ArmBody, tubes: FloatArray, split: npt.NDArray[np.bool_], *, joint_depth: FloatArray
) -> tuple[npt.NDArray[np.int64], FloatArray]:
    """The tube ends drawn as balls, and their depths.

    A ball is painted right before the tubes that meet in it; if one of them is clearly nearer than
    another, before the nearer one, whose end it rounds off.
    """
    balls = body.balls
    radius = body.tube_radius[balls.ends // 2]
    ends, middle = tubes[..., 2], tubes[..., 2].mean(axis=1, keepdims=True)
    piece = np.where(split[:, np.newaxis], (ends + middle) / 2.0, middle).reshape(-1)
    nearest = np.where(balls.meets, piece, -np.inf).max(axis=1, initial=-np.inf)
    farthest = np.where(balls.meets, piece, np.inf).min(axis=1, initial=np.inf)
    before = np.where(nearest - farthest > _CLEARLY * radius, nearest, farthest) - _NOTHING_M
    depth = np.maximum(before, ends.reshape(-1)[balls.ends] - _BALL_BEHIND * radius)
    hidden = [joint >= 0 and depth[ball] < joint_depth[joint] for ball, joint in enumerate(balls.within)]
    seen = ~np.array(hidden, dtype=np.bool_)
    return balls.ends[seen], np.asarray(depth[seen])


def _directions(tubes: FloatArray) -> FloatArray:
    along = tubes[:, 1] - tubes[:, 0]
    length: FloatArray = np.linalg.norm(along, axis=1, keepdims=True)
    return np.asarray(along / np.maximum(length, _NOTHING_M))
