"""The jobs that identify a model or the drive gains: compute, store, read, and export. No Qt."""

from collections.abc import Callable, Sequence
from pathlib import Path

from app.errors.text import reason_text
from app.speech.language import in_english
from app.visit.recordings import named_recordings, robot_of
from app.visit.stored_products import newest
from core.identification.gains.result import DRIVE_GAINS, DriveGains, GainSettings
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


def export_result(
    monitor: Monitor, *, visit: Path, result: IdentificationResult, kind: str, path: Path
) -> None:
    """Write a result in one of the formats of ``ExportKind``."""
    from core.exchange.export import export_identification
    from core.exchange.export_file import ExportKind
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        robot = robot_of(opened)
    with in_english():
        export_identification(result, robot, kind=ExportKind(kind), path=path, reason_text=reason_text)


def find_gains(
    monitor: Monitor,
    *,
    visit: Path,
    pairs: Sequence[tuple[str, str]],
    settings: GainSettings,
    before_storing: Callable[[DriveGains, str], object] | None = None,
) -> DriveGains:
    """Identify drive gains from pairs of runs (without, with the mass), and store the result in the visit.

    ``before_storing`` is called with the result and its key; what it raises keeps the visit as it was.

    Raises
    ------
    BadRequest
        ``unknown-recording``; as ``identify_gains``.
    NotEnoughData, PoorExcitation
        As ``identify_gains``.
    BadFile
        As ``Visit.open``.
    Cancelled
        After a request to stop; the gains so far were offered to the monitor.
    """
    from core.identification.gains.identify import identify_gains
    from core.storage.visit import Visit

    with Visit.open(visit) as opened:
        recordings = named_recordings(opened, [label for pair in pairs for label in pair])
        robot = robot_of(opened)
        found = identify_gains(recordings, robot, pairs=pairs, settings=settings, monitor=monitor)
        with opened.change() as draft:  # which is dropped when the result cannot be written elsewhere
            key = draft.add_result(DRIVE_GAINS, found)
            if before_storing is not None:
                before_storing(found, key)
    return found


def gains_of_visit(monitor: Monitor, *, path: Path) -> DriveGains | None:
    """The newest drive gains of a visit; None without any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest(visit, DRIVE_GAINS, DriveGains)
