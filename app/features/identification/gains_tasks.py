"""Drive gains of a visit from pairs of runs: computed, stored, and read. No Qt."""

from collections.abc import Callable, Sequence
from pathlib import Path

from app.visit.newest import newest
from app.visit.recordings import named_recordings, robot_of
from core.identification.gains.result import DRIVE_GAINS, DriveGains, GainSettings
from core.monitor import Monitor


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
