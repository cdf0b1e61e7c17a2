"""Measured torque against the model over one recording, for the plots. No Qt."""

from pathlib import Path

import numpy as np

from app.visit.recordings import robot_of
from app.visit.summaries import MeasuredAgainstModel
from core.identification.result import IdentificationResult
from core.monitor import Monitor

LONGEST_CURVE = 200_000
"""Samples per curve that go to the window. A longer recording is thinned to every n-th sample;
its signals are low-passed far below the rate that is left."""


def compare_with_model(
    monitor: Monitor, *, path: Path, result: IdentificationResult, label: str
) -> MeasuredAgainstModel:
    """Compute measured and modelled torque, N·m or N, over one recording."""
    from core.identification.prediction import predict
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        found = predict(result, robot_of(visit), visit.recording(label), monitor=monitor)
    size = max(-(-found.time.shape[0] // LONGEST_CURVE), 1)
    keep = slice(None, None, size)
    return MeasuredAgainstModel(
        label,
        np.ascontiguousarray(found.time[keep]),
        np.ascontiguousarray(found.measured[keep]),
        np.ascontiguousarray(found.modelled[keep]),
        np.ascontiguousarray(found.rigid[keep]),
        np.ascontiguousarray(found.learned[keep]),
    )
