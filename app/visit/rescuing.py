"""Copies the intact parts of a damaged visit into a new one. No Qt.

Runs in the worker process of the window.
"""

from dataclasses import dataclass
from pathlib import Path

from core.errors import BadFile
from core.monitor import Monitor

RESCUABLE = {"visit-damaged", "visit-read-only", "leads-elsewhere"}
"""Codes of errors after which parts of the visit may be intact."""


@dataclass(frozen=True)
class RescuedVisit:
    """The new visit, with the names of the copied parts and of those that were left out."""

    into: str
    taken: tuple[str, ...]
    left_out: tuple[str, ...]


def may_be_rescued(error: BaseException) -> bool:
    """True for an error of a visit of which parts may be intact."""
    return isinstance(error, BadFile) and error.code in RESCUABLE


def rescue_visit(monitor: Monitor, *, path: Path, into: Path) -> RescuedVisit:
    """Copy the intact parts of ``path`` into the new visit ``into``.

    Raises
    ------
    BadFile
        As ``core.storage.rescue.rescue``.
    """
    from core.storage.rescue import Piece, rescue

    into.parent.mkdir(parents=True, exist_ok=True)
    found = rescue(path, into=into, monitor=monitor)
    named = {Piece.RECORDING, Piece.PART, Piece.RESULT}
    return RescuedVisit(
        str(found.into),
        tuple(taken.name for taken in found.taken if taken.piece in named),
        tuple(left.name for left in found.left_out),
    )
