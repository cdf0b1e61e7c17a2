"""Work on one visit, as a worker does it: it reads the visit and returns what it made, and writes nothing."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.errors import TorsionError
from core.quality import Verdict

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Made:
    """A result to be stored: its kind in a visit, the result itself, its verdict."""

    kind: str
    result: object
    verdict: Verdict


VisitWork = Callable[[Path], Made]
"""Computes a result from the visit in a file; it crosses to another process, so a function of a module."""


@dataclass(frozen=True, eq=False)
class Attempt:
    """The end of the work on one visit: what was made, or the error that prevented it."""

    path: Path
    seconds: float
    made: Made | None = None
    error: TorsionError | OSError | None = None


def attempt(work: VisitWork, path: Path) -> Attempt:
    """Do the work on one visit; its failure is a result too and ends nothing else.

    Linear algebra has one thread, so that the result does not depend on who computes it.
    """
    from threadpoolctl import threadpool_limits  # comes with scikit-learn

    begun = time.perf_counter()
    try:
        with threadpool_limits(1):
            made = work(path)
    except (TorsionError, OSError) as error:
        return Attempt(path, time.perf_counter() - begun, error=error)
    except Exception as error:  # noqa: BLE001  one visit's surprise must not end the others
        _LOG.exception("the work on %s failed", path)
        unexpected = TorsionError("unexpected", kind=type(error).__name__, text=str(error))
        return Attempt(path, time.perf_counter() - begun, error=unexpected)
    return Attempt(path, time.perf_counter() - begun, made)
