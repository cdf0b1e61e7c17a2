"""Taking what is whole out of a damaged visit into a new one. No Qt.

Runs in the worker process of the window.
"""

from dataclasses import dataclass
from pathlib import Path

from core.errors import BadFile
from core.monitor import Monitor

RESCUABLE = {"visit-damaged", "visit-read-only", "leads-elsewhere"}
"""Codes of errors after which something may be left to take."""


@dataclass(frozen=True)
class RescuedVisit:
    """The new visit, what is in it and what is not, by name."""

    into: str
    taken: tuple[str, ...]
    left_out: tuple[str, ...]


def may_be_rescued(error: BaseException) -> bool:
    """Whether an error is about a visit of which something may be whole."""
    return isinstance(error, BadFile) and error.code in RESCUABLE


def rescue_visit(monitor: Monitor, *, path: Path, into: Path) -> RescuedVisit:
    """Take what is whole in ``path`` into the new visit ``into``.

    Raises
    ------
    BadFile
        As ``core.storage.rescue.rescue``.
    """
    from core.storage.rescue import Piece, rescue

    into.parent.mkdir(parents=True, exist_ok=True)
    found = rescue(path, into=into, monitor=monitor)
    told = {Piece.RECORDING, Piece.PART, Piece.RESULT}
    return RescuedVisit(
        str(found.into),
        tuple(taken.name for taken in found.taken if taken.piece in told),
        tuple(left.name for left in found.left_out),
    )
