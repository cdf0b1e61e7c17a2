"""What hangs on the flange, from a visit's sweeps or excitation runs, and what a visit knows of it. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Sequence
from pathlib import Path

from core.monitor import Monitor
from core.payload.result import PayloadResult
from core.payload.settings import Directions, KnownLoad, PayloadMethod, SweepKey


def analyse_payload(  # noqa: PLR0913  # each is said on its own
    *,
    visit: Path,
    loaded: Sequence[str],
    unloaded: Sequence[str] = (),
    known: Sequence[tuple[str, KnownLoad]] = (),
    method: PayloadMethod = PayloadMethod.JOINT,
    gains: str = "",
    reference_visit: Path | None = None,
    use_model: bool = False,
    model: str = "",
    leave_out: Sequence[SweepKey] = (),
    directions: Directions = Directions.BOTH,
    store: bool = True,
    monitor: Monitor,
) -> PayloadResult:
    """Mass and centre of mass on the flange; the result is stored in the visit.

    Parameters
    ----------
    loaded, unloaded, known
        Labels of recordings with the payload, with nothing, and with a load that was weighed.
        Without ``unloaded`` the reference is sought: ``reference_visit`` where one is named, else the
        unloaded recordings of this visit, else (or with ``use_model``) the identified model ``model``,
        the newest without a key.
    gains
        ``manufacturer``, ``identified``, ``exact``, ``unknown``, or the path of a file that
        ``torsion gains --json`` wrote; empty for what the visit itself knows best.
    leave_out
        Sweeps that do not count.
    store
        Whether the visit keeps the result.
    """
    raise NotImplementedError


def newest_payload(visit: "object") -> PayloadResult | None:
    """What a visit knows of its payload, the newest of it."""
    raise NotImplementedError
