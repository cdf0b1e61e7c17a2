"""Recordings as text files of another program, for tests that import them."""

from pathlib import Path

import numpy as np

from core.recording import Quantity, Recording

_HEADS = {
    Quantity.POSITION: ("q", "rad"),
    Quantity.VELOCITY: ("dq", "rad/s"),
    Quantity.CURRENT: ("current", "A"),
    Quantity.TORQUE: ("tau", "Nm"),
    Quantity.MOTOR_POSITION: ("motor_position", "rad"),
    Quantity.LINK_POSITION: ("link_position", "rad"),
    Quantity.TEMPERATURE: ("temperature", "K"),
}


def write_csv(recording: Recording, path: Path, *, clock: bool = True, every: int = 1) -> Path:
    """Write the columns of a recording with names and units in a header; ``clock`` False leaves time out."""
    heads, parts = [], []
    if clock:
        heads.append("time [s]")
        parts.append(np.asarray(recording.time[:])[::every, np.newaxis])
    for quantity, column in recording.columns.items():
        name, unit = _HEADS[quantity]
        values = np.asarray(column[:])[::every]
        heads += [f"{name}_{joint + 1} [{unit}]" for joint in range(values.shape[1])]
        parts.append(values)
    np.savetxt(path, np.hstack(parts), delimiter=",", header=",".join(heads), comments="", fmt="%.6g")
    return path
