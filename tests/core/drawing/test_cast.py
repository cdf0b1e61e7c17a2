"""The picture of an arm by ray casting, against every ray worked out by NumPy; its layers and looks."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.drawing import _cast_kernels
from core.drawing.arm_scene import ArmBody
from core.drawing.picture_scene import (
    MOST_PIXELS,
    ArmParts,
    Eye,
    Ground,
    Look,
    Motion,
    PictureScene,
    arm_parts,
)
from core.drawing.ray_cast import Caster, Swept, capsules, on_page, onto_plane, parts_of
from core.recording import FloatArray
from core.robot.library import load_robot

WIDTH, HEIGHT = 96, 72
DEPTH_PX = 0.05
"""Single precision at some hundred pixels, and near the edge of a tube, where the depth falls steeply."""
EDGE_PX = 0.02
"""Rays that pass this close to the edge of a part may hit it or not."""
FAR, STEEP_PX = -1e6, 1.0
BENT = np.array([0.4, -1.0, 1.1, 0.3, 0.8, 0.2])
GREY = (0.5, 0.5, 0.5)
LOOK = Look(
    floor=(0.9, 0.9, 0.9),
    line=(0.6, 0.6, 0.6),
    box=(0.7, 0.7, 0.7),
    edge=(0.3, 0.3, 0.3),
    volume=(0.1, 0.3, 0.7),
    path=(0.8, 0.2, 0.1),
    halo=(1.0, 1.0, 1.0),
    ink=(0.1, 0.1, 0.1),
    light=(0.22, 0.38, 0.10, 0.44, 0.45, -0.5, 0.75),
    shadow=0.5,
    outline=0.3,
    glass=(0.05, 0.55, 0.20, 0.60, 0.9),
    print_=0.3,
    surface=1.0,
)
GROUND = Ground(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, 0.0), 1.2, 0.2, is_floor=True)


def _eye(azimuth: float = -1.1, elevation: float = 0.3, size: tuple[int, int] = (WIDTH, HEIGHT)) -> Eye:
    width, height = size
    return Eye(azimuth, elevation, 0.55 * height, (0.5 * width, 0.8 * height), width, height)


def _scene(eye: Eye | None = None, *, pose: FloatArray = BENT, motion: int = 0) -> PictureScene:
    body = ArmBody(load_robot("generic-6r"))
    tints = np.tile((0.4, 0.4, 0.4), (6, 1))
    arm = arm_parts(body, body.at(pose), tints=tints, ground=(0.8, 0.8, 0.8), plate=GREY, glow=np.zeros(6))
    return PictureScene(eye or _eye(), LOOK, GROUND, arm, motion)


def _swept() -> Swept:
    poses = BENT + np.linspace(0.0, 1.0, 9)[:, np.newaxis] * np.array([1.2, 0.3, 0.2, 0.0, 0.0, 0.0])
    return Swept.of(Motion(1, load_robot("generic-6r"), poses))


def _drawn(scene: PictureScene, swept: Swept | None = None, *, caster: Caster | None = None) -> FloatArray:
    out = np.zeros((scene.eye.height, scene.eye.width, 4), np.uint8)
    (caster or Caster()).draw(scene, swept, out)
    return out.astype(np.float64)


# --- the oracle: every surface of every part, every ray, in double precision


def _oracle(parts: FloatArray, x: FloatArray, y: FloatArray, grow: float = 0.0) -> FloatArray:
    """Depth (P, N) of the nearest surface of each part under each point; -inf where there is none."""
    found = np.full((len(parts), x.size), -np.inf)
    for number, (kind, *rest) in enumerate(parts.astype(np.float64)):
        start, axis, length, radius = np.array(rest[:3]), np.array(rest[3:6]), rest[6], rest[7] + grow
        axis = axis / max(np.linalg.norm(axis), 1e-12)
        origins = np.stack([x, y, np.full_like(x, start[2])], axis=1) - start
        depths = [_of_side(origins, axis, length + (2 * grow if kind else 0.0), radius)]
        for end in (0.0, length):
            middle = origins - end * axis
            depths.append(_of_disc(middle, axis, radius) if kind else _of_ball(middle, radius))
        found[number] = np.max(depths, axis=0) + start[2]
    return found


def _of_ball(origins: FloatArray, radius: float) -> FloatArray:
    rest = radius**2 - origins[:, 0] ** 2 - origins[:, 1] ** 2
    return np.where(rest >= 0.0, np.sqrt(np.maximum(rest, 0.0)) - origins[:, 2], -np.inf)


def _of_side(origins: FloatArray, axis: FloatArray, length: float, radius: float) -> FloatArray:
    """Nearest root of |o + z e - ((o + z e) . u) u| = r between both ends."""
    ray = np.array([0.0, 0.0, 1.0])
    o, e = origins - np.outer(origins @ axis, axis), ray - axis[2] * axis
    a, b, c = float(e @ e), o @ e, np.einsum("ni,ni->n", o, o) - radius**2
    if a < 1e-12:
        return np.full(len(origins), -np.inf)
    rest = b**2 - a * c
    best = np.full(len(origins), -np.inf)
    for sign in (-1.0, 1.0):
        z = (-b + sign * np.sqrt(np.maximum(rest, 0.0))) / a
        along = (origins + z[:, np.newaxis] * ray) @ axis
        best = np.where((rest >= 0.0) & (along >= 0.0) & (along <= length), np.maximum(best, z), best)
    return best


def _of_disc(origins: FloatArray, axis: FloatArray, radius: float) -> FloatArray:
    if abs(axis[2]) < 1e-9:
        return np.full(len(origins), -np.inf)
    z = -(origins @ axis) / axis[2]
    far = np.linalg.norm(origins + z[:, np.newaxis] * np.array([0.0, 0.0, 1.0]), axis=1)
    return np.where(far <= radius, z, -np.inf)


def _check_against_rays(parts: FloatArray, size: tuple[int, int] = (WIDTH, HEIGHT)) -> int:
    """Compare depth and part at every pixel; returns how many pixels a part is seen in."""
    width, height = size
    depth = np.full((height, width), _cast_kernels.NOTHING)
    which = np.full((height, width), -1, np.int16)
    _cast_kernels.cast(parts.astype(np.float32), depth, which)
    y, x = (grid.reshape(-1) + 0.5 for grid in np.mgrid[:height, :width])
    rays = _oracle(parts.astype(np.float32), x, y)
    nearest, own = rays.max(axis=0), which.reshape(-1)
    # a ray so close to an edge that rounding decides is not judged
    shrunk, grown = (
        np.maximum(_oracle(parts.astype(np.float32), x, y, by).max(axis=0), FAR) for by in (-EDGE_PX, EDGE_PX)
    )
    sure = np.abs(grown - shrunk) < STEEP_PX
    assert sure.mean() > 0.9
    hit = own >= 0
    assert np.array_equal(hit[sure], np.isfinite(nearest)[sure])
    seen = sure & hit
    np.testing.assert_allclose(
        depth.reshape(-1)[seen], nearest[seen], atol=DEPTH_PX + float(_cast_kernels.COINCIDES)
    )
    # the part that the kernel names is as near as the nearest
    own_depth = rays[own[seen], np.flatnonzero(seen)]
    assert np.all(own_depth > nearest[seen] - _cast_kernels.COINCIDES - DEPTH_PX)
    return int(hit.sum())


VIEWS = [(-1.1, 0.3), (0.6, 1.3), (2.4, -0.08), (math.pi / 2, 0.0)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("pose", [np.zeros(6), BENT, np.array([-2.0, 0.4, -1.9, 2.0, -1.0, 0.7])])
def test_depth_and_part_are_those_of_every_ray(view: tuple[float, float], pose: FloatArray) -> None:
    scene = _scene(_eye(*view), pose=pose)
    assert _check_against_rays(parts_of(scene.eye, scene.arm)) > 200


inside = st.floats(-10.0, 60.0, width=32)


@given(arrays(np.float64, (3, 2, 3), elements=inside), arrays(np.float64, 3, elements=st.floats(1.5, 9.0)))
def test_any_capsules_are_cast_as_every_ray_says(ends: FloatArray, radius: FloatArray) -> None:
    along = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(along, axis=1)
    unit = along / np.maximum(length, 1e-9)[:, np.newaxis]
    none = np.zeros(3)
    _check_against_rays(np.column_stack([none, ends[:, 0], unit, length, radius, none + 1.0]), (56, 48))


@given(arrays(np.float64, 3, elements=st.floats(-1.0, 1.0)), st.floats(0.5, 20.0), st.floats(2.0, 20.0))
def test_any_drum_is_cast_as_every_ray_says(axis: FloatArray, length: float, radius: float) -> None:
    size = np.linalg.norm(axis)
    unit = axis / size if size > 0.1 else np.array([0.0, 0.0, 1.0])
    part = np.array([[1.0, 28.3, 24.6, 5.0, *unit, length, radius, 0.3 * radius]])
    _check_against_rays(part, (56, 48))


# --- the picture


def test_the_arm_is_solid_its_ground_fades_and_beside_it_is_nothing() -> None:
    scene = _scene()
    picture = _drawn(scene)
    depth = np.full((HEIGHT, WIDTH), _cast_kernels.NOTHING)
    which = np.full((HEIGHT, WIDTH), -1, np.int16)
    _cast_kernels.cast(parts_of(scene.eye, scene.arm), depth, which)
    assert np.all(picture[which >= 0][:, 3] > 60.0)
    assert (picture[which >= 0][:, 3] > 250.0).mean() > 0.6
    assert picture[0, 0].max() == 0.0
    assert 0.0 < picture[-8, WIDTH // 2, 3] <= 255.0
    assert np.all(picture[..., :3].max(axis=2) <= picture[..., 3] + 1.0)  # premultiplied


def test_a_tube_is_lit_from_above_left_and_no_part_of_it_is_black() -> None:
    eye = _eye(0.0, 0.0)
    tubes = np.array([[[0.0, 0.0, 0.2], [0.0, 0.0, 1.0]]])
    arm = _bare(tubes, radius=0.2)
    picture = _drawn(PictureScene(eye, LOOK, GROUND, arm))
    row = picture[round(eye.foot[1] - 0.6 * eye.per_metre)]
    inside_ = np.flatnonzero(row[:, 3] > 250.0)
    left, right = row[inside_[1] + 2, :3].mean(), row[inside_[-2] - 2, :3].mean()
    assert left > 1.1 * right
    assert right > 30.0


def _bare(tubes: FloatArray, *, radius: float) -> ArmParts:
    count = len(tubes)
    return ArmParts(
        tubes=tubes,
        tube_radius=np.full(count, radius),
        drums=np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]]),
        drum_radius=np.array([0.1]),
        drum_half_length=np.array([0.02]),
        colours=np.tile((0.8, 0.8, 0.8), (count + 1, 1)),
        glow=np.zeros((count, 2, 3)),
    )


def test_a_joint_has_its_tint_and_the_tubes_beside_it_take_some_of_it() -> None:
    body = ArmBody(load_robot("generic-6r"))
    scene = _scene(_eye(size=(300, 240)))
    plain = _drawn(scene)
    tints = np.tile((0.4, 0.4, 0.4), (6, 1))
    tints[2] = (0.1, 0.2, 0.9)
    tinted = arm_parts(
        body, body.at(BENT), tints=tints, ground=(0.8, 0.8, 0.8), plate=GREY, glow=np.full(6, 0.6)
    )
    changed = _drawn(replace(scene, arm=tinted)) - plain
    bluer = (changed[..., 0] - changed[..., 2]) > 20.0
    assert bluer.sum() > 200
    joint = on_page(scene.eye, body.at(BENT).joints[2])[:2]
    rows, columns = np.nonzero(bluer)
    far = np.hypot(columns - joint[0], rows - joint[1])
    assert np.median(far) < 0.25 * scene.eye.per_metre


def test_the_volume_tints_what_is_behind_it_and_keeps_its_outline() -> None:
    scene, swept = _scene(motion=1), _swept()
    without, seen = _drawn(_scene()), _drawn(scene, swept)
    volume = (seen[..., 0] - seen[..., 2]) - (without[..., 0] - without[..., 2]) > 12.0
    assert 0.05 < volume.mean() < 0.7
    # it is where a coarse look at all its tubes says
    front = np.full((HEIGHT, WIDTH), _cast_kernels.NOTHING)
    which = np.full((HEIGHT, WIDTH), -1, np.int16)
    _cast_kernels.cast(capsules(scene.eye, swept.tubes, swept.radius), front, which)
    above = on_page(scene.eye, np.array([0.0, 0.0, 0.25]))[1]
    clear = np.arange(HEIGHT)[:, np.newaxis] < above  # where no shadow of it is on the floor
    assert ((which >= 0) | ~volume | ~clear).mean() > 0.97


def test_the_next_pose_leaves_nothing_of_the_one_before() -> None:
    caster, swept = Caster(), _swept()
    _drawn(_scene(motion=1, pose=BENT + 0.7), swept, caster=caster)
    again = _drawn(_scene(motion=1), swept, caster=caster)
    assert np.array_equal(again, _drawn(_scene(motion=1), swept))


def test_a_turned_view_is_coarse_first_and_then_fine() -> None:
    caster, swept, scene = Caster(), _swept(), _scene(motion=1)
    out = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    assert not caster.draw(scene, swept, out, fine=False)
    coarse = out.copy()
    assert caster.draw(scene, swept, out)
    assert not np.array_equal(out, coarse)
    assert caster.draw(scene, swept, out, fine=False)  # what is fine stays fine


def test_a_box_before_the_arm_lets_it_shine_through() -> None:
    scene = _scene(_eye(0.0, 0.2))
    wall = tuple((x, y, z) for x in (0.8, 0.9) for y in (-0.4, 0.4) for z in (0.0, 0.9))
    behind = tuple((x, y, z) for x in (-0.9, -0.8) for y in (-0.4, 0.4) for z in (0.0, 0.9))
    depth = np.full((HEIGHT, WIDTH), _cast_kernels.NOTHING)
    which = np.full((HEIGHT, WIDTH), -1, np.int16)
    _cast_kernels.cast(parts_of(scene.eye, scene.arm), depth, which)
    inner = which >= 0
    plain, hidden, before = (
        _drawn(replace(scene, ground=replace(GROUND, boxes=boxes)))[inner]
        for boxes in ((), (wall,), (behind,))
    )
    assert np.abs(before - plain).mean() < 8.0
    through = hidden[:, :3].std()
    assert np.abs(hidden - plain).mean() > 15.0
    assert through > 3.0


def test_a_veiled_arm_is_seen_through() -> None:
    scene = _scene()
    solid, veiled = _drawn(scene), _drawn(replace(scene, look=replace(LOOK, is_veiled=True)))
    assert (solid[..., 3] > 250.0).sum() > 1.3 * (veiled[..., 3] > 250.0).sum()


def test_the_ground_is_mapped_back_from_the_page() -> None:
    eye = _eye(0.7, 0.5)
    tilted = replace(GROUND, axes=((0.8, 0.0, 0.6), (0.0, 1.0, 0.0)), middle=(0.1, 0.2, 0.3))
    onto, strength = onto_plane(eye, tilted)
    place = np.array([0.23, -0.41])
    x, y, _ = on_page(eye, np.array(tilted.middle) + place @ np.array(tilted.axes))
    np.testing.assert_allclose(onto @ [1.0, x, y], place, atol=1e-9)
    assert 0.0 < strength < 1.0


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="is not 72 by 96"):
        Caster().draw(_scene(), None, np.zeros((HEIGHT + 1, WIDTH, 4), np.uint8))
    for width, height in ((0, 10), (10, -1), (MOST_PIXELS + 1, 10)):
        with pytest.raises(ValueError, match="no picture has"):
            Eye(0.0, 0.0, 100.0, (0.0, 0.0), width, height)


def test_half_the_size_is_the_same_picture() -> None:
    scene = _scene(_eye(size=(240, 180)))
    whole, half = _drawn(scene), _drawn(replace(scene, eye=scene.eye.scaled(0.5)))
    mean = whole.reshape(90, 2, 120, 2, 4).mean(axis=(1, 3))
    assert np.abs(mean - half).mean() < 3.0
