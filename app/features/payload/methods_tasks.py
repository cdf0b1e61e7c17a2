"""The payload of a visit by every method that its recordings allow, compared; nothing is stored. No Qt."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.features.payload.recordings import loaded_recordings
from app.features.payload.tasks import analyse_payload, payload_in
from app.visit.payload_reference import AskedReference
from core.errors import TorsionError
from core.monitor import Cancelled, Monitor, PartOfMonitor
from core.payload.methods import MethodsCompared, compare_methods
from core.payload.result import PayloadResult
from core.payload.settings import PayloadMethod, PayloadSettings

if TYPE_CHECKING:
    from core.storage.visit import Visit


class _NoPart(PartOfMonitor):
    """Progress of one method, whose result so far is none of the comparison."""

    def keep(self, result: object) -> None:
        """Keep nothing."""


def analyse_dynamic_payload(
    monitor: Monitor, *, visit: Path, unloaded: Sequence[str], loaded: Sequence[str]
) -> PayloadResult:
    """The payload from excitation runs, stored in the visit; errors as ``analyse_payload``."""
    return analyse_payload(
        monitor,
        visit=visit,
        loaded=loaded,
        reference=AskedReference(tuple(unloaded)),
        settings=PayloadSettings(PayloadMethod.DYNAMIC),
    )


def compare_payload_methods(
    monitor: Monitor, *, visit: Path, unloaded: Sequence[str], loaded: Sequence[str]
) -> MethodsCompared:
    """The payload by every method: three from the visit's newest sweeps, one from these excitation runs.

    Raises
    ------
    BadFile
        As ``Visit.open``.
    """
    from core.storage.visit import Visit

    results: list[PayloadResult] = []
    refused: dict[PayloadMethod, TorsionError] = {}
    with Visit.open(visit, recover=False) as opened:
        methods = _possible(opened, has_pair=bool(unloaded) and bool(loaded))
        for number, method in enumerate(methods):
            part = _NoPart(monitor, first=number / len(methods), last=(number + 1) / len(methods))
            pair = method is PayloadMethod.DYNAMIC
            try:
                found = payload_in(
                    opened,
                    part,
                    loaded=loaded if pair else (),
                    reference=AskedReference(tuple(unloaded) if pair else ()),
                    settings=PayloadSettings(method),
                )
            except Cancelled:
                raise
            except TorsionError as error:
                refused[method] = error
            else:
                results.append(found)
    return compare_methods(results, refused)


def _possible(visit: "Visit", *, has_pair: bool) -> list[PayloadMethod]:
    """Methods for which the visit has recordings."""
    swept = bool(loaded_recordings(visit))
    return [method for method in PayloadMethod if (has_pair if method is PayloadMethod.DYNAMIC else swept)]
