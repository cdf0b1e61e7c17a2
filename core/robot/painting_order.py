"""The parts of an arm from the farthest to the nearest: painted one after the other they hide rightly."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from core.recording import FloatArray
from core.robot.arm_scene import ArmBody, ArmScene
from core.robot.orthographic import Orthographic, face_light, tube_light

_WHOLE_BELOW = 0.7
"""Of the radius: a tube whose ends differ less in depth is painted in one piece."""


class PartKind(IntEnum):
    """What is drawn."""

    BALL = 0
    TUBE = 1
    JOINT = 2
    FOOT = 3
    SOCKET = 4
    FLANGE = 5


_BEFORE = np.array([-0.35, 0.0, 0.6, -np.inf, 0.3, 0.6])
"""How much nearer each kind counts, over its radius: a ball lies behind the tubes that meet in it, a joint
before what it holds, the foot behind all."""


@dataclass(frozen=True, eq=False)
class Parts:
    """P parts in the order in which they are painted; lengths in m on the page (right, up)."""

    kind: list[int]
    joint: list[int]
    """Which joint a part is; -1 for tubes and balls."""
    start: list[list[float]]
    end: list[list[float]]
    """Of a tube or half of one; of all others the same as the start."""
    radius: list[float]
    half_length: list[float]
    """Of joints, foot and flange, which are short cylinders; 0 of all others."""
    axis: list[list[float]]
    """Unit vector right, up, towards the viewer."""
    light: FloatArray
    """(P, stops) brightness across at ``STOPS``."""
    face: FloatArray
    """(P,) brightness of the face of a cylinder that is seen."""


def parts_in_order(body: ArmBody, scene: ArmScene, view: Orthographic) -> Parts:
    """The parts of an arm as they are seen."""
    tubes, n = view.seen(scene.tubes), len(scene.joints)
    along, middle = _directions(tubes), tubes.mean(axis=1)
    balls, ball_radius = tubes.reshape(-1, 3)[body.balls], body.tube_radius[body.balls // 2]
    split = np.abs(tubes[:, 1, 2] - tubes[:, 0, 2]) >= _WHOLE_BELOW * body.tube_radius
    first_end = np.where(split[:, np.newaxis], middle, tubes[:, 1])
    drums, drum_axes = (view.seen(found) for found in scene.drums)
    pieces = len(tubes) + int(split.sum())
    start = np.concatenate([balls, tubes[:, 0], tubes[split, 1], drums])
    end = np.concatenate([balls, first_end, middle[split], drums])
    axis = np.concatenate([np.zeros_like(balls), along, -along[split], drum_axes])
    radius = np.concatenate([ball_radius, body.tube_radius, body.tube_radius[split], body.drum_radius])
    half_length = np.concatenate([np.zeros(len(start) - len(drums)), body.drum_half_length])
    joint = np.concatenate([np.full(len(balls) + pieces, -1), np.arange(n), [-1, -1, -1]])
    kind = np.repeat(list(PartKind), [len(balls), pieces, n, 1, 1, 1])
    depth = (start[:, 2] + end[:, 2]) / 2.0 + _BEFORE[kind] * radius
    order = np.argsort(depth, kind="stable")
    axis = axis[order]
    return Parts(
        kind=kind[order].tolist(),
        joint=joint[order].tolist(),
        start=start[order, :2].tolist(),
        end=end[order, :2].tolist(),
        radius=radius[order].tolist(),
        half_length=half_length[order].tolist(),
        axis=axis.tolist(),
        light=tube_light(axis),
        face=face_light(np.where(axis[:, 2:] < 0.0, -axis, axis)),
    )


def _directions(tubes: FloatArray) -> FloatArray:
    along = tubes[:, 1] - tubes[:, 0]
    length: FloatArray = np.linalg.norm(along, axis=1, keepdims=True)
    return np.asarray(along / np.maximum(length, 1e-12))
