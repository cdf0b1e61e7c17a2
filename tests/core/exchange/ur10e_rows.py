"""Made-up recordings in the form of a UR10e's, to be spoilt row by row."""

from pathlib import Path

import numpy as np

from core.recording import FloatArray


def moving_arm(rows: int = 60, *, seed: int = 1) -> FloatArray:
    """31 columns of a slow, smooth motion on a jittery clock, rounded like the real files."""
    random = np.random.default_rng(seed)
    time = 3.0 + np.cumsum(random.choice([0.010, 0.012], size=rows))
    phase = np.arange(1, 7)
    angle = time[:, np.newaxis] * 0.7 + phase
    position = 1.0 + 0.8 * np.sin(angle)
    velocity = 0.8 * 0.7 * np.cos(angle)
    others = random.normal(size=(rows, 18))
    return np.round(np.column_stack([time, position, velocity, others]), 4)


def lines_of(table: FloatArray) -> list[str]:
    """The rows as text."""
    return [",".join(f"{value:.4f}" for value in row) for row in table]


def write_lines(path: Path, lines: list[str], *, end: str = "\n") -> Path:
    """A file of these rows; ``end`` is what follows the last one."""
    path.write_text("\n".join(lines) + end, encoding="utf-8")
    return path
