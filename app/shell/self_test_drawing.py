"""The check of the self-test that draws an arm, with all kernels of a picture. No Qt."""

from pathlib import Path

import numpy as np

from app.shell.self_test_checks import Facts, Wrong
from core.monitor import Monitor

_WIDTH, _HEIGHT = 160, 120
_LEAST_SHARE = 0.02
"""Least share of the picture that the arm covers, and its volume tints."""
_OPAQUE, _BLUER = 250, 20


def check_drawing(_folder: Path, _monitor: Monitor) -> Facts:
    """An arm before its swept volume and beside a box covers some of a picture."""
    from core.drawing.arm_scene import ArmBody
    from core.drawing.cast import Caster, Swept
    from core.drawing.picture_scene import Eye, Ground, Look, Motion, PictureScene, arm_parts, corners_of
    from core.robot.library import load_robot

    grey, blue = (0.5, 0.5, 0.5), (0.0, 0.0, 1.0)
    look = Look(
        floor=grey,
        line=grey,
        box=grey,
        edge=grey,
        volume=blue,
        path=grey,
        halo=grey,
        ink=grey,
        light=(0.3, 0.4, 0.2, 0.4, 0.4, -0.4, 0.4),
        shadow=0.4,
        outline=0.3,
        glass=(0.1, 0.5, 0.2, 0.6, 0.9),
        print_=0.3,
        surface=1.0,
    )
    corner = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    boxes = (corners_of(np.array([0.5, -0.9, 0.0]) + 0.2 * corner),)
    ground = Ground(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), (0.0, 0.0, 0.0), 1.5, 0.2, is_floor=True, boxes=boxes)
    robot = load_robot("generic-6r")
    body, n = ArmBody(robot), robot.joint_count
    poses = np.linspace(0.0, 1.0, 9)[:, np.newaxis] * np.linspace(1.2, 0.2, n)
    tints = np.tile(grey, (n, 1))
    arm = arm_parts(body, body.at(poses[0]), tints=tints, glow=np.full(n, 0.5), ground=grey, plate=grey)
    eye = Eye(-1.1, 0.3, 0.4 * _HEIGHT, (0.5 * _WIDTH, 0.8 * _HEIGHT), _WIDTH, _HEIGHT)
    picture = np.zeros((_HEIGHT, _WIDTH, 4), np.uint8)
    scene = PictureScene(eye, look, ground, arm, motion=1)
    Caster().draw(scene, Swept.of(Motion(1, robot, poses)), picture)
    blueness = picture[..., 0].astype(int) - picture[..., 2]
    solid = float(((picture[..., 3] > _OPAQUE) & (blueness < _BLUER)).mean())
    glass = float((blueness > _BLUER).mean())
    if min(solid, glass) < _LEAST_SHARE:
        raise Wrong(f"an arm covers {solid:.1%} of its picture, and its volume {glass:.1%}")
    return {"arm_percent": round(100.0 * solid, 1), "volume_percent": round(100.0 * glass, 1)}
