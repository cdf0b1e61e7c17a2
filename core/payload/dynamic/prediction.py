"""Prediction of loaded runs with and without the payload, and the residuals of each run."""

from collections.abc import Callable, Iterable

import numpy as np

from core.estimation.rows import RowBlock, used_rows
from core.monitor import Monitor, PartOfMonitor
from core.payload.dynamic.difference import DifferenceRows
from core.payload.dynamic.rows import PAYLOAD_COLUMNS, PayloadRows
from core.payload.result import PayloadPrediction
from core.recording import FloatArray, Quantity

Blocks = Callable[[FloatArray, Monitor], Iterable[RowBlock]]
"""One pass over a run whose gears carry a payload (10,)."""


def predict_runs(
    rows: PayloadRows, estimate: FloatArray, *, monitor: Monitor
) -> tuple[PayloadPrediction, ...]:
    """Predict every loaded run from the arm, the payload and the friction of an unloaded run.

    The unloaded run is one of the same motion if there is one, else the last one. The loaded run's own
    friction is not used, so that the payload alone explains the change of torque.
    """
    loaded = [number for number, run in enumerate(rows.runs) if run.is_loaded]
    found = []
    for place, number in enumerate(loaded):
        part = PartOfMonitor(monitor, first=place / len(loaded), last=(place + 1) / len(loaded))
        borrowed = estimate.copy()
        borrowed[rows.own_columns(number)] = estimate[rows.own_columns(rows.unloaded_like(number))]
        found.append(_prediction(rows, number, borrowed, _of_run(rows, number), part))
    return tuple(found)


def predict_differences(
    rows: DifferenceRows, estimate: FloatArray, *, monitor: Monitor
) -> tuple[PayloadPrediction, ...]:
    """Predict every loaded run from the torque of the unloaded run of the same motion, and the payload."""
    found = []
    for place, number in enumerate(rows.loaded):
        count = len(rows.loaded)
        part = PartOfMonitor(monitor, first=place / count, last=(place + 1) / count)
        alone = np.zeros_like(estimate)
        alone[PAYLOAD_COLUMNS] = estimate[PAYLOAD_COLUMNS]
        found.append(_prediction(rows.whole, number, alone, _of_difference(rows, number), part))
    return tuple(found)


def run_errors(rows: PayloadRows, estimate: FloatArray, *, monitor: Monitor) -> FloatArray:
    """Residuals (runs, n) of each run with its own friction, in the unit of ``PayloadPrediction.rms``."""
    count = len(rows.runs)
    return np.array(
        [
            _left(
                rows,
                _of_run(rows, number),
                estimate,
                PartOfMonitor(monitor, first=number / count, last=(number + 1) / count),
            )
            for number in range(count)
        ]
    )


def _prediction(
    rows: PayloadRows, number: int, estimate: FloatArray, blocks: Blocks, monitor: Monitor
) -> PayloadPrediction:
    without = estimate.copy()
    without[PAYLOAD_COLUMNS] = 0.0
    return PayloadPrediction(
        recording=rows.runs[number].label,
        rms=_left(rows, blocks, estimate, PartOfMonitor(monitor, first=0.0, last=0.5)),
        rms_without=_left(rows, blocks, without, PartOfMonitor(monitor, first=0.5, last=1.0)),
        unit="A" if rows.conditioning.torque_from is Quantity.CURRENT else "N·m",
    )


def _of_run(rows: PayloadRows, number: int) -> Blocks:
    def blocks(payload: FloatArray, monitor: Monitor) -> Iterable[RowBlock]:
        return rows.blocks_of(number, carried=payload, monitor=monitor)

    return blocks


def _of_difference(rows: DifferenceRows, number: int) -> Blocks:
    def blocks(_payload: FloatArray, monitor: Monitor) -> Iterable[RowBlock]:
        return rows.blocks_of(number, monitor=monitor)

    return blocks


def _left(rows: PayloadRows, blocks: Blocks, estimate: FloatArray, monitor: Monitor) -> FloatArray:
    """Root mean square residual (n,) of all columns (p,), in A for runs with currents."""
    robot, gain = rows.plan.robot, rows.conditioning.drive_gain
    squares, counts = np.zeros(rows.joint_count), np.zeros(rows.joint_count)
    for block in blocks(estimate[PAYLOAD_COLUMNS], monitor):
        left, used = block.target - block.regressor @ estimate, used_rows(block)
        if gain is not None:
            left = robot.current_from_torque(left, drive_gain=gain)
            if robot.is_coupled:  # a motor's current contributes to the torque of two joints
                used = np.repeat(used.all(axis=1, keepdims=True), rows.joint_count, axis=1)
        squares += np.sum(left**2, axis=0, where=used)
        counts += used.sum(axis=0)
    mean = np.divide(squares, counts, out=np.full(counts.shape, np.nan), where=counts > 0.0)
    return np.asarray(np.sqrt(mean))
