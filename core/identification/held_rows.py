"""Rows kept in memory if they are few, for estimators with many passes."""

import numpy as np

from core.estimation import InMemoryRows, RowSource
from core.identification.regression_rows import RegressionRows, thinned_step
from core.monitor import Monitor

MOST_BYTES = 80_000_000


def held_rows(rows: RegressionRows, *, monitor: Monitor) -> RowSource:
    """The same rows in memory, or ``rows`` themselves where they would need over 80 MB."""
    if _bytes(rows) > MOST_BYTES:
        return rows
    blocks = [
        (block.regressor, block.target, block.weight_mask, block.block) for block in rows.blocks(monitor)
    ]
    regressor = np.concatenate([block[0] for block in blocks])
    masks = [block[2] for block in blocks if block[2] is not None]
    return InMemoryRows(
        regressor=regressor,
        target=np.concatenate([block[1] for block in blocks]),
        column_names=rows.column_names,
        block_ids=np.concatenate([np.full(block[1].shape[0], block[3], dtype=np.intp) for block in blocks]),
        weight_mask=np.concatenate(masks),
    )


def _bytes(rows: RegressionRows) -> int:
    samples = 0
    for stream in rows.streams:
        for _, _, clock in stream.usable_segments():
            low_pass = stream.conditioning.column_filter(clock.rate_hz)
            samples += clock.count // thinned_step(clock.rate_hz, low_pass)
    return samples * rows.joint_count * len(rows.column_names) * 8
