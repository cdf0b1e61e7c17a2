"""``torsion batch payload``: the payload of a visit, computed again."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from app.guide.batch_work import BatchWork
from core.payload.result import PAYLOAD, PayloadResult
from core.payload.settings import PayloadSettings

if TYPE_CHECKING:
    from core.batch.work import Made, VisitWork


def payload_batch() -> BatchWork:
    """The work of this feature on many visits."""
    return BatchWork("payload", "Compute the payloads again, from the same sweeps.", _add_options, _work)


def _add_options(_parser: argparse.ArgumentParser) -> None:
    """There are none: the recordings and the method are those of the newest payload."""


def _work(_arguments: argparse.Namespace) -> "VisitWork":
    return payload_again


def payload_again(path: Path) -> "Made":
    """The payload from the recordings and by the method of the newest one, or from the newest sweeps.

    Raises
    ------
    BadRequest, NotEnoughData, NotIdentifiable
        As ``payload_in``.
    """
    from app.features.payload.tasks import payload_in
    from app.visit.newest import newest
    from core.batch.work import Made
    from core.monitor import NullMonitor
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        before = newest(visit, PAYLOAD, PayloadResult)
        settings = PayloadSettings() if before is None else before.settings
        loaded = () if before is None else tuple(one for one in before.recordings if one in visit.labels)
        found = payload_in(visit, NullMonitor(), loaded=loaded, settings=settings)
    return Made(PAYLOAD, found, found.judgement.verdict)
