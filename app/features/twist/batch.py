"""``torsion batch deflection``: the twist of the gears of a visit, analysed again."""

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from app.guide.batch_work import BatchWork
from app.terminal.setting_options import add_settings, settings_from
from core.elasticity.result import ELASTICITY
from core.elasticity.settings import ElasticitySettings

if TYPE_CHECKING:
    from core.batch.work import Made, VisitWork


def deflection_batch() -> BatchWork:
    """The work of this feature on many visits."""
    return BatchWork("deflection", "Analyse the twist of the gears again, with the newest models.",
                     _add_options, _work)  # fmt: skip


def _add_options(parser: argparse.ArgumentParser) -> None:
    add_settings(parser, ElasticitySettings)


def _work(arguments: argparse.Namespace) -> "VisitWork":
    return partial(twist_again, settings=settings_from(arguments, ElasticitySettings()))


def twist_again(path: Path, *, settings: ElasticitySettings) -> "Made":
    """The twist of the recordings of the newest analysis, or of all that have both encoders.

    Raises
    ------
    BadRequest
        ``batch-no-model`` for a visit without a model, which gives the loads of the gears; as
        ``found_twist``.
    """
    from app.features.twist.tasks import newest_elasticity, twist_again_in, twist_recordings
    from core.batch.work import Made
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        before = newest_elasticity(visit)
        fit, validate = twist_recordings(visit) or visit.labels, tuple[str, ...]()
        if before is not None:
            fit = tuple(label for label in before.recordings if label in visit.labels) or fit
            validate = tuple(one.recording for one in before.validation if one.recording in visit.labels)
        found = twist_again_in(visit, fit=fit, validate=validate, settings=settings)
    return Made(ELASTICITY, found, found.judgement.verdict)
