"""One process, one thread: a weighted fit, either streamed or dense, with its time and memory."""

import ctypes
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.base_parameters import BaseParameters, find_base_parameters
from core.estimation import RowBlock, WeightedLeastSquares
from core.monitor import NullMonitor
from core.robot.dynamics import CHUNK_SAMPLES, regressor
from core.robot.model import RobotModel
from tests.core.published_arms import fourier, ur10e

STEP_S = 0.01
BLOCK_SAMPLES = 200
JOINT_STD = np.array([2.0, 2.5, 1.0, 0.3, 0.2, 0.1])
FRICTION_COLUMNS = 6
JOINTS = 6


@dataclass(frozen=True)
class SyntheticRows:
    """Base parameters, rotor inertias and six friction columns per joint, computed as they go by."""

    robot: RobotModel
    base: BaseParameters
    motion: tuple[np.ndarray, np.ndarray, np.ndarray]
    truth: np.ndarray
    noise: np.ndarray

    @property
    def column_names(self):
        friction = [f"friction {k} of joint {j}" for j in range(JOINTS) for k in range(FRICTION_COLUMNS)]
        return (*self.base.expressions, *friction)

    @property
    def joint_count(self):
        return JOINTS

    def blocks(self, monitor):
        columns = len(self.column_names)
        standard = np.zeros((BLOCK_SAMPLES, JOINTS, 11 * JOINTS))
        links = np.zeros((CHUNK_SAMPLES, JOINTS, 10 * JOINTS))
        rows = np.zeros((BLOCK_SAMPLES, JOINTS, columns))
        for first in range(0, self.noise.shape[0], BLOCK_SAMPLES):
            monitor.check()
            piece = slice(first, first + BLOCK_SAMPLES)
            q, v, a = (signal[piece] for signal in self.motion)
            count = q.shape[0]
            regressor(self.robot, q, v, a, out=links[:count])
            standard[:count, :, : 10 * JOINTS] = links[:count]
            friction = self.base.count
            for joint in range(JOINTS):
                standard[:count, joint, 10 * JOINTS + joint] = a[:, joint]
                own = slice(friction + FRICTION_COLUMNS * joint, friction + FRICTION_COLUMNS * (joint + 1))
                rows[:count, joint, own] = friction_columns(q[:, joint], v[:, joint])
            rows[:count, :, :friction] = standard[:count][:, :, self.base.independent]
            target = rows[:count] @ self.truth + self.noise[piece]
            yield RowBlock(rows[:count], target, None, first // BLOCK_SAMPLES)


def friction_columns(q, v):
    """Six smooth columns of one joint (m, 6), as many as the load-dependent friction has."""
    z = np.tanh(v / 0.01)
    return np.column_stack([z, v, v * np.abs(v), v**3, np.abs(np.sin(q)) * z, np.ones_like(v)])


def synthetic_rows(samples):
    rng = np.random.default_rng(11)
    robot = ur10e()
    base = find_base_parameters(robot)
    a, b = rng.uniform(-0.6, 0.6, (2, JOINTS, 5))
    motion = fourier(np.arange(samples) * STEP_S, a=a, b=b, q0=rng.uniform(-1, 1, JOINTS), period_s=20.0)
    truth = rng.uniform(0.1, 2.0, base.count + FRICTION_COLUMNS * JOINTS)
    noise = rng.standard_normal((samples, JOINTS)) * JOINT_STD
    return SyntheticRows(robot, base, motion, truth, noise)


def streamed(rows):
    return WeightedLeastSquares().fit(rows)


def dense(rows):
    """One dense solution with the right weights given; the matrix is filled where it stays."""
    samples = rows.noise.shape[0]
    matrix = np.empty((samples, JOINTS, len(rows.column_names)))
    target = np.empty((samples, JOINTS))
    for piece in rows.blocks(NullMonitor()):
        here = slice(piece.block * BLOCK_SAMPLES, piece.block * BLOCK_SAMPLES + piece.target.shape[0])
        np.divide(piece.regressor, JOINT_STD[:, np.newaxis], out=matrix[here])
        np.divide(piece.target, JOINT_STD, out=target[here])
    return np.linalg.lstsq(matrix.reshape(samples * JOINTS, -1), target.ravel())[0]


def resident_peak():
    """Highest resident size since the last ``forget_peak``, bytes (Linux)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.split("VmHWM:")[1].split()[0])


def forget_peak():
    """Give freed memory back to the system and set the highest resident size to the present one."""
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def race(side, samples):
    rows = synthetic_rows(samples)
    solve = {"streamed": streamed, "dense": dense}[side]
    solve(synthetic_rows(2 * BLOCK_SAMPLES))  # compiled code and buffers of the libraries
    start = time.perf_counter()
    for _ in rows.blocks(NullMonitor()):
        pass
    generation = time.perf_counter() - start
    forget_peak()
    before = resident_peak()
    start = time.perf_counter()
    found = solve(rows)
    seconds = time.perf_counter() - start
    extra = resident_peak() - before
    estimate = found if side == "dense" else found.estimate
    return {
        "seconds": seconds,
        "generation_seconds": generation,
        "extra_bytes": extra,
        "rows": samples * JOINTS,
        "columns": len(rows.column_names),
        "estimate": estimate.tolist(),
        "white_noise_std": [] if side == "dense" else found.white_noise_std.tolist(),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(race(sys.argv[1], int(sys.argv[2]))))
