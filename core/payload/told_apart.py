"""Recordings without and with a payload, distinguished by the torques that the arm needed."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from core.errors import BadRequest, TorsionError
from core.estimation.least_squares import WeightedLeastSquares
from core.estimation.tsqr import reduce_rows
from core.friction.kinds import FrictionKind
from core.monitor import Monitor
from core.payload.dynamic.fit import first_rows
from core.payload.dynamic.runs import choose_dynamic_runs, dynamic_conditioning
from core.payload.identify import identify_payload
from core.payload.settings import GainKnowledge
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel

FILTER_HZ = 6.0
SURE = 5.0
"""A difference of loads counts from this many standard deviations on."""
_GROUPED = 3.0
"""The loads within a group must be this many times closer than the groups."""


@dataclass(frozen=True)
class AddedMass:
    """Mass of a recording's load minus that of the first recording, kg."""

    mass: float
    std: float


def tell_apart(
    recordings: Mapping[str, Recording], robot: RobotModel, *, drive_gain: FloatArray | None, monitor: Monitor
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Labels of the recordings without a payload, and of those with it.

    The loads are compared with the first recording's one by one. The largest step between them parts the
    recordings in two groups, the lighter one without a payload.

    Raises
    ------
    BadRequest
        ``payload-loads-alike`` where the loads make no two groups.
    """
    first, *others = recordings
    added = {first: AddedMass(0.0, 0.0)}
    for number, label in enumerate(others):
        monitor.report(number / len(others), label)
        pair = {first: recordings[first], label: recordings[label]}
        added[label] = _added(pair, robot, drive_gain=drive_gain, monitor=monitor)
    order = sorted(added, key=lambda label: added[label].mass)
    steps = [added[two].mass - added[one].mass for one, two in pairwise(order)]
    largest = int(np.argmax(steps))
    noise = max(one.std for one in added.values())
    within = [step for place, step in enumerate(steps) if place != largest]
    if steps[largest] < SURE * noise or _GROUPED * sum(within) > steps[largest]:
        raise BadRequest("payload-loads-alike", labels=tuple(order), step=steps[largest], std=noise)
    lighter = set(order[: largest + 1])
    return (
        tuple(label for label in recordings if label in lighter),
        tuple(label for label in recordings if label not in lighter),
    )


def _added(
    pair: Mapping[str, Recording], robot: RobotModel, *, drive_gain: FloatArray | None, monitor: Monitor
) -> AddedMass:
    """Load of the second recording minus that of the first, from sweeps where there are some."""
    first, second = pair
    try:
        found = identify_payload(
            pair,
            robot,
            unloaded=[first],
            loaded=[second],
            gains=GainKnowledge.exact(robot.joint_count),
            drive_gain=drive_gain,
            monitor=monitor,
        ).estimate
        if np.isfinite(found.mass_std):
            return AddedMass(found.mass, found.mass_std)
    except TorsionError:
        pass  # without comparable sweeps the whole motion is compared
    return _added_dynamically(pair, robot, drive_gain=drive_gain, monitor=monitor)


def _added_dynamically(
    pair: Mapping[str, Recording], robot: RobotModel, *, drive_gain: FloatArray | None, monitor: Monitor
) -> AddedMass:
    """The same by one fit with simple friction; it may be negative, as no body has to exist."""
    first, second = pair
    runs = choose_dynamic_runs(pair, robot, unloaded=[first], loaded=[second], monitor=monitor)
    conditioning = dynamic_conditioning(runs, robot, drive_gain=drive_gain, filter_hz=FILTER_HZ)
    rows = first_rows(runs, robot, friction=FrictionKind.COULOMB_VISCOUS, conditioning=conditioning)
    estimate = WeightedLeastSquares().fit_reduced(reduce_rows(rows, monitor=monitor), monitor=monitor)
    std = float(np.sqrt(estimate.covariance[0, 0]))
    return AddedMass(float(estimate.estimate[0]), std if np.isfinite(std) else np.inf)
