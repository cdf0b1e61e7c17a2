"""The jobs that identify a model: fit it, keep its parts. No Qt."""

from collections.abc import Sequence
from pathlib import Path

from app.visit.recordings import robot_of
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.identification.settings import IdentificationSettings
from core.monitor import Monitor


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
