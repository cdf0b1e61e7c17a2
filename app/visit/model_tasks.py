"""The jobs on the model of a visit: fit it, keep its parts, compare it with recordings. No Qt."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.visit.recordings import robot_of
from app.visit.summaries import (
    MeasuredAgainstModel,
)
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.identification.settings import IdentificationSettings
from core.monitor import Monitor

LONGEST_CURVE = 200_000
"""Samples per curve that go to the window. A longer recording is thinned to every n-th sample;
its signals are low-passed far below the rate that is left."""


def identify_model(
    monitor: Monitor,
    *,
    path: Path,
    fit: Sequence[str],
    validate: Sequence[str],
    settings: IdentificationSettings,
    resume: IdentificationResult | None = None,
) -> IdentificationResult:
    """Identify, from a part result on where there is one, and store the result in the visit."""
    from core.identification.identify import identify
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        result = identify(
            {label: visit.recording(label) for label in (*fit, *validate)},
            robot_of(visit),
            fit=tuple(fit),
            validate=tuple(validate),
            settings=settings,
            resume=resume,
            monitor=monitor,
        )
        visit.add_result(IDENTIFICATION, result)
    return result


def keep_part(monitor: Monitor, *, path: Path, result: IdentificationResult) -> None:
    """Keep a model whose fit was stopped, so that it can go on another day."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        visit.add_result(IDENTIFICATION_PART, result)


def compare_with_model(
    monitor: Monitor, *, path: Path, result: IdentificationResult, label: str
) -> MeasuredAgainstModel:
    """Measured and modelled torque over one recording, for the plots."""
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
