"""The report of a model from a visit: its predictions worked out, then the whole as PDF."""

from collections.abc import Mapping
from pathlib import Path

from app.reports.identification_report import write_pdf
from app.reports.payload_section import PayloadPaper
from app.reports.stiffness_section import StiffnessPaper
from core.elasticity.result import Elasticity
from core.identification.prediction import predict
from core.identification.result import IdentificationResult
from core.identification.verification_result import Verification
from core.monitor import Monitor, PartOfMonitor
from core.recording import Recording
from core.robot.model import RobotModel


def write_report(  # noqa: PLR0913  # each is a chapter of its own
    result: IdentificationResult,
    robot: RobotModel,
    recordings: Mapping[str, Recording],
    *,
    path: Path,
    monitor: Monitor,
    verification: Verification | None = None,
    elasticity: Elasticity | None = None,
    payload: PayloadPaper | None = None,
    stiffness: StiffnessPaper | None = None,
) -> None:
    """The report as PDF, with plots of the recordings that were held back.

    A ``verification`` is told of where it judged this very model; ``elasticity`` is what the twist
    of the gears says, ``payload`` what hangs on the flange, ``stiffness`` how the whole arm gives.
    """
    judged = [judged.recording for judged in result.validation if not judged.used_in_fit]
    predictions = []
    for number, label in enumerate(label for label in judged if label in recordings):
        part = PartOfMonitor(monitor, first=number / len(judged), last=(number + 1) / len(judged))
        predictions.append(predict(result, robot, recordings[label], monitor=part))
    write_pdf(
        result,
        path,
        predictions=predictions,
        robot_name=robot.title or robot.name,
        prismatic=[bool(slides) for slides in robot.is_prismatic],
        verification=verification if _is_of(verification, result) else None,
        elasticity=elasticity,
        payload=payload,
        stiffness=stiffness,
    )


def _is_of(verification: Verification | None, result: IdentificationResult) -> bool:
    return verification is not None and verification.model_created_at == result.provenance.created_at
