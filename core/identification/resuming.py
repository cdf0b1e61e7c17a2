"""Start of the three loops: from nothing, or from the last round of an interrupted result."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.errors import BadRequest
from core.fields import to_json_value
from core.friction.form import Shape
from core.identification.regression_rows import RegressionRows
from core.identification.result import IdentificationResult, LoopRecord
from core.identification.settings import IdentificationSettings
from core.learning.residual_model import ResidualModel
from core.recording import FloatArray, Recording


@dataclass(frozen=True)
class Start:
    """Values known before the first loop; none by default.

    ``parameters`` (p,) are those of the whole model, ``base_parameters`` (b,) those that give the load.
    """

    shapes: tuple[Shape, ...] = ()
    load: FloatArray | None = None
    loops: tuple[LoopRecord, ...] = ()
    residual_model: ResidualModel | None = None

    def rows(self, rows: RegressionRows) -> RegressionRows:
        """Rows with the column plan of the last round."""
        plan = rows.plan
        if self.shapes:
            plan = plan.with_shapes(self.shapes)
        if self.load is not None:
            plan = plan.with_load(self.load)
        return replace(rows, plan=plan)


def start_from(
    result: IdentificationResult, fitted: Sequence[Recording], settings: IdentificationSettings
) -> Start:
    """The start for resuming ``result``.

    Raises
    ------
    BadRequest
        ``resume-differs`` when it was made from other recordings or with other settings.
    """
    made_from = (result.provenance.recordings, result.provenance.sha256, result.provenance.rows)
    wanted = (
        tuple(recording.label for recording in fitted),
        tuple(recording.origin.sha256 for recording in fitted),
        tuple((recording.origin.first_row, recording.origin.last_row) for recording in fitted),
    )
    if made_from != wanted:
        raise BadRequest("resume-differs", what="recordings", found=made_from[0], wanted=wanted[0])
    if to_json_value(result.settings) != to_json_value(settings):
        raise BadRequest("resume-differs", what="settings")
    load = result.estimate[: len(result.base_parameters)]
    known = bool(np.all(np.isfinite(load)))
    return Start(
        shapes=tuple(dict(joint.shape_constants) for joint in result.friction),
        load=load if known else None,
        loops=result.loops,
        residual_model=result.residual_model,
    )
