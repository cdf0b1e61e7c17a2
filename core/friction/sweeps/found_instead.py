"""The motion of recordings without any steady stroke: an explanation of why none was found."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.errors import Fact, NotEnoughData
from core.friction.sweeps.settings import SHORTEST_WAY
from core.friction.sweeps.strokes import LEAST_SPEED, NOT_STEADY, TOO_SHORT, SweepMotion
from core.recording import FloatArray

_STILL = SHORTEST_WAY
"""Travel below which a joint counts as at rest, rad."""
_TOGETHER = 0.5
"""Share of the moving time with several joints in motion above which that is the explanation."""


def no_strokes(
    motions: Sequence[SweepMotion],
    refused: Mapping[str, int],
    *,
    unit: FloatArray,
    names: Sequence[str],
    labels: Sequence[str],
) -> NotEnoughData:
    """The error for recordings without steady strokes, with what was found in them instead.

    Parameters
    ----------
    refused
        Number of strokes left out by cause, over all joints.
    unit
        rad or m per rad, (n,).
    names, labels
        Names of the joints, and of the recordings.

    Returns
    -------
    ``no-sweeps-still`` where nothing moved, ``no-sweeps-together`` where several joints moved at once,
    else ``no-sweeps-unsteady``.
    Facts: ``recording``, ``joint`` with the longest travel, that ``travel`` and its ``speed`` as angles, and
    the length ``needed``.
    """
    whole = np.vstack([motion.position for motion in motions]) / unit
    speed = np.abs(np.vstack([motion.velocity for motion in motions])) / unit
    travel = np.ptp(whole, axis=0)
    joint = int(np.argmax(travel))
    facts: dict[str, Fact] = {
        "recording": tuple(labels),
        "joint": names[joint],
        "travel": float(travel[joint]),
        "speed": float(np.quantile(speed[:, joint], 0.99)),
        "needed": SHORTEST_WAY,
    }
    if travel[joint] < _STILL:
        return NotEnoughData("no-sweeps-still", **facts)
    moving = (speed > LEAST_SPEED).sum(axis=1)
    together = float(np.mean(moving[moving > 0] > 1)) if np.any(moving) else 0.0
    if together > _TOGETHER:
        return NotEnoughData("no-sweeps-together", together=together, **facts)
    return NotEnoughData(
        "no-sweeps-unsteady",
        short=refused.get(TOO_SHORT, 0),
        unsteady=refused.get(NOT_STEADY, 0),
        **facts,
    )
