"""Mean temperature of an arm during its recordings."""

from collections.abc import Sequence

import numpy as np

from core.monitor import Monitor
from core.recording import Quantity, Recording

_BLOCKS, _BLOCK_ROWS = 16, 64
"""Number and length of the row blocks read from a recording for its temperature."""


def mean_temperature(recordings: Sequence[Recording], monitor: Monitor) -> float | None:
    """Mean temperature in K over recordings and joints, from a few blocks of each; None if not recorded."""
    means = []
    for recording in recordings:
        column = recording.columns.get(Quantity.TEMPERATURE)
        if column is None or not recording.sample_count:
            continue
        for first in np.linspace(0, max(recording.sample_count - _BLOCK_ROWS, 0), _BLOCKS, dtype=int):
            monitor.check()
            block = np.asarray(column[slice(int(first), int(first) + _BLOCK_ROWS)], dtype=np.float64)
            if np.isfinite(block).any():
                means.append(float(np.nanmean(block)))
    return float(np.mean(means)) if means else None
