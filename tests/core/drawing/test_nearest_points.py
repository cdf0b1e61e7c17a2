"""Between which points the smallest distance is: as far apart as the collision library says."""

import numpy as np
import pytest

from core.drawing.arm_scene import ArmBody
from core.drawing.nearest_points import nearest_points, tubes_of
from core.drawing.orthographic import box_corners, box_normals, floor_level
from core.recording import FloatArray
from core.robot.collision import smallest_clearance
from core.robot.library import load_robot
from core.robot.surroundings import Box

TABLE = Box("table", (0.3, -0.9, -0.2), (1.0, -0.3, 0.25))
FLOOR = -0.3


def _poses(count: int, seed: int) -> FloatArray:
    return np.random.default_rng(seed).uniform(-1.4, 1.4, (count, 7))


def _on_surface(body: ArmBody, pose: FloatArray, name: str, point: FloatArray) -> float:
    """Distance (m) of a drawn point from the surface of a link."""
    tubes = tubes_of(body, pose, name)
    assert tubes is not None
    gaps = []
    for (start, end), radius in zip(*tubes, strict=True):
        along, place = end - start, body.from_upright(point)
        share = np.clip((place - start) @ along / max(float(along @ along), 1e-12), 0.0, 1.0)
        gaps.append(abs(float(np.linalg.norm(place - start - share * along)) - radius))
    return min(gaps)


@pytest.mark.parametrize(
    ("floor_height", "boxes", "seed"), [(None, (), 1), (FLOOR, (), 2), (None, (TABLE,), 3)]
)
@pytest.mark.parametrize("name", ["ec66", "panda", "generic-6r"])
def test_points_are_as_far_apart_as_the_nearest_pair(
    name: str, floor_height: float | None, boxes: tuple[Box, ...], seed: int
) -> None:
    body, met = ArmBody(load_robot(name)), set()
    for pose in _poses(30, seed)[:, : body.robot.joint_count]:
        pair = smallest_clearance(body.robot, pose[np.newaxis], floor_height=floor_height, boxes=boxes)
        if not 0.002 < pair.distance < 10.0:
            continue
        points = nearest_points(
            body, pose, first=pair.first, second=pair.second, floor_height=floor_height, boxes=boxes
        )
        assert points is not None
        assert np.linalg.norm(points[1] - points[0]) == pytest.approx(pair.distance, abs=2e-5)
        assert _on_surface(body, pose, pair.first, points[0]) < 1e-6
        met.add(pair.second.split()[0])
    assert met


def test_the_order_of_the_names_is_that_of_the_points() -> None:
    body, pose = ArmBody(load_robot("ec66")), np.full(6, 0.3)
    one = nearest_points(body, pose, first="link 4", second="floor", floor_height=FLOOR)
    other = nearest_points(body, pose, first="floor", second="link 4", floor_height=FLOOR)
    assert one is not None
    assert other is not None
    np.testing.assert_array_equal(one, other[::-1])
    assert body.from_upright(one[1]) @ body.up == pytest.approx(FLOOR)
    assert one[1][2] == pytest.approx(floor_level(body, FLOOR))


def test_unknown_bodies_have_no_points() -> None:
    body, pose = ArmBody(load_robot("ec66")), np.zeros(6)
    assert nearest_points(body, pose, first="link 3", second="crane") is None
    assert nearest_points(body, pose, first="link 3", second="floor") is None
    assert nearest_points(body, pose, first="floor", second="table", floor_height=0.0) is None
    assert nearest_points(body, pose, first="link 17", second="link 2") is None


def test_normals_point_out_of_the_box() -> None:
    body = ArmBody(load_robot("ec66"))
    corners = box_corners(body, TABLE)
    middle = corners.mean(axis=0)
    size = np.subtract(TABLE.high, TABLE.low)
    for side, normal in enumerate(box_normals(corners)):
        reach = (corners - middle) @ normal
        assert reach.max() == pytest.approx(size[side // 2] / 2.0)
    np.testing.assert_allclose(body.from_upright(corners).min(axis=0), TABLE.low, atol=1e-12)
