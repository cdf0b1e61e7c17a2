"""Small visit files to one arm, with made-up results, for what compares visits."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from core.elasticity.result import ELASTICITY, Elasticity, Measured
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps, JointSweeps, SweepPoints
from core.quality import Judgement
from core.storage.visit import Visit
from tests.core.elasticity.visit_examples import ARCSEC, STIFFNESS, joint, visit, worn

ARM = """
name = "bench-arm"
title = "An arm on a bench"

""" + "\n".join(
    f"""
[[joints]]
name = "joint_{number}"
a = {0.3 * (number - 1)}
gear_ratio = {ratio}
"""
    for number, ratio in ((1, 100.0), (2, 121.0), (3, 121.0))
)
SPEEDS = np.array([0.05, 0.1, 0.2, 0.5, 1.0])


def sweeps(*levels: float, serial: str = "T-1", measured_at: str = "") -> FrictionSweeps:
    """Friction of so many joints, in units of a healthy one's."""
    joints = tuple(
        JointSweeps(
            f"joint_{number + 1}",
            number,
            is_prismatic=False,
            points=SweepPoints(
                SPEEDS,
                level * (8.0 + 4.0 * SPEEDS),
                np.full(5, 0.15),
                np.zeros(5),
                np.full(5, 30.0),
                np.full(5, 100.0),
                np.zeros(5),
                np.arange(5.0),
            ),
        )
        for number, level in enumerate(levels)
    )
    return FrictionSweeps(
        ("sweeps",), "bench-arm", joints, Judgement.of(()), serial=serial, measured_at=measured_at
    )


def write_visit(
    path: Path, found: Elasticity | None, *, friction: FrictionSweeps | None = None, arm: str = ARM
) -> Path:
    """A visit file with these results."""
    with Visit.create(path, robot_toml=arm) as made:
        if found is not None:
            made.add_result(ELASTICITY, found)
        if friction is not None:
            made.add_result(FRICTION_SWEEPS, friction)
    return path


def healthy(days: float = 0.0) -> Elasticity:
    """A visit at which nothing was wrong."""
    return visit(days=days)


def half_worn(days: float) -> Elasticity:
    """A tenth of the second joint's stiffness is gone, and its backlash half as much again."""
    second = joint(1, 0.9 * STIFFNESS[1], backlash=Measured(45.0 * ARCSEC, 2.0 * ARCSEC))
    return visit(joint(0), second, joint(2), days=days)


def of_other_arm(days: float = 0.0) -> Elasticity:
    """The same kind of arm with another serial number."""
    return replace(visit(days=days), serial="T-2")


def three_visits(folder: Path) -> tuple[Path, Path, Path]:
    """Healthy, half worn, worn; the first and the last with friction."""
    return (
        write_visit(folder / "spring.h5", healthy(), friction=sweeps(1.0, 1.0, 1.0)),
        write_visit(folder / "autumn.h5", half_worn(200.0)),
        write_visit(folder / "winter.h5", worn(400.0), friction=sweeps(1.0, 1.3, 1.0)),
    )
