"""Makes visits with recordings to replay."""

from pathlib import Path

import numpy as np

from core.recording import MissingSamples, Origin, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit

RATE_HZ = 1000.0
ROBOT = "szabo-3r"


def recorded_run(
    label: str = "run",
    *,
    samples: int = 2500,
    seed: int = 0,
    missing: tuple[MissingSamples, ...] = (),
    step_at: int | None = None,
    step_samples: int = 0,
) -> Recording:
    """Noise on a regular clock, with a step of the clock where samples are missing."""
    random = np.random.default_rng(seed)
    count = np.arange(samples)
    if step_at is not None:
        count[step_at + 1 :] += step_samples
    return Recording(
        label=label,
        time=70.0 + count / RATE_HZ,
        columns={
            Quantity.POSITION: random.normal(size=(samples, 3)),
            Quantity.CURRENT: random.normal(size=(samples, 3)),
        },
        torque_kind=TorqueKind.MOTOR_CURRENT,
        origin=Origin(serial="S-17", power_on="today", device="virtual:szabo-3r"),
        missing=missing,
    )


def visit_with(folder: Path, *recordings: Recording) -> Path:
    """A visit to the small arm with these recordings."""
    path = folder / "cell.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot(ROBOT))) as visit:
        for recording in recordings:
            visit.add_recording(recording)
    return path
