"""The parts of an arm from the farthest to the nearest: painted one after the other they hide rightly."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.arm_scene import ArmBody, ArmScene
from core.robot.orthographic import Orthographic, face_light, tube_light

_SAME_PLACE = 0.25
"""Of the radius: ends of tubes this close share one ball."""
_BALL_BEHIND, _JOINT_BEFORE = 0.35, 0.6
"""Of the radius: a ball lies behind the tubes that meet in it, a joint before what it holds."""


class PartKind(IntEnum):
    """What is drawn."""

    BALL = 0
    TUBE = 1
    JOINT = 2
    FOOT = 3
    FLANGE = 4


@dataclass(frozen=True, eq=False)
class Parts:
    """P parts in the order in which they are painted; lengths in m on the page (right, up)."""

    kind: list[int]
    joint: list[int]
    """Which joint a part is; -1 for tubes and balls."""
    start: list[list[float]]
    end: list[list[float]]
    """Of a tube; of all others the same as the start."""
    radius: list[float]
    half_length: list[float]
    """Of joints, foot and flange, which are short cylinders; 0 of all others."""
    axis: list[list[float]]
    """Unit vector right, up, towards the viewer."""
    light: list[list[float]]
    """Brightness across at ``STOPS``."""
    face: list[float]
    """Brightness of the face of a cylinder that is seen."""


def parts_in_order(body: ArmBody, scene: ArmScene, view: Orthographic) -> Parts:
    """The parts of an arm as they are seen."""
    tubes = view.seen(scene.tubes)
    balls, ball_radius = _balls(tubes, body.tube_radius)
    tube_axes, middle, count = _directions(tubes), tubes.mean(axis=1), len(tubes)
    drums = view.seen(np.vstack([scene.joints, np.zeros(3), scene.flange[:3, 3]]))
    drum_axes = view.seen(np.vstack([scene.axes, scene.foot_axis, scene.flange[:3, 2]]))
    drum_radius = np.append(body.joint_radius, [body.foot_radius, body.flange_radius])
    drum_half = np.append(body.joint_half_length, [body.plate_half_length, body.plate_half_length])
    start = np.concatenate([balls, tubes[:, 0], tubes[:, 1], drums])
    end = np.concatenate([balls, middle, middle, drums])
    axis = np.concatenate([np.zeros_like(balls), tube_axes, -tube_axes, drum_axes])
    depth = (start[:, 2] + end[:, 2]) / 2.0
    depth[: len(balls)] -= _BALL_BEHIND * ball_radius
    depth[-len(drums) :] += _JOINT_BEFORE * drum_radius
    n = len(drums) - 2
    kind = np.repeat(list(PartKind), [len(balls), 2 * count, n, 1, 1])
    depth[kind == PartKind.FOOT] = -np.inf
    order = np.argsort(depth, kind="stable")

    def ordered(values: npt.NDArray[Any]) -> list[Any]:
        chosen: list[Any] = values[order].tolist()
        return chosen

    return Parts(
        kind=ordered(kind),
        joint=ordered(np.concatenate([np.full(len(balls) + 2 * count, -1), np.arange(n), [-1, -1]])),
        start=ordered(start[:, :2]),
        end=ordered(end[:, :2]),
        radius=ordered(np.concatenate([ball_radius, body.tube_radius, body.tube_radius, drum_radius])),
        half_length=ordered(np.concatenate([np.zeros(len(start) - len(drums)), drum_half])),
        axis=ordered(axis),
        light=ordered(tube_light(axis)),
        face=ordered(face_light(np.where(axis[:, 2:] < 0.0, -axis, axis))),
    )


def _directions(tubes: FloatArray) -> FloatArray:
    along = tubes[:, 1] - tubes[:, 0]
    length: FloatArray = np.linalg.norm(along, axis=1, keepdims=True)
    return np.asarray(along / np.maximum(length, 1e-12))


def _balls(tubes: FloatArray, radius: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The round ends of tubes, one for ends that meet."""
    places, sizes = tubes.reshape(-1, 3), np.repeat(radius, 2)
    apart = np.linalg.norm(places[:, np.newaxis] - places, axis=2)
    meets = apart < _SAME_PLACE * np.minimum(sizes, sizes[:, np.newaxis])
    first = np.argmax(meets, axis=1)
    kept = np.flatnonzero(first == np.arange(first.size))
    largest = np.array([sizes[first == index].max() for index in kept])
    return places[kept], largest
